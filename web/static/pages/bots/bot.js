// One bot: results, ratings, faults and answer times.

import * as api from "../../api.js";
import { Bars, percent } from "../../kit/chart.js";
import { Glyph } from "../../kit/glyph.js";
import { Notice } from "../../kit/notice.js";
import { ownPartsOf, partsOf, quantile, readable, timesOf, wilson } from "../../store/record.js";
import { open } from "../../store/session.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { Matches } from "../matches/list.js";

/** @typedef {import("../../store/record.js").Part} Part */

/** The bars of the answer time chart: upper bound in milliseconds, and label. @type {[number, string][]} */
const STEPS = [[2, "under 2 ms"], [10, "2–10 ms"], [50, "10–50 ms"], [200, "50–200 ms"], [1000, "0.2–1 s"], [5000, "1–5 s"], [Infinity, "over 5 s"]];

/** @typedef {{name: string, about: string, own: boolean, command: boolean, matches: api.Match[], parts: Part[], ratings: (api.Rated & {rules: string})[]}} Record */

/** @param {string} which a server bot's name, or the id of the player's own bot @returns {Promise<Record>} */
async function recordOf(which) {
  const [{ bots }, mine] = await Promise.all([api.bots(), open().then(() => api.tokens()).then(({ tokens }) => tokens, () => [])]);
  const token = mine.find((one) => one.bot === which);
  const name = token?.name ?? which;
  const parts = token ? await ownPartsOf(which) : await partsOf(which);
  const played = [...new Set(parts.map(({ info }) => info.rules))];
  const lists = await Promise.all(played.map((rules) => api.ratings(rules).then(({ players }) => players.filter((one) => one.name === name && one.kind !== "guest").map((one) => ({ ...one, rules })))));
  const server = bots.filter((bot) => bot.name === which);
  const matches = token ? [] : await api.matches(which).then(({ matches: list }) => list);
  const about = token ? `Your bot. Permissions: ${token.scopes.join(", ")}.` : server.map((bot) => bot.about).join(" ");
  return { name, about, own: token !== undefined, command: server.some((bot) => bot.command), matches, parts, ratings: lists.flat() };
}

/** @param {{which: string}} props */
export function BotPage({ which }) {
  const [record, setRecord] = useState(/** @type {Record | null} */ (null));
  const [times, setTimes] = useState(/** @type {import("../../store/record.js").Times | null} */ (null));
  const [problem, setProblem] = useState("");
  useEffect(() => {
    const stop = new AbortController();
    (async () => {
      const found = await recordOf(which);
      if (stop.signal.aborted) return;
      setRecord(found);
      document.title = `${found.name} – gamed`;
      for await (const better of timesOf(found.parts.filter(({ info }) => found.own || info.status === "over"), stop.signal)) setTimes(better);
    })().catch((error) => setProblem(error.message));
    return () => stop.abort();
  }, []);
  return html`<div class="bots-page" id="bot">
    <p><a href="#/bots">All bots</a></p>
    <h2><${Glyph} name="bot" /> ${record?.name ?? which}</h2>
    <${Notice} text=${problem} />
    ${record ? html`<p class="about">${record.about}</p><${Numbers} record=${record} times=${times} />
      ${record.parts.length === 0 ? html`<p id="no-games">No games yet. <a href="#/">Play it</a></p>` : html`<div class="bot-charts"><${Results} parts=${record.parts} />${times && times.ms.length > 0 && html`<${Latency} times=${times} />`}</div><${Played} record=${record} />`}
      ${record.matches.length > 0 && html`<h3>Matches</h3><${Matches} list=${record.matches} />`}`
    : !problem && html`<p role="status" class="about">Loading…</p>`}
  </div>`;
}

const count = (/** @type {Part[]} */ parts, /** @type {Part["result"]} */ result) => parts.filter((part) => part.result === result).length;

