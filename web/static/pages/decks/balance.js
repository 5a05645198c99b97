// The statistics of a deck: costs and elements.

import { Bars } from "../../kit/chart.js";
import { html } from "../../vendor/preact.js";
import { parts } from "../../games/elements/cost.js";

/** @typedef {import("../cards/look.js").Look} Look */

/** @param {Look[]} looks @param {Object<string, number>} counts @param {(look: Look) => [string, number][]} of a card's contributions @returns {Map<string, number>} */
function sums(looks, counts, of) {
  const all = new Map();
  for (const look of looks) for (const [key, n] of counts[look.name] ? of(look) : []) all.set(key, (all.get(key) ?? 0) + n * counts[look.name]);
  return all;
}

/** The cost of a deck by element, highest first. @param {Look[]} looks @param {Object<string, number>} counts @returns {[string, number][]} */
export const elementsOf = (looks, counts) => [...sums(looks, counts, (look) => parts(look.costs).filter(([element]) => element !== "any"))].sort((a, b) => b[1] - a[1]);

const MOST = 6; // this cost and higher ones share a bar
const LABELS = { 0: "1 element", [MOST - 1]: "6+ elements" };

/** @param {{looks: Look[], counts: Object<string, number>}} props */
export function Curve({ looks, counts }) {
  const curve = sums(looks, counts, (look) => [[String(Math.min(look.cost ?? 0, MOST)), 1]]);
  const rows = Array.from({ length: MOST }, (_, i) => ({ label: LABELS[i] ?? `${i + 1} elements`, value: curve.get(String(i + 1)) ?? 0 }));
  return html`<${Bars} caption="Cost curve" unit="cards" rows=${rows} />`;
}

/** @param {{looks: Look[], counts: Object<string, number>}} props */
export const Balance = ({ looks, counts }) =>
  html`<${Bars} caption="Element costs" unit="cost" rows=${elementsOf(looks, counts).map(([element, value]) => ({ label: element, value, tint: element }))} />`;

/** A strip of a deck's elements. @param {{looks: Look[], counts: Object<string, number>}} props */
export function Strip({ looks, counts }) {
  const list = elementsOf(looks, counts);
  return html`<span class="element-strip" role="img" aria-label=${list.length ? list.map(([element, n]) => `${n} ${element}`).join(", ") : "no elements yet"}>${list.map(([element, n]) => html`<i class=${element} style=${{ flexGrow: n }}></i>`)}</span>`;
}

/** @param {Object<string, number>} counts */
export const sizeOf = (counts) => Object.values(counts).reduce((sum, n) => sum + n, 0);
