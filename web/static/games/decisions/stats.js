// The stats of a decision game with the causes of their changes, and the ranking of
// the table's players.

import { html } from "../../vendor/preact.js";
import { gaugesOf } from "./gauges.js";
import { Spark, numeric, useTrend } from "./trend.js";

/** @typedef {import("../index.js").Scene} Scene */

/** @param {{scene: Scene}} props */
export function Stats({ scene }) {
  const { view } = scene;
  const trend = useTrend(scene);
  const folded = gaugesOf(view).length > 0;
  return html`<section class="stats" aria-label="Stats">
    ${folded ? html`<details class="all-stats"><summary>All ${view.stats.length} stats</summary>${table()}</details>` : html`<h3>Stats</h3>${table()}`}
  </section>`;

  function table() {
    return html`<table class="tallies">
      <thead class="visually-hidden"><tr><th scope="col">Stat</th><th scope="col">Trend</th><th scope="col">Now</th><th scope="col">Change this turn</th></tr></thead>
      <tbody>${view.stats.map((stat) => html`<tr key=${stat.name}>
        <th scope="row">${stat.name}${stat.hidden && html`<small> hidden</small>`}${causesOf(view.changes, stat).map(({ delta, from, by }) => html`<small class="by">${by} ${delta ?? `was ${from}`}</small>`)}</th>
        ${numeric(stat.value) && html`<td><${Spark} trend=${trend} name=${stat.name} turn=${view.turn} /></td>`}
        <td class="value" colspan=${numeric(stat.value) ? 1 : 2}><span key=${stat.value} class=${numeric(stat.value) ? "changed" : ""}>${stat.value}</span></td>
        <td><${Delta} delta=${stat.delta} /></td>
      </tr>`)}</tbody>
    </table>`;
  }
}

/**
 * The causes of a stat's changes, the largest change first. Changes with the same cause are one change; it is absent if they add up to 0.
 * @param {import("../../types.js").CardsimChangeView[]} changes @param {{name: string}} stat
 */
function causesOf(changes, { name }) {
  return Object.values(Object.groupBy(changes.filter(({ stat }) => stat === name), ({ by }) => by)).map((list = []) => {
    const [{ delta }] = list;
    const sum = list.reduce((all, one) => all + Number(one.delta), 0);
    return { ...list[0], delta: delta && `${sum < 0 ? "" : "+"}${sum.toFixed(delta.split(".")[1]?.length)}` };
  }).filter(({ delta }) => Number(delta) !== 0).sort((a, b) => Math.abs(Number(b.delta)) - Math.abs(Number(a.delta)));
}

const FULL = 6; // the smallest change with a full bar: a single change of 1 keeps a short bar

/** The causes of each gauge's changes this turn, with bars. @param {{view: any}} props */
export function Causes({ view }) {
  const gauges = gaugesOf(view).map((gauge) => {
    const causes = causesOf(view.changes, gauge);
    const full = Math.max(FULL, Math.abs(Number(causes[0]?.delta)));
    return causes.length > 0 && html`<dt>${gauge.name} <${Delta} delta=${gauge.delta} /></dt>
      ${causes.map(({ delta, by }) => html`<dd>${by}<i class=${Number(delta) < 0 ? "down" : ""} style=${{ "--part": Math.abs(Number(delta)) / full }}></i><b>${delta}</b></dd>`)}`;
  });
  return gauges.some(Boolean) && html`<section class="stats"><h3>What changed</h3><dl class="causes">${gauges}</dl></section>`;
}

/** A change as an arrow and a number. @param {{delta?: string}} props */
export function Delta({ delta }) {
  if (!delta) return null;
  const way = Number(delta) === 0 ? "same" : delta.startsWith("-") ? "down" : "up";
  return html`<span class=${`delta ${way}`}><span aria-hidden="true">${{ up: "▲", down: "▼", same: "=" }[way]}</span> <span>${delta}</span></span>`;
}

/** The players' ranking, best first. @param {{scene: Scene}} props */
export function Nations({ scene: { view, nameOf, me } }) {
  if ((view.nations ?? []).length < 2) return null;
  return html`<section class="nations" aria-label="Standings">
    <h3>Standings</h3>
    <ol>${view.nations.map((nation) => html`<li key=${nation.seat} class=${nation.seat === me ? "mine" : ""}>
      <b>${nation.rank}.</b><span>${nation.name || nameOf(nation.seat)}${nation.name && html`<small> ${nameOf(nation.seat)}</small>`}</span>
      <span class="about">${nation.left ? "left" : nation.ending || (nation.ended ? "finished" : `turn ${nation.turn}`)}</span>
      <span class="measure" aria-hidden="true"><i style=${{ width: `${nation.value / 10}%` }}></i></span><b class="value"><span class="visually-hidden">score </span>${nation.value}</b>
    </li>`)}</ol>
  </section>`;
}
