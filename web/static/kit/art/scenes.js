// The scenes of cut paper behind card subjects: one per colour. The page has each gradient and symbol once; cards refer to them.

import { html, render } from "../../vendor/preact.js";
import { between, disc, numbers } from "./chance.js";
import { RIDGES, rays } from "./ground.js";

/**
 * @typedef {object} Palette
 * @property {[string, string, string]} sky from the top to the horizon
 * @property {string} light of the rays and the glow
 * @property {[number, number]} sun its height and radius
 * @property {string} disc
 * @property {[string, string, string]} ridges far, middle, near
 * @property {[string, string, string]} forms of the ridges
 * @property {[string, string]} subject from the top to the foot
 * @property {string} rim
 */

/** @type {Object<string, Palette>} */
const PALETTES = {
  white: { sky: ["#8fa9d8", "#dfe0ea", "#fff3d2"], light: "#fff6cf", sun: [66, 26], disc: "#fffdf0", ridges: ["#c3bed6", "#958fb6", "#4b4470"], forms: ["clouds", "clouds", "clouds"], subject: ["#1f1a3c", "#6a5f96"], rim: "#fffbe0" },
  red: { sky: ["#4a0d1f", "#c8341f", "#ffb84d"], light: "#ffd27a", sun: [78, 28], disc: "#ffe9a8", ridges: ["#a8281f", "#701521", "#2c0a14"], forms: ["peaks", "peaks", "peaks"], subject: ["#25060f", "#8a1f1c"], rim: "#ffe08f" },
  yellow: { sky: ["#b86a1e", "#f2b134", "#fff0ac"], light: "#fff2b0", sun: [62, 30], disc: "#fffbe0", ridges: ["#d08a2e", "#96591f", "#4a2a16"], forms: ["dunes", "dunes", "dunes"], subject: ["#33190c", "#97591d"], rim: "#fff8cd" },
  green: { sky: ["#123f3c", "#5aa763", "#e4f2a4"], light: "#ecffae", sun: [72, 27], disc: "#fbffd6", ridges: ["#57a168", "#2a6d4e", "#0c2f2c"], forms: ["clouds", "trees", "trees"], subject: ["#07211f", "#256348"], rim: "#f4ffc2" },
  blue: { sky: ["#14306e", "#4c97d6", "#d3f1ff"], light: "#dff7ff", sun: [60, 24], disc: "#f6feff", ridges: ["#5fa3dc", "#2c63ab", "#0f2a5a"], forms: ["waves", "waves", "waves"], subject: ["#0a1d45", "#2f68ad"], rim: "#effcff" },
  violet: { sky: ["#2d1a5f", "#9a5fd0", "#ffcfe8"], light: "#ffdcf2", sun: [66, 25], disc: "#fff3fb", ridges: ["#b27fdb", "#6d3fae", "#2a1454"], forms: ["domes", "domes", "domes"], subject: ["#1c0d40", "#653aa3"], rim: "#ffeafa" },
  black: { sky: ["#171824", "#545d72", "#c4d2cf"], light: "#dbe8dc", sun: [62, 27], disc: "#f2f7ec", ridges: ["#5b6276", "#363a4c", "#12131c"], forms: ["peaks", "graves", "graves"], subject: ["#0b0c13", "#3d4156"], rim: "#eaf5ea" },
  any: { sky: ["#4b4237", "#a58e6d", "#f0dfba"], light: "#f7e7c0", sun: [68, 26], disc: "#fff7df", ridges: ["#a08a69", "#6b5a45", "#2d251d"], forms: ["clouds", "roofs", "roofs"], subject: ["#1f1710", "#6b5236"], rim: "#fff2d2" },
};

/** The scene of a colour. @param {string} tint */
export const sceneOf = (tint) => (PALETTES[tint] ? tint : "any");

/** @param {string} tint */
export const paletteOf = (tint) => PALETTES[sceneOf(tint)];

/** @param {string} scene */
export const rimOf = (scene) => PALETTES[scene].rim;

const MOTES = 14;

/** @param {import("./chance.js").Next} next @param {number} top @param {number} foot */
const motes = (next, top, foot) => Array.from({ length: MOTES }, () => disc(between(next, 10, 190), between(next, top, foot), between(next, 0.6, 1.9))).join("");

/** @param {[number, string, number?][]} list offsets, colours and opacities */
const stops = (list) => list.map(([offset, colour, opacity = 1]) => html`<stop offset=${offset} stop-color=${colour} stop-opacity=${opacity} />`);

/** @param {[string, Palette]} entry */
function definitions([name, { sky, light, sun: [y, r], disc: colour, ridges, forms, subject }]) {
  const next = numbers(name);
  const box = { viewBox: "0 0 200 160", preserveAspectRatio: "xMidYMid slice" };
  return html`
    <linearGradient id=${`sky-${name}`} x2="0" y2="1">${stops([[0, sky[0]], [0.45, sky[1]], [0.82, sky[2]]])}</linearGradient>
    <radialGradient id=${`glow-${name}`}>${stops([[0, light], [0.35, light, 0.65], [1, light, 0]])}</radialGradient>
    <linearGradient id=${`cut-${name}`} x2="0" y2="1">${stops([[0.55, subject[0]], [1, subject[1]]])}</linearGradient>
    <linearGradient id=${`haze-${name}`} x2="0" y2="1">${stops([[0.4, sky[2], 0], [1, sky[2], 0.55]])}</linearGradient>
    <symbol id=${`back-${name}`} ...${box}>
      <rect width="200" height="160" fill=${`url(#sky-${name})`} />
      <path d=${rays(100, y)} fill=${light} opacity=".13" />
      <circle cx="100" cy=${y} r=${r * 3.3} fill=${`url(#glow-${name})`} />
      <circle cx="100" cy=${y} r=${r} fill=${colour} opacity=".92" />
      <path d=${RIDGES[forms[0]](next, 110, 32, 4)} fill=${ridges[0]} />
      <rect y="60" width="200" height="75" fill=${`url(#haze-${name})`} />
      <path d=${RIDGES[forms[1]](next, 128, 27, forms[1] === "trees" ? 16 : 7)} fill=${ridges[1]} />
    </symbol>
    <symbol id=${`front-${name}`} ...${box}>
      <path d=${RIDGES[forms[2]](next, 150, forms[2] === "trees" ? 18 : 12, forms[2] === "trees" ? 20 : 8)} fill=${ridges[2]} />
      <path class="motes" d=${motes(next, 55, 145)} fill=${PALETTES[name].rim} opacity=".75" />
    </symbol>`;
}

const holder = document.createElement("div");
holder.className = "scenes";
document.body.append(holder);
render(html`<svg width="0" height="0" aria-hidden="true" focusable="false"><defs>${Object.entries(PALETTES).map(definitions)}</defs></svg>`, holder);
