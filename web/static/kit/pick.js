// Something on the table that can be pointed at: a card, a seat, a step of the
// stack. It is a button in every case, so that it can be read and says why it
// cannot be used now; a click picks it if it can.

import { html, signal } from "../vendor/preact.js";
import { announce } from "./live.js";

/**
 * @typedef {object} Face what is to be read of a thing, at length
 * @property {string} name
 * @property {string} [kind]
 * @property {any} [price] nodes
 * @property {string} [stats]
 * @property {string} [text]
 * @property {string} [note] how it is now: asleep, hurt
 */

/** @typedef {import("../games/index.js").Scene} Scene */

/** What is looked at, by mouse, finger or focus. */
export const looked = signal(/** @type {{it: string, face: Face} | null} */ (null));

/** Why the player can choose nothing at all now, "" if it can. @param {Scene} scene */
export function whyNothing({ over, table, decision, awaiting, me, nameOf }) {
  if (over) return "The game is over.";
  if (table.watching.value) return "You are watching.";
  if (decision) return "";
  return awaiting.includes(me) ? "Your answer is on its way." : `Not your move: waiting for ${awaiting.map(nameOf).join(" and ") || "the game"}.`;
}

/** Why something cannot be picked now, "" if it can. @param {Scene} scene @param {string} it */
export function whyNot(scene, it) {
  const { picker, table } = scene;
  if (picker.concerns(it)) return "";
  if (picker.picked.value.includes(it)) return "Chosen. Point at what it is for, or choose it once more to take it back.";
  const idle = whyNothing(scene);
  if (idle) return idle;
  if (picker.picked.value.length > 0) return "That is not a target for what you have chosen.";
  return table.game.value.why?.(scene, it) || "Not among your choices now.";
}

/**
 * @param {object} props
 * @param {Scene} props.scene
 * @param {string} props.it the reference of the thing: see store/picker.js
 * @param {Face} [props.face]
 * @param {string} [props.class]
 * @param {string} [props.flip] the thing's name for motion: the same one wherever it goes
 * @param {string} [props.label] for readers, in place of what it shows
 * @param {any} [props.children]
 */
export function Pickable({ scene, it, face, class: classes = "", flip, label, children }) {
  const { picker } = scene;
  const can = picker.concerns(it);
  const picked = picker.picked.value.includes(it);
  const why = whyNot(scene, it);
  const look = () => { if (face) looked.value = { it, face }; };
  const held = (event) => { // a finger that stays on a card wants to read it
    if (event.pointerType !== "touch") return;
    event.preventDefault();
    look();
  };
  const click = (event) => {
    look();
    if (!picker.pick(it)) return picked ? picker.back() : announce(why, true);
    if (event.detail === 0) /** @type {HTMLElement | null} */ (document.querySelector("#options button"))?.focus(); // by keyboard: what is left is on the list
  };
  return html`<button type="button" class=${`${classes} ${can ? `can ${picker.isAim(it) ? "aim" : ""}` : "cannot"} ${picked ? "picked" : ""} ${picker.advises(it) ? "advised" : ""}`} data-ref=${it} data-flip=${flip}
    aria-disabled=${can ? undefined : "true"} aria-description=${why || undefined} aria-label=${label} aria-pressed=${picked ? "true" : undefined}
    onClick=${click} onFocus=${look} onPointerEnter=${(event) => event.pointerType === "mouse" && look()} onContextMenu=${held}>${children}</button>`;
}

/**
 * What is looked at, to be read at length, and why it cannot be used.
 * @param {{scene: Scene}} props
 */
export function Detail({ scene }) {
  const seen = looked.value;
  if (!seen) return html`<p class="detail idle">Point at a card, or move to it with Tab and the arrows, to read it here and to see why it cannot be used.</p>`;
  const { it, face } = seen;
  const why = whyNot(scene, it);
  return html`<${Reading} face=${face} aside=${html`<button type="button" class="quiet detail-close" onClick=${() => { looked.value = null; }}>Close</button>`}>
    <p class=${why ? "why" : "why can-now"}>${why || "You can choose it now."}</p>
  </${Reading}>`;
}

/** @param {{face: Face, aside?: any, children?: any}} props */
export const Reading = ({ face, aside, children }) => html`<div class="detail" role="group" aria-label="What is looked at" tabindex="0">
  <p class="detail-head"><b>${face.name}</b> ${face.price} ${aside}</p>
  ${(face.kind || face.stats || face.note) && html`<p class="about">${[face.kind, face.stats, face.note].filter(Boolean).join(" · ")}</p>`}
  ${face.text && html`<p>${face.text}</p>`}
  ${children}
</div>`;
