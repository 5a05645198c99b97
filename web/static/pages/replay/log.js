// The log of a replay. Hovering over a line previews its step; a click moves to it.

import { Log } from "../../kit/log.js";
import { html } from "../../vendor/preact.js";

const SHOWN = 150; // steps before and after the current one

/** @param {{replay: import("../../store/replay.js").Replay}} props */
export function StepLog({ replay }) {
  const { roster, last } = replay;
  const lines = replay.history.lines.value;
  const middle = Math.round(replay.step.value / 100) * 100; // rounded, so that the lines do not change at each step
  const start = lines.findIndex((line) => stepOf(line) >= middle - SHOWN);
  const from = middle > SHOWN ? lines.findLastIndex(({ depth }, i) => depth === 0 && i <= start) : 0; // a turn begins with its heading
  const to = lines.findIndex((line) => stepOf(line) > middle + SHOWN);
  const shown = lines.slice(Math.max(from, 0), to < 0 ? undefined : to);
  const go = (/** @type {number} */ n) => {
    replay.pause();
    replay.go(n);
  };
  const way = (/** @type {number} */ n, /** @type {string} */ text) => html`<button type="button" class="quiet" onClick=${() => go(n)}>${text}</button>`;
  return html`<${Log} lines=${shown} game=${roster.game} words=${(text) => roster.words(text)}
    jump=${{ name: "Step", of: stepOf, go, glance: (n) => { replay.glance.value = n || null; }, now: replay.step.value }}
    before=${from > 0 && way(stepOf(lines[from - 1]), "Earlier turns")} after=${to > 0 && way(Math.min(stepOf(lines[to]), last), "Later turns")} />`;
}

/** The step of a line. @param {import("../../store/history.js").Line} line */
const stepOf = ({ last }) => Math.floor(last);
