// Tutorials: a game with a fixed seed at a real table, with a coach that suggests and
// explains each move.
//
//   #/learn              choose a game
//   #/learn/RULES        the introduction
//   #/learn/RULES/GAME   the tutorial at its table

import * as api from "../api.js";
import { Glyph } from "../kit/glyph.js";
import { Notice } from "../kit/notice.js";
import { open } from "../store/session.js";
import { html, useCallback, useEffect, useState } from "../vendor/preact.js";
import { Cover, titleOf } from "./cards/title.js";
import { CoachPanel } from "./learn/coach.js";
import { LESSONS } from "./learn/lessons.js";
import TablePage from "./table.js";

export const title = "Learn";

/** @typedef {import("./learn/coach.js").Lesson} Lesson */

/** @param {{args: string[]}} props */
export default ({ args: [rules, game] }) => (LESSONS[rules] ? html`<${OneLesson} rules=${rules} game=${game} />` : html`<${AllLessons} wanted=${rules} />`);

/** @param {{wanted?: string}} props */
function AllLessons({ wanted }) {
  const [lessons, setLessons] = useState(/** @type {Lesson[]} */ ([]));
  useEffect(() => { Promise.all(Object.values(LESSONS).map((load) => load())).then((all) => setLessons(all.map((module) => module.default))); }, []);
  return html`<section class="lobby" aria-labelledby="learn-title">
    <h2 id="learn-title">Learn to play</h2>
    <p class="about">A few minutes each, at a real table. Follow the suggested moves, or try your own.</p>
    ${wanted && html`<${Notice} text=${`There is no tutorial for ${wanted}. Choose another:`} />`}
    <ul class="tiles">${lessons.map(({ rules, title, about, steps }) => html`<li key=${rules}><article class="tile staged">
      <${Cover} rules=${rules} />
      <h3>${titleOf(rules)}</h3><p><b>${title}.</b> ${about} ${steps.length} steps.</p>
      <div class="tile-ways"><a class="button primary" href=${`#/learn/${rules}`}>Learn ${titleOf(rules)}</a></div>
    </article></li>`)}</ul>
  </section>`;
}

/** @param {{rules: string, game?: string}} props */
function OneLesson({ rules, game }) {
  const [lesson, setLesson] = useState(/** @type {Lesson | null} */ (null));
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  useEffect(() => { LESSONS[rules]().then((module) => setLesson(module.default)); }, []);
  const begin = async () => {
    setBusy(true);
    try {
      await open();
      location.hash = `#/learn/${rules}/${(await api.lesson(rules)).id}`;
    } catch (error) {
      setProblem(error.message);
      setBusy(false);
    }
  };
  const Coach = useCallback(({ table }) => html`<${CoachPanel} table=${table} lesson=${lesson} again=${begin} />`, [lesson]);
  if (!lesson) return null;
  if (game) return html`<${TablePage} args=${[game, "0"]} page="learn" Coach=${Coach} />`;
  return html`<section class="primer sheet" aria-labelledby="primer-title">
    <${Cover} rules=${rules} />
    <h2 id="primer-title">${titleOf(rules)}: ${lesson.title}</h2>
    <p>${lesson.about}</p>
    <ul class="points-to-know">${lesson.points.map(({ glyph, text }) => html`<li><${Glyph} name=${glyph} class=${glyph} /><span>${text}</span></li>`)}</ul>
    <${Notice} text=${problem} />
    <p class="primer-ways"><button id="begin" type="button" class="primary" disabled=${busy} onClick=${begin}>Start tutorial</button> <a class="button" href=${`#/cards/${rules}`}>View cards</a> <a class="button" href="#/learn">Other tutorials</a></p>
  </section>`;
}
