// Dominion's cards: what is printed on them, and how they look as labels and
// piles.

import { Pickable } from "../../kit/pick.js";
import { html } from "../../vendor/preact.js";

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

/** The type of a card that says most, for its colour and its glyph. */
export function leading(name) {
  const type = typeOf(name);
  return ["Curse", "Attack", "Duration", "Reaction", "Victory", "Treasure", "Action"].find((t) => type.includes(t))?.toLowerCase() ?? "";
}

/** @param {string} name @returns {import("../../kit/pick.js").Face} */
export function faceOf(name) {
  const face = faces.get(name);
  return { name, kind: typeOf(name).replaceAll(" - ", ", "), text: [face?.text, worth(name)].filter(Boolean).join(" "), price: html`<span class="coin"><span class="visually-hidden">costs </span>${face?.cost}</span>` };
}

/** Cards as small labels, with how many there are of each: a button while it can be picked. @param {{scene: any, cards: any, zone: string, live?: boolean}} props */
export function Chips({ scene, cards, zone, live = true }) {
  const names = Object.entries(cards ?? {});
  if (names.length === 0) return "none";
  return names.map(([name, n]) => {
    const text = n > 1 ? `${n} ${name}` : name;
    const it = `${zone}/${name}`;
    return live && scene.picker.concerns(it)
      ? html`<${Pickable} key=${name} scene=${scene} it=${it} face=${faceOf(name)} class=${`chip ${leading(name)}`}>${text}</${Pickable}>`
      : html`<span key=${name} class=${`chip ${leading(name)}`} title=${explain(name)}>${text}</span>`;
  });
}

/** A line of cards with a heading; nothing if there are none. @param {{title: string, scene: any, cards: any, zone: string, live?: boolean}} props */
export const Zone = ({ title, scene, cards, zone, live }) =>
  !cards || Object.keys(cards).length === 0 ? null : html`<p class="zones">${title}: <${Chips} scene=${scene} cards=${cards} zone=${zone} live=${live} /></p>`;

function explain(name) {
  const face = faces.get(name);
  return face && [`${face.name}: ${face.type}, ${face.cost}`, face.stats, face.text].filter(Boolean).join(". ");
}
