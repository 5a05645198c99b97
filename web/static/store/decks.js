// The player's own decks, saved in this browser, the default deck for tables with a free choice,
// and the results of decks, which the server counts.

import * as api from "../api.js";
import { signal } from "../vendor/preact.js";
import { open } from "./session.js";
import { keep, recall, recallJSON } from "./storage.js";
import { capital } from "./words.js";

const LISTS = 50; // earlier lists of a deck

/**
 * @typedef {object} Deck
 * @property {string} id
 * @property {string} name
 * @property {string} text a deck file: a count and a card per line
 * @property {string[]} [was] earlier texts that the player has played, oldest first
 */

/** @type {Object<string, import("../vendor/preact.js").Signal<Deck[]>>} */
const all = {};

/** @param {string} rules @returns {import("../vendor/preact.js").Signal<Deck[]>} */
export const decksOf = (rules) => (all[rules] ??= signal(recallJSON(`gamed.decks.${rules}`) ?? []));

/** @param {string} rules @param {Deck[]} decks */
function put(rules, decks) {
  decksOf(rules).value = decks;
  keep(`gamed.decks.${rules}`, JSON.stringify(decks));
}

/** Saves a deck, replacing the one with the same id. @param {string} rules @param {Deck} deck */
export function saveDeck(rules, deck) {
  const decks = decksOf(rules).peek();
  put(rules, decks.some(({ id }) => id === deck.id) ? decks.map((other) => (other.id === deck.id ? deck : other)) : [...decks, deck]);
}

/** Creates a deck under a unique name. @param {string} rules @param {string} name @param {string} text @returns {string} its id */
export function addDeck(rules, name, text) {
  const names = new Set(decksOf(rules).peek().map((deck) => deck.name));
  let called = name;
  for (let n = 2; names.has(called); n++) called = `${name} ${n}`;
  const id = `own-${crypto.getRandomValues(new Uint32Array(1))[0].toString(36)}`;
  saveDeck(rules, { id, name: called, text });
  return id;
}

/** @param {string} rules @param {string} id */
export const removeDeck = (rules, id) => put(rules, decksOf(rules).peek().filter((deck) => deck.id !== id));

/** @type {Object<string, import("../vendor/preact.js").Signal<string>>} */
const defaults = {};

/** The id of the default deck, or "". @param {string} rules */
export const defaultDeck = (rules) => (defaults[rules] ??= signal(recall(`gamed.brings.${rules}`, "")));

/** @param {string} rules @param {string} id */
export function setDefaultDeck(rules, id) {
  defaultDeck(rules).value = id;
  keep(`gamed.brings.${rules}`, id);
  keep("gamed.brings", "yes"); // lets deckFor skip its request if no ruleset has a default
}

/** @param {string} rules @returns {string} the text of the default deck, or "" */
export const defaultDeckText = (rules) => decksOf(rules).peek().find(({ id }) => id === defaultDeck(rules).peek())?.text ?? "";

/** The title of a deck that the player chose, or "" for a text that is not saved. @param {string} rules @param {string} deck a name or a text */
export const deckTitle = (rules, deck) => decksOf(rules).value.find(({ text }) => text === deck)?.name ?? (deck.includes("\n") ? "" : capital(deck));

/** @type {Map<string, string>} the decks that the player chose for tables, by game */
const brought = new Map();

/** Chooses a deck for a table before joining. @param {string} game @param {string} deck a name or a text; "" for a ready deck of the table */
export const bringDeck = (game, deck) => { brought.set(game, deck); };

/** The deck for a table: the one chosen for it, or the default one, or "". @param {string} game @returns {Promise<string>} */
export async function deckFor(game) {
  const chosen = brought.get(game);
  if (chosen !== undefined) return chosen;
  if (recall("gamed.brings", "") === "") return "";
  const { rules } = await api.game(game).catch(() => ({ rules: "" })); // join without a deck
  return rules && defaultDeckText(rules);
}

