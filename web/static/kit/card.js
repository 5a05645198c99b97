// A card: a name, a price, a picture, a kind, a text, figures. What stands where
// is the same for every game; what it says is the game's.

import { html } from "../vendor/preact.js";
import { Art } from "./art.js";
import { Glyph, hasGlyph } from "./glyph.js";
import { Pickable } from "./pick.js";

/**
 * @typedef {object} CardProps
 * @property {import("../games/index.js").Scene} scene
 * @property {string} it what it can be picked as
 * @property {import("./pick.js").Face} face
 * @property {string[]} [tints] names of colours: see kit.css
 * @property {string} [glyph] of its kind
 * @property {string} [flip] its name for motion
 * @property {string} [class]
 * @property {any} [badges] how it is now
 * @property {any} [corner] how many there are, or its figures
 * @property {boolean} [art] whether there is a picture
 */

/** @param {CardProps} props */
export function Card({ scene, it, face, tints = [], glyph = "", flip, class: classes = "", badges, corner, art = true }) {
  return html`<${Pickable} scene=${scene} it=${it} face=${face} flip=${flip} class=${`card ${tints[0] ?? ""} ${classes}`}>
    <span class="card-head"><span class="name">${face.name}</span>${face.price}</span>
    ${art && html`<${Art} name=${face.name} tints=${tints} glyph=${glyph} />`}
    <span class="kind">${hasGlyph(glyph) && html`<${Glyph} name=${glyph} />`}<span>${face.kind}</span>${badges}</span>
    ${face.text && html`<span class="text">${face.text}</span>`}
    ${corner && html`<span class="corner">${corner}</span>`}
  </${Pickable}>`;
}

/** A card's back. @param {{label?: string, class?: string, flip?: string}} props */
export const Back = ({ label, class: classes = "", flip }) =>
  html`<span class=${`card-back ${classes}`} role=${label ? "img" : undefined} aria-label=${label} data-flip=${flip}></span>`;
