// Matches typed text to choices.

/** The words of a text in lower case. @param {string} text @returns {string[]} */
export const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * The choices that have, for each word of a line, a word that begins with it. If some choices match the line
 * exactly, only these.
 * @template {{text: string}} Choice
 * @param {string} line
 * @param {Choice[]} choices
 * @param {(text: string) => string} words
 */
export function matching(line, choices, words) {
  const asked = wordsOf(line);
  if (asked.length === 0) return [];
  const named = choices.map((choice) => ({ choice, texts: [words(choice.text), choice.text].map((text) => wordsOf(text)) }));
  const exact = named.filter(({ texts }) => texts.some((text) => text.join(" ") === asked.join(" ")));
  if (exact.length > 0) return exact.map(({ choice }) => choice);
  return named.filter(({ texts }) => texts.some((text) => asked.every((word) => text.some((other) => other.startsWith(word))))).map(({ choice }) => choice);
}
