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

/** @param {{puzzles: Puzzle[], info: import("../../types.js").Rules, busy: boolean, begin: (id: string) => void}} props */
export function Puzzles({ puzzles, info, busy, begin }) {
  const solved = finished(solvedOf(info.name));
  const next = puzzles.find(({ id }) => !solved.includes(id));
  const looks = looksOf(info);
  const rove = useRoving();
  const done = puzzles.filter(({ id }) => solved.includes(id)).length;
  return html`<section class="puzzles sheet" aria-labelledby="puzzles-title">
    <div class="page-head"><h2 id="puzzles-title">Puzzles</h2><p>Win this turn. <span class="about">${done} of ${puzzles.length} solved.</span></p>
      ${next && html`<button id="next-puzzle" type="button" class="primary" disabled=${busy} onClick=${() => begin(next.id)}>${done > 0 ? "Next puzzle" : "Start"}</button>`}</div>
    <div class="puzzle-levels" ...${rove}>${LEVELS.map((level) => html`<div key=${level} role="group" aria-label=${level}><h3>${level}</h3>
      <ol>${puzzles.map((one, n) => {
        if (levelOf(n, puzzles) !== level) return null;
        const look = looks.find(({ name }) => name === one.card);
        const state = solved.includes(one.id) ? "done" : one === next ? "next" : "";
        return html`<li key=${one.id} class=${state}><button type="button" disabled=${busy} onClick=${() => begin(one.id)} title=${`${one.solution.length} moves`}>
          ${look && html`<${Art} name=${look.name} title="" tints=${look.tints} glyph=${look.glyph} />`}<span class="visually-hidden">Puzzle </span><b>${n + 1}</b>
          ${state === "done" && html`<span class="puzzle-done" aria-hidden="true">✓</span><span class="visually-hidden">, solved</span>`}
        </button></li>`;
      })}</ol></div>`)}</div>
  </section>`;
}
