// The titles and cover pictures of games, and the names of their turns.

import { Art } from "../../kit/art.js";
import { capital } from "../../store/words.js";
import { html } from "../../vendor/preact.js";

/** The colours of each cover. @type {Object<string, string[]>} */
const COVERS = { elements: ["red", "blue"], dominion: ["green", "yellow"], polity: ["violet", "white"], tortoise: ["green", "blue"] };

/** @param {{rules: string}} props */
export function Cover({ rules }) {
  return html`<${Art} name=${rules} tints=${COVERS[rules] ?? ["green", "yellow"]} glyph="cover" />`;
}

/** What each game is about, in a few words. @type {Object<string, string>} */
const MOTTOS = { elements: "A duel of seven elements", dominion: "Build a deck, rule the valley", polity: "Govern a small nation", tortoise: "Keep an inn on her back" };

/** @param {import("../../types.js").Rules} rules */
export const mottoOf = ({ name, about }) => MOTTOS[name] ?? about;

/** @param {string} rules */
export const titleOf = (rules) => capital(rules);

const SEASONS = ["winter", "spring", "summer", "autumn"]; // a turn of Polity is a quarter; the first one is in spring

/** A turn as the game names it. @param {string} rules @param {number} turn from 1 */
export const turnOf = (rules, turn) => (rules === "polity" ? `${SEASONS[turn % 4]} of year ${Math.ceil(turn / 4)}` : `turn ${turn}`);
