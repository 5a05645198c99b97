// The lobby: a game in one click, a table of one's own, and the games that are
// already there.

import * as api from "../api.js";
import { Notice } from "../kit/notice.js";
import { lastRules } from "../store/session.js";
import { html, signal, useEffect } from "../vendor/preact.js";
import { Games, Lately, Own } from "./games.js";
import { Cover } from "./cards/title.js";
import { LESSONS } from "./learn/lessons.js";
import { making, meet, quick, refused } from "./newgame.js";
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
/** @type {import("../vendor/preact.js").Signal<import("../types.js").Rules | null>} the game that is chosen, with its cards */
const rules = signal(null);

async function load() {
  if (rules.value) return;
  try {
    const [infos, players] = await Promise.all([api.allRules(), api.bots()]);
    bots.value = players.bots;
    levels.value = players.levels ?? [];
    all.value = infos.rules;
    const last = lastRules();
    await choose(infos.rules.some((info) => info.name === last) ? last : infos.rules[0].name);
  } catch (error) {
    refused.value = error.message;
  }
}

/** @param {string} name */
async function choose(name) {
  try {
    rules.value = await api.rules(name);
  } catch (error) {
    refused.value = error.message;
  }
}

export default function Lobby() {
  useEffect(() => { load(); }, []);
  return html`<div class="lobby">
    <${Own} />
    <section class="hero" aria-labelledby="lobby-title">
      <h2 id="lobby-title">Choose a game and play</h2>
      <p class="about">You need nothing but this page. A bot sits down with you at once; friends come by a link.</p>
      <ul class="tiles">${all.value.map((info) => html`<li key=${info.name}><${Tile} info=${info} /></li>`)}</ul>
      <${Notice} id="lobby-error" text=${refused.value} />
    </section>
    <div class="lobby-columns">
      <section aria-labelledby="form-title"><h2 id="form-title">A table of your own</h2>
        ${rules.value && html`<${TableForm} key=${rules.value.name} all=${all.value} bots=${bots.value} levels=${levels.value} rules=${rules.value} choose=${choose} />`}
      </section>
      <section aria-labelledby="games-title"><h2 id="games-title">Games on this server</h2>
        <${Games} all=${all.value} />
        <${Lately} />
        ${rules.value && rules.value.max_seats > 1 && html`<${Ratings} key=${`ratings ${rules.value.name}`} rules=${rules.value} />`}
        ${rules.value?.stats && html`<${Rankings} key=${rules.value.name} rules=${rules.value} />`}
      </section>
    </div>
  </div>`;
}

/** @param {{info: import("../types.js").Rules}} props */
const Tile = ({ info }) => html`<article class="tile">
  <${Cover} rules=${info.name} />
  <h3>${info.name[0].toUpperCase() + info.name.slice(1)}</h3>
  <p>${info.about}</p>
  <div class="tile-ways">
    <button type="button" class="primary" disabled=${making.value} onClick=${() => quick(info)}>${info.max_seats > 1 ? "Play against a bot" : "Play"}</button>
    ${info.max_seats > 1 && html`<button type="button" disabled=${making.value} onClick=${() => meet(info)}>Find a person</button>`}
    ${LESSONS[info.name] && html`<a class="button" href=${`#/learn/${info.name}`}>Learn it</a>`}
  </div>
</article>`;
