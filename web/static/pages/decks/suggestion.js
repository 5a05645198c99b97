// Cards for an unfinished deck.

import { suggestionOf } from "../../store/decks.js";
import { capital, listed, plural } from "../../store/words.js";
import { html } from "../../vendor/preact.js";

const NAMED = 5; // cards

/** @typedef {NonNullable<ReturnType<typeof suggestionOf>>} Cards */

/** Suggests cards of the deck's own elements first. @param {import("../cards/look.js").Look[]} looks @param {Object<string, number>} counts @param {import("../../types.js").DeckInfo[]} ready @returns {Cards | null} */
export function suggest(looks, counts, ready) {
  const elements = new Set(looks.flatMap((look) => (counts[look.name] ? look.elements : [])));
  const fit = (/** @type {string} */ card) => (looks.find(({ name }) => name === card)?.elements.every((element) => elements.has(element)) ? 1 : 0);
  return suggestionOf(counts, ready, fit);
}

/** @param {{found: Cards, counts: Object<string, number>, add: (counts: Object<string, number>) => void}} props */
export function Suggestion({ found: { like, shared, cards, lacks, size }, counts, add }) {
  const all = cards.map(([card, n]) => (n > 1 ? `${n} ${card}` : card));
  const names = all.length > NAMED ? [...all.slice(0, NAMED - 1), `${all.length - NAMED + 1} others`] : all;
  return html`<section class="suggestion" aria-label="Suggestion">
    <p title=${`From the ready deck that shares most cards with yours (${shared}).`}><b>${plural(lacks, "card")} short of ${size}.</b> ${capital(like.name)} also has ${listed(names)}.</p>
    <button type="button" id="add-suggested" onClick=${() => add(Object.fromEntries(cards.map(([card, n]) => [card, (counts[card] ?? 0) + n])))}>Add ${lacks}</button>
  </section>`;
}
