// The titles and cover pictures of games.

import { Art } from "../../kit/art.js";
import { capital } from "../../store/words.js";
import { html } from "../../vendor/preact.js";

/** The colours of each cover. @type {Object<string, string[]>} */
const COVERS = { elements: ["red", "blue"], dominion: ["green", "yellow"], polity: ["violet", "white"], tortoise: ["green", "blue"] };

/** @param {{rules: string}} props */
export function Cover({ rules }) {
  return html`<${Art} name=${rules} tints=${COVERS[rules] ?? ["green", "yellow"]} glyph="cover" />`;
}

/** @param {string} rules */
export const titleOf = (rules) => capital(rules);
