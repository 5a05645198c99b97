// The printed look of each game's cards, for pages outside a game.

import { faceOf } from "../../games/elements/card.js";
import { parts } from "../../games/elements/cost.js";
import { tintsOf, typeGlyphs } from "../../games/dominion/types.js";
import { nameTints } from "../../kit/art.js";
import { capital } from "../../store/words.js";
import { html } from "../../vendor/preact.js";

/** @typedef {import("../../types.js").CardInfo} CardInfo */

/**
 * @typedef {object} Look the data to draw and filter a card
 * @property {string} name its name in the rules
 * @property {string[]} tints
 * @property {string} glyph the glyph of its type
 * @property {import("../../kit/pick.js").Face} face
 * @property {any} [corner]
 * @property {number | undefined} cost its total cost, if it has one
 * @property {string[]} types
 * @property {string[]} elements
 * @property {string} group its set
 * @property {string} costs its cost as text, or ""
 */

/** @param {CardInfo} card @returns {Look} */
function elements(card) {
  const costs = parts(card.cost);
  const own = costs.map(([element]) => element).filter((element) => element !== "any");
  const [attack, health] = (card.stats ?? "").split("/");
  return {
    name: card.name, glyph: card.type, types: [capital(card.type)], elements: own, group: "", costs: card.cost,
    tints: own.length ? own : [card.group === "created" ? "created" : "any"],
    cost: card.cost ? costs.reduce((sum, [, n]) => sum + n, 0) : undefined,
    face: { ...faceOf(card.name, card), kind: capital(card.type) + (card.group === "created" ? ", created by other cards" : "") },
    corner: health && html`<span class="visually-hidden">attack ${attack}, health ${health}</span><span class="figures" aria-hidden="true"><b>${attack}</b><b>${health}</b></span>`,
  };
}

/** @param {CardInfo} card @returns {Look} */
function dominion(card) {
  const types = card.type.split(" - ");
  const points = (card.stats ?? "").match(/-?\d+ points?/)?.[0] ?? "";
  return {
    name: card.name, glyph: typeGlyphs(card.type)[0], tints: tintsOf(card), types, elements: [], group: card.group ?? "", costs: card.cost,
    cost: Number(card.cost.match(/\d+/)?.[0] ?? 0),
    face: { name: card.name, kind: types.join(", "), text: card.text, stats: card.stats, price: html`<span class="coin"><span class="visually-hidden">costs </span>${card.cost.replace(" and a Potion", " + Potion")}</span>` },
    corner: points && html`<span class="points">${points}</span>`,
  };
}

/** A card of a decision game. Its title may contain names that vary by game. @param {CardInfo} card @returns {Look} */
function decision(card) {
  const name = (card.title || card.name).replace(/\$\{\w+\}/g, "…");
  return {
    name: card.name, glyph: "matter", tints: nameTints(card.name), types: [], elements: [], group: card.group ?? "", costs: card.cost, cost: undefined,
    face: { name, art: card.name, kind: card.type === "card" ? "A matter to decide" : card.type, text: card.text },
  };
}

/** How cards look, by the page's component for the ruleset. @type {Object<string, (card: any) => Look>} */
const LOOKS = { elements, dominion };

/** @param {import("../../types.js").Rules} rules @returns {Look[]} its cards, with cards without a cost last */
export const looksOf = (rules) => (rules.cards ?? []).map(LOOKS[rules.component ?? ""] ?? decision).sort((a, b) => Number(a.cost === undefined) - Number(b.cost === undefined));
