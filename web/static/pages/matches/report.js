// The report of a match or tournament, refreshed while it runs.

import * as api from "../../api.js";
import { Bars, Lines, percent } from "../../kit/chart.js";
import { Notice } from "../../kit/notice.js";
import { readable } from "../../kit/time.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { progress } from "./list.js";

const FRESH = 2000; // milliseconds between refreshes of a running match

const exactPercent = (/** @type {number} */ v) => `${(100 * v).toFixed(1)}%`;
const brief = (/** @type {number} */ ms) => (ms < 10 ? `${Number(ms.toPrecision(2))} ms` : readable(ms));
const rounded = (/** @type {number} */ v) => v.toFixed(1).replace("-", "−");

/** @param {{name: string}} props */
export function Report({ name }) {
  const [match, setMatch] = useState(/** @type {api.Match | null} */ (null));
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let timer = 0;
    let closed = false;
    const look = () => api.match(name).then((found) => {
      if (closed) return;
      setMatch(found);
      setProblem("");
      if (found.running) timer = setTimeout(look, FRESH);
    }, (error) => setProblem(error.message));
    look();
    return () => {
      closed = true;
      clearTimeout(timer);
    };
  }, []);
  const report = match?.summary;
  return html`<div class="bots-page" id="report">
    <p><a href="#/matches">All match reports</a></p>
    <h2>${report?.title ?? name}</h2>
    <${Notice} text=${problem || (match?.problem ?? "")} />
    ${!match && !problem && html`<p role="status" class="about">Loading…</p>`}
    ${match && report && html`<p id="progress" role="status" class="about">${name}: ${progress(match)}.</p>
      <${Test} test=${report.sprt} bot=${report.first} />
      <div class="bot-charts"><${Course} report=${report} /><${Latency} report=${report} /></div>
      <dl class="facts">${report.facts.map((fact) => html`<div key=${fact.name}><dt>${fact.name}</dt><dd>${fact.text}</dd></div>`)}</dl>
      ${report.tables.map((table) => html`<${Table} key=${table.id} table=${table} match=${match} />`)}
      ${match.replays && html`<${Games} match=${match} />`}
      <p class="row downloads"><a class="button" href=${api.ofMatch(name, "csv")} download=${`${name}.csv`}>Games as CSV</a>
        <a class="button" href=${api.ofMatch(name)} download=${`${name}.json`}>Report as JSON</a>
        <a class="button" href=${api.ofMatch(name, "file")} download=${`${name}.jsonl`}>Raw results</a></p>`}
  </div>`;
}

/** @param {{test?: api.Report["sprt"], bot?: string}} props */
function Test({ test, bot }) {
  if (!test) return null;
  const { llr, lower, upper, state, verdict } = test;
  const said = state === "continue" ? verdict : `${bot}: ${verdict}`;
  return html`<p id="sprt" class=${`verdict ${state === "accept H1" ? "fair" : ""}`}>SPRT: ${said}. <small>LLR ${llr.toFixed(2)}, bounds ${lower.toFixed(2)} and ${upper.toFixed(2)}.</small></p>`;
}

/** @param {{report: api.Report}} props */
function Course({ report: { bots, curve, first, sprt } }) {
  if (!curve?.length) return html`<${Bars} caption="Score, with 95% intervals" unit="score" format=${exactPercent} most=${1} rows=${bots.map(({ name, score }) => ({ label: name, value: score.value, low: score.interval[0], high: score.interval[1] }))} />`;
  const at = curve.map(({ games }) => games);
  return html`<${Lines} caption=${`Score of ${first} with 95% interval`} x="games" at=${at} range=${[0, 1]} format=${percent}
      series=${[{ name: "score", values: curve.map(({ score }) => score) }, { name: "from", values: curve.map(({ low }) => low) }, { name: "to", values: curve.map(({ high }) => high) }]} />
    ${sprt && html`<${Lines} caption="SPRT log-likelihood ratio and its bounds" x="games" at=${at} format=${rounded}
      range=${[Math.min(sprt.lower, ...curve.map(({ llr }) => llr)), Math.max(sprt.upper, ...curve.map(({ llr }) => llr))]}
      series=${[{ name: "LLR", values: curve.map(({ llr }) => llr) }, { name: "accept H0", values: at.map(() => sprt.lower) }, { name: "accept H1", values: at.map(() => sprt.upper) }]} />`}`;
}

/** @param {{report: api.Report}} props */
function Latency({ report: { bots } }) {
  const timed = bots.filter(({ answers }) => answers > 0);
  return timed.length > 0 && html`<${Bars} caption="99th percentile of decision times" unit="time" format=${brief} most=${Math.max(...timed.map((bot) => bot.p99_ms)) || 1} rows=${timed.map((bot) => ({ label: bot.name, value: bot.p99_ms }))} />`;
}

/** @param {{table: api.Report["tables"][number], match: api.Match}} props */
function Table({ table, match }) {
  const games = match.replays && table.id === "worst";
  const linked = games || table.rows.some(({ kept }) => kept);
  return html`<section aria-labelledby=${`table-${table.id}`}><h3 id=${`table-${table.id}`}>${table.title}</h3>
    ${table.about && html`<p class="about">${table.about}</p>`}
    ${table.rows.length > 0 && html`<div class="scroll" tabindex="0" role="group" aria-label=${table.title}><table class=${`standings ${table.id}`}>
      <thead><tr>${table.head.map((text, i) => (text ? html`<th key=${i} scope="col">${text}</th>` : html`<td key=${i}></td>`))}${linked && html`<th scope="col">log</th>`}</tr></thead>
      <tbody>${table.rows.map((row, i) => html`<tr key=${i}>${row.cells.map((text, j) => (j ? html`<td key=${j}>${text}</td>` : html`<th key=${j} scope="row">${text}</th>`))}${(row.kept || games) && html`<td><${Kept} id=${row.kept ? keptGame(match, row.kept) : `${match.name}~${row.cells[0]}`} game=${row.cells[0]} /></td>`}</tr>`)}</tbody>
    </table></div>`}
  </section>`;
}

/** The id of a game whose log is in the match's folder. @param {api.Match} match @param {string} kept its file */
const keptGame = (match, kept) => [match.name, ...kept.replace(/\.jsonl$/, "").split("/")].join("~");

const replayOf = (/** @type {string} */ id) => `#/replay/${encodeURIComponent(id)}/0/all`;

/** Links to the replay and log of a game. @param {{id: string, game: string}} props */
const Kept = ({ id, game }) => html`<span class="row"><a class="button" href=${replayOf(id)} aria-label=${`Replay of game ${game}`}>Replay</a>
  <a class="button" href=${`/api/games/${encodeURIComponent(id)}/log`} download=${`game-${game}.jsonl`} aria-label=${`Log of game ${game}`}>Log</a></span>`;

/** Opens any game of the match by its number. @param {{match: api.Match}} props */
const Games = ({ match }) => {
  const last = (match.summary?.games ?? 1) - 1;
  return html`<form class="row downloads" id="games" onSubmit=${(/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    location.hash = replayOf(`${match.name}~${new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get("game")}`);
  }}>
    <label>Game <input name="game" type="number" min="0" max=${last} value="0" required /></label> <button>Replay</button>
    <small>0–${last.toLocaleString()}</small></form>`;
};
