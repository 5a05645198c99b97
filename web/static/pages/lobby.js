// The lobby: quick games, the new game form, and the list of games.

import * as api from "../api.js";
import { Notice } from "../kit/notice.js";
import { deckTitle } from "../store/decks.js";
import { lastChoices, lastEnd, lastRules, self } from "../store/session.js";
import { html, signal, useEffect } from "../vendor/preact.js";
import { Games, Lately, Own, own } from "./games.js";
import { Cover, mottoOf, titleOf } from "./cards/title.js";
import { LEVEL_TINTS, Likeness, Portrait } from "../kit/art.js";
import { LESSONS } from "./learn/lessons.js";
import { FirstName } from "./name.js";
import { FRIEND, again, createError, creating, quick } from "./newgame.js";
import { People } from "./people.js";
import { Rankings } from "./rankings.js";
import { Ratings } from "./ratings.js";
import { TableForm } from "./tableform.js";

export const title = "Play";

/** @type {import("../vendor/preact.js").Signal<import("../types.js").Rules[]>} */
const all = signal([]);
/** @type {import("../vendor/preact.js").Signal<import("../types.js").Bot[]>} */
const bots = signal([]);
/** @type {import("../vendor/preact.js").Signal<import("../types.js").Level[]>} */
const levels = signal([]);
const maintenance = signal(""); // the reason why no new games start, or ""
/** @type {import("../vendor/preact.js").Signal<import("../types.js").Rules | null>} the selected game, with its cards */
const rules = signal(null);

async function load() {
  if (rules.value) return;
  try {
    const [infos, players] = await Promise.all([api.allRules(), api.bots()]);
    bots.value = players.bots;
    levels.value = players.levels ?? [];
    all.value = infos.rules;
    maintenance.value = infos.notice ?? "";
    const last = lastRules();
    await choose(infos.rules.some((info) => info.name === last) ? last : infos.rules[0].name);
  } catch (error) {
    createError.value = error.message;
  }
}

/** @param {string} name */
async function choose(name) {
  try {
    rules.value = await api.rules(name);
  } catch (error) {
    createError.value = error.message;
  }
}

export default function Lobby() {
  useEffect(() => { load(); }, []);
  return html`<div class="lobby">
    <${FirstName} />
    <${Own} levels=${levels.value} />
    <div class="lobby-stage"><section class="hero" aria-labelledby="lobby-title">
      <h2 id="lobby-title" class="visually-hidden">Play now</h2>
      <${Notice} id="maintenance" text=${maintenance.value} />
      <${Again} />
      <ul class="tiles" aria-label="Choose a game">${all.value.map((info) => html`<li key=${info.name}><${Tile} info=${info} /></li>`)}</ul>
      ${rules.value && html`<${Ways} key=${rules.value.name} info=${rules.value} />`}
      <${Notice} id="lobby-error" text=${createError.value} />
    </section>
    <div class="lobby-side">${rules.value && html`<${People} key=${rules.value.name} rules=${rules.value} />`}
      <section aria-labelledby="games-title"><h2 id="games-title">Games</h2>
        <${Games} all=${all.value} levels=${levels.value} />
        <${Lately} levels=${levels.value} />
        ${rules.value && rules.value.max_seats > 1 && html`<${Ratings} key=${`ratings ${rules.value.name}`} rules=${rules.value} />`}
        ${rules.value?.stats && html`<${Rankings} key=${rules.value.name} rules=${rules.value} />`}
      </section>
    </div>
    <section aria-labelledby="form-title"><h2 id="form-title">Custom game</h2>
      ${rules.value && html`<${TableForm} key=${rules.value.name} all=${all.value} bots=${bots.value} levels=${levels.value} rules=${rules.value} choose=${choose} />`}
    </section></div>
  </div>`;
}

/** @type {Object<string, string>} */
const RESULTS = { won: "You won", lost: "You lost", drawn: "You drew" };

const DAY = 24 * 3_600_000;

/** The result of a finished game, with its day and the change of the rating if this browser saw its end. @param {import("../api.js").OwnGame} game */
function resultOf({ id, results, mine }) {
  const verb = RESULTS[results[mine[0]]];
  const { game, at = 0, before = 0, after = 0 } = lastEnd();
  if (!verb || game !== id) return verb && `${verb} the last game.`;
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(at).setHours(0, 0, 0, 0)) / DAY);
  return `${verb} ${new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(-days, "day")}${after ? `, ${before} → ${after}` : ""}.`;
}

