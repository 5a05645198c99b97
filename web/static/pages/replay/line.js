// The chance line below the slider: the followed seat's winning chance at each step. Marks at the turning points lead to their steps.

import { percent } from "../../kit/chart.js";
import { low, small } from "../../kit/screen.js";
import { html } from "../../vendor/preact.js";
import { about, followed, lineOf, turningPoints } from "./chances.js";

/** @typedef {import("../../store/replay.js").Replay} Replay */

/** @typedef {{x: number, y: number}} Spot the centre of a mark or a label, in percent of the line's size */

/** Whether a mark reaches into the upper or lower half of the line. @param {Spot} mark @param {boolean} upper */
const reaches = ({ y }, upper) => low.value || (upper ? y : 100 - y) < (small.value ? 50 : 30);

/** The left edge of a label in the upper or lower half that covers no mark, or undefined if there is no room. @param {Spot[]} marks @param {boolean} upper */
function placeOf(marks, upper) {
  const [wide, half, ...places] = small.value ? [45, 6, 0, 28, 55] : [18, 2, 0, 20, 40, 60, 80]; // the width of a label, half of a mark
  return places.find((place) => marks.every((mark) => !reaches(mark, upper) || mark.x + half < place || mark.x - half > place + wide));
}

/** The place of the present step's chance, beside the step and on no mark, or undefined if there is no room. @param {Spot[]} marks @param {number} x of the step */
function beside(marks, x) {
  const away = small.value ? 12 : 4;
  const sides = [x > 50 ? x - away : x + away, x > 50 ? x + away : x - away].filter((side) => side >= away && side <= 100 - away);
  const spots = sides.flatMap((side) => [{ x: side, y: 100 }, { x: side, y: 0 }]);
  return spots.find((spot) => marks.every((mark) => !reaches(mark, spot.y === 0) || Math.abs(mark.x - spot.x) > away));
}

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
  const points = turningPoints(replay);
  const marks = points.map(({ n }) => ({ x: left(n), y: top(rows[n].chances[seat]) }));
  const spot = here === undefined ? undefined : beside(marks, left(at));
  const taken = spot ? [...marks, spot] : marks;
  const [above, below] = [placeOf(taken, true), placeOf(taken, false)];
  return html`<div class="chance-line" role="group" aria-label="Turning points">
    ${path && html`<svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <linearGradient id="sides-of" gradientUnits="userSpaceOnUse" x2="0" y2="100"><stop class="ahead" offset=".5" /><stop class="behind" offset=".5" /></linearGradient>
      <path class="sides" fill="url(#sides-of)" d=${`${path}V50H0Z`} /><path class="even" d="M0 50H100" /><path class="line" d=${path} />
    </svg>`}
    ${above !== undefined && html`<span class="who ahead" style=${{ left: `${above}%` }}>${roster.called(seat)} ahead</span>`}${below !== undefined && html`<span class="who" style=${{ left: `${below}%` }}>${other}</span>`}
    ${here !== undefined && html`<i class="at" style=${{ left: `${left(at)}%` }}>${spot && html`<b class=${`${spot.x < left(at) ? "before" : ""} ${spot.y ? "" : "above"}`}>${percent(here)}</b>`}</i>`}
    ${points.map((point, i) => {
      const { text, turn, change, way } = about(replay, point);
      return html`<button type="button" key=${point.n} class=${`flag ${way}`} style=${{ left: `${marks[i].x}%`, top: `${marks[i].y}%` }} title=${`${turn}, ${text}: ${change}`}
        onClick=${() => { replay.pause(); replay.go(point.n); }}><span aria-hidden="true">${i + 1}</span><span class="visually-hidden">${turn}, ${text}: ${change}</span></button>`;
    })}
  </div>`;
}

/** The followed seat's chance at a step in words, or "" until it is known. @param {Replay} replay @param {number} n */
export function chanceAt(replay, n) {
  const chance = lineOf(replay).value.rows[n]?.chances[followed(replay)];
  return chance === undefined ? "" : `, ${replay.roster.called(followed(replay))} ${percent(chance)}`;
}
