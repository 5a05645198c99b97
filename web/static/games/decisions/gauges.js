// The gauges that lead the first screen of a game with many stats. The other stats and
// the actions are folded.

import { html } from "../../vendor/preact.js";
import { Delta } from "./stats.js";
import { Spark, useTrend } from "./trend.js";

/** @typedef {import("../index.js").Scene} Scene */

/** The gauges of Polity, the only game with so many stats. */
const NAMES = ["Liberties", "Prosperity", "Order", "Treasury"];

/** The stats that are gauges, or none if the game lacks one of them. @param {any} view */
export function gaugesOf(view) {
  const found = NAMES.flatMap((name) => view.stats.find((stat) => stat.name === name) ?? []);
  return found.length === NAMES.length ? found : [];
}

/** @param {{scene: Scene}} props */
export function Gauges({ scene }) {
  const trend = useTrend(scene);
  const { view } = scene;
  const gauges = gaugesOf(view);
  return gauges.length > 0 && html`<dl class="gauges" aria-label=${view.ending ? "Your term" : "Gauges"}>
    ${gauges.map(({ name, value, delta }) => html`<div key=${name}>
      <dt>${name}</dt>
      <dd><b>${value}</b> ${!view.ending && html`<${Delta} delta=${delta} />`}</dd>
      <dd class="course"><${Spark} trend=${trend} name=${name} turn=${view.turn} /></dd>
    </div>`)}
  </dl>`;
}
