// Which options a line in words may mean.

/** The words of a text that count, in small letters. @param {string} text @returns {string[]} */
export const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Those that have all its words; if there are any, those that have no others.
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
