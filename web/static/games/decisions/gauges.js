// The gauges of Polity: its four main stats. Its other stats and the actions are folded, because they are
// many.

import { Sign } from "../../kit/art.js";
import { html } from "../../vendor/preact.js";
import { Delta } from "./stats.js";
import { Spark, useTrend } from "./trend.js";

/** @typedef {import("../index.js").Scene} Scene */

const NAMES = ["Liberties", "Prosperity", "Order", "Treasury"]; // the last has no range
export const [LOW, HIGH] = [20, 86]; // a gauge at one of these values ends the term; a view has no ranges

/** The stats that are gauges, or none if the game lacks one of them. @param {any} view */
export function gaugesOf(view) {
  const found = NAMES.flatMap((name) => view.stats.find((stat) => stat.name === name) ?? []);
  return found.length === NAMES.length ? found : [];
}

const rank = ({ stat }) => NAMES.indexOf(stat) + 1 || NAMES.length + 1;

/** The effects of an option: those on gauges come first, in the order of the gauges. @param {any[]} [effects] @returns {any[]} */
export const inOrder = (effects = []) => [...effects].sort((a, b) => rank(a) - rank(b));

/** The sign of a stat, if it is a gauge. @param {{name: string}} props */
export const GaugeSign = ({ name }) => NAMES.includes(name) && html`<${Sign} name=${name} />`;

/** @param {{scene: Scene}} props */
export function Gauges({ scene }) {
  const trend = useTrend(scene);
  const { view } = scene;
  const gauges = gaugesOf(view);
  return gauges.length > 0 && html`<dl class="gauges" aria-label=${view.ending ? "Your term" : "Gauges"}>
    ${gauges.map(({ name, value, delta }) => html`<div key=${name}>
      <dt>${name}</dt>
      <dd class="dial">${name !== NAMES[3] && html`<${Dial} value=${Number(value)} />`}<${Sign} name=${name} /></dd>
      <dd class="reading"><b>${value}</b> ${!view.ending && html`<${Delta} delta=${delta} />`}</dd>
      <dd class="course"><${Spark} trend=${trend} name=${name} turn=${view.turn} /></dd>
    </div>`)}
  </dl>`;
}

/** A value from 0 to 100 on an arc with its ends marked. @param {{value: number}} props */
const Dial = ({ value }) => html`<svg viewBox="0 0 100 78" aria-hidden="true">
  ${[["", "100"], ["end", `${LOW} ${HIGH - LOW} 100`], ["value", `0 ${LOW} ${Math.max(0, value - LOW)} 100`], ["needle", `0 ${value} 2 100`]].map(([part, dashes]) => html`<path class=${part} d="M14 71A42 42 0 1 1 86 71" pathLength="100" stroke-dasharray=${dashes} />`)}</svg>`;
