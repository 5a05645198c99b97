// The ridges of a landscape. Each is one path across a picture 200 wide and 160 high, so a
// colour fills it whole.

import { between, d } from "./chance.js";

/** @typedef {import("./chance.js").Next} Next */
/** @typedef {(next: Next, y: number, high: number, n: number) => string} Ridge n: its pieces */

const LEFT = -5;
const WIDTH = 210;

/** A ridge of equal pieces at height y. @param {number} y @param {number} n @param {(w: number, i: number) => string} piece */
const ridge = (y, n, piece) => d`M${LEFT} 165V${y}` + Array.from({ length: n }, (_, i) => piece(WIDTH / n, i)).join("") + "V165Z";

/** @type {Object<string, Ridge>} */
export const RIDGES = {
  clouds: (next, y, high, n) => ridge(y, n, (w) => d`q${w / 2} ${-high * between(next, 0.5, 1)} ${w} 0`),
  peaks: (next, y, high, n) => ridge(y, n, (w, i) => d`L${LEFT + (i + 0.5) * w} ${y - high * between(next, 0.6, 1)}L${LEFT + (i + 1) * w} ${y - high * between(next, 0, 0.2)}`),
  dunes: (next, y, high, n) => ridge(y, n, (w) => d`q${w / 2} ${-high * 0.2} ${w * 0.62} ${-high}q${w * 0.1} ${high * 0.9} ${w * 0.38} ${high}`),
  trees: (next, y, high, n) => ridge(y, n, (w, i) => {
    const [x, h] = [LEFT + i * w + between(next, 0, w * 0.3), high * between(next, 0.6, 1)];
    return d`L${x} ${y}L${x + w * 0.25} ${y - h * 0.33}h${-w * 0.15}L${x + w * 0.3} ${y - h * 0.66}h${-w * 0.08}L${x + w * 0.4} ${y - h}L${x + w * 0.58} ${y - h * 0.66}h${-w * 0.08}L${x + w * 0.7} ${y - h * 0.33}h${-w * 0.15}L${x + w * 0.8} ${y}`;
  }),
  waves: (next, y, high, n) => ridge(y, n, (w) => d`q${w * 0.45} ${-high} ${w * 0.72} ${-high * 0.17}q${w * 0.04} ${high * 0.4} ${w * 0.28} ${high * 0.17}`),
  domes: (next, y, high, n) => ridge(y, n, (w) => d`a${w * 0.55} ${high * between(next, 0.8, 1.1)} 0 0 1 ${w} 0`),
  graves: (next, y, high, n) => ridge(y, n, (w, i) => {
    const [x, h, r] = [LEFT + i * w + between(next, 2, w * 0.4), high * between(next, 0.6, 1), w * 0.16];
    return i % 2 ? d`L${x} ${y}v${-h}h-5v-3h5v-5h3v5h5v3h-5V${y}` : d`L${x} ${y}v${-h * 0.7}a${r} ${r} 0 0 1 ${2 * r} 0V${y}`;
  }),
  roofs: (next, y, high, n) => ridge(y, n, (w, i) => {
    const [x, h] = [LEFT + i * w, high * between(next, 0.3, 0.7)];
    return d`L${x} ${y - h}L${x + w / 2} ${y - h - high * 0.4}L${x + w} ${y - h}`;
  }),
};

/** Rays from a point. @param {number} x @param {number} y */
export const rays = (x, y) => Array.from({ length: 14 }, (_, i) => {
  const [a, b] = [0.1 + i * 0.449, 0.23 + i * 0.449];
  return d`M${x} ${y}L${x + 190 * Math.cos(a)} ${y + 190 * Math.sin(a)}L${x + 190 * Math.cos(b)} ${y + 190 * Math.sin(b)}Z`;
}).join("");
