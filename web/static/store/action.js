// The actions of the player that need no card: the buttons beside the prompt.

import { refsOf } from "./picker.js";
import { answerOf } from "./selection.js";
import { capital } from "./words.js";

/** @typedef {import("../types.js").Option} Option */

/**
 * @typedef {object} Action
 * @property {string} text
 * @property {string} [hint] its effect in a few words
 * @property {() => void} [run] absent if the player must do something else first
 * @property {string} [why] the reason it is not possible yet
 * @property {string} [key] its key in lower case; the first action has Space
 * @property {boolean} [costly] whether it harms the player
 * @property {boolean} [back] whether it takes a pick back
 * @property {Option} [option] the option that it takes
 */

const FEW = 3; // up to so many options without cards become buttons

/** The actions, the most likely one first. @param {import("./table.js").Table} table @returns {[Action, ...Action[]]} */
export function actionsOf(table) {
  const { picker, plan } = table;
  const scene = table.scene.value;
  const decision = table.open.value;
  if (table.pace.busy.value) return [{ text: "Skip", run: () => table.pace.skip() }];
  if (!scene || !decision) return [{ text: waitingFor(table) }];
  if (plan.steps.value.length > 0 && plan.next(scene, plan.steps.value[0])) return [{ text: "Stop attacking", run: () => plan.stop() }];
  const { selection } = picker;
  if (selection.question.value) {
    const lacks = selection.lacks();
    return [{ text: answerOf(selection.question.value, selection.chosen.value.length), hint: lacks, why: lacks, run: () => selection.confirm() }];
  }
  const take = (/** @type {Option} */ option, /** @type {string} */ text) => ({ text, option, hint: table.game.value.hint?.(scene, option) || "", run: () => picker.take(option) });
  const picked = picker.picked.value;
  if (picked.length > 0) {
    const whole = picker.options.value.filter((option) => refsOf(option).every((ref) => picked.includes(ref))); // such as a block with a token that could also use its power
    const [first, ...more] = whole.map((option) => take(option, table.words(option.text)));
    const back = { text: "Cancel", hint: table.game.value.cardQuestion?.(scene, picker.options.value) ? "or choose an answer" : "or choose a target", back: true, run: () => picker.back() };
    return first ? [first, ...more, back] : [back];
  }
  const advised = picker.advised.value;
  if (advised?.do === "pass" && plan.marked.value.length === 0) return [take(advised, capital(table.words(advised.text)))]; // without the plan for the rest of the turn
  const own = table.game.value.actions?.(scene, decision, plan, take);
  if (own?.length) return /** @type {[Action, ...Action[]]} */ (own);
  const plain = decision.options.filter((option) => refsOf(option).length === 0);
  if (plain.length > 0 && plain.length <= FEW) {
    const actions = plain.map((option) => take(option, option.do === "pass" ? "Pass" : table.words(option.text)));
    return /** @type {[Action, ...Action[]]} */ (actions);
  }
  return [{ text: "Choose on the table" }];
}

/** @param {import("./table.js").Table} table */
function waitingFor(table) {
  if (table.over.value) return "Game over";
  if (table.watching.value) return "Spectating";
  return table.update.value?.awaiting.includes(table.me.value) ? "…" : "Waiting…";
}
