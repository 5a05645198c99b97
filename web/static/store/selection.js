// A decision that asks for cards. The player chooses them in any order, and one answer
// contains them all.

import { computed, signal } from "../vendor/preact.js";
import { capital } from "./words.js";

/** @typedef {import("../types.js").Selection} Question */
/** @typedef {import("../types.js").Decision} Decision */
/** @typedef {{id: number, name: string, text: string, ref: string}} Card a card of the question; ref: see store/picker.js */
/** @template T @typedef {import("../vendor/preact.js").ReadonlySignal<T>} ReadonlySignal */

const NONE = /** @type {never[]} */ ([]);
const OBJECT = /^[a-z]\d+$/; // a reference to an object of the view, unlike a zone's name

/** The question of a decision that asks for cards, or null. If exactly one card must be picked, the cards are plain options. @param {Decision | null} decision */
const questionOf = (decision) => (decision?.pick && (decision.pick.min !== 1 || decision.pick.max !== 1) ? decision.pick : null);

/** The reference of copy n of a card. The first copy has the card's own reference. @param {string} ref @param {number} n from 1 */
const copyOf = (ref, n) => (n > 1 ? `${ref}#${n}` : ref);

/** The cards of a question, each copy with its own reference. @param {Question} question @returns {Card[]} */
export function cardsOf({ cards }) {
  /** @type {Map<string, number>} */
  const copies = new Map();
  return cards.map(({ id, card: name = "", on, text }) => {
    const ref = on && OBJECT.test(on) ? on : on ? `${on}/${name}` : name;
    const n = (copies.get(ref) ?? 0) + 1;
    copies.set(ref, n);
    return { id, name, text, ref: copyOf(ref, n) };
  });
}

/** The label of the answer with n cards. @param {Question} question @param {number} n */
export function answerOf({ min, does }, n) {
  const [verb, ...rest] = does.split(" ");
  const count = Math.max(n, min); // below the minimum, the number to reach
  return capital([verb, count === 0 ? "none" : count === 1 ? "1 card" : `${count} cards`, ...rest].join(" "));
}

export class CardSelection {
  /**
   * @param {ReadonlySignal<Decision | null>} decision the player's decision, open or just answered
   * @param {ReadonlySignal<Decision | null>} open the player's open decision
   * @param {(cards: Card[]) => void} send
   */
  constructor(decision, open, send) {
    this.decision = decision;
    this.open = open;
    this.send = send;
    this.state = signal({ decision: 0, refs: /** @type {string[]} */ (NONE) });
    /** The question, or null if the decision asks for something else. */
    this.question = computed(() => questionOf(decision.value));
    /** @type {ReadonlySignal<Card[]>} */
    this.cards = computed(() => (this.question.value ? cardsOf(this.question.value) : NONE));
    /** Whether the player has chosen or deselected a card of the question. */
    this.touched = computed(() => this.question.value !== null && this.state.value.decision === decision.value?.id);
    /** The references of the chosen cards, in order. */
    this.chosen = computed(() => (this.touched.value ? this.state.value.refs : NONE));
    /**
     * The chosen cards and the number of cards still needed or possible, for announcements; ""
     * before the first choice.
     */
    this.summary = computed(() => {
      if (!this.touched.value) return "";
      const names = this.chosen.value.map((ref) => this.card(ref)?.name);
      return `Chosen: ${names.join(", ") || "none"}. ${this.lacks() || this.room()}.`;
    });
    /** The cards as list entries, followed by the answer. */
    this.choices = computed(() => this.listed());
  }

  /** @param {string} ref */
  card(ref) {
    return this.cards.value.find((card) => card.ref === ref);
  }

  /** Reports whether the chosen cards match an option: its card alone, or no cards for the option "done". @param {import("../types.js").Option | null} option */
  is(option) {
    const chosen = this.chosen.value;
    return option !== null && chosen.length < 2 && (chosen.length > 0 ? this.card(chosen[0])?.text === option.text : option.do === "done");
  }

  /** The number of cards that must still be chosen, as text, or "". */
  lacks() {
    const { min = 0 } = this.question.value ?? {};
    const n = this.chosen.value.length;
    return n < min ? `Choose ${min - n}${n > 0 ? " more" : ""}` : "";
  }

  /** The number of cards that can still be chosen, as text. */
  room() {
    const { max = 0 } = this.question.value ?? {};
    return `${max - this.chosen.value.length || "No"} more possible`;
  }

  /** The number of chosen cards, to append to the question. */
  tally() {
    const n = this.chosen.value.length;
    return n > 0 ? ` (${n} chosen)` : "";
  }

  /** Reports whether a card can be chosen and is not chosen yet. If only one card is allowed, a new choice replaces it. @param {string} ref */
  offers(ref) {
    const { max = 0 } = this.question.value ?? {};
    const chosen = this.chosen.value;
    return this.open.value !== null && this.card(ref) !== undefined && !chosen.includes(ref) && (chosen.length < max || max === 1);
  }

  /** The mark of a chosen card: its position if the order counts, otherwise a tick. Other cards have "". @param {string} ref */
  mark(ref) {
    const at = this.chosen.value.indexOf(ref);
    return at < 0 ? "" : this.question.value?.ordered ? String(at + 1) : "✓";
  }

  /** The reason a card of the open question cannot be chosen now, or "". @param {string} ref */
  whyNot(ref) {
    if (!this.open.value || !this.card(ref) || this.offers(ref)) return "";
    const at = this.chosen.value.indexOf(ref);
    if (at < 0) return `You can choose ${this.question.value?.max} cards at most. Deselect one first.`;
    return this.question.value?.ordered ? `Chosen as number ${at + 1}. Click again to deselect it.` : "Chosen. Click again to deselect it.";
  }

  /** The reference of copy n of a drawn card: its own if the question lists the copies, otherwise the shared one. @param {string} ref @param {number} n from 1 */
  copy(ref, n) {
    const own = copyOf(ref, n);
    return this.card(own) ? own : ref;
  }

  /** Chooses a card, or deselects it. @param {string} ref @returns {boolean} whether that was possible */
  toggle(ref) {
    const chosen = this.chosen.value;
    if (this.offers(ref)) return this.choose(this.question.value?.max === 1 ? [ref] : [...chosen, ref]);
    return chosen.includes(ref) && this.choose(chosen.filter((other) => other !== ref));
  }

  /** Deselects the last card. @returns {boolean} whether there was one */
  back() {
    return this.chosen.value.length > 0 && this.choose(this.chosen.value.slice(0, -1));
  }

  /** @param {string[]} refs @returns {boolean} whether the question is still open */
  choose(refs) {
    if (!this.open.value) return false;
    this.state.value = { decision: this.open.value.id, refs };
    return true;
  }

  /** Answers with the chosen cards. @returns {string} the reason why the answer is not possible yet, or "" */
  confirm() {
    const lacks = this.lacks();
    if (this.open.value && !lacks) this.send(this.chosen.value.flatMap((ref) => this.card(ref) ?? []));
    return lacks;
  }

  /** @returns {import("./picker.js").Choice[]} */
  listed() {
    const question = this.question.value;
    if (!question) return NONE;
    const cards = this.cards.value.map(({ id, ref, text }) => {
      const mark = this.mark(ref);
      return { key: `card ${id}`, ref, text, mark, why: mark ? "" : this.whyNot(ref) };
    });
    return [...cards, { key: "answer", text: answerOf(question, this.chosen.value.length), answers: true, why: this.lacks() }];
  }
}

/** A selection without a question. */
export const NO_SELECTION = new CardSelection(signal(null), signal(null), () => {});
