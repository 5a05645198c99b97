// The lobby: a new game in one click, and the games that are already there.

import * as api from "./api.js";
import { name, rename } from "./connection.js";
import { byId, h } from "./dom.js";
import * as kingdom from "./kingdom.js";
import * as rankings from "./rankings.js";

const FRIEND = ""; // the value of a player who is a person
const CHOICES = "gamed.lobby"; // remembered from visit to visit, under the game's name
const GAME = "gamed.game"; // the game that was chosen last

/** Games with options of the table: how their fields are built. */
const TABLES = { dominion: kingdom.fields };

/** @type {import("./types.js").Rules[]} */
let all = [];
/** @type {import("./types.js").Bot[]} */
let bots = [];
/** @type {import("./types.js").Rules | undefined} the game that is chosen */
let rules;
let table = () => ({});
let timer = 0;
let away = false; // the list of games could not be fetched

/** @typedef {{count: number, seats: {bot: string, deck: string}[], table: Object<string, string>}} Choices */

/** Shows the lobby and keeps its list of games fresh. */
export async function open() {
  byId("new-game").onsubmit = (event) => {
    event.preventDefault();
    start();
  };
  const called = field("my-name");
  called.value = name();
  called.onchange = () => rename(called.value);
  refresh();
  if (rules) return;
  try {
    const [infos, players] = await Promise.all([api.allRules(), api.bots()]);
    all = infos.rules;
    bots = players.bots;
    fill("game", all.map((info) => [info.name, info.name[0].toUpperCase() + info.name.slice(1)]), recall(GAME, ""));
    byId("game").onchange = choose;
    await choose();
  } catch (error) {
    fail(error);
  }
}

/** Stops the list of games from being fetched. */
export function close() {
  clearTimeout(timer);
}

/** Shows the form of the game that is chosen. */
async function choose() {
  try {
    rules = await api.rules(chosen("game"));
  } catch (error) {
    return fail(error);
  }
  const before = remembered(rules.name);
  byId("about").textContent = rules.about;
  const counts = Array.from({ length: rules.max_seats - rules.min_seats + 1 }, (_, i) => String(rules.min_seats + i));
  fill("count", counts.map((n) => [n, n]), String(before.count ?? Math.max(2, rules.min_seats)));
  byId("count").onchange = () => players(choices());
  const options = TABLES[rules.name]?.(rules, before.table ?? {});
  table = options?.table ?? (() => ({}));
  byId("table-options").replaceChildren(...(options ? [options.node] : []));
  players(before);
  rankings.open(rules).catch(fail);
}

/** Shows a row for each player. @param {Partial<Choices>} before */
function players(before) {
  const decks = (rules.decks ?? []).map((deck) => [deck.name, deck.name]);
  const kinds = [
    ...bots.filter((bot) => !bot.rules || bot.rules === rules.name).map((bot) => [bot.name, `${bot.name} — ${bot.about}`]),
    [FRIEND, "a friend, by a link"],
  ];
  const count = Number(chosen("count"));
  const rows = Array.from({ length: count }, (_, i) => {
    const last = before.seats?.[i] ?? before.seats?.at(-1) ?? {};
    const cells = [];
    if (i > 0) {
      const kind = before.seats?.[i] ? last.bot : last.bot || "greedy";
      cells.push(h("label", {}, count === 2 ? "Opponent" : `Player ${i + 1}`, select(`player-${i}`, kinds, kind)));
    }
    if (decks.length > 0) {
      cells.push(h("label", {}, i === 0 ? "Your deck" : "Its deck",
        select(`deck-${i}`, decks, before.seats?.[i]?.deck ?? decks[i % decks.length][0])));
    }
    return h("div.fields", {}, cells);
  });
  byId("players").replaceChildren(...rows);
  const describe = () => {
    byId("deck-about").textContent = rules.decks?.find((deck) => deck.name === value("deck-0"))?.about ?? "";
  };
  byId("players").onchange = describe;
  describe();
}

