// The glossary of the game on the page.

import { signal } from "../vendor/preact.js";

/** @typedef {import("../types.js").Word} Word */

export const glossary = signal(/** @type {Word[]} */ ([]));

/** The place of a word's first use in a text, or -1. @param {Word} word @param {string} [text] */
const placeOf = ({ word, forms = [] }, text = "") => text.search(new RegExp(`\\b(${[word, ...forms].join("|")})\\b`, "i"));

/** Reports whether a text uses a word. @param {Word} word @param {string} [text] */
export const uses = (word, text) => placeOf(word, text) >= 0;

/** The words that a card's text uses, in the order of the text. If it uses none, the words of the card's type. @param {Word[]} words @param {import("../kit/pick.js").Face} face */
export function wordsOf(words, { text, kind }) {
  const used = words.filter((word) => uses(word, text)).sort((a, b) => placeOf(a, text) - placeOf(b, text));
  return used.length > 0 ? used : words.filter((word) => uses(word, kind));
}
