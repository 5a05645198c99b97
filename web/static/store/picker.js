// The open decision, as far as it concerns what lies on the table: which things
// can be picked, and which options are left once some have been.

import { computed, signal } from "../vendor/preact.js";

/** @typedef {import("../types.js").Option} Option */

const OBJECT = /^[a-z]\d+$/; // the reference of an object of the view, as against a card's name

/**
 * The things that an option is about, each by its reference: what acts (a token,
 * or a card by its name), what it is aimed at, and cards by their zone and name,
 * as in "hand/Copper" and "s1/Spark".
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
 * A line of the list: an option, or several that differ in what they are aimed at.
 * @typedef {object} Choice
 * @property {string} key
 * @property {Option} [option]
 * @property {string} [ref] picked to come to the options behind it
 * @property {string} text as the server says it, with … for what is still to be chosen
 */

/**
 * Puts the options that differ only in their aim behind one line each.
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

/** What several texts have in common at their ends. @param {string[]} texts @returns {string} */
export function common(texts) {
  const words = texts.map((text) => text.split(" "));
  const shortest = Math.min(...words.map((list) => list.length));
  const same = (/** @type {(list: string[]) => string} */ at) => words.every((list) => at(list) === at(words[0]));
  let head = 0;
  while (head < shortest && same((list) => list[head])) head++;
  let tail = 0;
  while (tail < shortest - head && same((list) => list[list.length - 1 - tail])) tail++;
  if (words[0][head - 1] === "seat") head--; // its number is what differs
  while (words.some((list) => OBJECT.test(list[head] ?? "")) && head > 0 && !BEFORE_NAMES.has(words[0][head - 1])) head--; // nor is a name cut from its number
  return [...words[0].slice(0, head), "…", ...words[0].slice(words[0].length - tail)].join(" ");
}

/** @param {string[]} refs @param {string} ref */
const count = (refs, ref) => refs.filter((other) => other === ref).length;

/**
 * Whether an option aims at what has been picked in the other order, and there is one that
 * keeps to the order.
 * @param {Option} option @param {string[]} picked @param {Option[]} all
 */
function turnedRound({ do: what, by, card, on, also }, picked, all) {
  if (!on || !also || on === also || !picked.includes(also) || (picked.includes(on) && picked.indexOf(on) < picked.indexOf(also))) return false;
  return all.some((other) => other.do === what && other.by === by && other.card === card && other.on === also && other.also === on);
}

export class Picker {
  /**
   * @param {import("../vendor/preact.js").ReadonlySignal<import("../types.js").Decision | null>} decision that may be answered now
   * @param {(option: Option) => void} take
   */
  constructor(decision, take) {
    this.take = take;
    this.state = signal({ decision: 0, refs: /** @type {string[]} */ ([]) });
    /** What has been picked so far, the first first. */
    this.picked = computed(() => {
      const { decision: id, refs } = this.state.value;
      return id === decision.value?.id ? refs : [];
    });
    /** @type {import("../vendor/preact.js").ReadonlySignal<Option[]>} the options that are left */
    this.options = computed(() => {
      const all = decision.value?.options ?? [];
      const picked = this.picked.value;
      return all.filter((option) => picked.every((ref) => count(refsOf(option), ref) >= count(picked, ref)) && !turnedRound(option, picked, all));
    });
    /** The list of them. */
    this.choices = computed(() => grouped(this.options.value, this.picked.value));
    this.refs = computed(() => new Set(this.options.value.flatMap(refsOf)));
    this.decision = decision;
    /** What a lesson advises to take, null for nothing. */
    this.advised = signal(/** @type {Option | null} */ (null));
  }

  /** Whether to pick something is the next step to what is advised. @param {string} ref */
  advises(ref) {
    const option = this.advised.value;
    if (!option || !this.options.value.includes(option)) return false;
    const { by, on, also, card } = option;
    return ref === [by ?? card, on, also].find((part) => part && !this.picked.value.includes(part)) || ref === `${on}/${card}`;
  }

  /** Whether something can be picked now. @param {string} ref */
  concerns(ref) {
    if (!this.picked.value.includes(ref)) return this.refs.value.has(ref);
    return this.options.value.some((option) => count(refsOf(option), ref) > count(this.picked.value, ref)); // aimed at itself
  }

  /** Whether something can be picked only as what another thing is aimed at, which has not been picked. @param {string} ref */
  isAim(ref) {
    return this.picked.value.length === 0 && this.options.value.every((option) => !refsOf(option).includes(ref) || ((option.by ?? option.card ?? ref) !== ref && `${option.on}/${option.card}` !== ref));
  }

  /** Whether something else is to be picked after this. @param {string} ref */
  leads(ref) {
    return this.options.value.filter((option) => refsOf(option).includes(ref)).length > 1;
  }

  /**
   * Picks something. If one option is left by that it is taken.
   * @param {string} ref
   * @returns {boolean} whether that was possible
   */
  pick(ref) {
    if (!this.concerns(ref)) return false;
    this.state.value = { decision: this.decision.value?.id ?? 0, refs: [...this.picked.value, ref] };
    const left = this.options.value;
    if (left.length === 1) this.take(left[0]);
    return true;
  }

  /** Takes the last pick back. @returns {boolean} whether there was one */
  back() {
    const refs = this.picked.value;
    if (refs.length === 0) return false;
    this.state.value = { ...this.state.value, refs: refs.slice(0, -1) };
    return true;
  }
}
