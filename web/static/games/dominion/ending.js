// The end of a game of Dominion: its cause, and the points of each player by card.

import { leaving } from "../../store/words.js";
import { faces, total } from "./cards.js";

const ZONES = ["hand_cards", "discarded", "play", "rest", "next_turn", "island", "native_village_cards", "haven_cards"];

/** The number of empty piles that ends the game. @param {any} view */
export const mostEmpty = (view) => (view.sides.length > 4 ? 4 : 3);

/** @param {import("../index.js").End} end */
export function cause({ view, lines, nameOf, resigned }) {
  const left = lines.findLast(({ what }) => what === "resign");
  if (left && view.sides.some(({ out }) => out)) return `${nameOf(left.event.seat)} ${leaving(left.event.seat, resigned)}.`;
  const empty = view.supply.filter(({ left }) => left === 0).map(({ card }) => card);
  const top = empty.find((card) => card === "Province" || card === "Colony");
  if (!top && empty.length < mostEmpty(view)) return `The players reached the limit of turns on turn ${view.turn}.`;
  return top ? `The ${top} pile ran out on turn ${view.turn}.` : `${empty.length} piles ran out on turn ${view.turn}: ${empty.join(", ")}.`;
}

/** Every card of a side. @param {any} side @returns {Object<string, number>} */
function deckOf(side) {
  /** @type {Object<string, number>} */
  const all = {};
  for (const zone of ZONES) for (const [name, n] of Object.entries(side[zone] ?? {})) all[name] = (all[name] ?? 0) + n;
  if (side.horse_traders > 0) all["Horse Traders"] = (all["Horse Traders"] ?? 0) + side.horse_traders;
  for (const name of side.top ?? []) if (name) all[name] = (all[name] ?? 0) + 1;
  return all;
}

/** The points of one copy of a card in a deck. @param {string} name @param {Object<string, number>} deck */
function pointsOf(name, deck) {
  if (name === "Gardens") return Math.floor(total(deck) / 10);
  if (name === "Feodum") return Math.floor((deck.Silver ?? 0) / 3);
  return Number(faces.get(name)?.stats?.match(/(-?\d+) points?/)?.[1] ?? 0);
}

/** @param {any} view @param {string[]} names @returns {import("../../kit/ending.js").Score} */
export function score(view, names) {
  const decks = view.sides.map(deckOf);
  const cards = [...new Set(decks.flatMap(Object.keys))].filter((name) => decks.some((deck) => deck[name] && pointsOf(name, deck) !== 0));
  const cell = (/** @type {string} */ name, /** @type {Object<string, number>} */ deck) => (deck[name] ? `${deck[name]} × ${pointsOf(name, deck)} = ${deck[name] * pointsOf(name, deck)}` : "–");
  return { head: ["Points", ...names], rows: [
    ...cards.map((name) => [name, ...decks.map((deck) => cell(name, deck))]),
    ["Total", ...view.sides.map(({ points }) => String(points))], ["Turns", ...view.sides.map(({ turns }) => String(turns))],
  ] };
}
