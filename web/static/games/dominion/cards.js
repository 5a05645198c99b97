// Dominion's cards: their printed data, and how to draw them small.

import { Art } from "../../kit/art.js";
import { Glyph } from "../../kit/glyph.js";
import { Pickable } from "../../kit/pick.js";
import { colours } from "../../kit/print.js";
import { useRoving } from "../../kit/rove.js";
import { plural } from "../../store/words.js";
import { html } from "../../vendor/preact.js";
import * as types from "./types.js";

/** @typedef {import("../index.js").Scene} Scene */

/** @type {Map<string, import("../../types.js").CardInfo>} */
export let faces = new Map();

/** @param {import("../../types.js").Rules} rules */
export function learn(rules) {
  faces = new Map((rules.cards ?? []).map((card) => [card.name, card]));
}

export const money = (view) => `$${view.coins}${view.potions ? ` and ${plural(view.potions, "Potion")}` : ""}`;

export const typeOf = (name) => faces.get(name)?.type ?? "";

/** A card's points or penalty; its text does not include them. */
export const worth = (name) => (faces.get(name)?.stats ?? "").match(/-?\d+ points?/)?.[0] ?? "";

/** The number of cards in a count by name. @param {Object<string, number> | undefined} counts */
export const total = (counts) => Object.values(counts ?? {}).reduce((sum, n) => sum + n, 0);

/** The colours of a card's picture. @param {string} name */
export const tintsOf = (name) => types.tintsOf(faces.get(name));

/** The glyph of a card: its most significant type. @param {string} name @returns {string} */
export const leading = (name) => types.typeGlyphs(typeOf(name))[0] ?? "";

/** A cost as a coin, with a flask for a Potion. @param {{coins: string | number | undefined, potion?: boolean}} props */
export const Coin = ({ coins, potion = false }) => html`<span class="coin"><span class="visually-hidden">costs $</span>${coins}${potion && html`<b class="flask"><span class="visually-hidden"> and a </span>P<span class="visually-hidden">otion</span></b>`}</span>`;

/** The picture of a card. @param {{name: string}} props */
export const Picture = ({ name }) => html`<${Art} name=${name} tints=${tintsOf(name)} glyph=${leading(name)} />`;

/** The frames by type. @type {Object<string, string>} */
const FRAMES = { treasure: "item", victory: "spell", curse: "spell" };

/** @param {string} name @param {string} [note] its current state @returns {import("../../kit/pick.js").Face} */
export function faceOf(name, note) {
  const face = faces.get(name);
  const coins = face?.text?.match(/^\+\$(\d+)\.$/)?.[1];
  return {
    name, note, frame: FRAMES[leading(name)] ?? "deed", sign: coins && html`<i class="coin">${coins}</i>`, kind: typeOf(name).replaceAll(" - ", ", "), text: [face?.text, worth(name)].filter(Boolean).join(" "), tints: tintsOf(name), glyph: leading(name),
    price: html`<${Coin} coins=${face?.cost.match(/\d+/)?.[0]} potion=${face?.cost.includes("Potion")} />`,
  };
}

const SIGNS = ["attack", "reaction", "duration"]; // types that a tile shows beside the name

const LETTERS = 8; // longer words need a smaller type

/** A card as a picture with its name on the lower edge. @param {{scene: Scene, it: string, face: import("../../kit/pick.js").Face, class: string, children?: any}} props */
export function Tile({ scene, it, face, class: classes, children }) {
  const { name, tints = [], glyph = "" } = face;
  const word = Math.max(...name.split(/[ -]/).map(({ length }) => length), LETTERS);
  return html`<${Pickable} scene=${scene} it=${it} face=${face} flip=${it} class=${`card cut pic ${classes} ${colours(tints)}`}>
    <span class="paper"><${Art} name=${name} tints=${tints} glyph=${glyph} /></span>
    <span class="label" style=${{ "--word": word }}>${SIGNS.includes(glyph) && html`<${Glyph} name=${glyph} />`}<span class="name">${name}</span></span>${children}
  </${Pickable}>`;
}

/**
 * The cards to draw for a count by name, in order. Copies share one card, unless a
 * decision asks for copies.
 * @param {Scene} scene @param {Object<string, number> | undefined} counts @param {string} zone
 * @returns {{it: string, name: string, n: number}[]}
 */
export const cardsToDraw = ({ picker }, counts, zone) => Object.entries(counts ?? {}).flatMap(([name, n]) => {
  const ref = `${zone}/${name}`;
  if (picker.selection.copy(ref, n) === ref) return [{ it: ref, name, n }];
  return Array.from({ length: n }, (_, i) => ({ it: picker.selection.copy(ref, i + 1), name, n: 1 }));
});

/**
 * Small cards side by side with their counts. The open decision's cards can be picked.
 * @param {{scene: Scene, cards: Object<string, number> | undefined, zone: string, label: string}} props
 */
export function Minis({ scene, cards, zone, label }) {
  const rove = useRoving();
  return html`<ul class="minis" aria-label=${label} ...${rove}>${cardsToDraw(scene, cards, zone).map(({ it, name, n }) => html`<li key=${it}>
    <${Tile} scene=${scene} it=${it} face=${faceOf(name)} class="chip">${n > 1 && html`<b class="left">×${n}</b>`}</${Tile}></li>`)}</ul>`;
}

/** A group of cards with a heading, or nothing if it is empty. @param {{title: string, scene: Scene, cards: Object<string, number> | undefined, zone: string, note?: string}} props */
export const Zone = ({ title, scene, cards, zone, note }) =>
  total(cards) === 0 ? null : html`<div class="lot"><p class="lot-name">${title}${note && html` <small>${note}</small>`}</p><${Minis} scene=${scene} cards=${cards} zone=${zone} label=${title} /></div>`;
