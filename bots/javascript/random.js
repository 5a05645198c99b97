/**
 * Returns a generator of numbers in [0, 1): mulberry32, seeded with both halves of the
 * seed. Without a seed the numbers are not repeatable.
 *
 * @param {number} [seed] 0 to 2**53-1, as game.seed
 * @returns {() => number}
 */
export function random(seed = Math.floor(Math.random() * 2 ** 53)) {
  let state = (seed ^ Math.imul(Math.floor(seed / 2 ** 32), 0x9e3779b1)) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let z = Math.imul(state ^ (state >>> 15), state | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32;
  };
}
