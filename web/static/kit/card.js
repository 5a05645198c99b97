// A card with name, price, picture, kind, text and figures. Every game shares the
// layout and supplies the content.

import { html } from "../vendor/preact.js";
import { Art } from "./art.js";
import { Glyph, hasGlyph } from "./glyph.js";
import { Pickable } from "./pick.js";

/**
 * @typedef {object} CardProps
 * @property {import("../games/index.js").Scene} scene
 * @property {string} it its reference: see store/picker.js
 * @property {import("./pick.js").Face} face
 * @property {string[]} [tints] names of colours: see kit.css
 * @property {string} [glyph] the glyph of its kind
 * @property {string} [flip] its name in animations: see kit/motion.js
 * @property {string} [class]
 * @property {any} [badges] its current state
 * @property {any} [corner] a count, or attack and health
 */

/** @param {CardProps} props */
export function Card({ scene, it, face, tints = [], glyph = "", flip, class: classes = "", badges, corner }) {
  return html`<${Pickable} scene=${scene} it=${it} face=${{ ...face, tints, glyph }} flip=${flip} class=${`card ${tints[0] ?? ""} ${classes}`}>
    <span class="card-head"><span class="name">${face.name}</span>${face.price}</span>
    <${Art} name=${face.art ?? face.name} title=${face.name} tints=${tints} glyph=${glyph} />
    <span class="kind">${hasGlyph(glyph) && html`<${Glyph} name=${glyph} />`}<span>${face.kind}</span>${badges}</span>
    ${face.text && html`<span class="text">${face.text}</span>`}
    ${corner && html`<span class="corner">${corner}</span>`}
  </${Pickable}>`;
}
