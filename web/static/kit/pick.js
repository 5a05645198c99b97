// A card, seat or stack entry on the table. It is always a button: a click picks it, or
// shows why it cannot be picked now.

import { html, signal } from "../vendor/preact.js";
import { announce } from "./live.js";

/**
 * @typedef {object} Face the details of an item on the table
 * @property {string} name
 * @property {string} [kind]
 * @property {any} [price] nodes
 * @property {string} [stats]
 * @property {string} [text]
 * @property {string} [note] its current state, such as asleep
 */

/** @typedef {import("../games/index.js").Scene} Scene */

/** The item under the mouse, finger or focus. */
export const looked = signal(/** @type {{it: string, face: Face} | null} */ (null));

/** The reason the player has no choice now, or "". @param {Scene} scene */
export function whyNothing({ over, table, decision, awaiting, me, nameOf }) {
  if (over) return "Game over.";
  if (table.watching.value) return "You are spectating.";
  if (decision) return "";
  return awaiting.includes(me) ? "Sending your move…" : `Not your move: waiting for ${awaiting.map(nameOf).join(" and ") || "the server"}.`;
}

/** The reason an item cannot be picked now, or "". @param {Scene} scene @param {string} it */
export function whyNot(scene, it) {
  const { picker, table } = scene;
  if (picker.concerns(it)) return "";
  const held = picker.selection.whyNot(it);
  if (held) return held;
  if (picker.picked.value.includes(it)) return "Picked. Choose a target, or click again to cancel.";
  const idle = whyNothing(scene);
  if (idle) return idle;
  if (picker.picked.value.length > 0) return "Not a legal target.";
  return table.game.value.why?.(scene, it) || "You can't choose this now.";
}

/**
 * @param {object} props
 * @param {Scene} props.scene
 * @param {string} props.it its reference: see store/picker.js
 * @param {Face} [props.face]
 * @param {string} [props.class]
 * @param {string} [props.flip] its name in animations: see kit/motion.js
 * @param {any} [props.children]
 */
export function Pickable({ scene, it, face, class: classes = "", flip, children }) {
  const { picker } = scene;
  const can = picker.concerns(it);
  const picked = picker.picked.value.includes(it);
  const mark = picker.selection.mark(it);
  const pressed = picked || mark !== "" ? "true" : picker.selection.card(it) ? "false" : undefined;
  const why = whyNot(scene, it);
  const look = () => { if (face) looked.value = { it, face }; };
  const held = (event) => { // a long press shows the details
    if (event.pointerType !== "touch") return;
    event.preventDefault();
    look();
  };
  const click = (event) => {
    look();
    if (!picker.pick(it)) return picked ? picker.back() : announce(why, true);
    if (event.detail === 0 && !picker.selection.question.value) /** @type {HTMLElement | null} */ (document.querySelector("#options button"))?.focus(); // by keyboard: continue in the list
  };
  const state = can ? `can ${picker.isAim(it) ? "aim" : ""}` : mark ? "chosen" : "cannot";
  return html`<button type="button" class=${`${classes} ${state} ${picked ? "picked" : ""} ${picker.advises(it) ? "advised" : ""}`} data-ref=${it} data-flip=${flip}
    aria-disabled=${can || mark ? undefined : "true"} aria-description=${why || undefined} aria-pressed=${pressed}
    onClick=${click} onFocus=${look} onPointerEnter=${(event) => event.pointerType === "mouse" && look()} onContextMenu=${held}>${children}<${Mark} text=${mark} /></button>`;
}

/** The mark of a chosen card. @param {{text?: string}} props */
export const Mark = ({ text }) => text && html`<span class="chosen-mark" aria-hidden="true">${text}</span>`;

/**
 * The details of the focused item, and whether it can be picked.
 * @param {{scene: Scene}} props
 */
export function Detail({ scene }) {
  const seen = looked.value;
  if (!seen) return html`<p class="detail idle">Point at a card, or focus it with Tab and the arrow keys, to read it here.</p>`;
  const { it, face } = seen;
  const why = whyNot(scene, it);
  const chosen = scene.picker.selection.mark(it) !== "";
  return html`<${Reading} face=${face} aside=${html`<button type="button" class="quiet detail-close" onClick=${() => { looked.value = null; }}>Close</button>`}>
    <p class=${why && !chosen ? "why" : "why can-now"}>${why || "You can choose this now."}</p>
  </${Reading}>`;
}

/** @param {{face: Face, aside?: any, children?: any}} props */
export const Reading = ({ face, aside, children }) => html`<div class="detail" role="group" aria-label="Details" tabindex="0">
  <p class="detail-head"><b>${face.name}</b> ${face.price} ${aside}</p>
  ${(face.kind || face.stats || face.note) && html`<p class="about">${[face.kind, face.stats, face.note].filter(Boolean).join(" · ")}</p>`}
  ${face.text && html`<p>${face.text}</p>`}
  ${children}
</div>`;
