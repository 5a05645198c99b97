// The head of a deck's column: a list to choose another deck, and the deck's elements, size and results.

import { Glyph } from "../../kit/glyph.js";
import { decksOf, recordOf, wonOf } from "../../store/decks.js";
import { capital } from "../../store/words.js";
import { html, useState } from "../../vendor/preact.js";
import { Signs, sizeOf } from "./balance.js";
import { Cover, deckAddress } from "./list.js";

/** @param {HTMLElement | null} field */
const focus = (field) => field?.focus();

/**
 * @param {object} props
 * @param {import("../../types.js").Rules} props.rules
 * @param {import("../cards/look.js").Look[]} props.looks
 * @param {string} props.id
 * @param {string} props.name
 * @param {Object<string, number>} props.counts
 * @param {number} [props.of] the size of a full deck
 * @param {Object<string, number>[]} props.lists whose results count
 * @param {(name: string) => void} [props.rename]
 */
export function Head({ rules, looks, id, name, counts, of, lists, rename }) {
  const [naming, setNaming] = useState(false);
  const size = sizeOf(counts);
  const take = (/** @type {any} */ event) => {
    rename?.(event.target.value.trim() || "My deck");
    setNaming(false);
  };
  return html`<header class="deck-head">
    <${Cover} looks=${looks} counts=${counts} name=${name} />
    <h2 class="visually-hidden">${name}</h2>
    ${naming ? html`<input id="deck-name" aria-label="Deck name" maxlength="40" ref=${focus} value=${name} onBlur=${take} onKeyDown=${(event) => { if (event.key === "Enter") take(event); }} />` : html`<${Choice} rules=${rules} id=${id} name=${name} />`}
    ${rename && !naming && html`<button type="button" id="rename-deck" aria-label="Rename" title="Rename" onClick=${() => setNaming(true)}><${Glyph} name="pencil" /></button>`}
    <p><${Signs} looks=${looks} counts=${counts} /><span><b>${size}</b>${of ? ` of ${of}` : ""} ${size === 1 && !of ? "card" : "cards"}</span><${Record} record=${recordOf(rules.name, lists)} /></p>
  </header>`;
}

/** The decks of the game. @param {{rules: import("../../types.js").Rules, id: string, name: string}} props of the deck on the page */
function Choice({ rules, id, name }) {
  const own = decksOf(rules.name).value.map((deck) => [deck.id, deck.name]);
  const ready = (rules.decks ?? []).map((deck) => [deck.name, capital(deck.name)]);
  const listed = [...own, ...ready].some(([other]) => other === id);
  const group = (/** @type {string} */ label, /** @type {string[][]} */ list) => list.length > 0 && html`<optgroup label=${label}>${list.map(([key, text]) => html`<option key=${key} value=${key} selected=${key === id}>${text}</option>`)}</optgroup>`;
  return html`<select id="pick-deck" aria-label="Deck" onChange=${(event) => { location.hash = event.target.value ? deckAddress(rules.name, event.target.value) : `#/decks/${rules.name}`; }}>
    ${!listed && html`<option value=${id} selected>${name}</option>`}
    ${group("Your decks", own)}${group("Ready decks", ready)}
    <option value="">All decks</option>
  </select>`;
}

/** The results of a deck; opened, by the deck of the opponent. @param {{record: ReturnType<typeof recordOf>}} props */
const Record = ({ record }) => record && html`<details class="deck-record"><summary>${wonOf(record)}</summary>
  <ul>${record.against.map((other) => html`<li key=${other.name ?? ""}>Against ${other.name ? capital(other.name) : "other decks"}: ${wonOf(other)}</li>`)}</ul>
</details>`;
