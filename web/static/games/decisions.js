// The table of any decision game: its cards, its stats and their changes, and its
// panels of text. See cardsim.View in the schema.

import { Art } from "../kit/art.js";
import { capital } from "../store/words.js";
import { html, useState } from "../vendor/preact.js";
import { Chronicle } from "./decisions/chronicle.js";
import { Gauges, HIGH, LOW, gaugesOf } from "./decisions/gauges.js";
import { Anytime, DebugActions, Matter, Slip } from "./decisions/matter.js";
import { Causes, Nations, Stats } from "./decisions/stats.js";

export { hint } from "./decisions/matter.js";
export { tell } from "./decisions/tell.js";

/** @typedef {import("./index.js").Scene} Scene */

/** Reports whether a view belongs to a decision game. @param {any} view */
export const fits = (view) => Array.isArray(view.abilities) && Array.isArray(view.stats) && Array.isArray(view.changes);

/** @param {Scene} scene */
export function question({ view, decision }) {
  const urgent = view.hand.filter((card) => card.urgent).length;
  if (urgent > 0) return urgent === 1 ? "Answer the urgent card" : `Answer ${urgent} urgent cards`;
  if (decision?.options.some((option) => option.do === "pass")) return "Nothing left to decide: end the turn";
  const n = view.hand.length;
  return n === 1 ? "Choose an answer" : n > 1 ? `Answer one of ${n} cards` : "What do you do?";
}

/** @param {Scene} scene @param {import("../types.js").Option[]} options */
export const cardQuestion = ({ view }, [{ by }]) => view.hand.find(({ id }) => id === by)?.title ?? "";

/** @param {{scene: Scene}} props */
export const Sides = ({ scene, scene: { view, me } }) => me < 0 && (view.nations ?? []).length > 1 && view.stats.length === 0 ? html`<div class="bureau">
  <div class="papers"><section class="dispatch" aria-label="Spectators"><p>Only the standings are public until every player has finished. Then the replay shows all cards.</p></section><${Nations} scene=${scene} /></div>
</div>` : html`<${Desk} scene=${scene} />`;

/** @param {{scene: Scene}} props */
function Desk({ scene, scene: { view, picker } }) {
  const [chosen, open] = useState("");
  const find = (ref) => view.hand.find(({ id }) => id === ref);
  const card = find(picker.picked.value[0]) ?? find(chosen) ?? find(picker.advised.value?.by) ?? view.hand.find(({ urgent }) => urgent) ?? view.hand[0];
  const others = view.ending ? [] : view.hand.filter((other) => other !== card);
  const gauged = gaugesOf(view).length > 0;
  const [papers, panels] = [true, false].map((is) => (view.panels ?? []).filter(({ lines }) => (lines.length > 0 && lines.every(shouted)) === is));
  const notes = view.notes.filter(({ kind }) => kind !== "turn"); // the dispatch counts the turns
  const anytime = !view.ending && html`<${Anytime} scene=${scene} folded=${gauged && card} />`;
  const stats = html`<${Stats} scene=${scene} />`;
  return html`<section class="bureau" aria-label="Your desk">
    ${!view.ending && html`<${Dispatch} view=${view} gauged=${gauged} /><${Gauges} scene=${scene} />`}
    ${view.ending ? html`<${Ending} scene=${scene} />` : card ? html`<${Matter} key=${card.id} scene=${scene} card=${card} />` : anytime}
    <div class="papers">
      ${view.debug > 0 && html`<p class="eyebrow">Debug mode, level ${view.debug}: this game is not rated</p>`}
      ${papers.map(({ title, lines }) => html`<article class="news"><h3>${title}</h3>${lines.map((line) => html`<p>${line}</p>`)}</article>`)}
      ${others.length > 0 && html`<div class="slips"><h3>Also on the desk</h3>
        ${others.map((other) => html`<${Slip} key=${other.id} card=${other} open=${() => { picker.back(); open(other.id); }} />`)}</div>`}
      ${notes.length > 0 && html`<ul class="came-of-it" aria-label="Results of your last choice">${notes.map((note, i) => html`<li key=${i} class=${`note-${note.kind}`}>${note.text}</li>`)}</ul>`}
      ${!gauged && stats}
      <div class="ledger">${!view.ending && html`<${Causes} view=${view} />`}${card && anytime}<${DebugActions} scene=${scene} /><${Nations} scene=${scene} />${gauged && stats}<${Panels} panels=${panels} /></div>
    </div>
  </section>`;
}

