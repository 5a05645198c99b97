// One bot: results, ratings, faults and answer times.

import * as api from "../../api.js";
import { Bars, percent } from "../../kit/chart.js";
import { Glyph } from "../../kit/glyph.js";
import { Notice } from "../../kit/notice.js";
import { readable } from "../../kit/time.js";
import { open } from "../../store/session.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { Matches } from "../matches/list.js";

/** @typedef {api.BotRecord & {matches: api.Match[]}} Record */

/** @param {string} which a server bot's name, or the id of the player's own bot @returns {Promise<Record>} */
async function recordOf(which) {
  await open().catch(() => {}); // without a session the player owns no bot
  const record = await api.record(which);
  const { matches } = record.own ? { matches: [] } : await api.matches(which);
  return { ...record, matches };
}

/** @param {{which: string}} props */
export function BotPage({ which }) {
  const [record, setRecord] = useState(/** @type {Record | null} */ (null));
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let left = false;
    recordOf(which).then((found) => {
      if (left) return;
      setRecord(found);
      document.title = `${found.name} – gamed`;
    }, (error) => setProblem(error.message));
    return () => {
      left = true;
    };
  }, []);
  return html`<div class="bots-page" id="bot">
    <p><a href="#/bots">All bots</a></p>
    <h2><${Glyph} name="bot" /> ${record?.name ?? which}</h2>
    <${Notice} text=${problem} />
    ${record ? html`<p class="about">${record.own ? `Your bot. Permissions: ${(record.scopes ?? []).join(", ")}.` : record.about}</p><${Numbers} record=${record} />
      ${record.games.length === 0 ? html`<p>No games yet. <a href="#/">Play it</a></p>` : html`<div class="bot-charts"><${Results} groups=${record.groups} />${record.answers.timed > 0 && html`<${Latency} answers=${record.answers} />`}</div><${Played} record=${record} />`}
      ${record.matches.length > 0 && html`<h3>Matches</h3><${Matches} list=${record.matches} />`}`
    : !problem && html`<p role="status" class="about">Loading…</p>`}
  </div>`;
}

const gamesIn = (/** @type {number} */ n) => (n === 1 ? "game" : `${n} games`);

/** @param {{record: Record}} props */
function Numbers({ record: { won: part, results: { won, drawn, lost, running, aborted }, answers, ratings } }) {
  const list = [
    ["Games", String(won + drawn + lost + running + aborted), `${running} running`],
    ["Won", part ? percent(part.value) : "–", `${won} won, ${drawn} drawn, ${lost} lost`],
    ["Faults", String(answers.failed + answers.refused + answers.late), `${answers.failed} games lost by faults, ${answers.refused} answers refused, ${answers.late} timeouts${aborted ? `, ${aborted} games aborted` : ""}`],
    ["Median time", answers.timed ? readable(answers.median_ms) : "–", `of ${answers.timed} decisions in ${answers.games === 1 ? "a game" : gamesIn(answers.games)}`],
    ["99% within", answers.timed ? readable(answers.p99_ms) : "–", answers.timed ? `longest ${readable(answers.longest_ms)}` : ""],
    ...ratings.map(({ rules, rating, deviation, provisional }) => [`${rules} rating`, String(Math.round(rating)), provisional ? "provisional" : `± ${Math.round(2 * deviation)}`]),
  ];
  return html`<dl class="numbers">${list.map(([name, value, note]) => html`<div key=${name}><dt>${name}</dt><dd><b>${value}</b><small>${note}</small></dd></div>`)}</dl>`;
}

/** @param {{groups: api.BotRecord["groups"]}} props */
function Results({ groups }) {
  const rows = groups.map(({ rules, seats, won: { value, interval: [low, high] } }) => ({ label: `${rules}${seats > 1 ? `, ${seats} seats` : ""}`, value, low, high }));
  return rows.length > 0 && html`<${Bars} caption="Games won, with 95% intervals" unit="won" rows=${rows} format=${percent} most=${1} />`;
}

/** @param {{answers: api.BotRecord["answers"]}} props */
function Latency({ answers: { timed, games, times } }) {
  const rows = times.map(({ below_ms: below, n }, i) => {
    const from = times[i - 1]?.below_ms;
    return { label: !from ? `under ${readable(below ?? 0)}` : below ? `${readable(from)} – ${readable(below)}` : `over ${readable(from)}`, value: n };
  });
  return html`<${Bars} caption=${`Answer times of ${timed} answers in the last ${gamesIn(games)}`} unit="answers" rows=${rows} />`;
}

/** @param {{record: Record}} props */
function Played({ record: { games, own, command } }) {
  return html`<h3>Games</h3><ul class="games bot-games">${games.map((info) => html`<li key=${`${info.id}/${info.seat}`}>
    <span><b class=${`result ${info.result}`}>${info.result}</b> ${others(info)}<small> ${info.rules}, turn ${info.turn}${info.rated ? ", rated" : ""}</small></span>
    <span class="row">${info.status === "over" ? html`<a class="button" href=${`#/replay/${info.id}/0/${info.seat}`}>Replay</a>` : html`<a class="button" href=${`#/watch/${info.id}`}>Watch</a>`}
    ${(own || command || info.status === "over") && html`<a class="button" href=${`#/inspect/${info.id}/${info.seat}`}>Decisions</a>`}</span>
  </li>`)}</ul>`;
}

/** The other players. @param {api.BotGame} info */
function others(info) {
  const names = info.seats.filter(({ seat }) => seat !== info.seat).map(({ name, kind }) => name || (kind === "open" ? "open seat" : "Guest"));
  return names.length ? `vs ${names.join(", ")}` : "solo";
}
