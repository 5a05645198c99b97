// The seven elements as a wheel of buttons, each with its own fixed key. On phones they are a row.

import { Glyph } from "../../kit/glyph.js";
import { useRoving } from "../../kit/rove.js";
import { html } from "../../vendor/preact.js";
import { creation, wanted } from "./hint.js";
import { ELEMENTS, elementOf } from "./words.js";

/** @typedef {import("../index.js").Scene} Scene */

/** @param {{scene: Scene, faces: Map<string, import("../../types.js").CardInfo>}} props */
export function Ring({ scene, faces }) {
  const rove = useRoving();
  const options = (scene.decision?.options ?? []).filter((option) => elementOf(option));
  if (options.length === 0) return null;
  const own = scene.view.sides[scene.me];
  const first = creation(scene, faces)?.option;
  const uses = (/** @type {string} */ element) => wanted(own?.cards ?? [], element, faces);
  return html`<ul class="ring" aria-label="Elements" ...${rove}><li class="ring-name" aria-hidden="true"><b>Create</b> an element</li>${ELEMENTS.map((element, i) => {
    const option = options.find((one) => elementOf(one) === element);
    if (!option) return null;
    const cards = uses(element);
    const most = own && (cards.length > 0 || own.karma[element] > 0);
    const title = cards.length > 0 ? `for ${cards.join(", ")}` : "no card in your hand needs it";
    return html`<li key=${element} style=${{ "--i": i }}><button type="button" class=${`${element} ${most ? "" : "rare"} ${option === first ? "first" : ""} ${option === scene.picker.advised.value ? "advised" : ""}`} data-option=${option.id} title=${title} onClick=${() => scene.picker.take(option)}>
      <${Glyph} name=${element} /><span>${element}</span>${cards.length > 0 && html`<b aria-hidden="true">${cards.length}</b>`}<kbd aria-hidden="true">${i + 1}</kbd><span class="visually-hidden">, ${title}</span></button></li>`;
  })}</ul>`;
}
