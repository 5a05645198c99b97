// The landscape behind a card's figure, by element or, in games without elements, by card
// type. The picture is 120 by 72.

import { between, d, disc, one } from "./chance.js";

/** @typedef {import("./chance.js").Next} Next */

const WIDTH = 120;
const FOOT = 74; // a little below the edge

/** Pieces side by side along the bottom edge. @param {Next} next @param {number} from @param {number} to their widths @param {(x: number, w: number) => string} piece */
function row(next, from, to, piece) {
  let path = "";
  for (let x = -between(next, 0, from); x < WIDTH;) {
    const w = between(next, from, to);
    path += piece(x, w);
    x += w;
  }
  return path;
}

/** Rays from a point. */
function rays(next, x, y, n) {
  const start = between(next, 0, Math.PI);
  let path = "";
  for (let i = 0; i < n; i++) {
    const [a, b] = [start + (i * 2 * Math.PI) / n, start + ((i + 0.5) * 2 * Math.PI) / n];
    path += d`M${x} ${y}L${x + 140 * Math.cos(a)} ${y + 140 * Math.sin(a)}L${x + 140 * Math.cos(b)} ${y + 140 * Math.sin(b)}Z`;
  }
  return path;
}

const waves = (next) => [0, 1, 2].map((i) => {
  const [y, length, high] = [44 + 10 * i, between(next, 9, 16), between(next, 2, 4)];
  let path = d`M${-between(next, 0, 2 * length)} ${y}`;
  for (let n = 0; n < 18; n++) path += d`q${length / 2} ${n % 2 ? high : -high} ${length} 0`;
  return `${path}V${y + 5}H-30Z`;
}).join("");

const hills = (next) => row(next, 26, 52, (x, w) => d`M${x - 8} ${FOOT}Q${x + w / 2} ${between(next, 24, 46)} ${x + w + 8} ${FOOT}Z`);

const leaf = (x, y, w, h, lean) => d`M${x} ${y}Q${x - w + lean / 2} ${y - h * 0.6} ${x + lean} ${y - h}Q${x + w + lean / 2} ${y - h * 0.5} ${x} ${y}Z`;

/** @type {Object<string, (next: Next) => string>} */
export const GROUNDS = {
  white: (next) => row(next, 12, 24, (x, w) => d`M${x} ${FOOT}V${FOOT - w * 0.7}a${w / 2} ${w * between(next, 0.45, 0.8)} 0 0 1 ${w} 0V${FOOT}Z`),
  red: (next) => row(next, 9, 17, (x, w) => {
    const h = between(next, 18, 46);
    return d`M${x - 3} ${FOOT}C${x - 4} ${FOOT - h * 0.5} ${x + w * 0.7} ${FOOT - h * 0.5} ${x + w * between(next, 0.2, 0.9)} ${FOOT - h}C${x + w * 1.4} ${FOOT - h * 0.5} ${x + w + 4} ${FOOT - h * 0.3} ${x + w + 3} ${FOOT}Z`;
  }),
  yellow: (next) => rays(next, between(next, 40, 80), between(next, 28, 46), one(next, [9, 11, 13, 16])),
  green: (next) => row(next, 7, 13, (x, w) => leaf(x + w / 2, FOOT, w * 0.7, between(next, 20, 50), between(next, -9, 9))),
  blue: waves,
  violet: (next) => row(next, 9, 18, (x, w) => {
    const [h, top] = [between(next, 16, 50), between(next, 0.25, 0.75)];
    return d`M${x} ${FOOT}L${x + w * 0.1} ${FOOT - h * 0.7}L${x + w * top} ${FOOT - h}L${x + w} ${FOOT - h * 0.6}L${x + w * 0.95} ${FOOT}Z`;
  }),
  black: (next) => row(next, 14, 30, (x, w) => d`M${x - 6} ${FOOT}L${x + w * 0.3} ${between(next, 30, 50)}L${x + w * 0.45} ${between(next, 38, 48)}L${x + w * 0.65} ${between(next, 18, 38)}L${x + w + 6} ${FOOT}Z`),
  treasure: (next) => row(next, 10, 13, (x, w) => Array.from({ length: 1 + Math.floor(next() * 5) }, (_, i) => d`M${x + 0.6} ${FOOT - 2 - i * 5}h${w - 1.2}v-4h${1.2 - w}z`).join("")),
  victory: hills,
  action: (next) => row(next, 12, 22, (x, w) => {
    const h = between(next, 12, 30);
    return d`M${x} ${FOOT}V${FOOT - h}L${x + w / 2} ${FOOT - h - between(next, 6, 14)}L${x + w} ${FOOT - h}V${FOOT}Z`;
  }),
  attack: (next) => row(next, 5, 11, (x, w) => {
    const [lean, h] = [between(next, -12, 12), between(next, 28, 58)];
    return d`M${x} ${FOOT}L${x + lean} ${FOOT - h}L${x + w * 0.5} ${FOOT}Z`;
  }),
  reaction: (next) => row(next, 10, 16, (x, w) => d`M${x} ${FOOT}V${FOOT - 26}h${w * 0.55}v${between(next, 4, 7)}h${w * 0.45}V${FOOT}Z`),
  duration: waves,
  curse: (next) => row(next, 10, 20, (x, w) => d`M${x - 4} ${FOOT}Q${x + w} ${FOOT - 12} ${x + w * 0.2} ${between(next, 14, 44)}Q${x + w * 1.3} ${FOOT - 22} ${x + w + 4} ${FOOT}Z`),
  any: (next) => Array.from({ length: 9 }, () => disc(between(next, 0, WIDTH), between(next, 20, 72), between(next, 3, 11))).join(""),
};
