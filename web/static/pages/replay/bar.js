// The control bar of a replay.

import { html, useEffect } from "../../vendor/preact.js";
import { SPEEDS } from "../../store/replay.js";

const LABELS = 12; // the most turn numbers that fit

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
  const at = replay.step.peek();
  switch (event.key) {
    case "ArrowLeft": return event.shiftKey ? () => replay.turn(-1) : () => replay.go(at - 1);
    case "ArrowRight": return event.shiftKey ? () => replay.turn(1) : () => replay.go(at + 1);
    case "Home": return () => replay.go(0);
    case "End": return () => replay.go(replay.last);
    case " ": return target.closest("button, a, summary") ? null : replay.playing.peek() ? () => {} : () => replay.play();
  }
  return null;
}

const SIGNS = {
  first: "M5 4h2.500v16H5zM20 4v16L9 12z", back: "M17 4v16L6 12z", turnback: "M12 4v16L2 12zM22 4v16L12 12z",
  play: "M6 3.500v17L20 12z", pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  on: "M7 4v16l11-8z", turnon: "M12 4v16l10-8zM2 4v16l10-8z", last: "M16.500 4H19v16h-2.500zM4 4v16l11-8z",
};

/** @param {{sign: string, label: string, id?: string, keys?: string, disabled?: boolean, act: () => void, class?: string}} props */
const Button = ({ sign, label, id, keys, disabled, act, class: classes }) => html`<button type="button" id=${id} class=${classes} aria-label=${label} title=${keys ? `${label} (${keys})` : label} aria-keyshortcuts=${keys} disabled=${disabled} onClick=${act}>
  <svg class="glyph" viewBox="0 0 24 24" aria-hidden="true"><path d=${SIGNS[sign]} /></svg></button>`;

/** @param {{replay: Replay}} props */
export function Bar({ replay }) {
  const at = replay.step.value;
  const { last } = replay;
  const playing = replay.playing.value;
  const go = (/** @type {() => void} */ act) => () => {
    replay.pause();
    act();
  };
  const turn = replay.turnAt(at);
  return html`<div class="replay-bar" role="group" aria-label="Replay controls">
    <div class="transport">
      <${Button} sign="first" label="To start" keys="Home" disabled=${at <= 0} act=${go(() => replay.go(0))} class="ends" />
      <${Button} sign="turnback" label="Previous turn" keys="Shift+ArrowLeft" disabled=${at <= 0} act=${go(() => replay.turn(-1))} />
      <${Button} sign="back" id="step-back" label="Previous step" keys="ArrowLeft" disabled=${at <= 0} act=${go(() => replay.go(at - 1))} />
      <${Button} sign=${playing ? "pause" : "play"} id="play" label=${playing ? "Pause" : "Play"} keys="Space" class="primary" act=${() => (replay.playing.peek() ? replay.pause() : replay.play())} />
      <${Button} sign="on" id="step-on" label="Next step" keys="ArrowRight" disabled=${at >= last} act=${go(() => replay.go(at + 1))} />
      <${Button} sign="turnon" label="Next turn" keys="Shift+ArrowRight" disabled=${at >= last} act=${go(() => replay.turn(1))} />
      <${Button} sign="last" label="To end" keys="End" disabled=${at >= last} act=${go(() => replay.go(last))} class="ends" />
    </div>
    <div class="scrub">
      <input type="range" id="scrubber" min="0" max=${last} step="1" value=${at} aria-label="Step" aria-valuetext=${`step ${at} of ${last}, turn ${turn}`} onInput=${(event) => {
        replay.pause();
        replay.go(Number(event.target.value));
      }} />
      <${Marks} replay=${replay} />
    </div>
    <p class="where"><b>${at}</b> / ${last} <span class="about">turn ${turn}</span></p>
    <label class="speed"><span class="visually-hidden">Steps per second</span><select id="speed" value=${String(replay.speed.value)} onChange=${(event) => { replay.speed.value = Number(event.target.value); }}>
      ${SPEEDS.map((speed) => html`<option key=${speed} value=${String(speed)} selected=${speed === replay.speed.value}>${speed === 0.5 ? "½" : speed}×</option>`)}
    </select></label>
  </div>`;
}

/** Marks at the first step of each turn. @param {{replay: Replay}} props */
function Marks({ replay }) {
  const turns = replay.facts.value?.turns ?? [];
  const part = (/** @type {number} */ step) => `${(step / (replay.last || 1)) * 100}%`;
  const every = Math.max(1, Math.ceil(turns.length / LABELS));
  const dense = turns.length > 80;
  return html`<div class="turn-marks" aria-hidden="true">
    ${turns.map(({ turn, step }, i) => (turn > 0 && (!dense || i % every === 0) ? html`<span key=${turn} style=${{ left: part(step) }}>${i % every === 0 ? turn : ""}</span>` : null))}
  </div>`;
}
