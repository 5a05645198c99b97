// The lists of games, refreshed while they are visible.

import * as api from "../api.js";
import { Portrait } from "../kit/art.js";
import { Clock } from "../kit/clock.js";
import { Select } from "../kit/select.js";
import { finishedIn, lessonIn } from "../store/lesson.js";
import { nameAmong, titlesOf } from "../store/names.js";
import { expecting, open, self } from "../store/session.js";
import { html, signal, useEffect, useState } from "../vendor/preact.js";
import { Cover, titleOf, turnOf } from "./cards/title.js";
import { cancelled, createError, decline, matchmaking } from "./newgame.js";

const FRESH = 5_000; // milliseconds between refreshes
const HIDDEN = 30_000; // the same while the page is hidden

/** @typedef {import("../types.js").GameInfo} GameInfo */

/** The filter of the lists. */
const wanted = signal({ rules: "", clock: "", text: "", status: "" });

/** Refreshes a list periodically, and shows the error of the last request. @param {() => Promise<void>} look @param {any[]} inputs @param {number} [every] milliseconds */
export function useFresh(look, inputs, every = FRESH) {
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
      if (!gone) timer = setTimeout(again, document.hidden ? HIDDEN : every);
    };
    again();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, inputs);
}

/** @param {{all: import("../types.js").Rules[], levels: Levels}} props */
export const Games = ({ all, levels }) => html`<${Filters} all=${all} byStatus />
  <${GameList} id="games" levels=${levels} none="No games right now. Start one!" />`;

/** @param {{all: import("../types.js").Rules[], byStatus?: boolean}} props */
export function Filters({ all, byStatus = false }) {
  const filter = wanted.value;
  const set = (name) => (value) => { wanted.value = { ...wanted.value, [name]: value }; };
  const choice = (label, name, options) => html`<${Select} label=${label} options=${options} value=${filter[name]} set=${set(name)} />`;
  return html`<div class="filters" role="group" aria-label="Filter games">
      ${choice("Game", "rules", [["", "any game"], ...all.map(({ name }) => [name, titleOf(name)])])}
      ${choice("Clock", "clock", [["", "any clock"], ["none", "no clock"], ["fast", "fast"], ["slow", "slow"]])}
      ${byStatus && choice("Status", "status", [["", "open or running"], ["over", "finished"]])}
      <input type="search" aria-label="Search by name" placeholder="name" maxlength="60" value=${filter.text} onInput=${(event) => set("text")(event.target.value)} />
    </div>`;
}

/** The games that the filters select. @param {{levels: Levels, none: string, status?: string, id?: string}} props none: the text of an empty list; status: in place of the filter's */
export function GameList({ levels, none, status, id }) {
  const [games, setGames] = useState(/** @type {GameInfo[] | null} */ (null)); // null until loaded
  const filter = wanted.value;
  useFresh(async () => {
    const query = Object.fromEntries(Object.entries({ ...filter, ...(status && { status }) }).map(([name, text]) => [name, text.trim()]).filter(([, text]) => text));
    const answer = await api.games(query);
    if (filter === wanted.value) setGames(answer.games);
  }, [filter]);
  return html`<ul id=${id} class="games">
      ${games?.length === 0 && html`<li class="about">${none}</li>`}
      ${games?.map((game) => html`<${Row} key=${game.id} game=${game} levels=${levels} />`)}
    </ul>`;
}

/** @typedef {import("../types.js").Level[]} Levels */

/** The names of the players. @param {{seats: import("../types.js").Seat[], rules: string}} game @param {Levels} levels @param {number[]} [but] seats to omit */
const namesOf = ({ seats, rules }, levels, but = []) => expecting(seats).filter(({ seat }) => !but.includes(seat)).map(({ kind, name, seat }) => (kind === "open" ? "open seat" : name ? nameAmong(expecting(seats), titlesOf(levels, rules), seat) : "Guest")).join(", ");

/** @param {{game: GameInfo, levels: Levels}} props */
const Row = ({ game, levels }) => html`<li>
  <span class="portrait"><${Cover} rules=${game.rules} /></span><span>${game.name && html`<b>${game.name}: </b>`}${namesOf(game, levels)}<small> ${[titleOf(game.rules), game.turn && turnOf(game.rules, game.turn), game.clock && "timed", game.rated && "rated", game.debug && "debug mode", game.series && `best of ${game.series.of}`].filter(Boolean).join(", ")}</small></span>
  ${game.status === "over" ? html`<a class="button" href=${`#/replay/${game.id}`}>Replay</a>` : game.status === "open" && (!game.reserved || game.seats.some(({ kind, name }) => kind === "open" && name === self.value.name)) ? html`<a class="button" href=${`#/play/${game.id}`}>Join</a>` : html`<a class="button" href=${`#/watch/${game.id}`}>Watch</a>`}
</li>`;

/** @typedef {import("../api.js").OwnGame & {at: number}} OwnGame at: when the page received it, by performance.now */

/** The games in which the player has a seat, newest first. */
export const own = signal(/** @type {OwnGame[]} */ ([]));

/** The open invitations to the player, newest first. */
const invitations = signal(/** @type {api.Invitation[]} */ ([]));

const MOST = 6; // games to return to

