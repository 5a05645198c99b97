// Creates games and remembers the player's choices.

import * as api from "../api.js";
import { bringDeck, defaultDeckText } from "../store/decks.js";
import { lastChoices, lastRules, open, rememberChoices } from "../store/session.js";
import { keep, recallJSON } from "../store/storage.js";
import { signal } from "../vendor/preact.js";

/** @typedef {import("../store/session.js").Choices} Choices */

const MINUTE = 60_000;

/** The clocks of the form. @type {Object<string, import("../types.js").Clock>} */
export const CLOCKS = {
  fast: { bank_ms: 5 * MINUTE, per_decision_ms: 10_000, increment_ms: 2_000, absent: "forfeit" },
  calm: { bank_ms: 20 * MINUTE, per_decision_ms: 30_000, increment_ms: 5_000, absent: "forfeit" },
  days: { bank_ms: 0, per_decision_ms: 24 * 60 * MINUTE, increment_ms: 0, absent: "wait" },
};

/** A time of a clock as text. @param {number} ms */
const span = (ms) => (ms === CLOCKS.days.per_decision_ms ? "one day" : ms % MINUTE ? `${Math.round(ms / 1000)} s` : `${ms / MINUTE} min`);

/** Describes a clock in the words of chess clocks: the bank, the increment and the delay. @param {import("../types.js").Clock} clock */
export function clockName({ bank_ms: bank, per_decision_ms: move, increment_ms: earned }) {
  const time = bank ? span(bank) : `${span(move)} per move`;
  return `${time}${earned ? ` + ${span(earned)}` : ""}${bank && move ? `, ${span(move)} delay` : ""}`;
}

/** Names of the clocks, for a select. @type {[string, string][]} */
export const CLOCK_NAMES = [...Object.entries(CLOCKS).map(([name, clock]) => /** @type {[string, string]} */ ([name, clockName(clock)])), ["", "no clock"]];

/** How a clock works, in plain words. @param {import("../types.js").Clock} [clock] */
export function clockAbout(clock) {
  if (!clock) return "Take all the time you need.";
  const { bank_ms: bank, per_decision_ms: move, increment_ms: earned } = clock;
  const free = bank && move ? `The first ${span(move)} of a move are free` : bank ? `You have ${span(bank)} for the game` : `You have ${span(move)} for each move`;
  return `${free}${earned ? `; each move adds ${span(earned)}` : ""}.`;
}

/** What a rated game means for a player. */
export const RATED_ABOUT = "Win to gain rating, lose to drop.";

export const EASY = "easy"; // the default opponent
export const FRIEND = ""; // the bot name of a seat for a person

/** The error of the last request for a game, or "". */
export const createError = signal("");
export const creating = signal(false);

/**
 * Creates a game and opens its table.
 * @param {string} rules
 * @param {Choices} choices
 * @param {string} [to] the name of a person to invite
 */
export const create = (rules, { seats, table, name, hidden, clock, best, watch, rated }, to) => openTable(async () => {
  const people = seats.some(({ bot }, i) => i > 0 && bot === FRIEND);
  const made = await (to ? api.invite : api.create)({
    rules, ...(to && { to }),
    seats: seats.map(({ bot, deck }, i) => ({ ...(i > 0 && bot && { bot }), ...(deck && { deck }) })),
    table,
    private: seats.length > 1 && (!people || hidden === true),
    ...(name && { name }), ...(clock && CLOCKS[clock] && { clock: CLOCKS[clock] }), ...(best && people && { best_of: best }),
    ...(watch && people && { spectators: watch === "none" ? watch : { delay_ms: Number(watch) } }), ...(rated && seats.length > 1 && { rated }),
  });
  return `#/play/${made.id}/0`;
});

/** Waits for the address of a table and opens it. Only one request runs at a time. @param {() => Promise<string>} make */
async function openTable(make) {
  if (creating.value) return;
  creating.value = true;
  createError.value = "";
  try {
    await open();
    location.hash = await make();
  } catch (error) {
    location.hash = "#/";
    createError.value = error.message;
  } finally {
    creating.value = false;
  }
}

/** Creates a game from the form and remembers the choices. @param {string} rules @param {Choices} choices @param {string} [to] the name of a person to invite */
export function start(rules, choices, to = "") {
  rememberChoices(rules, choices);
  return create(rules, choices, to);
}

/** @typedef {{rules: string, clock: string, rated: boolean, deck: string}} Wish the wish for a game against a person; clock: a key of CLOCKS or ""; deck: "" for the default */

/**
 * @typedef {object} Search the search for an opponent from matchmaking
 * @property {import("../types.js").Quick} terms
 * @property {string} deck "" for the default
 * @property {string} ticket of the last response, for a player without a session
 * @property {number} since its start in milliseconds since 1970
 */

/**
 * The wait for an opponent, or null. Its connection keeps the seat while the player visits other pages.
 * @type {import("../vendor/preact.js").Signal<Search & {game: string, line: import("../store/connection.js").Connection} | null>}
 */
export const matchmaking = signal(null);

/** The games of cancelled waits. The page hides them, because the last list from the server may still have them. @type {Set<string>} */
export const cancelled = new Set();

const SEARCH = "gamed.search"; // keeps the search of this tab across a reload

