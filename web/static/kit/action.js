// The large button that names the next action, in a fixed place. Space presses it. Smaller
// buttons beside it have the other actions that need no card.

import { actionsOf } from "../store/action.js";
import { html, useEffect, useRef } from "../vendor/preact.js";
import { announce } from "./live.js";

/** @typedef {import("../store/action.js").Action} Action */

const MOVES = /^(Tab|Arrow\w+|Home|End)$/; // the keys that move the focus
const FULL = "f"; // the key to hold for full control

/** Reports whether a key press belongs to another control. @param {KeyboardEvent} event @param {boolean} [piles] whether to ignore an open dialog that shows targets to choose */
export const isTaken = (event, piles = false) => event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.defaultPrevented || document.querySelector(piles ? "dialog[open]:not(:has([data-ref].can))" : "dialog[open]") !== null
  || (event.target instanceof HTMLElement && event.target.closest("select, input, textarea") !== null);

/** @param {{table: import("../store/table.js").Table}} props */
export function ActionButton({ table }) {
  const [main, ...others] = actionsOf(table);
  const now = useRef(/** @type {Action[]} */ ([]));
  const byKeys = useRef(false); // whether a key moved the focus: then Space presses the focused control
  now.current = [main, ...others];
  const advised = table.picker.advised.value;
  const other = advised && main.option && main.option !== advised && "other"; // a lesson suggests a card
  useEffect(() => {
    const key = (/** @type {KeyboardEvent} */ event) => {
      if (isTaken(event)) return;
      const space = event.key === " " && !event.shiftKey && !(byKeys.current && event.target instanceof HTMLElement && event.target.matches("button, a, summary"));
      const action = space ? now.current[0] : now.current.find((one) => one.key === event.key.toLowerCase());
      if (!action && !space) return;
      event.preventDefault();
      press(action);
    };
    const move = (/** @type {any} */ event) => { if (event.type === "pointerdown" || MOVES.test(event.key)) byKeys.current = event.type !== "pointerdown"; };
    const hold = (/** @type {KeyboardEvent} */ event) => { if (event.key.toLowerCase() === FULL && !isTaken(event)) table.takeControl(true); };
    const release = (/** @type {any} */ event) => { if (event.type === "blur" || event.key.toLowerCase() === FULL) table.takeControl(false); };
    const listeners = /** @type {[string, any][]} */ ([["keydown", move], ["pointerdown", move], ["keydown", key], ["keydown", hold], ["keyup", release], ["blur", release]]);
    for (const [name, listen] of listeners) addEventListener(name, listen);
    return () => { for (const [name, listen] of listeners) removeEventListener(name, listen); };
  }, []);
  return html`<div class="actions" role="group" aria-label="Actions">
    ${others.map((action) => html`<button type="button" key=${action.text} class="aside" data-option=${action.option?.id} onClick=${() => press(action)}>${action.text}${action.key && html`<kbd aria-hidden="true">${action.key.toUpperCase()}</kbd>`}</button>`)}
    <button type="button" id="action" key="main" class=${main.run ? other || `primary ${main.costly ? "costly" : main.back ? "back" : ""}` : "idle"} aria-disabled=${main.run && !main.why ? undefined : "true"} data-option=${main.option?.id} onClick=${() => press(main)}>
      <span>${main.text}</span>${main.hint && html`<small>${main.hint}</small>`}${main.run && html`<kbd aria-hidden="true">Space</kbd>`}</button>
  </div>`;
}

/** @param {Action | undefined} action */
function press(action) {
  if (action?.why) announce(action.why, true);
  else action?.run?.();
}