/** The invitations to the player, and the player's running games with at most one lesson or puzzle: the newest one that the player has not finished. Games that wait for the player come first. @param {{levels: Levels}} props */
export function Own({ levels }) {
  useFresh(async () => {
    await open();
    if (!self.value.id) return;
    const answer = await api.ownGames();
    own.value = answer.games.map((game) => ({ ...game, at: performance.now() }));
    invitations.value = answer.invitations ?? [];
  }, []);
  const running = own.value.filter(({ id, status }) => status !== "over" && id !== matchmaking.value?.game && !cancelled.has(id));
  const lesson = running.find(({ id, rules }) => lessonIn(id) && !finishedIn(rules, id));
  const games = running.filter((game) => !lessonIn(game.id) || game === lesson);
  const asked = invitations.value;
  if (games.length + asked.length === 0) return null;
  return html`<section class="returns" aria-labelledby="own-title"><h2 id="own-title">${games.length > 0 ? "Return to" : "Invitations"}</h2>
    <ul class="return-list">${asked.map((one) => html`<li key=${one.game} class="invited"><${Asked} invitation=${one} /></li>`)}${[...games.filter(waits), ...games.filter((game) => !waits(game))].slice(0, MOST).map((game) => html`<li key=${game.id}><${Return} game=${game} levels=${levels} /></li>`)}</ul>
  </section>`;
}

/** An invitation to the player. @param {{invitation: api.Invitation}} props */
const Asked = ({ invitation: { game, rules, name, face } }) => html`<a class="return yours" href=${`#/play/${game}`}><${Portrait} name=${name} face=${face} />
  <div><span><b>${name}</b> invites you to <b>${titleOf(rules)}</b></span></div></a><button type="button" onClick=${() => refuse(game)}>Decline<span class="visually-hidden"> the invitation from ${name}</span></button>`;

/** Declines an invitation, and tells a host who waits at the table. @param {string} game */
async function refuse(game) {
  try {
    await api.endInvitation(game);
    decline(game);
  } catch (error) {
    if (error.code !== "no_invitation") createError.value = error.message; // else the host has withdrawn it
  }
  invitations.value = invitations.value.filter((one) => one.game !== game);
}

/** Reports whether a game waits for the player. @param {OwnGame} game */
const waits = ({ awaiting = [], mine }) => awaiting.some((seat) => mine.includes(seat));

/** The way back to a game: its players, whose move it is, and the time left for the move. @param {{game: OwnGame, levels: Levels}} props */
function Return({ game, levels }) {
  const { id, rules, mine, status, awaiting = [], ends_ms: ends, at } = game;
  const seats = expecting(game.seats);
  const others = seats.filter(({ seat }) => !mine.includes(seat));
  const [other] = others;
  const yours = waits(game);
  const asked = yours ? mine.find((seat) => awaiting.includes(seat)) : awaiting[0];
  const left = asked === undefined ? -1 : ends?.[asked] ?? -1;
  const name = (/** @type {number} */ seat) => nameAmong(seats, titlesOf(levels, rules), seat);
  const move = status === "open" ? (game.reserved ? namesOf({ seats, rules }, levels, mine) : "Waiting for players")
    : yours ? "Your move" : awaiting.length > 1 ? "Opponents’ move" : asked !== undefined ? `${name(asked)}’s move` : game.turn > 0 ? `Turn ${game.turn}` : "";
  return html`<a class=${`return ${yours ? "yours" : ""}`} href=${lessonIn(id) ? `#/learn/${rules}/${lessonIn(id)}/${id}` : `#/play/${id}/${mine[0]}`}>
    ${others.length !== 1 || other.kind === "open" ? html`<span class="portrait"><${Cover} rules=${rules} /></span>`
    : other.kind === "bot" ? html`<${Portrait} level=${levels.find((level) => level.rules === rules && level.bot === other.name)?.name ?? "bot"} />`
      : html`<${Portrait} name=${other.name} face=${other.face} />`}
    <div><span><b>${titleOf(rules)}</b> ${game.name || (status === "open" || others.length === 0 ? "" : others.length > 2 ? `with ${others.length} others` : `against ${namesOf(game, levels, mine)}`)}<small> ${[others.length === 0 && game.turn > 0 && turnOf(rules, game.turn), game.rated && "rated", game.debug && "debug mode"].filter(Boolean).join(", ")}</small></span>
    <em>${move}${left >= 0 && html` <${Clock} key=${at} left=${left} since=${at} running label="Time left" />`}</em></div>
  </a>`;
}

/** The player's finished games. @param {{levels: Levels}} props */
export function Lately({ levels }) {
  const games = own.value.filter((game) => game.status === "over").slice(0, 4);
  return games.length > 0 && html`<section aria-labelledby="lately-title"><h2 id="lately-title">Recent games</h2>
    <ul class="games own-games">${games.map((game) => html`<li key=${game.id}>
      <span><b>${titleOf(game.rules)}</b> ${game.name || (game.seats.length > game.mine.length && `against ${namesOf(game, levels, game.mine)}`)}<small> ${[game.turn && turnOf(game.rules, game.turn), game.rated && "rated", game.debug && "debug mode", game.results[game.mine[0]]].filter(Boolean).join(", ")}</small></span>
      <a class="button" href=${`#/replay/${game.id}/0/${game.mine[0]}`}>Replay</a>
    </li>`)}</ul>
  </section>`;
}
