// The new game form: players, bots, decks, and the ruleset's own options.

import { Select } from "../kit/select.js";
import { defaultDeckText } from "../store/decks.js";
import { lastChoices } from "../store/session.js";
import { debug } from "../store/settings.js";
import { html, useState } from "../vendor/preact.js";
import { titleOf } from "./cards/title.js";
import { Kingdom } from "./kingdom.js";
import { deckOptions } from "./fields.js";
import { CLOCK_NAMES, EASY, FRIEND, RATED_ABOUT, creating, start } from "./newgame.js";

/** The form fields of table options, by the page's component for the ruleset. @type {Object<string, any>} */
const TABLES = { dominion: Kingdom };

/**
 * @param {object} props
 * @param {import("../types.js").Rules[]} props.all
 * @param {import("../types.js").Bot[]} props.bots
 * @param {import("../types.js").Level[]} props.levels bots by strength
 * @param {import("../types.js").Rules} props.rules
 * @param {(name: string) => void} props.choose selects another ruleset
 */
export function TableForm({ all, bots, levels, rules, choose }) {
  const before = lastChoices(rules.name);
  const ready = rules.decks ?? [];
  const decks = deckOptions(rules);
  const kinds = [
    [FRIEND, "Friend (by link)"],
    ...levels.filter((level) => level.rules === rules.name && (level.name !== "strongest" || debug.value === "on" || before.seats?.some(({ bot }) => level.name === bot))).map((level) => [level.name, `Bot: ${level.title.toLowerCase()}`]),
    ...bots.filter((bot) => (!bot.rules || bot.rules === rules.name) && (bot.command || debug.value === "on")).map((bot) => [bot.name, `${bot.name} — ${bot.command ? "external" : bot.about}`]),
  ];
  const known = (deck, i) => (decks.some(([key]) => key === deck) ? deck : (i === 0 && defaultDeckText(rules.name)) || (ready[i % ready.length]?.name ?? ""));
  const [count, setCount] = useState(before.count ?? Math.max(2, rules.min_seats));
  const [seats, setSeats] = useState(() => Array.from({ length: rules.max_seats }, (_, i) => {
    const last = before.seats?.[i];
    return { bot: i === 0 ? "" : last ? last.bot : before.seats?.at(-1)?.bot || EASY, deck: i > 0 && last?.bot === FRIEND && !last.deck ? "" : known(last?.deck, i) };
  }));
  const [more, setMore] = useState({ name: "", hidden: before.hidden ?? false, clock: before.clock ?? "", best: before.best ?? 0, watch: before.watch ?? "", rated: before.rated ?? false });
  const [table, setTable] = useState(before.table ?? {});
  const change = (i, what) => setSeats((list) => list.map((seat, at) => (at === i ? { ...seat, ...what } : seat)));
  const players = Math.min(Math.max(count, rules.min_seats), rules.max_seats);
  const counts = Array.from({ length: rules.max_seats - rules.min_seats + 1 }, (_, i) => String(rules.min_seats + i));
  const Options = TABLES[rules.component ?? ""];
  const others = seats.slice(1, players);
  const canBeRated = !table.debug && others.every(({ bot }) => bot === FRIEND || levels.some((level) => level.name === bot));
  const submit = (event) => {
    event.preventDefault();
    start(rules.name, { count: players, seats: seats.slice(0, players), table, ...more, rated: more.rated && canBeRated });
  };
  return html`<form id="new-game" class="sheet" onSubmit=${submit}>
    <div class="fields">
      <label>Game <${Select} id="game" options=${all.map((info) => [info.name, titleOf(info.name)])} value=${rules.name} set=${choose} /></label>
      <label>Players <${Select} id="count" options=${counts.map((n) => [n, n])} value=${String(players)} set=${(n) => setCount(Number(n))} /></label>
    </div>
    <p class="about">${rules.about}</p>
    ${seats.slice(0, players).map((seat, i) => (i > 0 || decks.length > 0) && html`<div class="fields" key=${i}>
      ${i > 0 && html`<label>${players === 2 ? "Opponent" : `Player ${i + 1}`} <${Select} id=${`player-${i}`} options=${kinds} value=${seat.bot} set=${(bot) => change(i, { bot, deck: bot === FRIEND ? "" : known(seat.deck, i) })} /></label>`}
      ${decks.length > 0 && html`<label>${i === 0 ? "Your deck" : players === 2 ? "Opponent’s deck" : "Deck"} <${Select} id=${`deck-${i}`} options=${i > 0 && seat.bot === FRIEND ? [["", "their choice"], ...decks] : decks} value=${seat.deck} set=${(deck) => change(i, { deck })} /></label>`}
    </div>`)}
    ${decks.length > 0 && html`<p class="about">${rules.decks?.find((deck) => deck.name === seats[0].deck)?.about}</p>`}
    ${rules.stats && html`<${DebugMode} table=${table} set=${setTable} />`}
    ${Options && html`<${Options} rules=${rules} table=${table} set=${setTable} />`}
    ${others.some(({ bot }) => bot === FRIEND) && html`<${More} more=${more} set=${setMore} />`}
    ${players > 1 && html`<${IsRated} more=${more} set=${setMore} can=${canBeRated} />`}
    <button id="start" class="primary" disabled=${creating.value}>Start game</button>
  </form>`;
}

/** Options for games between people. @param {{more: any, set: (more: any) => void}} props */
const More = ({ more, set }) => html`<div class="fields">
  <label>Table name <input maxlength="40" value=${more.name} onInput=${(event) => set({ ...more, name: event.target.value })} /></label>
  <label>Clock <${Select} id="clock" options=${CLOCK_NAMES} value=${more.clock} set=${(clock) => set({ ...more, clock })} /></label>
  <label>Games <${Select} id="best" options=${[["0", "single game"], ["3", "best of 3"], ["5", "best of 5"], ["7", "best of 7"]]} value=${String(more.best)} set=${(best) => set({ ...more, best: Number(best) })} /></label>
  <label>Spectators <${Select} id="watch" options=${[["", "live"], ["60000", "1 minute delay"], ["600000", "10 minutes delay"], ["none", "not allowed"]]} value=${more.watch} set=${(watch) => set({ ...more, watch })} /></label>
  <label class="tick"><input type="checkbox" checked=${more.hidden} onChange=${(event) => set({ ...more, hidden: event.target.checked })} /> Private (link only)</label>
</div>`;

/** The debug mode of a decision game. @param {{table: Object<string, string>, set: (table: Object<string, string>) => void}} props */
const DebugMode = ({ table, set }) => html`<div class="fields">
  <label class="tick"><input id="debug-mode" type="checkbox" checked=${Boolean(table.debug)} aria-describedby="debug-about" onChange=${(event) => set(event.target.checked ? { debug: "1" } : {})} /> Debug mode</label>
  <p class="about tick-about" id="debug-about">See and change hidden stats and take any card. Everyone sees that the game is in debug mode, and it is never rated.</p>
</div>`;

/** The choice of a rated game. @param {{more: any, set: (more: any) => void, can: boolean}} props can: whether every bot has a rated level */
const IsRated = ({ more, set, can }) => html`<div class="fields">
  <label class="tick"><input id="rated" type="checkbox" checked=${can && more.rated} disabled=${!can} aria-describedby="rated-about" onChange=${(event) => set({ ...more, rated: event.target.checked })} /> Rated</label>
  <p class="about tick-about" id="rated-about">${can ? `${RATED_ABOUT} Stronger opponents count for more. Undo needs another player’s consent.` : "Rated games have no debug mode, and only bots with a level, such as easy."}</p>
</div>`;
