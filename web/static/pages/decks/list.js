// The list of a game's decks.

import { Notice } from "../../kit/notice.js";
import { addDeck, countsOf, decksOf, defaultDeck, listsOf, readDeck, recordOf, textOf, wonOf } from "../../store/decks.js";
import { capital } from "../../store/words.js";
import { html, useState } from "../../vendor/preact.js";
import { Art } from "../../kit/art.js";
import { Signs, elementsOf, sizeOf } from "./balance.js";

/** @param {string} rules @param {string} deck */
export const deckAddress = (rules, deck) => `#/decks/${rules}/${encodeURIComponent(deck)}`;

/** @typedef {import("../cards/look.js").Look} Look */

/** @param {{rules: import("../../types.js").Rules, looks: Look[]}} props */
export function DeckList({ rules, looks }) {
  const own = decksOf(rules.name).value;
  const make = () => { location.hash = deckAddress(rules.name, addDeck(rules.name, "My deck", "")); };
  return html`
    <section aria-labelledby="own-decks"><div class="deck-own"><h3 id="own-decks">Your decks</h3>
        <p class="about">Saved in this browser. Choose one when you start a game.</p>
        <button type="button" id="new-deck" onClick=${make}>New deck</button>
        <${Import} rules=${rules} /></div>
      ${own.length > 0 && html`<ul class="deck-list">
        ${own.map((deck) => html`<li key=${deck.id}><${DeckTile} rules=${rules.name} looks=${looks} id=${deck.id} name=${deck.name} counts=${countsOf(deck.text)} lists=${listsOf(deck)} about=${defaultDeck(rules.name).value === deck.id ? "Default deck." : ""} /></li>`)}
      </ul>`}
    </section>
    <section aria-labelledby="ready-decks"><h3 id="ready-decks">Ready decks</h3>
      <ul class="deck-list">${(rules.decks ?? []).map((deck) => html`<li key=${deck.name}><${DeckTile} rules=${rules.name} looks=${looks} id=${deck.name} name=${deck.name} counts=${deck.cards} lists=${[deck.cards]} about=${deck.about} /></li>`)}</ul>
    </section>`;
}

/** The card on a deck's cover: the most expensive one. @param {Look[]} looks @param {Object<string, number>} counts */
const faceOf = (looks, counts) => looks.filter((look) => counts[look.name] > 0).sort((a, b) => (b.cost ?? 0) - (a.cost ?? 0))[0];

/** The picture of a deck. @param {{looks: Look[], counts: Object<string, number>, name: string}} props name: shown without cards */
export function Cover({ looks, counts, name }) {
  const face = faceOf(looks, counts);
  const tints = elementsOf(looks, counts).map(([element]) => element);
  return html`<${Art} name=${face?.face.name ?? name} tints=${tints.length ? tints : ["any"]} glyph=${face?.glyph ?? "item"} />`;
}

function DeckTile({ rules, looks, id, name, counts, lists, about }) {
  const record = recordOf(rules, lists);
  return html`<a class="deck-tile" href=${deckAddress(rules, id)}>
    <${Cover} looks=${looks} counts=${counts} name=${name} />
    <span class="deck-name">${capital(name)} <${Signs} looks=${looks} counts=${counts} /></span>
    <span class="about">${[`${[`${sizeOf(counts)} cards`, record && wonOf(record)].filter(Boolean).join(", ")}.`, about].filter(Boolean).join(" ")}</span>
  </a>`;
}

/** Imports a deck from a file or from text. @param {{rules: import("../../types.js").Rules}} props */
function Import({ rules }) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const take = (written, file) => {
    const order = (rules.cards ?? []).map((card) => card.name);
    const { name, counts, unknown } = readDeck(written, order);
    if (unknown.length > 0) return setProblem(`Unknown card: ${unknown.slice(0, 3).join(", ")}.`);
    if (sizeOf(counts) === 0) return setProblem("No cards found. Write a count and a card per line, such as: 3 Spark");
    location.hash = deckAddress(rules.name, addDeck(rules.name, (file || name || "My deck").slice(0, 40), textOf(counts, order)));
  };
  const file = async (event) => {
    const [chosen] = event.target.files;
    if (chosen) take(await chosen.text(), chosen.name.replace(/\.\w+$/, ""));
  };
  return html`<details class="deck-import"><summary>Import deck</summary>
    <label>A count and a card per line, such as: 3 Spark<textarea id="import" rows="6" maxlength="4000" spellcheck="false" value=${text} onInput=${(event) => setText(event.target.value)}></textarea></label>
    <${Notice} text=${problem} />
    <p class="page-ways"><button type="button" id="take-import" onClick=${() => take(text, "")}>Import text</button>
      <label class="file">or choose a file <input type="file" accept=".txt,.deck,text/plain" onChange=${file} /></label></p>
  </details>`;
}
