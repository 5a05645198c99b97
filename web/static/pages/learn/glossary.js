// The glossary of a game: by topic on the Learn page, and complete on a separate page.

import { Art } from "../../kit/art.js";
import { Glyph, hasGlyph } from "../../kit/glyph.js";
import { Meanings } from "../../kit/meanings.js";
import { useRoving } from "../../kit/rove.js";
import { uses } from "../../store/glossary.js";
import { html, useState } from "../../vendor/preact.js";
import { looksOf } from "../cards/look.js";
import { addressOf } from "../cards/one.js";
import { titleOf } from "../cards/title.js";

/** @typedef {import("../../types.js").Lesson} Lesson */
/** @typedef {import("../../types.js").Word} Word */

const CARDS = 3; // that a word lists
const LESSONS = 2; // that a word lists
const MANY = 24; // words that fit without choosing a topic

/** The topics of a glossary in order, each with its words. @param {Word[]} words @returns {[string, Word[]][]} */
const topicsOf = (words) => [...new Set(words.map(({ group }) => group))].map((group) => [group, words.filter((word) => word.group === group)]);

/** The lessons that use a word with their numbers, lessons about it first. @param {Word} word @param {Lesson[]} lessons */
const lessonsOf = (word, lessons) => lessons
  .map(({ id, title, steps }, i) => ({ id, name: `${i + 1}, ${title}`, fits: uses(word, title) ? 2 : Number(steps.some(({ say }) => uses(word, say))) }))
  .filter(({ fits }) => fits)
  .sort((a, b) => b.fits - a.fits)
  .slice(0, LESSONS);

/** Links in a sentence. @param {{lead: string, links: [string, string][]}} props links: texts and addresses */
const Links = ({ lead, links }) => links.length > 0 && html`<p class="about">${lead}: ${links.map(([text, href], i) => html`${i > 0 && " · "}<a href=${href}>${text}</a>`)}</p>`;

/** The glyphs of a word, else the glyph of its name, else the picture of a card. @param {{word: Word, look?: import("../cards/look.js").Look}} props look: of a card that uses the word */
function Signs({ word: { word, signs = [word.toLowerCase()].filter(hasGlyph) }, look }) {
  if (signs.length === 0) return look ? html`<span class="lantern"><${Art} name=${look.name} title=${look.face.name} tints=${look.tints} glyph=${look.glyph} /></span>` : null;
  return html`<span class="word-signs" aria-hidden="true">${signs.map((name, i) => html`<i key=${i} class=${`with-${name}`}><${Glyph} name=${name} /></i>`)}</span>`;
}

/** @param {{info: import("../../types.js").Rules, words: Word[], lessons: Lesson[]}} props */
export function Glossary({ info, words, lessons }) {
  const [at, choose] = useState(words[0]);
  const topics = topicsOf(words);
  const many = words.length > MANY;
  const cards = (info.cards ?? []).filter(({ text, title }) => !title && uses(at, text)).slice(0, CARDS);
  return html`<section class=${`glossary sheet ${many ? "" : "whole"}`} aria-labelledby="words-title"><div class="page-head"><h2 id="words-title"><${Glyph} name="lines" />Look up a word</h2><a href=${`#/learn/${info.name}/words`}>All words</a></div>
    ${many && html`<${Chips} label="Topics" class="word-topics" names=${topics.map(([topic]) => topic)} at=${at.group} choose=${(n) => choose(topics[n][1][0])} />`}
    <div class="word-lists">${topics.filter(([topic]) => !many || topic === at.group).map(([topic, list]) => html`<div key=${topic}>${!many && html`<h3>${topic}</h3>`}
      <${Chips} label=${`Words: ${topic}`} class="word-list" names=${list.map(({ word }) => word)} at=${at.word} choose=${(n) => choose(list[n])} /></div>`)}</div>
    <div class="word-of" aria-live="polite"><${Signs} word=${at} look=${looksOf(info).find(({ name }) => name === cards[0]?.name)} />
      <div><${Meanings} words=${[at]} />
        <${Links} lead="On cards" links=${cards.map(({ name }) => [name, addressOf(info.name, name)])} />
        <${Links} lead="In lessons" links=${lessonsOf(at, lessons).map(({ id, name }) => [name, `#/learn/${info.name}/${id}`])} /></div></div>
  </section>`;
}

/** Buttons of which one is chosen. @param {{label: string, class: string, names: string[], at: string, choose: (n: number) => void}} props */
function Chips({ label, class: classes, names, at, choose }) {
  const rove = useRoving();
  return html`<div class=${classes} role="group" aria-label=${label} ...${rove}>${names.map((name, n) => html`<button key=${name} type="button" aria-pressed=${name === at} onClick=${() => choose(n)}>${name}</button>`)}</div>`;
}

/** @param {{info: import("../../types.js").Rules}} props */
export const Words = ({ info }) => html`<section class="glossary sheet" aria-labelledby="words-title">
  <div class="page-head"><h2 id="words-title">Words of ${titleOf(info.name)}</h2><p class="page-ways"><a class="button" href=${`#/learn/${info.name}`}>Lessons</a><a class="button" href=${`#/cards/${info.name}`}>Cards</a></p></div>
  ${topicsOf(info.words ?? []).map(([topic, words]) => html`<h3 key=${topic}>${topic}</h3><${Meanings} words=${words} />`)}
</section>`;
