// The figure in the middle of a card picture: a creature, vessel, rosette, coin or house.

import { between, d, disc, one, ring, twice } from "./chance.js";

/** @typedef {import("./chance.js").Next} Next */
/** @typedef {{shape: string, lines?: string, cut?: string}} Figure lines: strokes without fill; cut: shapes on top in the paper colour */

const MID = 60;
const FOOT = 74;

const HEADS = [
  (y, r) => disc(MID, y, r),
  (y, r) => d`M${MID - r} ${y - r * 0.5}Q${MID} ${y - r * 1.5} ${MID + r} ${y - r * 0.5}L${MID + r * 0.45} ${y + r * 1.1}Q${MID} ${y + r * 1.5} ${MID - r * 0.45} ${y + r * 1.1}Z`,
  (y, r) => d`M${MID} ${y - r * 1.1}L${MID + r} ${y - r * 0.3}L${MID + r * 0.6} ${y + r}H${MID - r * 0.6}L${MID - r} ${y - r * 0.3}Z`,
  (y, r) => d`M${MID - r * 0.8} ${y + r}V${y - r * 0.3}a${r * 0.8} ${r} 0 0 1 ${r * 1.6} 0V${y + r}Z`,
];

/** Horns, hats and halos. @type {((next: Next, y: number, r: number) => Figure)[]} */
const TOPS = [
  () => ({ shape: "" }),
  (next, y, r) => {
    const far = between(next, 0.9, 1.3);
    return { shape: twice(MID, (x) => d`M${x(r * 0.95)} ${y - r * 0.1}L${x(r * far)} ${y - r * 1.9}L${x(r * 0.15)} ${y - r * 0.7}Z`) };
  },
  (next, y, r) => {
    const far = between(next, 1.2, 2.2);
    return { shape: twice(MID, (x) => d`M${x(r * 0.5)} ${y - r * 0.7}Q${x(r * far)} ${y - r * 0.6} ${x(r * far)} ${y - r * 2}Q${x(r * far * 0.7)} ${y - r * 1.1} ${x(r * 0.1)} ${y - r * 0.8}Z`) };
  },
  (_, y, r) => ({ shape: "", lines: twice(MID, (x) => d`M${x(r * 0.4)} ${y - r * 0.7}Q${x(r * 0.6)} ${y - r * 1.6} ${x(r * 1.7)} ${y - r * 2}M${x(r * 0.75)} ${y - r * 1.5}L${x(r * 0.6)} ${y - r * 2.2}M${x(r * 1.2)} ${y - r * 1.8}L${x(r * 1.2)} ${y - r * 2.4}`) }),
  (_, y, r) => ({ shape: d`M${MID - r} ${y - r * 0.7}V${y - r * 1.8}L${MID - r * 0.5} ${y - r * 1.3}L${MID} ${y - r * 2}L${MID + r * 0.5} ${y - r * 1.3}L${MID + r} ${y - r * 1.8}V${y - r * 0.7}Z` }),
  (_, y, r) => ({ shape: "", lines: disc(MID, y - r * 0.1, r * 1.55) }),
  (_, y, r) => ({ shape: d`M${MID - r * 1.7} ${y - r * 0.45}H${MID + r * 1.7}V${y - r * 0.75}H${MID + r * 0.8}L${MID + r * 0.6} ${y - r * 1.9}H${MID - r * 0.6}L${MID - r * 0.8} ${y - r * 0.75}H${MID - r * 1.7}Z` }),
  (_, y, r) => ({ shape: d`M${MID - r * 1.25} ${y + r * 1.4}Q${MID - r * 1.6} ${y - r} ${MID} ${y - r * 2}Q${MID + r * 1.6} ${y - r} ${MID + r * 1.25} ${y + r * 1.4}Z`, cut: disc(MID, y + r * 0.1, r * 0.8) }),
];

const EYES = [
  (y, r) => disc(MID - r * 0.4, y, r * 0.16) + disc(MID + r * 0.4, y, r * 0.16),
  (y, r) => twice(MID, (x) => d`M${x(r * 0.15)} ${y + r * 0.15}L${x(r * 0.7)} ${y - r * 0.2}L${x(r * 0.6)} ${y + r * 0.15}Z`),
  (y, r) => d`M${MID - r * 0.65} ${y - r * 0.1}h${r * 1.3}v${r * 0.22}h${-r * 1.3}z`,
  (y, r) => twice(MID, (x) => disc(x(r * 0.42), y, r * 0.27)),
];

