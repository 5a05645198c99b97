// The scene of a table: the current position, or an earlier one.

import { NO_PICKER } from "./roster.js";

/** The seat of a view that shows everything. */
export const ALL = -2;

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("../games/index.js").Scene} Scene */

/** @param {Table} table @returns {Scene | null} null before the first update */
export function sceneNow(table) {
  const update = table.update.value;
  if (!update || table.learned.value < 0) return null; // reading learned redraws the scene once the card texts are loaded
  const over = table.over.value !== null;
  return { view: update.view, decision: table.open.value, awaiting: over ? [] : update.awaiting ?? [], over, picker: table.picker, table, ...named(table) };
}

/** The read-only scene of an earlier position. @param {Table} table @param {import("../types.js").Update} update @returns {Scene} */
export const sceneThen = (table, update) => ({
  view: update.view, decision: null, awaiting: update.awaiting ?? [], over: false, picker: NO_PICKER, ...named(table),
  table: /** @type {any} */ ({ watching: { value: true }, held: { value: true }, arrived: 0, update: { value: update }, seats: table.seats, game: table.game }),
});

/** @param {Table} table */
const named = (table) => ({ me: table.me.value, nameOf: (/** @type {number} */ seat) => table.nameOf(seat), words: (/** @type {string} */ text) => table.words(text), tokens: table.history.tokens });
