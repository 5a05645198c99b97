// The controls of a replay: the buttons, the slider and the keys.

import { small } from "../../kit/screen.js";
import { html, useEffect } from "../../vendor/preact.js";
import { SPEEDS } from "../../store/replay.js";
import { ChanceLine, chanceAt } from "./line.js";

const DENSE = 80; // more turns have lines only at their numbers

/** @typedef {import("../../store/replay.js").Replay} Replay */

/** Keyboard control, except inside form fields and while a dialog is open. @param {Replay} replay */
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
  back: "M17 4v16L6 12z", turnback: "M12 4v16L2 12zM22 4v16L12 12z",
  play: "M6 4v16l14-8z", pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  on: "M7 4v16l11-8z", turnon: "M12 4v16l10-8zM2 4v16l10-8z",
};

/** A button that stops playback and acts. @param {{replay: Replay, sign: string, label: string, keys: string, act: () => void, id?: string, disabled?: boolean}} props */
const Button = ({ replay, sign, label, id, keys, disabled, act }) => html`<button type="button" id=${id} class="knob" aria-label=${label} title=${`${label} (${keys})`} aria-keyshortcuts=${keys} disabled=${disabled} onClick=${() => {
  replay.pause();
  act();
}}><svg class="glyph" viewBox="0 0 24 24" aria-hidden="true"><path d=${SIGNS[sign]} /></svg></button>`;

/** The panel along the lower edge: the buttons and the speed, and the slider above the chance line. @param {{replay: Replay, children?: any}} props children: further buttons */
export function Bar({ replay, children }) {
  const { step: { value: at }, last } = replay;
  const [turn, turns] = [replay.turnAt(at), replay.turnAt(last)];
  const playing = replay.playing.value;
  return html`<div class="replay-bar" role="group" aria-label="Playback">
    <div class="transport">
      <${Button} replay=${replay} sign="turnback" label="Previous turn" keys="Shift+ArrowLeft" disabled=${at <= 0} act=${() => replay.turn(-1)} />
      <${Button} replay=${replay} sign="back" id="step-back" label="Previous step" keys="ArrowLeft" disabled=${at <= 0} act=${() => replay.back()} />
      <${Button} replay=${replay} sign=${playing ? "pause" : "play"} id="play" label=${playing ? "Pause" : "Play"} keys="Space" act=${() => { if (!playing) replay.play(); }} />
      <${Button} replay=${replay} sign="on" id="step-on" label="Next step" keys="ArrowRight" disabled=${at >= last} act=${() => replay.forward()} />
      <${Button} replay=${replay} sign="turnon" label="Next turn" keys="Shift+ArrowRight" disabled=${at >= last} act=${() => replay.turn(1)} />
      ${children}
    </div>
    <p class="where">Turn <b>${turn}</b> / ${turns} <span>· step ${at} of ${last}</span></p>
    <div id="speed" class="speed" role="group" aria-label="Speed">
      ${SPEEDS.map((speed) => html`<button type="button" key=${speed} class="knob" aria-pressed=${String(speed === replay.speed.value)} onClick=${() => { replay.speed.value = speed; }}>${speed}×</button>`)}
    </div>
    <div class="scrub">
      <input type="range" id="scrubber" min="0" max=${last} step="1" value=${at} aria-label="Turn and step" aria-valuetext=${`turn ${turn} of ${turns}, step ${at} of ${last}${chanceAt(replay, at)}`} onInput=${(event) => {
        replay.pause();
        replay.go(Number(event.target.value));
      }} />
      <${ChanceLine} replay=${replay} />
      <${Marks} replay=${replay} />
    </div>
  </div>`;
}

/** A line at the first step of each turn, and its number where there is room. @param {{replay: Replay}} props */
function Marks({ replay }) {
  const turns = (replay.facts.value?.turns ?? []).filter(({ turn }) => turn > 0);
  const room = small.value ? 9 : 3.2; // percent of the width that a number needs
  let end = -room;
  return html`<div class="turn-marks" aria-hidden="true">
    ${turns.map(({ turn, step }) => {
      const left = (step / (replay.last || 1)) * 100;
      const fits = left >= end + room;
      if (fits) end = left;
      return (fits || turns.length <= DENSE) && html`<span key=${turn} style=${{ left: `${left}%` }}>${fits && turn}</span>`;
    })}
  </div>`;
}