/** A head and shoulders, of a beast or of a person. @param {Next} next @param {number[]} tops indexes of TOPS to choose from @returns {Figure} */
function creature(next, tops) {
  const r = between(next, 8.5, 12);
  const y = between(next, 34, 38);
  const wide = between(next, 20, 34);
  const high = y + r + between(next, 0, 8);
  const body = d`M${MID - wide} ${FOOT}C${MID - wide} ${high} ${MID - 9} ${high} ${MID - 5} ${y + r * 0.7}H${MID + 5}C${MID + 9} ${high} ${MID + wide} ${high} ${MID + wide} ${FOOT}Z`;
  const wings = next() < 0.25 ? twice(MID, (x) => d`M${x(10)} 60Q${x(22)} 18 ${x(48)} 16Q${x(40)} 30 ${x(46)} 38Q${x(36)} 42 ${x(38)} 52Q${x(26)} 50 ${x(20)} 66Z`) : "";
  const top = TOPS[one(next, tops)](next, y, r);
  const head = one(next, HEADS)(y, r);
  const eyes = one(next, EYES)(y, r);
  const collar = next() < 0.4 ? twice(MID, (x) => d`M${x(1.5)} ${y + r + 7}L${x(8)} ${y + r + 2}L${x(6)} ${y + r + 12}Z`) : "";
  return top.cut ? { shape: wings + body + top.shape, cut: top.cut + collar, lines: eyes } : { shape: wings + body + head + top.shape, lines: top.lines, cut: eyes + collar };
}

/** A vase, lamp or bell. @param {Next} next @returns {Figure} */
function vessel(next) {
  const levels = 5 + Math.floor(next() * 2);
  const top = between(next, 12, 20);
  const step = (66 - top) / levels;
  const radii = Array.from({ length: levels + 1 }, (_, i) => (i === 0 ? between(next, 2, 7) : between(next, 5, 21)));
  radii[levels] = Math.max(radii[levels], 9);
  const ys = radii.map((_, i) => top + i * step);
  let shape = d`M${MID} ${top}H${MID + radii[0]}`;
  const round = next() < 0.7;
  for (let i = 1; i <= levels; i++) shape += round ? d`Q${MID + Math.max(radii[i - 1], radii[i])} ${ys[i - 1] + step * 0.3} ${MID + radii[i]} ${ys[i]}` : d`L${MID + radii[i]} ${ys[i]}`;
  shape += d`H${MID - radii[levels]}`;
  for (let i = levels; i > 0; i--) shape += round ? d`Q${MID - Math.max(radii[i - 1], radii[i])} ${ys[i - 1] + step * 0.3} ${MID - radii[i - 1]} ${ys[i - 1]}` : d`L${MID - radii[i - 1]} ${ys[i - 1]}`;
  const bands = [1, 2, 3].filter(() => next() < 0.6).map((i) => d`M${MID - 26} ${ys[i] + step * 0.35}h52v1.6h-52z`).join("");
  const knob = disc(MID, top - 2.5, between(next, 2, 4));
  const handles = next() < 0.4 ? twice(MID, (x) => d`M${x(radii[1] * 0.8)} ${ys[1]}Q${x(30)} ${ys[1] - 2} ${x(26)} ${ys[2]}T${x(radii[3] * 0.8)} ${ys[3]}`) : "";
  return { shape: `${shape}Z${knob}`, cut: bands || disc(MID, ys[2], 3.5), lines: handles };
}

/** Petals around a middle. @param {Next} next @returns {Figure} */
function rosette(next) {
  const arms = 4 + Math.floor(next() * 5);
  const half = -Math.PI / 2 + Math.PI / arms;
  return { shape: ring(next, MID, 36, arms, between(next, 5, 11), between(next, 24, 32)), lines: ring(next, MID, 36, arms, 4, between(next, 16, 26), half), cut: disc(MID, 36, between(next, 2.5, 5)) };
}

/** @param {Next} next @returns {Figure} */
function coin(next) {
  const arms = 3 + Math.floor(next() * 6);
  return { shape: disc(MID, 37, 24), cut: ring(next, MID, 37, arms, between(next, 1, 5), between(next, 11, 16)) , lines: disc(MID, 37, 27.5) };
}

