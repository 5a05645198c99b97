// The lobby: a new game in one click, and the games that are already there.

import * as api from "./api.js";
import { name, rename } from "./connection.js";
import { byId, h } from "./dom.js";

const RULES = "elements";
const FRIEND = ""; // the value of the opponent who is a person
const CHOICES = "gamed.lobby"; // remembered from visit to visit

/** @type {import("./types.js").Rules | undefined} */
let rules;
let timer = 0;

/** Shows the lobby and keeps its list of games fresh. */
export async function open() {
  byId("new-game").onsubmit = (event) => {
    event.preventDefault();
    start();
  };
  const called = /** @type {HTMLInputElement} */ (byId("my-name"));
  called.value = name();
  called.onchange = () => rename(called.value);
  refresh();
  if (rules) return;
  try {
    const [info, bots] = await Promise.all([api.rules(RULES), api.bots()]);
    rules = info;
    fill(info, bots.bots);
  } catch (error) {
    fail(error);
  }
}

/** Stops the list of games from being fetched. */
export function close() {
  clearTimeout(timer);
}

/** Starts a game as the form says. */
function start() {
  const choices = { opponent: chosen("opponent"), mine: chosen("my-deck"), theirs: chosen("their-deck") };
  remember(choices);
  create(choices);
}

/** Starts another game like the last one. */
export function again() {
  create({ opponent: "greedy", mine: "", theirs: "", ...remembered() });
}

/** @param {{opponent: string, mine: string, theirs: string}} choices */
async function create({ opponent, mine, theirs }) {
  const button = /** @type {HTMLButtonElement} */ (byId("start"));
  const friend = opponent === FRIEND;
  button.disabled = true;
  try {
    const game = await api.create({
      rules: RULES,
      seats: [{ deck: mine }, friend ? { deck: theirs } : { deck: theirs, bot: opponent }],
      private: !friend,
    });
    location.hash = `#/play/${game.id}/0`;
  } catch (error) {
    location.hash = "#/";
    fail(error);
  } finally {
    button.disabled = false;
  }
}

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(CHOICES) ?? "{}");
  } catch {
    return {}; // storage is switched off: nothing is remembered
  }
}

function remember(choices) {
  try {
    localStorage.setItem(CHOICES, JSON.stringify(choices));
  } catch {
    // See remembered.
  }
}

/** @param {import("./types.js").Rules} info @param {{name: string, about: string}[]} bots */
function fill(info, bots) {
  const before = remembered();
  byId("about").textContent = info.about;
  const decks = (info.decks ?? []).map((deck) => [deck.name, deck.name]);
  select("my-deck", decks, before.mine);
  select("their-deck", [...decks.slice(1), ...decks.slice(0, 1)], before.theirs);
  select("opponent", [
    ...bots.map((bot) => [bot.name, `${bot.name} — ${bot.about}`]),
    [FRIEND, "a friend, by a link"],
  ], before.opponent ?? "greedy");
  const describe = () => {
    const deck = info.decks?.find((d) => d.name === chosen("my-deck"));
    byId("deck-about").textContent = deck?.about ?? "";
  };
  byId("my-deck").onchange = describe;
  describe();
}

function select(id, options, value) {
  const node = /** @type {HTMLSelectElement} */ (byId(id));
  node.replaceChildren(...options.map(([key, text]) => h("option", { value: key }, text)));
  if (options.some(([key]) => key === value)) node.value = value;
}

const chosen = (id) => /** @type {HTMLSelectElement} */ (byId(id)).value;

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
    byId("lobby-error").hidden = true;
  } catch (error) {
    fail(error);
  }
  timer = setTimeout(refresh, document.hidden ? 30_000 : 5_000);
}

/** @param {import("./types.js").GameInfo} game */
function row(game) {
  const names = game.seats.map((seat) => (seat.kind === "open" ? "open seat" : seat.name || "somebody")).join(" against ");
  const open = game.status === "open";
  return h("li", {},
    h("span", {}, names, h("small", {}, ` ${game.rules}${game.turn ? `, turn ${game.turn}` : ""}`)),
    open && h("a.button", { href: `#/play/${game.id}` }, "Join"),
    !open && h("a.button", { href: `#/watch/${game.id}` }, "Watch"));
}
