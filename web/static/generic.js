// A game that the page does not know by name: a decision game, or else its view as a
// tree. The options are on the list, as for every game.

import * as decisions from "./decisions.js";
import { h } from "./dom.js";

export function learn() {}

export const question = () => "Your choice";

/** @param {import("./looks.js").Scene} scene */
export const stack = ({ view }) => h("p.about", {}, view.turn ? `Turn ${view.turn}` : "");

/** @param {import("./looks.js").Scene} scene */
export const sides = (scene) => decisions.fits(scene.view) ? decisions.sides(scene)
  : [h("section.side", { "aria-label": "What you can see" }, tree(scene.view))];

/** @param {any} value @returns {Node | string} */
function tree(value) {
  if (typeof value !== "object" || value === null) return String(value);
  const rows = Object.entries(value);
  if (rows.length === 0) return "none";
  if (rows.every(([, part]) => typeof part !== "object" || part === null) && Array.isArray(value)) return value.join(", ");
  return h("ul.tree", {}, rows.map(([name, part]) => h("li", {}, h("b", {}, label(value, name)), " ", tree(part))));
}

const label = (value, name) => (Array.isArray(value) ? `${Number(name) + 1}.` : name.replaceAll("_", " "));
