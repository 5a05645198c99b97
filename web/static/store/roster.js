// The players of a read-only table, for replays and the inspector: their names, and the
// scene of a position.

import * as api from "../api.js";
import { gameOf } from "../games/index.js";
import { signal } from "../vendor/preact.js";
import { glossary } from "./glossary.js";
import { nameAmong, titlesOf } from "./names.js";
import { NO_SELECTION } from "./selection.js";
import { personal } from "./words.js";

/** A picker without options. */
export const NO_PICKER = /** @type {any} */ ({
  concerns: () => false, advises: () => false, advised: { value: null }, isAim: () => false, leads: () => false, pick: () => false, back: () => false,
  picked: { value: [] }, options: { value: [] }, choices: { value: [] }, selection: NO_SELECTION,
});

export class Roster {
  /** @param {number} me the seat whose view is shown, or -1 */
  constructor(me) {
    this.me = me;
    this.rules = "";
    this.game = gameOf();
    /** @type {import("../types.js").Seat[]} */
    this.seats = [];
    /** @type {Map<string, string>} titles of bots by name: see titlesOf */
    this.titles = new Map();
    this.tokens = /** @type {string[]} */ ([]); // the names of all tokens so far, as in noteTokens
    this.update = signal(/** @type {any} */ (null));
    this.table = /** @type {any} */ ({ watching: { value: true }, held: { value: true }, arrived: 0, update: this.update });
  }

  /** Loads the card texts and bot titles of a ruleset. @param {string} rules @param {import("../types.js").Seat[]} seats @returns {Promise<void>} */
  async learn(rules, seats) {
    const [info, { levels = [] }] = await Promise.all([api.rules(rules), api.bots()]);
    this.rules = rules;
    this.game = gameOf(info.component);
    this.game.learn?.(info);
    glossary.value = info.words ?? [];
    this.titles = titlesOf(levels, rules);
    this.seats = seats;
    this.table.seats = { value: seats };
    this.table.game = { value: this.game };
  }

  /** @param {number} seat @returns {string} */
  nameOf(seat) {
    return seat === this.me ? "You" : this.called(seat);
  }

  /** The name of a seat, including the seat whose view is shown. @param {number} seat @returns {string} */
  called(seat) {
    return nameAmong(this.seats, this.titles, seat);
  }

  /** Replaces seat numbers and references in a server sentence with names. @param {string} text @returns {string} */
  words(text) {
    return personal(this.game.named?.(text, this.tokens) ?? text, this.me, (seat) => this.nameOf(seat));
  }

  /**
   * The scene of a position.
   * @param {{view: any, awaiting?: number[], left_ms?: number[], n?: number}} position
   * @returns {import("../games/index.js").Scene}
   */
  scene({ view, awaiting = [], left_ms: left, n = 0 }) {
    return {
      view, me: this.me, decision: null, awaiting, over: false, picker: NO_PICKER,
      nameOf: (seat) => this.nameOf(seat), words: (text) => this.words(text), tokens: this.tokens,
      table: { ...this.table, update: { value: { n, left_ms: left } } },
    };
  }
}
