// The puzzles of a game on the Learn page.

import { Glyph } from "../../kit/glyph.js";
import { useRoving } from "../../kit/rove.js";
import { finished, solvedOf } from "../../store/lesson.js";
import { html } from "../../vendor/preact.js";
import { Today } from "./today.js";

/** @typedef {import("../../types.js").Puzzle} Puzzle */

const LEVELS = ["Easy", "Medium", "Hard"];

/** The difficulty of a puzzle. The puzzles are in order, the easiest first. @param {number} n @param {Puzzle[]} puzzles */
export const levelOf = (n, puzzles) => LEVELS[Math.floor((n * LEVELS.length) / puzzles.length)];

const DAY = 86_400_000; // milliseconds
const STRIDE = 1019; // a prime, so that each puzzle comes once before one comes again

/** The puzzle of a day in UTC, the same for everyone. @param {Puzzle[]} puzzles @param {number} now milliseconds since 1970 */
const puzzleOfDay = (puzzles, now) => (Math.floor(now / DAY) * STRIDE) % puzzles.length;

/** @param {{puzzles: Puzzle[], info: import("../../types.js").Rules, busy: boolean, begin: (id: string) => void}} props */
export function Puzzles({ puzzles, info, busy, begin }) {
  const solved = finished(solvedOf(info.name));
  const next = puzzles.find(({ id }) => !solved.includes(id));
  const rove = useRoving();
  const done = puzzles.filter(({ id }) => solved.includes(id)).length;
  const today = puzzleOfDay(puzzles, Date.now());
  return html`<section class="puzzles sheet" aria-labelledby="puzzles-title">
    <div class="page-head"><h2 id="puzzles-title"><${Glyph} name="puzzle" />Puzzles: win this turn</h2><p class="about"><b>${done}</b> of ${puzzles.length} solved, each checked by search</p></div>
    <${Today} info=${info} puzzle=${puzzles[today]} n=${today} level=${levelOf(today, puzzles)} solved=${solved.includes(puzzles[today].id)} busy=${busy} begin=${begin} />
    <div class="puzzle-levels" ...${rove}>${LEVELS.map((level) => html`<div key=${level} role="group" aria-label=${level}><h3>${level}</h3>
      <ol>${puzzles.map((one, n) => {
        if (levelOf(n, puzzles) !== level) return null;
        const state = solved.includes(one.id) ? "done" : one === next ? "next" : "";
        return html`<li key=${one.id} class=${state}><button id=${state === "next" ? "next-puzzle" : undefined} type="button" disabled=${busy} onClick=${() => begin(one.id)}>
          <span class="visually-hidden">${state === "next" && "Next "}Puzzle </span>${n + 1}${state === "done" && html`<i aria-hidden="true">✓</i><span class="visually-hidden">, solved</span>`}
        </button></li>`;
      })}</ol></div>`)}</div>
  </section>`;
}
