// Seeded random numbers and shapes for card pictures.

/** A generator seeded with a text, not for use in games. @param {string} text @returns {() => number} numbers in [0, 1) */
export function numbers(text) {
  let h = 2166136261;
  for (const c of text) h = Math.imul(h ^ (c.codePointAt(0) ?? 0), 16777619);
  return () => {
    h = Math.imul(h ^ (h >>> 15), 2246822519) + 0x9e3779b9 | 0;
    h ^= h >>> 13;
    return (h >>> 0) / 4294967296;
  };
}

/** @typedef {() => number} Next */

/** A template tag for paths that rounds numbers to one decimal. @param {TemplateStringsArray} strings @param {...number} values @returns {string} */
export const d = (strings, ...values) => strings.reduce((all, part, i) => all + Math.round(values[i - 1] * 10) / 10 + part);

/** @param {Next} next @param {number} low @param {number} high */
export const between = (next, low, high) => low + next() * (high - low);

/** A full circle. @param {number} x @param {number} y @param {number} r */
export function disc(x, y, r) {
  const q = Math.round(r * 10) / 10; // rounded first, so that the diameter is exactly twice the radius
  return d`M${x - q} ${y}a${q} ${q} 0 1 0 ${2 * q} 0a${q} ${q} 0 1 0 ${-2 * q} 0Z`;
}
