// Dominion's cards: what is printed on them, and how they look in full and as
// small ones.

import { Art } from "../../kit/art.js";
import { Pickable } from "../../kit/pick.js";
import { useRoving } from "../../kit/rove.js";
import { html } from "../../vendor/preact.js";

/** @typedef {import("../index.js").Scene} Scene */

/** @type {Map<string, import("../../types.js").CardInfo>} */
export let faces = new Map();

/** @param {import("../../types.js").Rules} rules */
export function learn(rules) {
  faces = new Map((rules.cards ?? []).map((card) => [card.name, card]));
}

export const plural = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;

export const money = (view) => `$${view.coins}${view.potions ? ` and ${plural(view.potions, "Potion")}` : ""}`;

export const typeOf = (name) => faces.get(name)?.type ?? "";

/** Points or a penalty, which are no part of a card's text. */
export const worth = (name) => (faces.get(name)?.stats ?? "").match(/-?\d+ points?/)?.[0] ?? "";

/** How many cards there are in a count of them by name. @param {Object<string, number> | undefined} counts */
export const total = (counts) => Object.values(counts ?? {}).reduce((sum, n) => sum + n, 0);

const LEADING = ["Curse", "Attack", "Duration", "Reaction", "Victory", "Treasure", "Action"]; // the type that says most comes first

/** The types of a card, for its colours. @param {string} name @returns {string[]} */
export const tintsOf = (name) => LEADING.filter((type) => typeOf(name).includes(type)).map((type) => type.toLowerCase());

/** The type of a card that says most, for its glyph. */
export const leading = (name) => tintsOf(name)[0] ?? "";

/** A cost as a coin, with a flask beside it if a Potion is asked as well. @param {{coins: string | number, potion?: boolean}} props */
export const Coin = ({ coins, potion }) => html`<span class="coin"><span class="visually-hidden">costs </span>$${coins}${potion && html`<b class="flask"><span class="visually-hidden"> and a </span>P<span class="visually-hidden">otion</span></b>`}</span>`;

/** @param {string} name @param {string} [note] how it is now @returns {import("../../kit/pick.js").Face} */
export function faceOf(name, note) {
  const face = faces.get(name);
  return { name, note, kind: typeOf(name).replaceAll(" - ", ", "), text: [face?.text, worth(name)].filter(Boolean).join(" "), price: html`<${Coin} coins=${face?.cost.match(/\d+/)?.[0]} potion=${face?.cost.includes("Potion")} />` };
}

/**
 * Cards side by side, small, with how many there are of each. All can be looked at;
 * those that a decision is about can be picked.
 * @param {{scene: Scene, cards: Object<string, number> | undefined, zone: string, label: string}} props
 */
export function Minis({ scene, cards, zone, label }) {
  const rove = useRoving();
  return html`<ul class="minis" aria-label=${label} ...${rove}>${Object.entries(cards ?? {}).map(([name, n]) => html`<li key=${name}>
    <${Pickable} scene=${scene} it=${`${zone}/${name}`} face=${faceOf(name)} flip=${`${zone}/${name}`} class=${`chip ${leading(name)}`}>
      <${Art} name=${name} tints=${tintsOf(name)} glyph=${leading(name)} /><span>${name}${n > 1 && html`<b> ×${n}</b>`}</span>
    </${Pickable}></li>`)}</ul>`;
}

/** Cards that lie together, with a heading; nothing if there are none. @param {{title: string, scene: Scene, cards: Object<string, number> | undefined, zone: string, class?: string, note?: string}} props */
export const Zone = ({ title, scene, cards, zone, class: classes = "", note }) =>
  total(cards) === 0 ? null : html`<div class=${`lot ${classes}`}><p class="lot-name">${title}${note && html` <small>${note}</small>`}</p><${Minis} scene=${scene} cards=${cards} zone=${zone} label=${title} /></div>`;
