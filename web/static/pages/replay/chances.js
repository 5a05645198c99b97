// Winning chances of each step from a bot's search: the computation, the turning points, and the panel with the chances of all seats.

import * as api from "../../api.js";
import { Art } from "../../kit/art.js";
import { Lines, percent } from "../../kit/chart.js";
import { causeOf } from "../../kit/ending.js";
import { Glyph } from "../../kit/glyph.js";
import { Notice } from "../../kit/notice.js";
import { effectOf, turningDeeds } from "../../store/course.js";
import { capital } from "../../store/words.js";
import { html, signal, useEffect } from "../../vendor/preact.js";
import { sentence } from "./choice.js";

const DRAWN = 150; // milliseconds between redraws
const POINTS = 3;
const CAUSED = ["fault", "abandoned", "rules"]; // reasons that the result already tells
const MARKS = 36; // turning points that would fit side by side

/**
 * @typedef {import("../../store/replay.js").Replay} Replay
 * @typedef {{state: "running" | "whole" | "failed", rows: api.Evaluation[], why: string}} Line the chances of each step so far, which the panel draws as a line
 * @typedef {import("../../store/course.js").Point} Point of the followed seat
 */

/** Computed lines by game and viewpoint. @type {Map<string, import("../../vendor/preact.js").Signal<Line>>} */
const lines = new Map();

const EMPTY = /** @type {Line} */ ({ state: "running", rows: [], why: "" });

/** Counts the requests to analyse again. */
const again = signal(0);

/** @param {Replay} replay */
export function lineOf({ game, viewpoint }) {
  const key = `${game} ${viewpoint}`;
  const line = lines.get(key) ?? signal(EMPTY);
  lines.set(key, line);
  return line;
}

/** Computes the line while the replay is open. Games of older rules have no positions, hence no line. @param {Replay} replay */
export function useChances(replay) {
  const facts = replay.facts.value;
  useEffect(() => {
    if (!facts || facts.source || lineOf(replay).peek().state === "whole") return undefined;
    const stop = new AbortController();
    compute(replay, stop.signal);
    return () => stop.abort();
  }, [replay, facts, again.value]);
}

/** @param {Replay} replay @param {AbortSignal} stop */
async function compute(replay, stop) {
  const line = lineOf(replay);
  const rows = /** @type {api.Evaluation[]} */ ([]);
  let drawn = 0;
  const draw = (/** @type {Line["state"]} */ state, why = "") => { line.value = { state, rows: rows.slice(), why }; };
  draw("running");
  try {
    for await (const evaluation of api.chances(replay.game, replay.viewpoint, stop)) {
      rows.push(evaluation);
      if (performance.now() - drawn < DRAWN) continue;
      drawn = performance.now();
      draw("running");
    }
    if (rows.length > replay.last) draw("whole");
    else draw("failed", "The analysis ended early. Try again.");
  } catch (error) {
    if (!stop.aborted) draw("failed", error.message);
  }
}

/** The seat whose chances the line shows: the seat of the viewpoint, else a winner. @param {Replay} replay */
export const followed = ({ me, facts }) => (me >= 0 ? me : facts.value?.won?.[0] ?? 0);

/** Up to three steps that changed the followed seat's chance most, in the order of the game. A step close to one with a larger change is left out. @param {Replay} replay @returns {Point[]} */
export function turningPoints(replay) {
  const { state, rows } = lineOf(replay).value;
  replay.loaded.value; // the steps may not be loaded yet
  if (state !== "whole" || replay.logged <= replay.last) return [];
  const points = /** @type {Point[]} */ ([]);
  for (const point of turningDeeds(replay.steps, replay.facts.value?.turns ?? [], rows.map(({ chances }) => chances[followed(replay)]), Math.abs)) {
    if (points.length < POINTS && points.every(({ n }) => Math.abs(n - point.n) > replay.last / MARKS)) points.push(point);
  }
  return points.sort((a, b) => a.n - b.n);
}

