// Who sits at a table that nobody plays at any more, or that is looked at from
// outside: names and words, and the scene that a game draws its table from.

import * as api from "../api.js";
import { gameOf } from "../games/index.js";
import { signal } from "../vendor/preact.js";
import { nameAmong, titlesOf } from "./names.js";
import { personal } from "./words.js";

/** Nothing can be picked where nobody plays. */
export const NOTHING = /** @type {any} */ ({
  concerns: () => false, advises: () => false, advised: { value: null }, isAim: () => false, leads: () => false, pick: () => false, back: () => false,
  picked: { value: [] }, options: { value: [] }, choices: { value: [] },
});

export class Cast {
  /** @param {number} me through whose eyes it is seen, -1 for nobody's */
  constructor(me) {
    this.me = me;
    this.rules = "";
    this.game = gameOf("");
    /** @type {import("../types.js").Seat[]} */
    this.seats = [];
    /** @type {Map<string, string>} what bots are called by how strong they are */
    this.titles = new Map();
    this.update = signal(/** @type {any} */ (null));
    this.table = /** @type {any} */ ({ watching: { value: true }, held: { value: true }, arrived: 0, update: this.update });
  }

  /** Learns what the cards of a game say. @param {string} rules @param {import("../types.js").Seat[]} seats @returns {Promise<void>} */
  async learn(rules, seats) {
    const [info, { levels = [] }] = await Promise.all([api.rules(rules), api.bots()]);
    this.rules = rules;
    this.game = gameOf(rules);
    this.game.learn(info);
    this.titles = titlesOf(levels, rules);
    this.seats = seats;
    this.table.seats = { value: seats };
    this.table.game = { value: this.game };
  }

  /** @param {number} seat @returns {string} */
  nameOf(seat) {
    return seat === this.me ? "You" : this.called(seat);
  }

  /** The name of a seat, also of that through whose eyes it is seen. @param {number} seat @returns {string} */
  called(seat) {
    return nameAmong(this.seats, this.titles, seat);
  }

  /** @param {string} text of the server, which counts the seats @returns {string} */
  words(text) {
    return personal(text, this.me, (seat) => this.nameOf(seat));
  }

  /**
   * What a game draws its table from.
   * @param {{view: any, awaiting?: number[], left_ms?: number[], n?: number}} position
   * @returns {import("../games/index.js").Scene}
   */
  scene({ view, awaiting = [], left_ms: left, n = 0 }) {
    return {
      view, me: this.me, decision: null, awaiting, over: false, picker: NOTHING,
      nameOf: (seat) => this.nameOf(seat), words: (text) => this.words(text),
      table: { ...this.table, update: { value: { n, left_ms: left } } },
    };
  }
}
