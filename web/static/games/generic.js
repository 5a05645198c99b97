// The table of a game without its own module: a decision game, or the view as a tree.

import { capital } from "../store/words.js";
import { html } from "../vendor/preact.js";
import { sentence } from "../kit/live.js";
import * as decisions from "./decisions.js";
import { gaugesOf } from "./decisions/gauges.js";

/** @param {import("./index.js").Scene} scene */
export const question = (scene) => (decisions.fits(scene.view) ? decisions.question(scene) : capital(scene.view.asks || "Your move"));

/** @param {import("./index.js").Scene} scene @param {import("../types.js").Option[]} options */
export const cardQuestion = (scene, options) => (decisions.fits(scene.view) ? decisions.cardQuestion(scene, options) : "");

/** @param {import("./index.js").Scene} scene @param {import("../types.js").Option} option */
export const hint = (scene, option) => (decisions.fits(scene.view) ? decisions.hint(scene, option) : "");

/** @param {import("./index.js").Scene} scene @param {string} topic */
export const tell = (scene, topic) => (decisions.fits(scene.view) ? decisions.tell(scene, topic) : topic === "table" ? inWords(scene.view) : Object.hasOwn(scene.view, topic) ? inWords(scene.view[topic]) : null);

/** @param {any} value @returns {string} */
const inWords = (value) => (typeof value !== "object" || value === null ? String(value) : Object.entries(value).map(([name, part]) => `${label(value, name)} ${inWords(part)}`).join(", ") || "none");

/** @param {import("./index.js").Scene | null} scene */
export const ownEnding = (scene) => scene !== null && decisions.fits(scene.view);

/** @param {import("./index.js").End} end */
export const cause = ({ view }) => (view.ending ? sentence(capital(view.ending)) : "");

/** The gauges of a decision game, else its first stats. @param {any} view @returns {import("../kit/ending.js").Score} */
export function score(view) {
  const gauges = decisions.fits(view) ? gaugesOf(view) : [];
  const shown = gauges.length > 0 || !decisions.fits(view) ? gauges : view.stats.slice(0, 6);
  return { head: [], rows: shown.map(({ name, value }) => [name, String(value)]) };
}

/** @param {import("./index.js").Scene} scene */
export const stack = ({ view }) => (view.turn ? [{ text: `Turn ${view.turn}` }] : []);

/** The roles of the notes of decision games. All other events are choices. @type {Object<string, import("./index.js").Role>} */
const ROLES = { turn: "turn", tell: "effect", gone: "effect", rule: "effect", warning: "effect" };

/** @param {import("../types.js").Event} event @returns {import("./index.js").Role} */
export const role = ({ what }) => ROLES[what] ?? "act";

/** @param {import("../types.js").Event} event */
export const heading = ({ what, text }) => (what === "turn" ? text : "");

/** @type {Object<string, string>} */
const SIGNS = { choose: "action", draw: "cards", gone: "clock", warning: "lock", end: "victory" };

/** @param {import("../types.js").Event} event */
export const sign = ({ what }) => SIGNS[what] ?? "";

/** @param {{scene: import("./index.js").Scene}} props */
export const Sides = ({ scene }) => (decisions.fits(scene.view) ? html`<${decisions.Sides} scene=${scene} />`
  : html`<section class="side" aria-label="Position"><${Tree} value=${scene.view} /></section>`);

/** @param {{value: any}} props */
export function Tree({ value }) {
  if (typeof value !== "object" || value === null) return String(value);
  const rows = Object.entries(value);
  if (rows.length === 0) return "none";
  if (rows.every(([, part]) => typeof part !== "object" || part === null) && Array.isArray(value)) return value.join(", ");
  return html`<ul class="tree">${rows.map(([name, part]) => html`<li key=${name}><b>${label(value, name)}</b> <${Tree} value=${part} /></li>`)}</ul>`;
}

const label = (value, name) => (Array.isArray(value) ? `${Number(name) + 1}.` : name.replaceAll("_", " "));