/** What happened at a turning point, with the face of its card, else its glyph. @param {Replay} replay @param {Point} point */
export function about(replay, { n, before, after }) {
  const step = replay.steps[n];
  const effect = effectOf(step);
  const text = effect ? replay.roster.words(effect.text) : sentence(replay, step);
  const card = (effect ?? step.chosen)?.card;
  const act = effect ?? (step.chosen && /** @type {import("../../types.js").Event} */ ({ what: step.chosen.do, text: step.chosen.text }));
  return { text, face: card && replay.roster.game.face?.(card), sign: act && replay.roster.game.sign?.(act), turn: `Turn ${replay.turnAt(n - 1)}`, change: `${percent(before)} → ${percent(after)}`, way: after > before ? "up" : "down" };
}

/** Rounds chances to whole percents that still add up to 100. @param {number[]} chances */
function percents(chances) {
  let rest = 0;
  return chances.map((chance) => {
    const whole = Math.max(0, Math.round((chance + rest) * 100));
    rest += chance - whole / 100;
    return `${whole}%`;
  });
}

/** @param {{replay: Replay, children?: any}} props children: the choice of a viewpoint */
export function Chances({ replay, children }) {
  const { state, rows, why } = lineOf(replay).value;
  const { roster } = replay;
  const at = replay.step.value;
  const here = rows[at]?.chances;
  const whose = { all: "with all cards visible", watcher: "from the spectator view" }[replay.viewpoint] ?? "from this seat’s view";
  return html`<div class="settings chances" id="chances">
    <div class="chances-head"><h3>Turning points</h3>${children}</div>
    <${Points} replay=${replay} />
    <${Result} replay=${replay} />
    <p class="about">A bot's search estimates each seat's chances if all play well from here, ${whose}.</p>
    <${Notice} text=${state === "failed" ? why : ""} />
    ${state === "failed" && html`<p><button type="button" class="primary" onClick=${() => { again.value++; }}>Analyse again</button></p>`}
    ${state === "running" && html`<p class="progress"><label for="worked">Step ${rows.length} of ${replay.last + 1}</label><progress id="worked" max=${replay.last + 1} value=${rows.length}></progress></p>`}
    ${rows.length > 1 && html`<details><summary>Chances of all players</summary>
      ${here && html`<p>After step ${at}: ${percents(here).map((chance, seat) => `${roster.nameOf(seat)} ${chance}`).join(", ")}.</p>`}
      <${Lines} caption="Winning chances (engine)" x="step" at=${rows.map(({ n }) => n)} range=${[0, 1]} format=${percent} mark=${Math.min(at, rows.length - 1)}
      series=${roster.seats.map(({ seat }) => ({ name: roster.nameOf(seat), values: rows.map(({ chances }) => chances[seat]) }))} onPick=${(i) => { replay.pause(); replay.go(rows[i].n); }} /></details>`}
  </div>`;
}

/** The result and its cause. @param {{replay: Replay}} props */
function Result({ replay, replay: { last, roster, steps } }) {
  replay.loaded.value; // the log may not be complete yet
  const view = steps[last]?.view;
  const end = replay.logged > last && view ? { view, lines: replay.history.lines.value, nameOf: (/** @type {number} */ seat) => roster.nameOf(seat), won: replay.facts.value?.won ?? [], resigned: steps.filter(({ events }) => events.some(({ what }) => what === "resign")) } : undefined;
  const result = replay.result();
  const reason = replay.facts.value?.reason ?? "";
  return html`<p class="result"><b>${result.endsWith(" won") ? result : capital(result)}.</b> ${!CAUSED.includes(reason) && causeOf(roster.game, reason, end)}</p>`;
}

/** The list of turning points. @param {{replay: Replay}} props */
function Points({ replay }) {
  const points = turningPoints(replay);
  return points.length > 0 && html`<ol class="turning-points">${points.map((point, i) => {
    const { text, face, sign, turn, change, way } = about(replay, point);
    return html`<li key=${point.n}><button type="button" aria-current=${point.n === replay.step.value ? "step" : undefined} onClick=${() => { replay.pause(); replay.go(point.n); }}>
      <span class="point-of" aria-hidden="true">${face && html`<${Art} name=${face.art ?? face.name} tints=${face.tints ?? ["any"]} glyph=${face.glyph ?? ""} />`}${!face && sign && html`<${Glyph} name=${sign} class=${sign} />`}<b class=${`flag ${way}`}>${i + 1}</b></span><span>${text}<small>${turn}</small></span><em class=${way}>${change}</em></button></li>`;
  })}</ol>`;
}