/** The player's last game, to play again with the same settings, or a lesson for a new player. */
function Again() {
  const info = all.value.find(({ name }) => name === lastRules());
  const first = all.value.find(({ name }) => LESSONS[name]);
  if (!info) return first && html`<article class="again staged"><${Cover} rules=${first.name} /><div>
    <p>New here?</p><h3>${titleOf(first.name)}</h3><p>Learn it in short lessons.</p>
    <a class="button primary" href=${`#/learn/${first.name}`}>Learn to play</a>
  </div></article>`;
  const [seat, ...seats] = lastChoices(info.name).seats ?? [];
  const others = seats.map(({ bot }) => (bot === FRIEND ? "a person" : nameOfBot(info.name, bot))).join(" and ");
  const deck = deckTitle(info.name, seat?.deck || (rules.value?.name === info.name && rules.value.decks?.[0]?.name) || ""); // by default the table’s first ready deck
  const last = own.value.find((game) => game.rules === info.name && game.status === "over" && seats.map(({ bot }) => botOf(info.name, bot)).join() === botsIn(game));
  const result = last && resultOf(last);
  const person = seats.length === 1 && seats[0].bot === FRIEND;
  const other = person ? last?.seats.find(({ seat }) => !last.mine.includes(seat)) : { level: seats[0]?.bot };
  return html`<article class="again staged">
    ${seats.length === 1 && (person || LEVEL_TINTS[seats[0].bot]) ? html`<${Likeness} ...${self.value} /><${Likeness} ...${other} />` : html`<${Cover} rules=${info.name} />`}<div>
    <p>Play again</p><h3>${titleOf(info.name)}</h3>
    ${[others && `${deck ? `${deck} against` : "Against"} ${others}.`, result].map((line) => line && html`<p>${line}</p>`)}
    <button type="button" class="primary" id="again" disabled=${creating.value} onClick=${again}>Play${others && html` <small>against ${others}${deck && `, with ${deck}`}</small>`}</button>
  </div></article>`;
}

/** The bot of a level, or the name itself. @param {string} game @param {string} name */
const botOf = (game, name) => levels.value.find((level) => level.rules === game && level.name === name)?.bot ?? name;

/** The other players of a game: the names of bots, and "" for a person. @param {import("../api.js").OwnGame} game */
const botsIn = ({ seats, mine }) => seats.filter(({ seat }) => !mine.includes(seat)).map(({ kind, name = "" }) => (kind === "bot" ? name : FRIEND)).join();

/** A bot's title, or its name if it has no level. @param {string} rules @param {string} bot */
const nameOfBot = (rules, bot) => {
  const level = levels.value.find((one) => one.rules === rules && one.name === bot);
  return level ? `the ${level.title} bot` : bot;
};

/** A game to select. @param {{info: import("../types.js").Rules}} props */
const Tile = ({ info }) => html`<button type="button" class="pick-game staged" aria-pressed=${String(info.name === rules.value?.name)} onClick=${() => choose(info.name)}>
  <${Cover} rules=${info.name} /><span>${titleOf(info.name)} <small>${mottoOf(info)}</small></span></button>`;

/** The ways to play the selected game at once: four levels of its bots, or alone unless the button to play again is in view. @param {{info: import("../types.js").Rules}} props */
const Ways = ({ info }) => html`<section class="begin" aria-label=${`Play ${titleOf(info.name)}`}>
  <div class="begin-line">${info.max_seats > 1 && html`<h3 id="bots-title">Play a bot now</h3>`}${LESSONS[info.name] && html`<a class="button quiet" href=${`#/learn/${info.name}`}>Learn ${titleOf(info.name)}</a>`}</div>
  ${info.max_seats > 1 ? html`<ul class="faces" aria-labelledby="bots-title">${levels.value.filter((level) => level.rules === info.name).slice(0, 4).map(({ name, title: called, about, odds }) => html`<li key=${name}>
    <button type="button" class="face" title=${odds} disabled=${creating.value} onClick=${() => quick(info, name)}><${Portrait} level=${name} /><span>${called}</span><span class="visually-hidden"> bot. </span>${about && html`<small>${about}</small>`}</button>
  </li>`)}</ul>` : info.name !== lastRules() && html`<button type="button" class="primary" disabled=${creating.value} onClick=${() => quick(info)}>Play</button>`}
</section>`;
