// A card that lies on no table: it can be pointed at, and that opens it.

const NOBODY = /** @type {any} */ ({ watching: { value: true }, seats: { value: [] }, update: { value: null }, game: { value: {} } });

/**
 * What a card outside a game is drawn in.
 * @param {(it: string) => void} open is told the card that was picked
 * @returns {import("../../games/index.js").Scene}
 */
export const shelf = (open) => ({
  view: {}, me: -1, decision: null, awaiting: [], over: false, nameOf: String, words: (text) => text, table: NOBODY,
  picker: /** @type {any} */ ({ concerns: () => true, isAim: () => false, advises: () => false, picked: { value: [] }, pick: (it) => { open(it); return true; } }),
});
