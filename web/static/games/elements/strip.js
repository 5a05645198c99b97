// The phases of a turn as a strip. It shows the stops, at which the server waits for the
// player, and a button on each phase sets them.

import { Glyph } from "../../kit/glyph.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { PHASES, TRACK } from "./words.js";

/** @typedef {import("../index.js").Scene} Scene */

/** The stops at plays and powers, which stack on every phase. */
const STACKED = { phase: "play", own: "own_play", others: "play" };

/** The phase of the turn that is in progress, below the stack. @param {any} view @returns {string | undefined} */
const phaseOf = (view) => view.stack.findLast((frame) => TRACK.some(({ phase }) => phase === frame.phase))?.phase;

/** @param {{scene: Scene}} props */
export function Strip({ scene }) {
  const { view, table, nameOf } = scene;
  const [open, setOpen] = useState("");
  const now = phaseOf(view);
  const stops = table.kept?.value.stops ?? [];
  const stopped = (/** @type {string} */ name) => stops.includes("*") || stops.includes(name);
  const plain = table.watching.value || !table.stops?.value.length;
  useEffect(() => {
    if (!open) return;
    const close = (/** @type {Event} */ event) => {
      if (event instanceof KeyboardEvent ? event.key === "Escape" : !(event.target instanceof Element && event.target.closest(".stop-menu, .turn-line"))) setOpen("");
    };
    for (const name of ["pointerdown", "keydown"]) addEventListener(name, close);
    return () => { for (const name of ["pointerdown", "keydown"]) removeEventListener(name, close); };
  }, [open]);
  if (scene.caption) return html`<p class="turn-line caption"><b>${view.turn ? `Turn ${view.turn}` : "Start"}</b> ${scene.caption}</p>`;
  const shown = [...TRACK, STACKED].find(({ phase }) => phase === open);
  return html`<div class="turn-line">
    <p class="turn-of">${view.turn ? html`<b>Turn ${view.turn}</b> ${view.active === view.seat ? "yours" : nameOf(view.active)}` : "Start"}</p>
    <ol class=${`track ${view.active === view.seat ? "" : "theirs"}`} aria-label="Turn phases">
      ${TRACK.map(({ phase, about, own, others }) => {
        const marks = html`${PHASES[phase]}${!plain && html`<i class=${`stop-mark theirs ${stopped(others) ? "set" : ""}`}></i><i class=${`stop-mark ${stopped(own) ? "set" : ""}`}></i>`}`;
        return html`<li key=${phase} title=${about} aria-current=${phase === now ? "step" : undefined}>${plain ? html`<span>${marks}</span>`
          : html`<button type="button" aria-expanded=${String(open === phase)} aria-description=${stopText(stopped(own), stopped(others))} onClick=${() => setOpen(open === phase ? "" : phase)}>${marks}</button>`}</li>`;
      })}
    </ol>
    ${!plain && html`<button type="button" class=${`knob stack-sign ${stopped(STACKED.others) ? "set" : ""}`} title="Stops at plays" aria-expanded=${String(open === STACKED.phase)} aria-label="Plays" aria-description=${stopText(stopped(STACKED.own), stopped(STACKED.others))} onClick=${() => setOpen(open === STACKED.phase ? "" : STACKED.phase)}><${Glyph} name="stack" /></button>`}
    ${shown && html`<fieldset class="stop-menu"><legend>Wait for me at ${shown === STACKED ? "plays" : PHASES[open]}</legend>
      <${Stop} scene=${scene} name=${shown.own} mark="▲" text=${shown === STACKED ? "of my own" : "on my turn"} />
      <${Stop} scene=${scene} name=${shown.others} mark="▼" text=${shown === STACKED ? "of opponents" : shown.others === "block" ? "when I am attacked" : "on opponents’ turns"} />
    </fieldset>`}
  </div>`;
}

/** The stops of a phase in words. @param {boolean} own @param {boolean} others */
const stopText = (own, others) => (own || others ? `stop ${[own && "on your turn", others && "on opponents’ turns"].filter(Boolean).join(" and ")}` : "no stop");

/** @param {{scene: Scene, name: string, mark: string, text: string}} props */
function Stop({ scene: { table }, name, mark, text }) {
  const { stops } = table.kept.value;
  const all = table.stops.value.map((stop) => stop.name);
  const set = stops.includes("*") ? all : stops;
  return html`<label class="toggle"><input type="checkbox" role="switch" checked=${set.includes(name)}
    onChange=${(event) => table.send({ type: "settings", stops: event.target.checked ? [...set, name] : set.filter((stop) => stop !== name) })} /><span>${mark} ${text}</span></label>`;
}
