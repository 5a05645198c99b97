// Winning chances of each step from a bot's search, computed on request.

import * as api from "../../api.js";
import { Lines, percent } from "../../kit/chart.js";
import { announce } from "../../kit/live.js";
import { Notice } from "../../kit/notice.js";
import { turningStep } from "../../store/course.js";
import { html, signal, useEffect } from "../../vendor/preact.js";

const DRAWN = 150; // milliseconds between redraws

/** @typedef {{state: "none" | "running" | "stopped" | "whole" | "failed", rows: api.Evaluation[], why: string}} Line */

/** Computed lines by game and viewpoint. @type {Map<string, import("../../vendor/preact.js").Signal<Line>>} */
const lines = new Map();

const NONE = /** @type {Line} */ ({ state: "none", rows: [], why: "" });

/** @type {AbortController | null} */
let computation = null;

/** @param {import("../../store/replay.js").Replay} replay */
function lineOf({ game, viewpoint }) {
  const key = `${game} ${viewpoint}`;
  const line = lines.get(key) ?? signal(NONE);
  lines.set(key, line);
  return line;
}

/** @param {import("../../store/replay.js").Replay} replay */
async function compute(replay) {
  const line = lineOf(replay);
  const stop = computation = new AbortController();
  const rows = /** @type {api.Evaluation[]} */ ([]);
  let drawn = 0;
  const draw = (/** @type {Line["state"]} */ state, why = "") => { line.value = { state, rows: rows.slice(), why }; };
  draw("running");
  try {
    for await (const evaluation of api.chances(replay.game, replay.viewpoint, stop.signal)) {
      rows.push(evaluation);
      if (performance.now() - drawn < DRAWN) continue;
      drawn = performance.now();
      draw("running");
    }
    draw(rows.length > replay.last ? "whole" : "stopped");
    announce(rows.length > replay.last ? "Analysis complete." : "Analysis stopped.");
  } catch (error) {
    draw(stop.signal.aborted ? "stopped" : "failed", error.message);
  }
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

/** @param {{replay: import("../../store/replay.js").Replay}} props */
export function Chances({ replay }) {
  const line = lineOf(replay).value;
  const { state, rows } = line;
  const { roster } = replay;
  const at = replay.step.value;
  useEffect(() => () => computation?.abort(), [replay]);
  const here = rows[at]?.chances;
  const whose = { all: "with all cards visible", watcher: "from the spectator view" }[replay.viewpoint] ?? "from this seat’s view";
  return html`<div class="settings chances" id="chances">
    ${(state === "none" || state === "stopped" || state === "failed") && html`<p class="about">A bot's search estimates each seat's winning chances at every step, ${whose}.</p>
      <p><button type="button" id="work-out" class="primary" onClick=${() => compute(replay)}>${state === "none" ? "Analyse" : "Analyse again"}</button></p>`}
    <${Notice} text=${state === "failed" ? line.why : ""} />
    ${state === "running" && html`<p class="progress"><label for="worked">Step ${rows.length} of ${replay.last + 1}</label><progress id="worked" max=${replay.last + 1} value=${rows.length}></progress><button type="button" onClick=${() => computation?.abort()}>Stop</button></p>`}
    ${rows.length > 1 && html`<${Lines} caption="Winning chances (engine)" x="step" at=${rows.map(({ n }) => n)} range=${[0, 1]} format=${percent} mark=${Math.min(at, rows.length - 1)}
      series=${roster.seats.map(({ seat }) => ({ name: roster.nameOf(seat), values: rows.map(({ chances }) => chances[seat]) }))} onPick=${(i) => { replay.pause(); replay.go(rows[i].n); }} />`}
    ${state === "whole" && html`<${Turning} replay=${replay} rows=${rows} />`}
    ${here && html`<p>After step ${at}: ${percents(here).map((chance, seat) => `${roster.nameOf(seat)} ${chance}`).join(", ")}.</p>`}
  </div>`;
}

/** The step that moved the winner's chances most. @param {{replay: import("../../store/replay.js").Replay, rows: api.Evaluation[]}} props */
function Turning({ replay, rows }) {
  const { won, turns = [] } = replay.facts.value ?? {};
  if (!won?.length) return null;
  const values = rows.map(({ chances }) => chances[won[0]]);
  const n = turningStep(values, 1, turns.find(({ turn }) => turn > 0)?.step ?? 0, replay.last);
  return n > 0 && html`<p><button type="button" id="turning" onClick=${() => { replay.pause(); replay.go(n); }}>Turning point: step ${n}, ${percent(values[n - 1])} → ${percent(values[n])}</button></p>`;
}