/** A house, a tower, a castle. @param {Next} next @returns {Figure} */
function house(next) {
  const [wide, high] = [between(next, 6, 13), between(next, 24, 38)];
  const roof = between(next, 8, 20);
  const keep = next() < 0.5 ? d`M${MID - wide - 2} ${high}L${MID} ${high - roof}L${MID + wide + 2} ${high}Z` : d`M${MID - wide - 2} ${high}v-6h${wide * 0.6}v3h${wide * 0.8 + 4 - wide * 0.4}v-3h${wide * 0.6}v6z`;
  const side = between(next, 10, 20);
  const low = between(next, 44, 56);
  const flank = twice(MID, (x) => d`M${x(wide - 1)} ${FOOT}V${low}H${x(wide + side)}V${FOOT}Z`) + (next() < 0.6 ? twice(MID, (x) => d`M${x(wide + side - 8)} ${FOOT}V${low - 8}L${x(wide + side - 4)} ${low - 17}L${x(wide + side)} ${low - 8}V${FOOT}Z`) : "");
  const window = between(next, 1.4, 3);
  const windows = disc(MID, high + 8, window) + twice(MID, (x) => d`M${x(wide + side * 0.4)} ${low + 6}h2.5v5h-2.5z`) + d`M${MID - 3.5} ${FOOT}V62a3.5 3.5 0 0 1 7 0V${FOOT}Z`;
  return { shape: d`M${MID - wide} ${FOOT}V${high}H${MID + wide}V${FOOT}Z` + keep + flank, cut: windows };
}

/** @param {Next} next @returns {Figure} */
function shield(next) {
  const top = between(next, 10, 14);
  const arms = 3 + Math.floor(next() * 4);
  return { shape: d`M${MID - 22} ${top}Q${MID} ${top + between(next, -6, 6)} ${MID + 22} ${top}V36Q${MID + 20} 58 ${MID} 68Q${MID - 20} 58 ${MID - 22} 36Z`, cut: ring(next, MID, 35, arms, between(next, 1, 5), between(next, 11, 17)) };
}

/** Two blades, crossed. @param {Next} next @returns {Figure} */
function blades(next) {
  const [far, wide] = [between(next, 22, 32), between(next, 2.5, 5)];
  const blade = twice(MID, (x) => d`M${x(far)} 6L${x(far - wide)} 9L${x(-far * 0.75)} 62L${x(-far * 0.75 - 2)} 66L${x(-far * 0.75 + wide)} 64L${x(far + wide * 0.4)} 12Z`);
  const guard = twice(MID, (x) => d`M${x(-far * 0.85)} 50L${x(-far * 0.3)} 62L${x(-far * 0.34)} 65L${x(-far * 0.95)} 53Z`);
  return { shape: blade + guard, cut: "", lines: disc(MID, 35, between(next, 14, 26)) };
}

/** An hourglass. @param {Next} next @returns {Figure} */
function glass(next) {
  const wide = between(next, 14, 20);
  const sand = between(next, 18, 28);
  return {
    shape: d`M${MID - wide - 4} 8h${2 * wide + 8}v5h${-2 * wide - 8}zM${MID - wide - 4} 62h${2 * wide + 8}v5h${-2 * wide - 8}z` + d`M${MID - wide} 13Q${MID - wide} 32 ${MID - 2} 37.500Q${MID - wide} 44 ${MID - wide} 62H${MID + wide}Q${MID + wide} 44 ${MID + 2} 37.500Q${MID + wide} 32 ${MID + wide} 13Z`,
    cut: d`M${MID - wide + 4} 16H${MID + wide - 4}Q${MID + wide - 5} ${sand} ${MID + wide * 0.55} ${sand}H${MID - wide * 0.55}Q${MID - wide + 5} ${sand} ${MID - wide + 4} 16Z`,
  };
}

const BEASTS = [0, 1, 2, 3, 5];
const PEOPLE = [0, 4, 6, 7];

/** @type {Object<string, (next: Next) => Figure>} by the glyph of a card's type */
export const FIGURES = {
  being: (next) => creature(next, [...BEASTS, ...PEOPLE]),
  item: vessel,
  spell: rosette,
  treasure: coin,
  victory: house,
  action: (next) => one(next, [() => creature(next, PEOPLE), () => creature(next, PEOPLE), () => house(next), () => vessel(next)])(),
  attack: (next) => one(next, [() => blades(next), () => creature(next, [2, 4, 7])])(),
  reaction: shield,
  duration: glass,
  curse: (next) => creature(next, [7]),
  matter: (next) => one(next, [() => creature(next, PEOPLE), () => house(next), () => vessel(next), () => rosette(next)])(),
};
