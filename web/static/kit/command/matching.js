// Matches typed text to options.

/** The words of a text in lower case. @param {string} text @returns {string[]} */
export const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * The options that contain every word of a line, or only the exact matches if there are any.
 * @param {string} line
 * @param {import("../../types.js").Option[]} options
 * @param {(text: string) => string} words
 */
export function matching(line, options, words) {
  const asked = wordsOf(line);
  if (asked.length === 0) return [];
  const named = options.map((option) => ({ option, texts: [words(option.text), option.text].map((text) => wordsOf(text)) }));
  const exact = named.filter(({ texts }) => texts.some((text) => text.join(" ") === asked.join(" ")));
  if (exact.length > 0) return exact.map(({ option }) => option);
  return named.filter(({ texts }) => texts.some((text) => asked.every((word) => text.some((other) => other.startsWith(word))))).map(({ option }) => option);
}
