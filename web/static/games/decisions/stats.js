// What is counted in a decision game, how it has moved, and by what; and how the
// players of a table stand side by side.

import { html } from "../../vendor/preact.js";
import { titleOf } from "./matter.js";
import { Spark, numeric, useTrend } from "./trend.js";

/** @typedef {import("../index.js").Scene} Scene */

/** @param {{scene: Scene}} props */
export function Stats({ scene }) {
  const { view } = scene;
  const trend = useTrend(scene);
  const moved = view.stats.filter((stat) => view.changes.some((change) => change.stat === stat.name));
  return html`<section class="side stats" aria-label="How things stand">
    <h3>How things stand</h3>
    <table class="tallies">
      <thead class="visually-hidden"><tr><th scope="col">What</th><th scope="col">Over the turns</th><th scope="col">Now</th><th scope="col">Since the last turn</th></tr></thead>
      <tbody>${view.stats.map((stat) => html`<tr key=${stat.name}>
        <th scope="row">${stat.name}${stat.hidden && html`<small> hidden</small>`}</th>
        ${numeric(stat.value) && html`<td class="over-time"><${Spark} trend=${trend} name=${stat.name} turn=${view.turn} /></td>`}
        <td class="value" colspan=${numeric(stat.value) ? 1 : 2}><span key=${stat.value} class=${numeric(stat.value) ? "changed" : ""}>${stat.value}</span></td>
        <td><${Delta} delta=${stat.delta} /></td>
      </tr>`)}</tbody>
    </table>
    ${moved.length > 0 && html`<details class="causes"><summary>What moved them</summary>
      <dl>${moved.map((stat) => html`<dt>${stat.name}</dt>${view.changes.filter((change) => change.stat === stat.name).map((change) => html`<dd><${Delta} delta=${change.delta} /> ${change.delta ? "" : `was ${change.from}, `}${cause(change.by)}</dd>`)}`)}</dl>
    </details>`}
  </section>`;
}

/** A change as an arrow and a number. @param {{delta?: string}} props */
function Delta({ delta }) {
  if (!delta) return null;
  const way = Number(delta) === 0 ? "same" : delta.startsWith("-") ? "down" : "up";
  return html`<span class=${`delta ${way}`}><span aria-hidden="true">${{ up: "▲", down: "▼", same: "=" }[way]}</span> <span>${delta}</span></span>`;
}

/** What moved a stat, in words: a card by its title. @param {string} by */
const cause = (by) => by.replace(/^card "(.+)"$/, (_, name) => titleOf(name)).replace(/^(\w+) "(.+)"$/, (_, kind, name) => `${name.replaceAll("_", " ")} (${kind})`);

/** How the players stand side by side, the best first. @param {{scene: Scene}} props */
export function Nations({ scene: { view, nameOf, me } }) {
  if ((view.nations ?? []).length < 2) return null;
  return html`<section class="side nations" aria-label="Side by side">
    <h3>Side by side</h3>
    <ol>${view.nations.map((nation) => html`<li key=${nation.seat} class=${nation.seat === me ? "mine" : ""}>
      <b>${nation.rank}.</b><span class="nation">${nation.name || nameOf(nation.seat)}${nation.name && html`<small> ${nameOf(nation.seat)}</small>`}</span>
      <span class="about">${nation.left ? "has left" : nation.ending || `turn ${nation.turn}`}</span>
      <span class="measure" aria-hidden="true"><i style=${{ width: `${nation.value / 10}%` }}></i></span><b class="value"><span class="visually-hidden">all in all </span>${nation.value}</b>
    </li>`)}</ol>
  </section>`;
}
