// A card as printed: its picture in a frame, its name, and a text that fits its field.

import { html } from "../vendor/preact.js";
import { Art } from "./art.js";
import { Pickable } from "./pick.js";

const AREA = 64; // a rules text of n letters fits its field at a size of AREA / √n hundredths of the card's width
const LARGEST = 7.6;
const SHORT = 10; // letters of a text that may be larger
const LARGEST_SHORT = 11;

/** The classes of a card's colours. @param {string[]} tints */
export const colours = ([first, second]) => `${first} ${second ? `with-${second}` : ""}`;

/** @param {string} text */
const fit = (text) => Math.min(text.length < SHORT ? LARGEST_SHORT : LARGEST, AREA / Math.sqrt(text.length || 1)).toFixed(2);

/** @typedef {import("./pick.js").Face} Face */

/** @param {Face} face */
const classesOf = ({ frame = "", tints = [] }) => `card cut print ${frame} ${colours(tints)}`;

/** The parts of a printed card. @param {{face: Face}} props */
const Parts = ({ face: { name, art = name, kind, text = "", price, tints = [], glyph = "", sign, figures } }) => html`
  <span class="paper" aria-hidden="true"><${Art} name=${art} tints=${tints} glyph=${glyph} /><span class="name">${name}</span>
    <span class="text" style=${{ "--fit": fit(text) }}><span>${sign ?? text}</span></span><span class="kind">${kind}</span></span>
  <span aria-hidden="true">${price}</span>${figures}`;

/**
 * A card that can be picked.
 * @param {object} props
 * @param {import("../games/index.js").Scene} props.scene
 * @param {string} props.it its reference: see store/picker.js
 * @param {Face} props.face with a frame
 * @param {string} [props.cost] for screen readers
 * @param {string} [props.flip] its name in animations: see kit/motion.js
 */
export function Print({ scene, it, face, cost, flip }) {
  const { name, kind, text, stats } = face;
  return html`<${Pickable} scene=${scene} it=${it} flip=${flip} class=${classesOf(face)} face=${face}>
    <span class="visually-hidden">${[name, kind, cost && `costs ${cost}`, stats, text].filter(Boolean).join(", ")}</span><${Parts} face=${face} />
  </${Pickable}>`;
}

/** A card to look at. @param {{face: Face}} props with a frame */
export const Printed = ({ face }) => html`<span class=${classesOf(face)}><${Parts} face=${face} /></span>`;
