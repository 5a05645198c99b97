// The player's own decks, saved in this browser, and the default deck for tables with a
// free choice.

import * as api from "../api.js";
import { signal } from "../vendor/preact.js";
import { keep, recall, recallJSON } from "./storage.js";

/**
 * @typedef {object} Deck
 * @property {string} id
 * @property {string} name
 * @property {string} text a deck file: a count and a card per line
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

/** Parses a deck file and skips malformed lines. @param {string} text @returns {Object<string, number>} counts by card */
export function countsOf(text) {
  /** @type {Object<string, number>} */
  const counts = {};
  for (const line of text.split("\n")) {
    const [, n, card] = line.replace(/#.*/, "").trim().match(/^(\d+)\s+(.+)$/) ?? [];
    if (card) counts[card] = (counts[card] ?? 0) + Number(n);
  }
  return counts;
}

/** @param {Object<string, number>} counts @param {string[]} order of the cards @returns {string} a deck file */
export const textOf = (counts, order) => order.filter((card) => counts[card] > 0).map((card) => `${counts[card]} ${card}\n`).join("");
