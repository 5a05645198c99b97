// Lessons: short games with fixed cards at a real table, with a coach that suggests and explains
// each move; puzzles; and the glossary.
//
//   #/learn                       the lessons of the first game
//   #/learn/RULES                 the lessons and puzzles of a game
//   #/learn/RULES/words           its glossary
//   #/learn/RULES/LESSON/GAME     a lesson or a puzzle at its table

import * as api from "../api.js";
import { Art } from "../kit/art.js";
import { Meanings } from "../kit/meanings.js";
import { Notice } from "../kit/notice.js";
import { useRoving } from "../kit/rove.js";
import { uses } from "../store/glossary.js";
import { finished } from "../store/lesson.js";
import { open } from "../store/session.js";
import { html, useCallback, useEffect, useState } from "../vendor/preact.js";
import { looksOf } from "./cards/look.js";
import { addressOf } from "./cards/one.js";
import { Cover, titleOf } from "./cards/title.js";
import { CoachPanel } from "./learn/coach.js";
import { LESSONS } from "./learn/lessons.js";
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
        <nav class="learn-games" aria-label="Games">${Object.keys(LESSONS).map((name) => html`<a key=${name} class="button" href=${`#/learn/${name}`} aria-current=${name === rules ? "page" : undefined}>${titleOf(name)}</a>`)}</nav></header>
      <${Notice} text=${wanted && wanted !== rules ? `There are no lessons for ${wanted}.` : problem} />
      ${lessons && info && html`<${Path} lessons=${lessons} info=${info} busy=${busy} begin=${begin} />`}
    </div>
    ${puzzles.length > 0 && info && html`<${Puzzles} puzzles=${puzzles} info=${info} busy=${busy} begin=${begin} />`}
    ${info?.words && html`<${Glossary} info=${info} words=${info.words} />`}
  </section>`;
}

/** The lessons as lanterns on a path. @param {{lessons: Lesson[], info: import("../types.js").Rules, busy: boolean, begin: (id: string) => void}} props */
function Path({ lessons, info, busy, begin }) {
  const done = finished(info.name);
  const next = lessons.find(({ id }) => !done.includes(id));
  const [at, choose] = useState(next?.id ?? lessons[0].id);
  const rove = useRoving();
  const looks = looksOf(info);
  const { id, title, about, steps } = lessons.find((one) => one.id === at) ?? lessons[0];
  return html`<div class="path-scene"><${Cover} rules=${info.name} />
    <ol class="lanterns" aria-label="Lessons" ...${rove}>${lessons.map((one, i) => {
      const look = looks.find(({ name }) => name === one.card);
      const state = done.includes(one.id) ? "done" : one === next ? "next" : "";
      return html`<li key=${one.id} class=${state}><button type="button" aria-pressed=${one.id === id} onClick=${() => choose(one.id)}>
        <span class="visually-hidden">Lesson ${i + 1}: </span>
        <span class="lantern">${look && html`<${Art} name=${look.name} title=${look.face.name} tints=${look.tints} glyph=${look.glyph} />`}</span>
        ${state === "done" && html`<span class="lantern-done"><span aria-hidden="true">✓</span><span class="visually-hidden">done: </span></span>`}
        <span class="lantern-name">${state === "next" && html`<b>Next </b>`}${one.title}</span>
      </button></li>`;
    })}</ol></div>
    <footer><p><b>${title}.</b> ${about} <span class="about">${steps.length} steps. ${done.length} of ${lessons.length} done.</span></p>
      <button id="begin" type="button" class="primary" disabled=${busy} onClick=${() => begin(id)}>${id === next?.id ? "Next lesson" : done.includes(id) ? "Play again" : "Start lesson"}</button></footer>`;
}

const SOME = 4; // cards that a word lists

/** @param {{info: import("../types.js").Rules, words: import("../types.js").Word[]}} props */
function Glossary({ info, words }) {
  const [at, choose] = useState(words[0]);
  const rove = useRoving();
  const cards = (info.cards ?? []).filter(({ text, title }) => !title && uses(at, text)).slice(0, SOME);
  return html`<section class="glossary sheet" aria-labelledby="words-title"><div class="page-head"><h2 id="words-title">Words</h2><a href=${`#/learn/${info.name}/words`}>All words</a></div>
    <div class="word-list" role="group" aria-label="Words" ...${rove}>${words.map((word) => html`<button key=${word.word} type="button" aria-pressed=${word === at} onClick=${() => choose(word)}>${word.word}</button>`)}</div>
    <div class="word-of" aria-live="polite"><${Meanings} words=${[at]} />
      ${cards.length > 0 && html`<p class="about">On cards: ${cards.map(({ name }, i) => html`${i > 0 && ", "}<a href=${addressOf(info.name, name)}>${name}</a>`)}</p>`}</div>
  </section>`;
}

/** @param {{info: import("../types.js").Rules}} props */
const Words = ({ info }) => html`<section class="glossary sheet" aria-labelledby="words-title">
  <div class="page-head"><h2 id="words-title">Words of ${titleOf(info.name)}</h2><p class="page-ways"><a class="button" href=${`#/learn/${info.name}`}>Lessons</a><a class="button" href=${`#/cards/${info.name}`}>Cards</a></p></div>
  <${Meanings} words=${info.words ?? []} />
</section>`;
