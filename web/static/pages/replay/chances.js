// Who was ahead: how a bot's search saw the chances of each seat, step by step. It
// is worked out when somebody asks, and can be stopped.

import * as api from "../../api.js";
import { Lines } from "../../kit/chart.js";
import { announce } from "../../kit/live.js";
import { Notice } from "../../kit/notice.js";
import { html, signal, useEffect } from "../../vendor/preact.js";

const DRAWN = 150; // milliseconds between two drawings

/** @typedef {{state: "none" | "running" | "stopped" | "whole" | "failed", bot: string, rows: api.Stood[], why: string}} Line */

/** What has been worked out, by game and viewpoint. @type {Map<string, import("../../vendor/preact.js").Signal<Line>>} */
const lines = new Map();

const NONE = /** @type {Line} */ ({ state: "none", bot: "", rows: [], why: "" });

/** @type {AbortController | null} */
let under = null;

/** @param {import("../../store/replay.js").Replay} replay */
function lineOf({ game, viewpoint }) {
  const key = `${game} ${viewpoint}`;
  const line = lines.get(key) ?? signal(NONE);
  lines.set(key, line);
  return line;
}

/** @param {import("../../store/replay.js").Replay} replay */
async function work(replay) {
  const line = lineOf(replay);
  const stop = under = new AbortController();
  const rows = /** @type {api.Stood[]} */ ([]);
  let drawn = 0;
  const draw = (/** @type {Line["state"]} */ state, why = "") => { line.value = { state, bot: rows.at(-1)?.bot ?? "", rows: rows.slice(), why }; };
  draw("running");
  try {
    for await (const stood of api.chances(replay.game, replay.viewpoint, stop.signal)) {
      rows.push(stood);
      if (performance.now() - drawn < DRAWN) continue;
      drawn = performance.now();
      draw("running");
    }
    draw(rows.length > replay.last ? "whole" : "stopped");
    announce(rows.length > replay.last ? "The line is there." : "The line has been broken off.");
  } catch (error) {
    draw(stop.signal.aborted ? "stopped" : "failed", error.message);
  }
}

const percent = (/** @type {number} */ chance) => `${Math.round(chance * 100)}%`;

/** Chances that add up to 1, in whole percents that do so as well. @param {number[]} chances */
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
  const { state, rows, bot } = line;
  const { cast } = replay;
  const at = replay.step.value;
  useEffect(() => () => under?.abort(), [replay]);
  const here = rows[at]?.chances;
  const whose = { all: "with all cards seen", watcher: "from what spectators saw" }[replay.viewpoint] ?? "from what you saw";
  return html`<div class="settings chances" id="chances">
    ${(state === "none" || state === "stopped" || state === "failed") && html`<p class="about">A bot's search looks at every step, ${whose}, and says how likely each seat was to win.</p>
      <p><button type="button" id="work-out" class="primary" onClick=${() => work(replay)}>${state === "none" ? "Work it out" : "Once more"}</button></p>`}
    <${Notice} text=${state === "failed" ? line.why : ""} />
    ${state === "running" && html`<p class="progress"><label for="worked">Step ${rows.length} of ${replay.last + 1}</label><progress id="worked" max=${replay.last + 1} value=${rows.length}></progress><button type="button" onClick=${() => under?.abort()}>Stop</button></p>`}
    ${rows.length > 1 && html`<${Lines} caption=${`Chances to win, as ${bot} sees them`} x="step" at=${rows.map(({ n }) => n)} range=${[0, 1]} format=${percent} mark=${Math.min(at, rows.length - 1)}
      series=${cast.seats.map(({ seat }) => ({ name: cast.nameOf(seat), values: rows.map(({ chances }) => chances[seat]) }))} onPick=${(i) => { replay.pause(); replay.go(rows[i].n); }} />`}
    ${here && html`<p>After step ${at}: ${percents(here).map((chance, seat) => `${cast.nameOf(seat)} ${chance}`).join(", ")}.</p>`}
  </div>`;
}
