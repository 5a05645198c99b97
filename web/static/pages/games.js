// The lists of games in the lobby, refreshed while they are visible.

import * as api from "../api.js";
import { lessonIn } from "../store/lesson.js";
import { nameAmong, titlesOf } from "../store/names.js";
import { open, self } from "../store/session.js";
import { html, signal, useEffect, useState } from "../vendor/preact.js";
import { titleOf } from "./cards/title.js";
import { createError, matchmaking } from "./newgame.js";

const FRESH = 5_000; // milliseconds between refreshes
const HIDDEN = 30_000; // the same while the page is hidden

/** @typedef {import("../types.js").GameInfo} GameInfo */

/** The filter. */
const wanted = signal({ rules: "", clock: "", text: "", status: "" });

/** Refreshes a list periodically. @param {() => Promise<void>} look @param {any[]} inputs */
export function useFresh(look, inputs) {
  useEffect(() => {
    let timer = 0;
    let failed = false;
    let gone = false;
    const again = async () => {
      try {
        await look();
        if (failed) createError.value = "";
        failed = false;
      } catch (error) {
        failed = true;
        createError.value = error.message;
      }
      if (!gone) timer = setTimeout(again, document.hidden ? HIDDEN : FRESH);
    };
    again();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, inputs);
}

/** @param {{all: import("../types.js").Rules[], levels: Levels}} props */
export function Games({ all, levels }) {
  const [games, setGames] = useState(/** @type {GameInfo[] | null} */ (null)); // null until loaded
  const filter = wanted.value;
  useFresh(async () => {
    const said = Object.fromEntries(Object.entries(wanted.value).map(([name, text]) => [name, text.trim()]).filter(([, text]) => text));
    const answer = await api.games(said);
    if (filter === wanted.value) setGames(answer.games);
  }, [filter]);
  const set = (name) => (event) => { wanted.value = { ...wanted.value, [name]: event.target.value }; };
  return html`<div class="filters" role="group" aria-label="Filter games">
      <select aria-label="Game" onChange=${set("rules")}><option value="">any game</option>${all.map((rules) => html`<option key=${rules.name} selected=${filter.rules === rules.name}>${rules.name}</option>`)}</select>
      <select aria-label="Clock" onChange=${set("clock")}>${[["", "any clock"], ["none", "no clock"], ["fast", "fast"], ["slow", "slow"]].map(([key, text]) => html`<option key=${key} value=${key} selected=${filter.clock === key}>${text}</option>`)}</select>
      <select aria-label="Status" onChange=${set("status")}>${[["", "open or running"], ["over", "finished"]].map(([key, text]) => html`<option key=${key} value=${key} selected=${filter.status === key}>${text}</option>`)}</select>
      <input type="search" aria-label="Search by name" placeholder="name" maxlength="60" value=${filter.text} onInput=${set("text")} />
    </div>
    <ul id="games" class="games">
      ${games?.length === 0 && html`<li class="about">No games right now. Start one!</li>`}
      ${games?.map((game) => html`<${Row} key=${game.id} game=${game} levels=${levels} />`)}
    </ul>`;
}

/** @typedef {import("../types.js").Level[]} Levels */

/** The names of the players. @param {{seats: import("../types.js").Seat[], rules: string}} game @param {Levels} levels @param {number[]} [but] seats to omit */
const namesOf = ({ seats, rules }, levels, but = []) => seats.filter(({ seat }) => !but.includes(seat)).map(({ kind, name, seat }) => (kind === "open" ? "open seat" : name ? nameAmong(seats, titlesOf(levels, rules), seat) : "Guest")).join(", ");

/** @param {{game: GameInfo, levels: Levels}} props */
const Row = ({ game, levels }) => html`<li>
  <span>${game.name && html`<b>${game.name}: </b>`}${namesOf(game, levels)}<small> ${[game.rules, game.turn && `turn ${game.turn}`, game.clock && "timed", game.rated && "rated", game.debug && "debug mode", game.series && `best of ${game.series.of}`].filter(Boolean).join(", ")}</small></span>
  ${game.status === "over" ? html`<a class="button" href=${`#/replay/${game.id}`}>Replay</a>` : game.status === "open" && !game.reserved ? html`<a class="button" href=${`#/play/${game.id}`}>Join</a>` : html`<a class="button" href=${`#/watch/${game.id}`}>Watch</a>`}
</li>`;

/** The games in which the player has a seat, newest first. */
export const own = signal(/** @type {import("../api.js").OwnGame[]} */ ([]));

/** The player's running games. @param {{levels: Levels}} props */
export function Own({ levels }) {
  useFresh(async () => {
    await open();
    if (self.value.id) own.value = (await api.ownGames()).games;
  }, []);
  return html`<${List} id="own-title" heading="Return to" levels=${levels} games=${own.value.filter((game) => game.status !== "over" && game.id !== matchmaking.value?.game).slice(0, 6)}
    way=${(game) => html`<a class="button" href=${lessonIn(game.id) ? `#/learn/${game.rules}/${lessonIn(game.id)}/${game.id}` : `#/play/${game.id}/${game.mine[0]}`}>Resume</a>`} />`;
}

/** The player's finished games. @param {{levels: Levels}} props */
export const Lately = ({ levels }) => html`<${List} id="lately-title" heading="Recent games" levels=${levels} games=${own.value.filter((game) => game.status === "over").slice(0, 4)}
  way=${(game) => html`<a class="button" href=${`#/replay/${game.id}/0/${game.mine[0]}`}>Replay</a>`} />`;

/** @param {{id: string, heading: string, levels: Levels, games: import("../api.js").OwnGame[], way: (game: import("../api.js").OwnGame) => any}} props */
const List = ({ id, heading, levels, games, way }) => (games.length === 0 ? null : html`<section aria-labelledby=${id}><h2 id=${id}>${heading}</h2>
  <ul class="games own-games">${games.map((game) => html`<li key=${game.id}>
    <span><b>${titleOf(game.rules)}</b> ${game.name || (game.status !== "open" && game.seats.length > game.mine.length ? `against ${namesOf(game, levels, game.mine)}` : "")}<small> ${[game.turn ? `turn ${game.turn}` : game.status === "open" && (game.reserved ? "seats reserved" : "waiting for players"), game.rated && "rated", game.debug && "debug mode", game.status === "over" && game.results[game.mine[0]]].filter(Boolean).join(", ")}</small></span>
    ${way(game)}
  </li>`)}</ul>
</section>`);
