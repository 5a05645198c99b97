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
 * @property {string[]} [tints] the colours of its picture
 * @property {string} [glyph] the glyph of its kind
 * @property {string} [frame] the class of its frame if it is printed: being, item, spell or deed
 * @property {any} [figures] nodes with its attack and health
 * @property {any} [sign] nodes in place of the text
 * @property {string} [art] the name that selects its picture; without it, `name` does
 */

/** @typedef {import("../games/index.js").Scene} Scene */

/**
 * The item under the mouse, finger or focus, or null.
 * @type {import("../vendor/preact.js").Signal<{it: string, face: Face, node: HTMLElement, touch: boolean, named?: boolean} | null>} named: a name in a text, which cannot be picked
 */
export const looked = signal(null);

/**
 * Event handlers that show an item under the mouse, the focus or a long press.
 * @param {string} it @param {Face | undefined} face @param {boolean} [named]
 */
export function looks(it, face, named) {
  const look = (/** @type {any} */ event, touch = false) => { if (face) looked.value = { it, face, node: event.currentTarget, touch, named }; };
  const away = () => { if (looked.value?.it === it && !looked.value.touch) looked.value = null; };
  return {
    onFocus: look,
    onBlur: away,
    onContextMenu: (/** @type {any} */ event) => {
      if (event.pointerType !== "touch") return;
      event.preventDefault();
      look(event, true);
    },
    onPointerEnter: (/** @type {any} */ event) => { if (event.pointerType === "mouse") look(event); },
    onPointerLeave: (/** @type {any} */ event) => { if (event.pointerType === "mouse") away(); },
  };
}

const OBJECT = /^[a-z]\d+$/; // a reference to an object of the view, unlike a card's name

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
  const mark = picker.selection.mark(it) || (picker.plan?.marked.value.includes(it) ? "✓" : "");
  const pressed = picked || mark !== "" ? "true" : picker.selection.card(it) ? "false" : undefined;
  const why = whyNot(scene, it);
  const ways = looks(it, face);
  const click = (/** @type {any} */ event) => {
    const touch = event.pointerType === "touch";
    const asks = touch && can && face && !OBJECT.test(it) && picker.picked.value.length === 0 && !picker.selection.question.value;
    if ((!can && !mark) || asks) ways.onFocus(event, touch);
    if (asks) return; // the sheet has a button to play the card
    if (!picker.pick(it)) return picked ? picker.back() : announce(why, true);
    ways.onBlur();
    if (event.detail === 0 && !picker.selection.question.value) /** @type {HTMLElement | null} */ (document.querySelector("#options button"))?.focus(); // by keyboard: continue in the list
  };
  const state = `${can ? `can ${picker.isAim(it) ? "aim" : ""}` : mark ? "" : "cannot"} ${mark ? "chosen" : ""}`;
  return html`<button type="button" class=${`${classes} ${state} ${picked ? "picked" : ""} ${picker.advises(it) ? "advised" : ""}`} data-ref=${it} data-flip=${flip}
    aria-disabled=${can || mark ? undefined : "true"} aria-description=${why || undefined} aria-pressed=${pressed}
    onClick=${click} ...${ways}>${children}<${Mark} text=${mark} /></button>`;
}

/** The mark of a chosen card. @param {{text?: string}} props */
export const Mark = ({ text }) => text && html`<span class="chosen-mark" aria-hidden="true">${text}</span>`;
