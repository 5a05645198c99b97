// The statistics of a deck: costs and elements.

import { Bars, Columns, percent } from "../../kit/chart.js";
import { Glyph } from "../../kit/glyph.js";
import { html } from "../../vendor/preact.js";
import { parts } from "../../games/elements/cost.js";
import { ELEMENTS } from "../../games/elements/words.js";

/** @typedef {import("../cards/look.js").Look} Look */

export const HAND = 3; // cards of an opening hand

/** @param {Look[]} looks @param {Object<string, number>} counts @param {(look: Look) => [string, number][]} of a card's contributions @returns {Map<string, number>} */
function sums(looks, counts, of) {
  const all = new Map();
  for (const look of looks) for (const [key, n] of counts[look.name] ? of(look) : []) all.set(key, (all.get(key) ?? 0) + n * counts[look.name]);
  return all;
}

/** The cost of a deck by element, highest first. @param {Look[]} looks @param {Object<string, number>} counts @returns {[string, number][]} */
export const elementsOf = (looks, counts) => [...sums(looks, counts, (look) => parts(look.costs).filter(([element]) => element !== "any"))].sort((a, b) => b[1] - a[1]);

const SOON = 2; // turns, and thus elements: each turn creates one

/** @param {Look[]} looks @param {Object<string, number>} counts @returns {number[]} the costs of a deck's cards */
const costsOf = (looks, counts) => looks.flatMap(({ name, cost = 0 }) => Array(counts[name] ?? 0).fill(cost));

/** @param {{looks: Look[], counts: Object<string, number>}} props */
export function Curve({ looks, counts }) {
  const costs = costsOf(looks, counts);
  return html`<div class="deck-costs"><${Columns} caption="Cards by cost" costs=${costs} from=${1} to=${4} />
    ${costs.length > 0 && html`<p class="about">Average cost <b>${(costs.reduce((sum, cost) => sum + cost, 0) / costs.length).toFixed(1)}</b><br />Opening hand with a card for turn ${SOON}: <b>${percent(chance(costs))}</b></p>`}</div>`;
}

/** The chance that an opening hand has a card that costs no more than the elements of turn 2. @param {number[]} costs of the deck */
function chance(costs) {
  const dear = costs.filter((cost) => cost > SOON).length;
  let none = 1;
  for (let i = 0; i < HAND; i++) none *= Math.max(0, dear - i) / Math.max(1, costs.length - i);
  return 1 - none;
}

/** @param {{looks: Look[], counts: Object<string, number>}} props */
export const Balance = ({ looks, counts }) =>
  html`<${Bars} caption="Element costs" unit="cost" rows=${elementsOf(looks, counts).map(([element, value]) => ({ label: element, value, tint: element }))} />`;

/** The signs of a deck's elements, in the order of the wheel. @param {{looks: Look[], counts: Object<string, number>}} props */
export function Signs({ looks, counts }) {
  const own = new Map(elementsOf(looks, counts));
  return html`<span class="signs">${ELEMENTS.filter((element) => own.has(element)).map((element) => html`<${Glyph} key=${element} name=${element} label=${element} />`)}</span>`;
}

/** @param {Object<string, number>} counts */
export const sizeOf = (counts) => Object.values(counts).reduce((sum, n) => sum + n, 0);