/** @param {{record: Record, times: import("../../store/record.js").Times | null}} props */
function Numbers({ record: { own, parts, ratings }, times }) {
  const over = parts.filter(({ result }) => result !== "running");
  const faults = times ? times.refused + times.late + times.failed : 0;
  const list = [
    ["Games", String(parts.length), `${parts.length - over.length} running${own ? "" : "; since the server started"}`],
    ["Won", over.length ? `${Math.round((count(over, "won") / over.length) * 100)}%` : "–", `${count(over, "won")} won, ${count(over, "drawn")} drawn, ${count(over, "lost")} lost`],
    ["Faults", times ? String(faults) : "…", times ? `${times.failed} games lost by faults, ${times.refused} answers refused, ${times.late} timeouts${count(parts, "aborted") ? `, ${count(parts, "aborted")} games aborted` : ""}` : ""],
    ["Median time", times?.ms.length ? readable(quantile(times.ms, 0.5)) : "–", times ? `of ${times.ms.length} decisions in ${times.games === 1 ? "a game" : `${times.games} games`}` : ""],
    ["99% within", times?.ms.length ? readable(quantile(times.ms, 0.99)) : "–", times?.ms.length ? `longest ${readable(times.ms.at(-1) ?? 0)}` : ""],
    ...ratings.map(({ rules, rating, deviation, provisional }) => [`${rules} rating`, String(Math.round(rating)), provisional ? "provisional" : `± ${Math.round(2 * deviation)}`]),
  ];
  return html`<dl class="numbers">${list.map(([name, value, note]) => html`<div key=${name}><dt>${name}</dt><dd><b>${value}</b><small>${note}</small></dd></div>`)}</dl>`;
}

/** @param {{parts: Part[]}} props */
function Results({ parts }) {
  const over = parts.filter(({ result }) => ["won", "lost", "drawn"].includes(result));
  const rows = [...new Set(over.map(({ info }) => info.rules))].flatMap((rules) => {
    const of = over.filter(({ info }) => info.rules === rules);
    return [...new Set(of.map(({ info }) => info.seats.length))].sort().map((seats) => {
      const these = of.filter(({ info }) => info.seats.length === seats);
      const [low, high] = wilson(count(these, "won"), these.length);
      return { label: `${rules}${seats > 1 ? `, ${seats} seats` : ""}`, value: count(these, "won") / these.length, low, high };
    });
  });
  return rows.length > 0 && html`<${Bars} caption="Games won, with 95% intervals" unit="won" rows=${rows} format=${percent} most=${1} />`;
}

/** @param {{times: import("../../store/record.js").Times}} props */
function Latency({ times: { ms, games } }) {
  let from = 0;
  const rows = STEPS.map(([below, label]) => {
    const to = ms.findIndex((one) => one >= below);
    const value = (to < 0 ? ms.length : to) - from;
    from += value;
    return { label, value };
  });
  return html`<${Bars} caption=${`Answer times of ${ms.length} answers in the last ${games === 1 ? "game" : `${games} games`}`} unit="answers" rows=${rows} />`;
}

/** @param {{record: Record}} props */
function Played({ record: { parts, own, command } }) {
  return html`<h3>Games</h3><ul class="games bot-games">${parts.slice(0, 50).map(({ info, seat, result }) => html`<li key=${`${info.id}/${seat}`}>
    <span><b class=${`result ${result.replace(" ", "-")}`}>${result}</b> ${others(info, seat)}<small> ${info.rules}, turn ${info.turn}${info.rated ? ", rated" : ""}</small></span>
    <span class="row">${info.status === "over" ? html`<a class="button" href=${`#/replay/${info.id}/0/${seat}`}>Replay</a>` : html`<a class="button" href=${`#/watch/${info.id}`}>Watch</a>`}
    ${(own || command || info.status === "over") && html`<a class="button" href=${`#/inspect/${info.id}/${seat}`}>Decisions</a>`}</span>
  </li>`)}</ul>`;
}

/** The other players. @param {import("../../types.js").GameInfo} info @param {number} seat */
function others(info, seat) {
  const names = info.seats.filter((other) => other.seat !== seat).map(({ name, kind }) => name || (kind === "open" ? "open seat" : "Guest"));
  return names.length ? `vs ${names.join(", ")}` : "solo";
}
