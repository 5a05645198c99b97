// Synthesized sounds. They are off by default.

import { loudness } from "../store/settings.js";

/** @type {AudioContext | undefined} */
let context;

/**
 * A tone that glides between two pitches in Hz, with duration and delay in seconds.
 * @typedef {[from: number, to: number, lasts: number, after?: number, shape?: OscillatorType]} Tone
 */

/** @type {Object<string, Tone[]>} */
const SOUNDS = {
  card: [[520, 660, 0.09]],
  place: [[240, 180, 0.14]],
  draw: [[700, 900, 0.05]],
  shuffle: [[300, 500, 0.06], [320, 520, 0.06, 0.08], [300, 500, 0.06, 0.16]],
  hit: [[180, 90, 0.12, 0, "triangle"]],
  hurt: [[220, 110, 0.28, 0, "triangle"]],
  fall: [[330, 110, 0.35]],
  strike: [[400, 200, 0.08, 0, "triangle"], [200, 100, 0.1, 0.08, "triangle"]],
  good: [[520, 520, 0.1], [660, 660, 0.16, 0.1]],
  chime: [[880, 880, 0.2], [1320, 1320, 0.25, 0.04]],
  end: [[392, 392, 0.2], [494, 494, 0.2, 0.18], [587, 587, 0.45, 0.36]],
};

/** @param {string} name the name of a sound, or "" for none */
export function play(name) {
  const loud = loudness.peek();
  const tones = SOUNDS[name];
  if (!tones || loud === 0 || document.hidden) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  for (const [from, to, lasts, after = 0, shape = "sine"] of tones) {
    const begin = context.currentTime + after;
    const tone = new OscillatorNode(context, { type: shape, frequency: from });
    const gain = new GainNode(context, { gain: 0 });
    tone.frequency.exponentialRampToValueAtTime(to, begin + lasts);
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(loud * 0.2, begin + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.0001, begin + lasts);
    tone.connect(gain).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + lasts);
  }
}
