// Picking on the table: the references in the open decision, and the options that remain
// after some picks.

import { computed, signal } from "../vendor/preact.js";

/** @typedef {import("../types.js").Option} Option */

const OBJECT = /^[a-z]\d+$/; // a reference to an object of the view, unlike a card's name

/**
 * The references of an option: the acting token or card, its targets, and cards by zone
 * and name, as in "hand/Copper" and "s1/Spark".
 * @param {Option} option
 * @returns {string[]}
 */
export function refsOf({ by, on, also, card }) {
  const refs = [];
  if (by) refs.push(by);
  else if (card) refs.push(card);
  if (on) refs.push(on);
  if (also && OBJECT.test(also)) refs.push(also);
  if (on && card) refs.push(`${on}/${card}`);
  if (on && also) refs.push(`${on}/${also}`);
  return refs;
}

/**
 * An entry in the list: one option, several options that differ in their targets, a
 * card to choose, or the answer with the chosen cards.
 * @typedef {object} Choice
 * @property {string} key
 * @property {Option} [option]
 * @property {string} [ref] the reference to pick for a group of options or a card
 * @property {string} text the server's text, with … for targets not chosen yet
 * @property {string} [mark] of a card to choose: "" unless it is chosen
 * @property {boolean} [answers] whether it answers with the chosen cards
 * @property {string} [why] the reason it cannot be taken now
 */

/**
 * Groups the options that differ only in their targets.
 * @param {Option[]} options
 * @param {string[]} picked
 * @returns {Choice[]}
 */
export function grouped(options, picked) {
  /** @type {Map<string, Option[]>} */
  const groups = new Map();
  for (const option of options) {
    const next = [option.by ?? option.card, option.on, option.also].find((ref) => ref && refsOf(option).includes(ref) && !picked.includes(ref));
    const key = next ? `${option.do} ${next}` : `#${option.id}`;
    groups.set(key, [...(groups.get(key) ?? []), option]);
  }
  return [...groups].flatMap(/** @returns {Choice[]} */ ([key, list]) => {
    const ref = key.slice(key.indexOf(" ") + 1);
    if (list.length > 1 && groups.size > 1) return [{ key, ref, text: common(list.map((option) => option.text)) }];
    return list.map((option) => ({ key: String(option.id), option, text: option.text }));
  });
}

const BEFORE_NAMES = new Set(["on", "and", "with", "use", "attack", "block", "take"]);

/** The common beginning and end of several texts, with … between. @param {string[]} texts @returns {string} */
export function common(texts) {
  const words = texts.map((text) => text.split(" "));
  const shortest = Math.min(...words.map((list) => list.length));
  const same = (/** @type {(list: string[]) => string} */ at) => words.every((list) => at(list) === at(words[0]));
  let head = 0;
  while (head < shortest && same((list) => list[head])) head++;
  let tail = 0;
  while (tail < shortest - head && same((list) => list[list.length - 1 - tail])) tail++;
  if (words[0][head - 1] === "seat") head--; // the seat numbers differ
  if (words.some((list) => OBJECT.test(list[head] ?? ""))) { // keeps a name and its number together
    while (head > 0 && !BEFORE_NAMES.has(words[0][head - 1])) head--;
  }
  return [...words[0].slice(0, head), "…", ...words[0].slice(words[0].length - tail)].join(" ");
}

/** @param {string[]} refs @param {string} ref */
const count = (refs, ref) => refs.filter((other) => other === ref).length;

/**
 * Reports whether an option has the picked targets in reverse order while another option
 * has them in order.
 * @param {Option} option @param {string[]} picked @param {Option[]} all
 */
function isReversed({ do: what, by, card, on, also }, picked, all) {
  if (!on || !also || on === also || !picked.includes(also) || (picked.includes(on) && picked.indexOf(on) < picked.indexOf(also))) return false;
  return all.some((other) => other.do === what && other.by === by && other.card === card && other.on === also && other.also === on);
}

