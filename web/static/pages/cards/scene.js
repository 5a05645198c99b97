// The scene for cards outside a game.

import { NO_SELECTION } from "../../store/selection.js";

const NO_TABLE = /** @type {any} */ ({ watching: { value: true }, seats: { value: [] }, update: { value: null }, game: { value: {} } });

/**
 * A scene in which every card can be picked.
 * @param {(it: string) => void} open receives the picked card
 * @returns {import("../../games/index.js").Scene}
 */
export const shelf = (open) => ({
  view: {}, me: -1, decision: null, awaiting: [], over: false, nameOf: String, words: (text) => text, tokens: [], table: NO_TABLE,
  picker: /** @type {any} */ ({ concerns: () => true, isAim: () => false, advises: () => false, picked: { value: [] }, selection: NO_SELECTION, pick: (it) => { open(it); return true; } }),
});
