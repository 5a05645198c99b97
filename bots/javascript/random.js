/**
 * Returns a generator of chance that repeats: a function that returns numbers
 * from 0 up to, and not including, 1. It is mulberry32, seeded with both halves
 * of the seed; without a seed it does not repeat.
 *
 * @param {number} [seed] as game.seed: 0 to 2**53-1
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
