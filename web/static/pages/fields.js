// Fields that several forms for a game share.

import { Select } from "../kit/select.js";
import { decksOf, defaultDeckText } from "../store/decks.js";
import { capital } from "../store/words.js";
import { html } from "../vendor/preact.js";

/** A choice in which one press selects an option. @param {{id: string, label: string, options: string[][], value: string, set: (value: string) => void}} props */
export const Chips = ({ id, label, options, value, set }) => html`<div id=${id} class="chips" role="radiogroup" aria-label=${label}>
  ${options.map(([key, text]) => {
    const [first, ...more] = text.split(/,? (?=\+|per |\d+ s delay)/);
    return html`<label key=${key}><input type="radio" class="visually-hidden" name=${id} value=${key} checked=${key === value} onChange=${() => set(key)} />
      <b>${first}</b>${more.map((part, i) => html` <small class=${i > 0 ? "visually-hidden" : ""}>${part}</small>`)}</label>`;
  })}
</div>`;

/** The ready decks and the player's own: names or texts, with titles. @param {import("../types.js").Rules} rules @returns {string[][]} */
export function deckOptions(rules) {
  const ready = (rules.decks ?? []).map(({ name }) => [name, capital(name)]);
  return ready.length ? [...ready, ...decksOf(rules.name).value.map((deck) => [deck.text, `${deck.name} (yours)`])] : [];
}

/**
 * The choice of the player's deck, or nothing for a game without decks.
 * @param {{rules: import("../types.js").Rules, deck: string | null, set: (deck: string) => void}} props deck: null for the default
 */
export function DeckField({ rules, deck, set }) {
  const options = deckOptions(rules);
  if (options.length === 0) return null;
  const chosen = deck ?? defaultDeckText(rules.name);
  const about = rules.decks?.find(({ name }) => name === chosen)?.about;
  return html`<label title=${about}>Your deck <${Select} id="own-deck" options=${[["", "the table’s deck"], ...options]} value=${options.some(([key]) => key === chosen) ? chosen : ""} set=${set} /></label>`;
}
