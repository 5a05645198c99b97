// The open decision as a list of buttons. The list is one tab stop; digit keys choose
// from anywhere on the page. The list is folded to the options that have no control on the
// table, until the player unfolds it or the keyboard focus enters it. If the decision asks for cards, they are toggle buttons
// before the answer.

import { common, grouped, refsOf } from "../store/picker.js";
import { unfolded } from "../store/settings.js";
import { html, useEffect, useLayoutEffect, useState } from "../vendor/preact.js";
import { isTaken } from "./action.js";
import { Glyph } from "./glyph.js";
import { announce } from "./live.js";
import { Mark } from "./pick.js";
import { useRoving } from "./rove.js";

const FEW = 4; // in longer lists, short options with a glyph stand side by side
const SHORT = 14; // characters

/** The key of each choice: the game's fixed key, or the next free digit. @param {import("../store/picker.js").Choice[]} choices @param {(option: import("../types.js").Option) => string} [fixed] */
function keysOf(choices, fixed) {
  const own = choices.map(({ option }) => (option && fixed?.(option)) || "");
  const free = [..."1234567890"].filter((digit) => !own.includes(digit));
  return own.map((key) => key || free.shift() || "");
}

/**
 * @param {object} props
 * @param {import("../store/picker.js").Picker} props.picker
 * @param {import("../types.js").Option[]} props.sent the options of the decision whose answer is in flight
 * @param {(text: string) => string} props.words
 * @param {(option: import("../types.js").Option) => string} [props.icon] the glyph of an option, "" for none
 * @param {(option: import("../types.js").Option) => string} [props.fixed] the fixed key of an option, "" for none
 * @param {boolean} [props.unfold] whether to show every choice
 * @param {(option: import("../types.js").Option) => string} [props.hint] the effect of an option, or ""
 */
export function Options({ picker, sent, words, icon, fixed, hint, unfold = false }) {
  const rove = useRoving();
  const busy = sent.length > 0;
  const { selection } = picker;
  const choices = busy && !selection.question.value ? grouped(sent, []) : picker.choices.value;
  const keys = keysOf(choices, fixed);
  const narrowed = picker.picked.value.length > 0;
  const [pointed, setPointed] = useState(""); // the keys of choices that can be picked on the table
  const open = unfold || unfolded.value === "on";
  useLayoutEffect(() => { if (!busy) setPointed(onTable(picker, choices).map(({ key }) => key).join("\n")); });
  const take = (/** @type {import("../store/picker.js").Choice} */ choice) => announce(picker.act(choice), true);
  useEffect(() => announce(selection.summary.value), [selection.summary.value]);
  useEffect(() => {
    const key = (/** @type {KeyboardEvent} */ event) => {
      if (isTaken(event, event.key !== "Escape")) return;
      if (event.key === "Escape") {
        picker.back();
        return;
      }
      const i = keys.indexOf(event.key);
      if (i < 0 || busy) return;
      event.preventDefault();
      take(choices[i]);
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, [choices, busy]);
  const commonLength = narrowed && choices.length > 1 ? common(choices.map(({ text }) => text)).split("…")[0].length : 0; // the prompt already shows the common part
  const half = (choice) => choices.length > FEW && choice.text.length <= SHORT && choice.option && icon?.(choice.option);
  const about = (/** @type {import("../store/picker.js").Choice} */ { option, ref }) => !narrowed && hint && !selection.question.value && hint(option ?? first(busy ? sent : picker.options.value, ref));
  const there = new Set(pointed.split("\n"));
  return html`<div class=${`answers ${open ? "" : "folded"}`}><ol id="options" class=${`options ${narrowed ? "narrowed" : ""}`} ...${rove}>
    ${choices.map((choice, i) => html`<li key=${choice.key} class=${`${half(choice) ? "half" : ""} ${choice.answers ? "answer" : ""} ${there.has(choice.key) && !advised(picker, choice) ? "pointed" : ""}`}>
      <button type="button" class=${`${(choices.length === 1 && !narrowed) || choice.answers ? "primary" : ""} ${!busy && advised(picker, choice) ? "advised" : ""}`} disabled=${busy}
        aria-disabled=${choice.why ? "true" : undefined} aria-description=${choice.why || undefined} aria-pressed=${choice.mark === undefined ? undefined : String(choice.mark !== "")} onClick=${() => take(choice)}>
        ${keys[i] && html`<kbd aria-hidden="true">${keys[i]}</kbd>`}${choice.option && icon && html`<${Glyph} name=${icon(choice.option)} class=${icon(choice.option)} />`}<span>${words(choice.text.slice(commonLength))}<${Hint} text=${about(choice)} />${choice.answers && choice.why && html`<small class="lacks" aria-hidden="true">${choice.why}</small>`}${!busy && advised(picker, choice) && html`<span class="visually-hidden"> (suggested)</span>`}</span><${Mark} text=${choice.mark} />
      </button>
    </li>`)}
    ${narrowed && html`<li key="back" class="pointed"><button type="button" onClick=${() => picker.back()}><kbd aria-hidden="true">Esc</kbd><span>Cancel</span></button></li>`}
  </ol>
  ${pointed && !unfold && html`<button type="button" class="fold" aria-expanded=${String(open)} aria-controls="options" onClick=${() => { unfolded.value = open ? "off" : "on"; }}>${open ? "Hide list" : `List (${choices.length})`}</button>`}</div>`;
}

/**
 * The choices that can also be picked on the table, by an item that not every option shares.
 * @param {import("../store/picker.js").Picker} picker @param {import("../store/picker.js").Choice[]} choices
 */
function onTable(picker, choices) {
  const drawn = (/** @type {string} */ name) => (/** @type {HTMLElement[]} */ ([...document.querySelectorAll(`#seats [data-${name}], .actions [data-${name}]`)])).map((node) => node.dataset[name]);
  const [refs, ids] = [new Set(drawn("ref")), new Set(drawn("option"))];
  if (picker.selection.question.value) return choices.filter(({ ref, answers }) => answers || refs.has(ref));
  const all = picker.options.value;
  const tells = (part) => refs.has(part) && !picker.picked.value.includes(part) && all.some((other) => !refsOf(other).includes(part));
  const points = (one) => ids.has(String(one.id)) || refsOf(one).some(tells);
  return choices.filter(({ option, ref }) => (option ? points(option) : all.every((other) => !refsOf(other).includes(ref ?? "") || points(other))));
}

/** Reports whether the tutorial suggests a choice. @param {import("../store/picker.js").Picker} picker @param {import("../store/picker.js").Choice} choice */
const advised = (picker, { option, ref, answers }) => (answers ? picker.selection.is(picker.advised.value) : option ? option === picker.advised.value : picker.advises(ref ?? ""));

/** One of the options behind a choice. @param {import("../types.js").Option[]} options @param {string | undefined} ref */
const first = (options, ref) => options.find((option) => option.by === ref || option.card === ref) ?? options[0];

/** @param {{text: string}} props */
const Hint = ({ text }) => text && html`<small class="hint">${text}</small>`;