const QUARTERS = 80; // of a term of Polity, which a law may prolong

const SEASONS = { // a sprout, a sun, a leaf and a snowflake, 24 wide
  spring: "M12 24V12Q0 12 1 1Q12 1 12 12Q24 12 23 1Q12 1 12 12",
  summer: "M12 0L24 12L12 24L0 12zM4 4H20V20H4z",
  autumn: "M1 23L8 16Q1 1 23 1Q23 23 8 16",
  winter: "M12 0V24M1 6L23 18M1 18L23 6",
};

/** The turn and the prompt. If the prompt begins with a date, as in Polity, the date becomes the heading. The season is a stat or the first word of the date. @param {{view: any, gauged: boolean}} props */
function Dispatch({ view: { turn, stats, prompt = [] }, gauged }) {
  const [date, when] = prompt[0]?.match(/^It is (.+ of year .+)\.$/) ?? [];
  const season = stats.find(({ name }) => name === "Season")?.value ?? when?.split(" ")[0];
  return html`<div class="dispatch">
    ${date && html`<p class="date">${capital(when)}</p>`}
    ${season in SEASONS && html`<i class="wheel" aria-hidden="true">${Object.keys(SEASONS).map((name) => html`<svg class=${name === season ? "now" : ""} viewBox="-5 -5 34 34"><path d=${SEASONS[name]} /></svg>`)}</i>`}
    <small>${date ? `Quarter ${turn}${turn > QUARTERS ? "" : ` of ${QUARTERS}`}` : `Turn ${turn}`}</small>
    ${date && html`<i class="term" style=${{ "--part": Math.min(1, turn / QUARTERS) }}></i>`}
    ${gauged && html`<small>The game ends early if Liberties, Prosperity or Order falls to ${LOW} or rises to ${HIGH}.</small>`}
    ${prompt.map((line) => line !== date && html`<p>${line}</p>`)}
  </div>`;
}

/** Reports whether a line is a headline. A panel of headlines is a newspaper. @param {string} line */
const shouted = (line) => /[A-Z]/.test(line) && line === line.toUpperCase();

const Panels = ({ panels }) => panels.length > 0 && html`<section class="panels" aria-label="Reports">
  ${panels.map((panel) => html`<details class="panel" key=${panel.title}><summary>${panel.title}</summary>${panel.lines.map((line) => html`<${Line} text=${line} />`)}</details>`)}
</section>`;

/** A line of text. A tab or two spaces split it into two columns. @param {{text: string}} props */
function Line({ text }) {
  const [first, ...rest] = text.split(/\t+| {2,}/);
  return rest.length > 0 ? html`<p class="row"><span>${first}</span><span>${rest.join(" ")}</span></p>` : html`<p>${text || "\u00a0"}</p>`;
}

const Ending = ({ scene, scene: { view } }) => html`<article class=${`matter ending ${view.won ? "green" : "violet"}`}>
  <${Art} name=${view.ending} tints=${[view.won ? "green" : "violet", "any"]} glyph="matter" />
  <p class="eyebrow">${view.won ? "You won" : "Game over"} · turn ${view.turn}</p>
  <h3>${capital(view.ending)}</h3>
  ${(view.ending_text ?? "").trim().split("\n").filter(Boolean).map((line) => html`<p>${line}</p>`)}
  <${Gauges} scene=${scene} />
  <${Chronicle} scene=${scene} />
  ${(view.summary ?? []).length > 0 && html`<details open=${gaugesOf(view).length === 0}><summary>Summary</summary><ul class="summary" aria-label="Summary">${view.summary.map((line) => html`<li>${line}</li>`)}</ul></details>`}
</article>`;
