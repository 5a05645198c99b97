// The chance line above the slider: the followed seat's winning chance at each step. Marks at the turning points lead to their steps.

import { percent } from "../../kit/chart.js";
import { small } from "../../kit/screen.js";
import { html } from "../../vendor/preact.js";
import { about, followed, lineOf, turningPoints } from "./chances.js";

/** @typedef {import("../../store/replay.js").Replay} Replay */

/** @param {{replay: Replay}} props */
export function ChanceLine({ replay }) {
  const { state, rows } = lineOf(replay).value;
  const { roster, last } = replay;
  if (replay.facts.value?.source || state === "failed") return null;
  if (small.value && roster.seats.length === 1) return null; // a phone needs the room for the texts of a game for one
  const seat = followed(replay);
  const other = roster.seats.length === 2 ? `${roster.called(1 - seat)} ahead` : "behind";
  const left = (/** @type {number} */ n) => (100 * n) / (last || 1);
  const top = (/** @type {number} */ chance) => 100 * (1 - chance);
  const path = rows.map(({ n, chances }, i) => `${i > 0 ? "L" : "M"}${left(n).toFixed(2)} ${top(chances[seat]).toFixed(1)}`).join("");
  const at = replay.step.value;
  const here = rows[at]?.chances[seat];
  return html`<div class="chance-line" role="group" aria-label="Turning points">
    ${path && html`<svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <linearGradient id="sides-of" gradientUnits="userSpaceOnUse" x2="0" y2="100"><stop class="ahead" offset=".5" /><stop class="behind" offset=".5" /></linearGradient>
      <path class="sides" fill="url(#sides-of)" d=${`${path}V50H0Z`} /><path class="even" d="M0 50H100" /><path class="line" d=${path} />
    </svg>`}
    <span class="who ahead">${roster.called(seat)} ahead</span><span class="who">${other}</span>
    ${here !== undefined && html`<i class="at" style=${{ left: `${left(at)}%` }}><b class=${left(at) > 50 ? "before" : ""}>${percent(here)}</b></i>`}
    ${turningPoints(replay).map((point, i) => {
      const { text, turn, change, way } = about(replay, point);
      return html`<button type="button" key=${point.n} class=${`flag ${way}`} style=${{ left: `${left(point.n)}%`, top: `${top(point.after)}%` }} title=${`${turn}, ${text}: ${change}`}
        onClick=${() => { replay.pause(); replay.go(point.n); }}><span aria-hidden="true">${i + 1}</span><span class="visually-hidden">${turn}, ${text}: ${change}</span></button>`;
    })}
  </div>`;
}

/** The followed seat's chance at a step in words, or "" until it is known. @param {Replay} replay @param {number} n */
export function chanceAt(replay, n) {
  const chance = lineOf(replay).value.rows[n]?.chances[followed(replay)];
  return chance === undefined ? "" : `, ${replay.roster.called(followed(replay))} ${percent(chance)}`;
}