/** The terms of a wish. @param {Omit<Wish, "deck">} wish @returns {import("../types.js").Quick} */
const termsOf = ({ rules, clock, rated }) => ({ rules, ...(CLOCKS[clock] && { clock: CLOCKS[clock] }), ...(rated && { rated }) });

/** Describes terms. @param {import("../types.js").Quick} terms */
export const describe = ({ clock, rated }) => `${clock ? clockName(clock) : "no clock"}${rated ? ", rated" : ""}`;

/** The choices for two players. @param {string} deck of the player @param {string} bot FRIEND for a person */
const duel = (deck, bot) => ({ count: 2, seats: [{ bot: "", deck }, { bot, deck: "" }], table: {} });

/** The number of players who wait for a wish, and how long such a wait usually lasts. @param {Omit<Wish, "deck">} wish */
export const queueFor = (wish) => api.lookQuick(termsOf(wish));

/** Finds another player by matchmaking. @param {Wish} wish */
export const findOpponent = ({ rules, clock, rated, deck }) => openTable(async () => {
  rememberChoices(rules, { ...duel(deck, FRIEND), clock, rated });
  return seek({ terms: termsOf({ rules, clock, rated }), deck, ticket: "", since: Date.now() });
});

/** Continues the search that a reload has interrupted. The server recognizes the player, who keeps the place in the queue. */
export function resumeSearch() {
  const search = recallJSON(SEARCH, "sessionStorage");
  if (search) openTable(() => seek(search));
}

/** Asks the server for a game. If no opponent has come yet, takes a seat in the game and waits. @param {Search} search @returns {Promise<string>} the address to open */
async function seek(search) {
  const { game, seat, waiting, ticket = "" } = await api.quick({ ...search.terms, ...(search.ticket && { ticket: search.ticket }) }).catch((error) => {
    keep(SEARCH, "", "sessionStorage"); // a reload must not resume a failed search
    throw error;
  });
  keep(SEARCH, waiting ? JSON.stringify({ ...search, ticket }) : "", "sessionStorage");
  if (search.deck) bringDeck(game, search.deck);
  if (!waiting) return seat === undefined ? `#/play/${game}` : `#/play/${game}/${seat}`;
  await wait({ ...search, ticket }, game, seat);
  return location.hash;
}

/** Takes a seat and waits there for an opponent. @param {Search} search @param {string} game @param {number} [seat] */
async function wait(search, game, seat) {
  const { Connection, play } = await import("./table.js"); // the table is ready when the opponent comes
  let taken = 0;
  const line = new Connection({ game, seat }, (message) => {
    if (message.type === "joined") taken = message.seat;
    if (message.type !== "update") return; // the first update arrives when the opponent has come
    stopWaiting();
    play("chime");
    location.hash = `#/play/${game}/${taken}`;
  }, (state, why) => {
    if (state !== "refused") return;
    stopWaiting();
    createError.value = why;
  });
  matchmaking.value = { ...search, game, line };
}

/** Ends the search in this browser, and closes its connection. @returns {{terms: import("../types.js").Quick, ticket: string}} */
function stopWaiting() {
  const { terms = { rules: "" }, ticket = "", line = null } = matchmaking.value ?? {};
  matchmaking.value = null;
  keep(SEARCH, "", "sessionStorage");
  line?.close();
  return { terms, ticket };
}

/** Ends a search that has found no opponent, and hides its game. */
function giveUp() {
  if (matchmaking.value) cancelled.add(matchmaking.value.game);
  return stopWaiting();
}

/** Creates a private table for a friend. @param {Wish} wish @param {string} [to] the name of a person to invite */
export const inviteFriend = ({ rules, clock, rated, deck }, to) => start(rules, { ...duel(deck || defaultDeckText(rules), FRIEND), hidden: true, clock, rated }, to);

/** Tells the players of a game with open seats that the player will not come. A table without spectators refuses that. @param {string} game */
export async function decline(game) {
  const { Connection } = await import("./table.js");
  const line = new Connection({ game, watch: true }, ({ type }) => {
    if (type !== "joined") return;
    line.send({ type: "respond", kind: "invitation", accept: false });
    line.close();
  }, () => {});
}

/** Leaves matchmaking for a game against a bot. */
export const playBotInstead = () => openTable(async () => {
  const { terms, ticket } = giveUp();
  const { game, seat } = await api.quick({ ...terms, bot: EASY, ...(ticket && { ticket }) });
  return `#/play/${game}/${seat ?? 0}`;
});

/** Leaves matchmaking. */
export const cancelMatchmaking = () => openTable(async () => {
  const { terms, ticket } = giveUp();
  await api.cancelQuick(terms, ticket);
  return location.hash;
});

/** Starts or accepts a rematch. @param {string} game @param {string} [key] */
export const rematch = (game, key) => openTable(async () => {
  const { game: next, seat } = await api.rematch(game, key);
  return `#/play/${next}/${seat}`;
});

/**
 * Starts a game against a bot with the default settings, or a solo game.
 * @param {import("../types.js").Rules} rules
 * @param {string} [level] of the bot
 */
export function quick(rules, level = EASY) {
  const choices = duel(defaultDeckText(rules.name), level);
  return start(rules.name, rules.max_seats > 1 ? choices : { ...choices, count: 1, seats: choices.seats.slice(0, 1) });
}

/** Starts a game with the settings of the last one. */
export function again() {
  const rules = lastRules() || "elements";
  return create(rules, { ...duel("", EASY), ...lastChoices(rules) });
}
