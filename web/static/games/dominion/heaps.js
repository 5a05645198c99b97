// A seat's deck and discard pile.

import { Dialog } from "../../kit/dialog.js";
import { plural } from "../../store/words.js";
import { html, useState } from "../../vendor/preact.js";
import { Minis, Picture, total } from "./cards.js";

/** @typedef {import("../index.js").Scene} Scene */

/** @param {{scene: Scene, side: any, zone: (name: string) => string}} props */
export function Heaps({ scene, side, zone }) {
  const known = side.top.some(Boolean) && `Top of the deck: ${side.top.map((name) => name || "?").join(", ")}`;
  const stashes = side.stashes && `Stash in the deck at ${side.stashes.join(", ")}`;
  const some = Object.keys(side.discarded).at(-1);
  return html`<div class="heaps">
    <span class="heap"><span class=${`mini back ${side.deck === 0 ? "none" : ""}`} aria-hidden="true"></span><small><b>${side.deck}</b> deck</small></span>
    <${Discard} scene=${scene} side=${side} zone=${zone} class="heap">
      <span class=${`mini ${side.discard === 0 ? "none" : ""}`} aria-hidden="true">${some && html`<${Picture} name=${some} />`}</span><small><b>${side.discard}</b> discard</small>
    </${Discard}>
    ${(known || stashes) && html`<small class="known">${[known, stashes].filter(Boolean).join(". ")}</small>`}
  </div>`;
}

/** A button that opens the discard pile and the known cards of the deck. @param {{scene: Scene, side: any, zone: (name: string) => string, class: string, children?: any}} props */
export function Discard({ scene, side, zone, class: classes, children }) {
  const [open, setOpen] = useState(false);
  const dark = side.discard - total(side.discarded);
  return html`<button type="button" class=${classes} disabled=${side.discard === 0 && !side.rest} onClick=${() => setOpen(true)}>${children}</button>
    ${open && html`<${Dialog} title=${`Discard pile of ${scene.nameOf(side.seat)}`} close=${() => setOpen(false)}>
      <${Minis} scene=${scene} cards=${side.discarded} zone=${zone("discard")} label="Discard pile" />
      ${dark > 0 && html`<small class="about">${plural(dark, "card")} face down</small>`}
      ${side.rest && html`<p>In the deck, in unknown order</p><${Minis} scene=${scene} cards=${side.rest} zone=${zone("rest")} label="In the deck" />`}
    </${Dialog}>`}`;
}