export class Picker {
  /**
   * @param {import("../vendor/preact.js").ReadonlySignal<import("../types.js").Decision | null>} decision the player's open decision
   * @param {(option: Option) => void} take
   * @param {import("./selection.js").CardSelection} selection the cards that the decision asks for
   */
  constructor(decision, take, selection) {
    this.take = take;
    this.selection = selection;
    this.state = signal({ decision: 0, refs: /** @type {string[]} */ ([]) });
    /** The picks so far, in order. */
    this.picked = computed(() => {
      const { decision: id, refs } = this.state.value;
      return id === decision.value?.id ? refs : [];
    });
    /** @type {import("../vendor/preact.js").ReadonlySignal<Option[]>} the remaining options; none while the decision asks for cards */
    this.options = computed(() => {
      const all = selection.question.value ? [] : decision.value?.options ?? [];
      const picked = this.picked.value;
      return all.filter((option) => picked.every((ref) => count(refsOf(option), ref) >= count(picked, ref)) && !isReversed(option, picked, all));
    });
    /** The entries in the list: the cards to choose, or the remaining options in groups. */
    this.choices = computed(() => (selection.question.value ? selection.choices.value : grouped([...this.options.value].sort((a, b) => Number(a.on === this.self) - Number(b.on === this.self)), this.picked.value)));
    this.refs = computed(() => new Set(this.options.value.flatMap(refsOf)));
    this.decision = decision;
    /** The player's own seat as a reference. It comes last among the targets and is never chosen without a click. */
    this.self = "";
    /** The attackers that the player marks, if the game has them. @type {import("./plan.js").Plan | undefined} */
    this.plan = undefined;
    /** The option the tutorial suggests, or null. */
    this.advised = signal(/** @type {Option | null} */ (null));
  }

  /** Reports whether a pick is the next step toward the suggested option. @param {string} ref */
  advises(ref) {
    const option = this.advised.value;
    if (this.selection.question.value) return this.selection.offers(ref) && this.selection.card(ref)?.text === option?.text;
    if (!option || !this.options.value.includes(option)) return false;
    const { by, on, also, card } = option;
    return ref === [by ?? card, on, also].find((part) => part && !this.picked.value.includes(part)) || ref === `${on}/${card}` || ref === `${on}/${also}`;
  }

  /** Reports whether a reference can be picked now. @param {string} ref */
  concerns(ref) {
    if (this.plan?.offers(ref)) return true;
    if (this.selection.question.value) return this.selection.offers(ref);
    if (!this.picked.value.includes(ref)) return this.refs.value.has(ref);
    return this.options.value.some((option) => count(refsOf(option), ref) > count(this.picked.value, ref)); // an object that targets itself
  }

  /** Reports whether a reference occurs only as a target, while nothing is picked. @param {string} ref */
  isAim(ref) {
    return this.picked.value.length === 0 && this.refs.value.has(ref) && this.options.value.every((option) => !refsOf(option).includes(ref) || ((option.by ?? option.card ?? ref) !== ref && `${option.on}/${option.card}` !== ref));
  }

  /** Reports whether more picks follow this one. @param {string} ref */
  leads(ref) {
    if (this.plan?.offers(ref)) return true;
    return this.options.value.filter((option) => refsOf(option).includes(ref)).length > 1;
  }

  /** Takes an entry of the list. @param {Choice} choice @returns {string} the reason it cannot be taken now, or "" */
  act({ option, ref = "", answers }) {
    if (answers) return this.selection.confirm();
    if (!option) return this.narrow(ref) ? "" : this.selection.whyNot(ref);
    this.take(option);
    return "";
  }

  /**
   * Picks a reference. If only one option remains, it is chosen. If the decision asks
   * for cards, the pick chooses or deselects a card.
   * @param {string} ref
   * @returns {boolean} whether the reference could be picked
   */
  pick(ref) {
    return (this.picked.value.length === 0 && this.plan?.pick(ref)) || this.narrow(ref);
  }

  /** Picks a reference outside the plan. @param {string} ref @returns {boolean} whether the reference could be picked */
  narrow(ref) {
    if (this.selection.question.value) return this.selection.toggle(ref);
    if (!this.concerns(ref)) return false;
    this.state.value = { decision: this.decision.value?.id ?? 0, refs: [...this.picked.value, ref] };
    const left = this.options.value;
    if (left.length === 1 && (left[0].on !== this.self || ref === this.self || ref.startsWith(`${this.self}/`))) this.take(left[0]);
    return true;
  }

  /** Cancels the last pick. @returns {boolean} whether there was one */
  back() {
    if (this.selection.question.value) return this.selection.back();
    const refs = this.picked.value;
    if (refs.length === 0) return this.plan?.back() ?? false;
    this.state.value = { ...this.state.value, refs: refs.slice(0, -1) };
    return true;
  }
}
