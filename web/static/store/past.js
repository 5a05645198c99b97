// How a table stood after each update, for who looks back at it from the log. Nothing is
// kept while the debug panel is off.

import { computed, signal } from "../vendor/preact.js";
import { NOTHING } from "./cast.js";
import { debug } from "./settings.js";

const KEPT = 300;

/** @typedef {import("../types.js").Update} Update */

export class Past {
  constructor() {
    /** @type {Update[]} */
    this.positions = [];
    /** The number of the event that is looked back at, 0 for none. */
    this.glance = signal(0);
    /** The position after it, null for the present one. */
    this.seen = computed(() => {
      const n = this.glance.value;
      return n === 0 || debug.value !== "on" ? null : this.positions.find((update) => update.n >= n) ?? null;
    });
  }

  /** @param {Update} update */
  keep(update) {
    if (debug.peek() !== "on") return;
    if (this.positions.at(-1)?.n === update.n) this.positions.pop();
    this.positions.push(update);
    if (this.positions.length > KEPT) this.positions.shift();
  }
}

/**
 * What a game draws a position of the past from.
 * @param {import("./table.js").Table} table @param {Update} update
 * @returns {import("../games/index.js").Scene}
 */
export const sceneThen = (table, update) => ({
  view: update.view, me: table.me.value, decision: null, awaiting: update.awaiting ?? [], over: false, picker: NOTHING,
  nameOf: (seat) => table.nameOf(seat), words: (text) => table.words(text),
  table: /** @type {any} */ ({ watching: { value: true }, held: { value: true }, arrived: 0, update: { value: update }, seats: table.seats, game: table.game }),
});