/** Parses a stored deck, with a count and a card per line. @param {string} text @returns {Object<string, number>} counts by card */
export function countsOf(text) {
  /** @type {Object<string, number>} */
  const counts = {};
  for (const line of text.split("\n")) {
    const [, n, card] = line.replace(/#.*/, "").trim().match(/^(\d+)\s+(.+)$/) ?? [];
    if (card) counts[card] = (counts[card] ?? 0) + Number(n);
  }
  return counts;
}

/** A name without the quotes, dashes and invisible characters that other programs change. @param {string} name */
const normalized = (name) => name.normalize("NFKC").replace(/[^\p{L}\p{M}\p{N}\s×]/gu, "").replace(/\s+/g, " ").trim().toLowerCase();

/**
 * Reads a deck that a player has pasted. A line is as in "3 Spark", "3x Spark", "Spark x3" or "Spark". A comment in the first line is the deck's name.
 * @param {string} text @param {string[]} cards of the game
 * @returns {{name: string, counts: Object<string, number>, unknown: string[]}}
 */
export function readDeck(text, cards) {
  const known = new Map(cards.map((card) => [normalized(card), card]));
  const lines = text.trim().split(/\r\n?|\n/);
  /** @type {Object<string, number>} */
  const counts = {};
  const unknown = [];
  for (const line of lines) {
    const written = normalized(line.replace(/#.*/, ""));
    if (!written) continue;
    const [, before, first, last, after] = /^(\d{1,3}) ?[x×]? (.+)$|^(.+?) [x×]? ?(\d{1,3})$/.exec(written) ?? [];
    const card = known.get(first ?? last ?? written);
    if (card) counts[card] = (counts[card] ?? 0) + Number(before ?? after ?? 1);
    else unknown.push(line.trim());
  }
  return { name: lines[0]?.match(/^#\s*(.*\S)/)?.[1] ?? "", counts, unknown };
}

/** @param {Object<string, number>} counts @param {string[]} order of the cards @returns {string} a deck file */
export const textOf = (counts, order) => order.filter((card) => counts[card] > 0).map((card) => `${counts[card]} ${card}\n`).join("");

const SHARED = "~"; // begins the id of a deck that is whole in its address

/** The id of a deck for an address that contains all of it. @param {string} name @param {Object<string, number>} counts */
export const shareOf = (name, counts) => SHARED + [name, ...Object.entries(counts).filter(([, n]) => n > 0).map(([card, n]) => n + card)].map((part) => part.replaceAll(SHARED, "").replaceAll(" ", "_")).join(SHARED);

/** The deck that the id of a shared deck contains, or null. @param {string} id @param {string[]} known the cards of the game */
export function sharedDeck(id, known) {
  if (!id.startsWith(SHARED)) return null;
  const [name, ...parts] = id.slice(1).replaceAll("_", " ").split(SHARED);
  const { counts: cards, unknown } = readDeck(parts.join("\n").replace(/^\d+/gm, "$& "), known);
  return { name: name || "Shared deck", cards, unknown };
}

/**
 * Suggests cards for an unfinished deck. They come from the most similar ready deck, as many as the deck lacks.
 * @param {Object<string, number>} counts @param {import("../types.js").DeckInfo[]} ready
 * @param {(card: string) => number} fit of a card; the best ones come first
 * @returns {{like: import("../types.js").DeckInfo, shared: number, cards: [string, number][], lacks: number, size: number} | null}
 */
export function suggestionOf(counts, ready, fit) {
  const sum = (/** @type {Object<string, number>} */ cards) => Object.values(cards).reduce((all, n) => all + n, 0);
  const sharedBy = (/** @type {import("../types.js").DeckInfo} */ { cards }) => Object.entries(cards).reduce((all, [card, n]) => all + Math.min(n, counts[card] ?? 0), 0);
  const like = ready.toSorted((a, b) => sharedBy(b) - sharedBy(a))[0];
  const size = like ? sum(like.cards) : 0;
  const lacks = size - sum(counts);
  if (!like || sharedBy(like) === 0 || lacks <= 0) return null;
  let left = lacks;
  const cards = /** @type {[string, number][]} */ ([]);
  for (const [card, n] of Object.entries(like.cards).sort(([a], [b]) => fit(b) - fit(a))) {
    const more = Math.min(left, n - (counts[card] ?? 0));
    if (more > 0) cards.push([card, more]);
    left -= Math.max(more, 0);
  }
  return { like, shared: sharedBy(like), cards, lacks, size };
}

/** A key of a deck: equal for equal cards. @param {Object<string, number>} cards copies by card */
export const keyOf = (cards) => JSON.stringify(Object.entries(cards).sort());

/** The name of a ready deck, or "own deck". @param {import("../types.js").DeckInfo[]} ready @param {Object<string, number>} deck copies by card */
export const deckName = (ready, deck) => capital(ready.find(({ cards }) => keyOf(cards) === keyOf(deck))?.name ?? "own deck");

/** @type {Object<string, import("../vendor/preact.js").Signal<import("../api.js").DeckResults[]>>} */
const results = {};

/** @param {string} rules */
const resultsOf = (rules) => (results[rules] ??= signal([]));

/** Reads the results of the player's decks from the server. After a failure, the page shows none. @param {string} rules */
export const readResults = (rules) => open().then(() => api.deckResults(rules)).then(({ decks }) => { resultsOf(rules).value = decks; }, () => {});

/**
 * The results of a deck and of its earlier cards, or null before the first game.
 * @param {string} rules @param {Object<string, number>[]} lists of cards
 * @returns {(import("../api.js").Tally & {against: import("../api.js").Opponent[]}) | null}
 */
export function recordOf(rules, lists) {
  const keys = lists.map(keyOf);
  const found = resultsOf(rules).value.filter(({ cards }) => keys.includes(keyOf(cards)));
  if (found.length === 0) return null;
  const against = Object.values(Object.groupBy(found.flatMap((one) => one.against), ({ name }) => name ?? "")).map((list = []) => ({ ...tally(list), name: list[0].name }));
  return { ...tally(found), against: against.sort((a, b) => b.games - a.games) };
}

/** @param {import("../api.js").Tally[]} list @returns {import("../api.js").Tally} the sums */
const tally = (list) => list.reduce((sum, { games, won, drawn }) => ({ games: sum.games + games, won: sum.won + won, drawn: sum.drawn + drawn }), { games: 0, won: 0, drawn: 0 });

/** @param {import("../api.js").Tally} tally */
export const wonOf = ({ games, won, drawn }) => `won ${won} of ${games}${drawn > 0 ? `, ${drawn} drawn` : ""}`;

/** The lists of cards whose results are a deck's own. @param {Deck} deck */
export const listsOf = ({ text, was = [] }) => [text, ...was].map(countsOf);

/** Saves other cards of a deck. Its results stay. @param {string} rules @param {Deck} deck @param {string} text */
export function changeDeck(rules, deck, text) {
  const { was = [] } = deck;
  const played = recordOf(rules, [countsOf(deck.text)]) && !was.includes(deck.text);
  saveDeck(rules, { ...deck, text, ...(played && { was: [...was, deck.text].slice(-LISTS) }) });
}
