// The controls of a replay: the buttons, the slider and the keys.

import { small } from "../../kit/screen.js";
import { html, useEffect } from "../../vendor/preact.js";
import { SPEEDS } from "../../store/replay.js";
import { ChanceLine, chanceAt } from "./line.js";

const LABELS = 12; // the most turn numbers that fit, half of them on a phone

/** @typedef {import("../../store/replay.js").Replay} Replay */

/** Keyboard control, except inside form fields and dialogs. @param {Replay} replay */
export function useKeys(replay) {
  useEffect(() => {
    const key = (/** @type {KeyboardEvent} */ event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || document.querySelector("dialog[open]")) return;
      const target = event.target instanceof Element ? event.target : document.body;
      if (target.closest("select, input, textarea")) return;
      const act = actOf(replay, event, target);
      if (!act) return;
      event.preventDefault();
      replay.pause();
      act();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, [replay]);
}

/** @param {Replay} replay @param {KeyboardEvent} event @param {Element} target */
function actOf(replay, event, target) {
  switch (event.key) {
    case "ArrowLeft": return event.shiftKey ? () => replay.turn(-1) : () => replay.back();
    case "ArrowRight": return event.shiftKey ? () => replay.turn(1) : () => replay.forward();
    case "Home": return () => replay.go(0);
    case "End": return () => replay.go(replay.last);
    case " ": return target.closest("button, a, summary") ? null : replay.playing.peek() ? () => {} : () => replay.play();
  }
  return null;
}

const SIGNS = {
  first: "M5 4h3v16H5zM20 4v16L9 12z", back: "M17 4v16L6 12z", turnback: "M12 4v16L2 12zM22 4v16L12 12z",
  play: "M6 4v16l14-8z", pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  on: "M7 4v16l11-8z", turnon: "M12 4v16l10-8zM2 4v16l10-8z", last: "M16 4h3v16h-3zM4 4v16l11-8z",
};

/** A button that stops playback and acts. @param {{replay: Replay, sign: string, label: string, keys: string, act: () => void, id?: string, disabled?: boolean}} props */
const Button = ({ replay, sign, label, id, keys, disabled, act }) => html`<button type="button" id=${id} class="knob" aria-label=${label} title=${`${label} (${keys})`} aria-keyshortcuts=${keys} disabled=${disabled} onClick=${() => {
  replay.pause();
  act();
}}><svg class="glyph" viewBox="0 0 24 24" aria-hidden="true"><path d=${SIGNS[sign]} /></svg></button>`;

/** The buttons below the sentence of the step. @param {{replay: Replay, children?: any}} props children: further buttons */
export function Transport({ replay, children }) {
  const { step: { value: at }, last } = replay;
  const playing = replay.playing.value;
  return html`<div class="transport" role="group" aria-label="Playback">
    <${Button} replay=${replay} sign="turnback" label="Previous turn" keys="Shift+ArrowLeft" disabled=${at <= 0} act=${() => replay.turn(-1)} />
    <${Button} replay=${replay} sign="back" id="step-back" label="Previous step" keys="ArrowLeft" disabled=${at <= 0} act=${() => replay.back()} />
    <${Button} replay=${replay} sign=${playing ? "pause" : "play"} id="play" label=${playing ? "Pause" : "Play"} keys="Space" act=${() => { if (!playing) replay.play(); }} />
    <${Button} replay=${replay} sign="on" id="step-on" label="Next step" keys="ArrowRight" disabled=${at >= last} act=${() => replay.forward()} />
    <${Button} replay=${replay} sign="turnon" label="Next turn" keys="Shift+ArrowRight" disabled=${at >= last} act=${() => replay.turn(1)} />
    ${children}
  </div>`;
}

/** The slider along the lower edge, under the chance line. @param {{replay: Replay}} props */
export function Bar({ replay }) {
  const { step: { value: at }, last } = replay;
  const [turn, turns] = [replay.turnAt(at), replay.turnAt(last)];
  return html`<div class="replay-bar" role="group" aria-label="Position and speed">
    <p class="where">Turn <b>${turn}</b> / ${turns} <span>· step ${at} of ${last}</span></p>
    <${Button} replay=${replay} sign="first" label="To start" keys="Home" disabled=${at <= 0} act=${() => replay.go(0)} />
    <div class="scrub">
      <${ChanceLine} replay=${replay} />
      <input type="range" id="scrubber" min="0" max=${last} step="1" value=${at} aria-label="Turn and step" aria-valuetext=${`turn ${turn} of ${turns}, step ${at} of ${last}${chanceAt(replay, at)}`} onInput=${(event) => {
        replay.pause();
        replay.go(Number(event.target.value));
      }} />
      <${Marks} replay=${replay} />
    </div>
    <${Button} replay=${replay} sign="last" label="To end" keys="End" disabled=${at >= last} act=${() => replay.go(last)} />
    <label class="speed"><span class="visually-hidden">Steps per second</span><select id="speed" value=${String(replay.speed.value)} onChange=${(event) => { replay.speed.value = Number(event.target.value); }}>
      ${SPEEDS.map((speed) => html`<option key=${speed} value=${String(speed)} selected=${speed === replay.speed.value}>${speed === 0.5 ? "½" : speed}×</option>`)}
    </select></label>
  </div>`;
}

/** Marks at the first step of each turn. @param {{replay: Replay}} props */
function Marks({ replay }) {
  const turns = replay.facts.value?.turns ?? [];
  const part = (/** @type {number} */ step) => `${(step / (replay.last || 1)) * 100}%`;
  const every = Math.max(1, Math.ceil(turns.length / (small.value ? LABELS / 2 : LABELS)));
  const dense = turns.length > 80;
  return html`<div class="turn-marks" aria-hidden="true">
    ${turns.map(({ turn, step }, i) => (turn > 0 && (!dense || i % every === 0) ? html`<span key=${turn} style=${{ left: part(step) }}>${i % every === 0 ? turn : ""}</span>` : null))}
  </div>`;
}
