// The pile under the mouse or focus, beside the phases: its card, and whether the player can take it. Without one, the state of the piles.

import { Explained } from "../../kit/meanings.js";
import { looked, whyNot } from "../../kit/pick.js";
import { html } from "../../vendor/preact.js";
import { total } from "./cards.js";
import { mostEmpty } from "./ending.js";

const EXPLAINED = 2; // words that fit
const FIRST = 2; // the number of turns of each player in which the goal is shown

/** @param {{scene: import("../index.js").Scene}} props */
export function Inspector({ scene, scene: { view } }) {
  const seen = looked.value;
  if (!seen || seen.touch || seen.named || !seen.it.startsWith("supply/")) return html`<section class="inspector" aria-label="Piles">
    ${view.turn <= FIRST * view.sides.length ? goal(view) : html`<dl>${rows(view).map(([name, text]) => html`<div><dt>${name}</dt><dd>${text}</dd></div>`)}</dl>`}</section>`;
  const { it, face } = seen;
  const why = whyNot(scene, it);
  return html`<section class="inspector detail" aria-label="Pile"><b>${face.name}</b> ${face.price} <small>${face.kind}, ${face.note}</small>
    <p>${face.text}</p><p class=${why ? "why" : "why can-now"}>${why || "You can choose this now."}</p><${Explained} face=${face} most=${EXPLAINED} /></section>`;
}

/** The counts of cards that end the game or have left it. @param {any} view @returns {[string, any][]} */
const rows = ({ supply, sides, trash, ...view }) => [
  ...supply.filter(({ card }) => card === "Province" || card === "Colony").map(({ card, left }) => [card, `${left} left`]),
  ["Empty piles", `${supply.filter(({ left }) => left === 0).length} of ${mostEmpty({ sides })}`],
  ["Trash", total(trash)],
  ["Discards", sides.reduce((n, { discard }) => n + discard, 0)],
];

/** The goal of the game, for new players. @param {any} view */
const goal = (view) => `Have the most points from Victory cards when the Provinces or Colonies, or any ${mostEmpty(view)} piles, run out. Each turn, play one Action, then your Treasures, and buy one card. Cards you buy go to your discard pile and come back when your deck is reshuffled.`;
