// A seat's piles: its deck, its discard pile, and an opponent's hidden hand.

import { Back } from "../../kit/card.js";
import { html } from "../../vendor/preact.js";
import { Minis, plural, total } from "./cards.js";

/**
 * @param {object} props
 * @param {any} props.side
 * @param {boolean} props.hand whether to show the hand as a pile
 * @param {boolean} props.unfolded whether the discard pile is open
 * @param {(open: boolean) => void} props.unfold
 */
export function Heaps({ side, hand, unfolded, unfold }) {
  const known = side.top.some(Boolean) && `Top of the deck: ${side.top.map((name) => name || "?").join(", ")}`;
  const stashes = side.stashes && `Stash in the deck at ${side.stashes.join(", ")}`;
  return html`<div class="heaps">
    ${hand && html`<span class="heap"><span class="backs-of" aria-hidden="true">${Array.from({ length: Math.min(side.hand, 5) }, (_, i) => html`<${Back} key=${i} />`)}</span><small><b>${side.hand}</b> hand</small></span>`}
    <span class="heap"><${Back} class=${side.deck === 0 ? "none" : ""} /><small><b>${side.deck}</b> deck</small></span>
    <button type="button" class="heap discard" disabled=${side.discard === 0 && !side.rest} aria-expanded=${String(unfolded)} onClick=${() => unfold(!unfolded)}>
      <span class=${`card-back up ${side.discard === 0 ? "none" : ""}`} aria-hidden="true"></span><small><b>${side.discard}</b> discard</small>
    </button>
    ${(known || stashes) && html`<small class="about known">${[known, stashes].filter(Boolean).join(". ")}</small>`}
  </div>`;
}

/** The open discard pile, and the known cards of the deck. @param {{scene: import("../index.js").Scene, side: any, zone: (name: string) => string}} props */
export function Discarded({ scene, side, zone }) {
  const dark = side.discard - total(side.discarded);
  return html`<div class="discarded">
    <p class="lot-name">Discard pile</p><${Minis} scene=${scene} cards=${side.discarded} zone=${zone("discard")} label="Discard pile" />
    ${dark > 0 && html`<small class="about">${plural(dark, "card")} face down</small>`}
    ${side.rest && html`<p class="lot-name">ReadOnlyBoard in the deck, in unknown order</p><${Minis} scene=${scene} cards=${side.rest} zone=${zone("rest")} label="In the deck" />`}
  </div>`;
}
