// The titles and cover pictures of games.

import { Art } from "../../kit/art.js";
import { capital } from "../../store/words.js";
import { html } from "../../vendor/preact.js";

/** The colours and figure of each cover. @type {Object<string, [string[], string]>} */
const COVERS = { elements: [["red", "blue"], "being"], dominion: [["victory", "treasure"], "victory"], polity: [["violet", "white"], "matter"], tortoise: [["green", "blue"], "item"] };

/** @param {{rules: string}} props */
export function Cover({ rules }) {
  const [tints, glyph] = COVERS[rules] ?? [["green", "yellow"], "matter"];
  return html`<${Art} name=${`The game of ${rules}`} tints=${tints} glyph=${glyph} />`;
}

/** @param {string} rules */
export const titleOf = (rules) => capital(rules);
