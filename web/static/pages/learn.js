// Lessons: short games with fixed cards at a real table, with a coach that suggests and explains
// each move; puzzles; and the glossary.
//
//   #/learn                       the lessons of the first game
//   #/learn/RULES                 the lessons and puzzles of a game
//   #/learn/RULES/words           its glossary
//   #/learn/RULES/LESSON          the lessons, with one chosen
//   #/learn/RULES/LESSON/GAME     a lesson or a puzzle at its table

import * as api from "../api.js";
import { Notice } from "../kit/notice.js";
import { open } from "../store/session.js";
import { html, useCallback, useEffect, useState } from "../vendor/preact.js";
import { titleOf } from "./cards/title.js";
import { CoachPanel } from "./learn/coach.js";
import { Glossary, Words } from "./learn/glossary.js";
import { LESSONS } from "./learn/lessons.js";
import { Path, Progress } from "./learn/path.js";
import { PuzzlePanel } from "./learn/puzzle.js";
import { Puzzles } from "./learn/puzzles.js";
import TablePage from "./table.js";

export const title = "Learn";

/** @typedef {import("../types.js").Lesson} Lesson */

/** @param {{args: string[]}} props */
export default function Learn({ args: [wanted, lesson, game] }) {
  const rules = LESSONS[wanted] ? wanted : "elements";
  const [lessons, setLessons] = useState(/** @type {Lesson[] | null} */ (null));
  const [puzzles, setPuzzles] = useState(/** @type {import("../types.js").Puzzle[]} */ ([]));
  const [info, setInfo] = useState(/** @type {import("../types.js").Rules | null} */ (null));
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const failed = (error) => {
    setProblem(error.message);
    setBusy(false);
  };
  useEffect(() => {
    api.lessons(rules).then(({ lessons, puzzles }) => {
      setPuzzles(puzzles ?? []);
      setLessons(lessons);
    }, failed);
    if (!game) api.rules(rules).then(setInfo, failed);
  }, []);
  const begin = (/** @type {string} */ id) => {
    setBusy(true);
    const wish = puzzles.some((one) => one.id === id) ? { puzzle: id } : { lesson: id };
    open().then(() => api.learn(rules, wish)).then((made) => { location.hash = `#/learn/${rules}/${id}/${made.id}`; }).catch(failed);
  };
  const puzzle = puzzles.some(({ id }) => id === lesson);
  const Coach = useCallback(({ table }) => html`<${puzzle ? PuzzlePanel : CoachPanel} table=${table} rules=${rules} lessons=${lessons} puzzles=${puzzles} id=${lesson} begin=${begin} />`, [lessons]);
  if (game && (puzzle || lessons?.some(({ id }) => id === lesson))) return html`<${TablePage} args=${[game, "0"]} page="learn" Coach=${Coach} puzzle=${puzzle} />`;
  if (lesson === "words") return info && html`<${Words} info=${info} />`;
  return html`<section class="learn" aria-labelledby="learn-title">
    <div class="path">
      <header><h2 id="learn-title">Learn</h2>
        <nav class="learn-games" aria-label="Games">${Object.keys(LESSONS).map((name) => html`<a key=${name} class="button round-tab" href=${`#/learn/${name}`} aria-current=${name === rules ? "page" : undefined}>${titleOf(name)}</a>`)}</nav>
        ${lessons && html`<${Progress} rules=${rules} lessons=${lessons} />`}</header>
      <${Notice} text=${wanted && wanted !== rules ? `There are no lessons for ${wanted}.` : problem} />
      ${lessons && info && html`<${Path} lessons=${lessons} info=${info} chosen=${lesson} busy=${busy} begin=${begin} />`}
    </div>
    ${puzzles.length > 0 && info && html`<${Puzzles} puzzles=${puzzles} info=${info} busy=${busy} begin=${begin} />`}
    ${lessons && info?.words && html`<${Glossary} info=${info} words=${info.words} lessons=${lessons} />`}
  </section>`;
}
