// The puzzles of a game on the Learn page.

import { Art } from "../../kit/art.js";
import { useRoving } from "../../kit/rove.js";
import { finished } from "../../store/lesson.js";
import { html } from "../../vendor/preact.js";
import { looksOf } from "../cards/look.js";

/** @typedef {import("../../types.js").Puzzle} Puzzle */

const LEVELS = ["Easy", "Medium", "Hard"];

/** The difficulty of a puzzle. The puzzles are in order, the easiest first. @param {number} n @param {Puzzle[]} puzzles */
export const levelOf = (n, puzzles) => LEVELS[Math.floor((n * LEVELS.length) / puzzles.length)];

/** The name under which the solved puzzles of a ruleset are kept. @param {string} rules */
export const solvedOf = (rules) => `${rules} puzzles`;

const DAY = 86_400_000; // milliseconds
const STRIDE = 1019; // a prime, so that each puzzle comes once before one comes again

/** The puzzle of a day in UTC, the same for everyone. @param {Puzzle[]} puzzles @param {number} now milliseconds since 1970 */
const puzzleOfDay = (puzzles, now) => (Math.floor(now / DAY) * STRIDE) % puzzles.length;

/** @param {{puzzles: Puzzle[], info: import("../../types.js").Rules, busy: boolean, begin: (id: string) => void}} props */
export function Puzzles({ puzzles, info, busy, begin }) {
  const solved = finished(solvedOf(info.name));
  const next = puzzles.find(({ id }) => !solved.includes(id));
  const looks = looksOf(info);
  const rove = useRoving();
  const done = puzzles.filter(({ id }) => solved.includes(id)).length;
  const picture = (/** @type {Puzzle} */ { card }) => {
    const look = looks.find(({ name }) => name === card);
    return look && html`<${Art} name=${look.name} title="" tints=${look.tints} glyph=${look.glyph} />`;
  };
  const today = puzzleOfDay(puzzles, Date.now());
  const { id: daily, solution } = puzzles[today];
  return html`<section class="puzzles sheet" aria-labelledby="puzzles-title">
    <div class="page-head"><h2 id="puzzles-title">Puzzles</h2><p>Win this turn. <span class="about">${done} of ${puzzles.length} solved.</span></p></div>
    <div class="puzzle-first"><button id="puzzle-of-day" type="button" class=${solved.includes(daily) ? "done" : ""} disabled=${busy} onClick=${() => begin(daily)}>${picture(puzzles[today])}
      <span><b>Puzzle of the day</b><small>${new Date().toLocaleDateString(undefined, { timeZone: "UTC", day: "numeric", month: "long" })}: puzzle ${today + 1}, ${levelOf(today, puzzles).toLowerCase()}, ${solution.length} moves</small></span>
      <em>${solved.includes(daily) ? "✓ Solved" : "Play"}</em></button>
      ${next && html`<button id="next-puzzle" type="button" class="primary" disabled=${busy} onClick=${() => begin(next.id)}>${done > 0 ? "Next puzzle" : "Start"}</button>`}</div>
    <div class="puzzle-levels" ...${rove}>${LEVELS.map((level) => html`<div key=${level} role="group" aria-label=${level}><h3>${level}</h3>
      <ol>${puzzles.map((one, n) => {
        if (levelOf(n, puzzles) !== level) return null;
        const state = solved.includes(one.id) ? "done" : one === next ? "next" : "";
        return html`<li key=${one.id} class=${state}><button type="button" disabled=${busy} onClick=${() => begin(one.id)} title=${`${one.solution.length} moves`}>
          ${picture(one)}<span class="visually-hidden">Puzzle </span><b>${n + 1}</b>
          ${state === "done" && html`<span class="puzzle-done" aria-hidden="true">✓</span><span class="visually-hidden">, solved</span>`}
        </button></li>`;
      })}</ol></div>`)}</div>
  </section>`;
}
