// The open decision as a list of buttons, with digits as shortcuts.

import { byId, h } from "./dom.js";

/** @typedef {import("./types.js").Decision} Decision */
/** @typedef {import("./types.js").Option} Option */

/** @type {Decision | null} */
let decision = null;
/** @type {(option: Option) => void} */
let choose = () => {};
/** @type {(text: string) => string} */
let wording = String;
/** @type {string | null} the object whose options alone are shown */
let only = null;

const digit = (i) => (i < 9 ? String(i + 1) : i === 9 ? "0" : "");

/**
 * Shows a decision, or why there is none.
 * @param {Decision | null} next
 * @param {string} prompt
 * @param {(option: Option) => void} answer
 * @param {(text: string) => string} [words] turns the server's text of an option into the player's
 */
export function show(next, prompt, answer, words = String) {
  const had = byId("choices").contains(document.activeElement);
  decision = next;
  choose = answer;
  wording = words;
  only = null;
  const title = byId("prompt");
  if (title.textContent !== prompt) title.textContent = prompt;
  render();
  if (had) (byId("options").querySelector("button") ?? byId("choices")).focus({ preventScroll: true });
}

/** @returns {Option[]} the options that are shown */
function shown() {
  if (!decision) return [];
  return only === null ? decision.options : decision.options.filter((option) => about(option, only));
}

/** An option is about an object, about a card by its name, or about the cards of that name in a zone: "hand/Copper". */
const about = (option, ref) =>
  option.by === ref || (!option.by && option.card === ref) || option.on === ref || `${option.on}/${option.card}` === ref;

/** @param {string} ref @returns {boolean} whether some option is about that object */
export const concerns = (ref) => decision?.options.some((option) => about(option, ref)) ?? false;

/**
 * Acts on an object that was clicked: the only option about it is chosen, of
 * several only these are left on the list.
 * @param {string} ref
 */
export function pick(ref) {
  const options = decision?.options.filter((option) => about(option, ref)) ?? [];
  if (options.length === 1) {
    take(options[0]);
  } else if (options.length > 1) {
    only = ref;
    render();
    byId("options").querySelector("button")?.focus();
  }
}

function take(option) {
  if (!decision) return;
  decision = null; // one answer to a decision; the next update brings another
  for (const button of byId("options").querySelectorAll("button")) button.disabled = true;
  choose(option);
}

function render() {
  const rows = shown().map((option, i) =>
    h("li", {}, h("button", { type: "button", class: i === 0 ? "primary" : null, onclick: () => take(option) },
      digit(i) && h("kbd", { "aria-hidden": "true" }, digit(i)), h("span", {}, wording(option.text)))));
  if (only !== null) {
    rows.push(h("li", {}, h("button", { type: "button", onclick: () => { only = null; render(); } }, "Show all choices")));
  }
  byId("options").replaceChildren(...rows);
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
  if (event.target instanceof HTMLElement && event.target.closest("select, input, textarea")) return;
  if (event.key === "Escape" && only !== null) {
    only = null;
    render();
    return;
  }
  const i = shown().findIndex((_, index) => digit(index) === event.key);
  if (i < 0) return;
  event.preventDefault();
  take(shown()[i]);
});
