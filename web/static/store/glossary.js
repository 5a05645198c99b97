// The glossary of the game on the page.

import { signal } from "../vendor/preact.js";

/** @typedef {import("../types.js").Word} Word */

export const glossary = signal(/** @type {Word[]} */ ([]));

/** Reports whether a text uses a word. @param {Word} word @param {string} [text] */
export const uses = ({ word, forms = [] }, text = "") => new RegExp(`\\b(${[word, ...forms].join("|")})\\b`, "i").test(text);

/** The words that a card's text uses, or its type if it uses none. @param {Word[]} words @param {import("../kit/pick.js").Face} face */
export function wordsOf(words, { text, kind }) {
  const used = words.filter((word) => uses(word, text));
  return used.length > 0 ? used : words.filter((word) => uses(word, kind));
}