/** What a select says, "" if the form has none of that name. */
const value = (id) => /** @type {HTMLSelectElement | null} */ (document.getElementById(id))?.value ?? "";

/** @returns {Choices} what the form says */
function choices() {
  const seats = Array.from({ length: Number(chosen("count")) }, (_, i) => ({ bot: value(`player-${i}`), deck: value(`deck-${i}`) }));
  return { count: seats.length, seats, table: table() };
}

/** Starts a game as the form says. */
function start() {
  const said = choices();
  keep(GAME, rules.name);
  keep(`${CHOICES}.${rules.name}`, JSON.stringify(said));
  create(rules.name, said);
}

/** Starts another game like the last one. */
export function again() {
  const game = recall(GAME, "elements");
  const two = [{ bot: "", deck: "" }, { bot: "greedy", deck: "" }];
  create(game, { count: 2, seats: two, table: {}, ...remembered(game) });
}

/** @param {string} game @param {Choices} choices */
async function create(game, { seats, table }) {
  const button = /** @type {HTMLButtonElement} */ (byId("start"));
  button.disabled = true;
  byId("lobby-error").hidden = true;
  try {
    const made = await api.create({
      rules: game,
      seats: seats.map(({ bot, deck }, i) => ({ ...(i > 0 && bot && { bot }), ...(deck && { deck }) })),
      table,
      private: seats.length > 1 && seats.every(({ bot }, i) => i === 0 || bot !== FRIEND),
    });
    location.hash = `#/play/${made.id}/0`;
  } catch (error) {
    location.hash = "#/";
    fail(error);
  } finally {
    button.disabled = false;
  }
}

/** @param {string} game @returns {Partial<Choices>} */
const remembered = (game) => JSON.parse(recall(`${CHOICES}.${game}`, "{}"));

function recall(key, otherwise) {
  try {
    return localStorage.getItem(key) ?? otherwise;
  } catch {
    return otherwise; // storage is switched off: nothing is remembered
  }
}

function keep(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // See recall.
  }
}

/** Gives a select of the page its options. */
function fill(id, options, value) {
  const node = /** @type {HTMLSelectElement} */ (byId(id));
  node.replaceChildren(...options.map(([key, text]) => h("option", { value: key }, text)));
  if (options.some(([key]) => key === value)) node.value = value;
}

function select(id, options, value) {
  const node = h("select", { id }, options.map(([key, text]) => h("option", { value: key }, text)));
  if (options.some(([key]) => key === value)) /** @type {HTMLSelectElement} */ (node).value = value;
  return node;
}

const field = (id) => /** @type {HTMLInputElement} */ (byId(id));
const chosen = (id) => field(id).value;

function fail(error) {
  const node = byId("lobby-error");
  node.textContent = error.message;
  node.hidden = false;
}

async function refresh() {
  clearTimeout(timer);
  try {
    const { games } = await api.games();
    byId("games").replaceChildren(...games.map(row));
    if (games.length === 0) byId("games").append(h("li.about", {}, "None yet."));
    if (away) byId("lobby-error").hidden = true;
    away = false;
  } catch (error) {
    away = true;
    fail(error);
  }
  timer = setTimeout(refresh, document.hidden ? 30_000 : 5_000);
}

/** @param {import("./types.js").GameInfo} game */
function row(game) {
  const names = game.seats.map((seat) => (seat.kind === "open" ? "open seat" : seat.name || "somebody")).join(", ");
  const open = game.status === "open";
  return h("li", {},
    h("span", {}, names, h("small", {}, ` ${game.rules}${game.turn ? `, turn ${game.turn}` : ""}`)),
    open && h("a.button", { href: `#/play/${game.id}` }, "Join"),
    !open && h("a.button", { href: `#/watch/${game.id}` }, "Watch"));
}
