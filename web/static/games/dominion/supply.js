// The supply: the kingdom by cost, the basic piles, and the trash. Below it are the cards
// revealed by the card being played.

import { Art } from "../../kit/art.js";
import { Dialog } from "../../kit/dialog.js";
import { Glyph } from "../../kit/glyph.js";
import { Pickable } from "../../kit/pick.js";
import { useRoving } from "../../kit/rove.js";
import { html, useState } from "../../vendor/preact.js";
import { Coin, Minis, Zone, faceOf, faces, leading, plural, tintsOf, total, typeOf } from "./cards.js";

/** The printed cost. Sorting by it keeps piles in place when costs change. */
const printed = (pile) => Number(faces.get(pile.card)?.cost.match(/\d+/)?.[0] ?? pile.cost);

/** @param {{scene: import("../index.js").Scene}} props */
export function Supply({ scene }) {
  const { view } = scene;
  const kingdom = view.supply.filter((pile) => pile.kingdom).sort((a, b) => printed(a) - printed(b) || a.card.localeCompare(b.card));
  const basic = view.supply.filter((pile) => !pile.kingdom);
  return html`<section class="side piles" aria-label="Supply">
    <${Piles} scene=${scene} piles=${kingdom} name="kingdom" />
    <${Piles} scene=${scene} piles=${basic} name="basic" />
  </section>`;
}

/** Cards revealed or looked at, and cards that return to their owner. @param {{scene: import("../index.js").Scene}} props */
export function Shown({ scene }) {
  const { view } = scene;
  if (total(view.revealed) + total(view.to_be_returned) + (view.looking ?? 0) === 0) return null;
  return html`<section class="side shown lots" aria-label="Shown cards">
    <${Zone} title="Revealed" scene=${scene} cards=${view.revealed} zone="revealed" />
    ${view.looking > 0 && (view.looked_at ? html`<${Zone} title="Looked at" scene=${scene} cards=${view.looked_at} zone="looked_at" />` : html`<p class="lot-name">${plural(view.looking, "card")} looked at</p>`)}
    <${Zone} title="Returning at end of turn" scene=${scene} cards=${view.to_be_returned} zone="returned" />
  </section>`;
}

/** Piles in a grid. A coin marks the first pile of each cost. */
function Piles({ scene, piles, name }) {
  const rove = useRoving();
  return html`<ul class=${`supply ${name}`} aria-label=${name === "kingdom" ? "Kingdom, cheapest first" : "Basic cards"} ...${rove}>
    ${piles.map((pile, i) => html`<li key=${pile.card}>
      ${name === "kingdom" && html`<span class="rung" aria-hidden="true">${printed(pile) !== (i > 0 ? printed(piles[i - 1]) : -1) && html`<b>$${printed(pile)}</b>`}</span>`}
      <${PileFace} scene=${scene} pile=${pile} /></li>`)}
    ${name === "basic" && html`<li><${Trash} scene=${scene} /></li>`}
  </ul>`;
}

function PileFace({ scene, pile }) {
  const empty = pile.left === 0;
  const state = empty ? "empty" : pile.banned ? "banned" : pile.left <= 3 ? "low" : "";
  const note = `${pile.left} left${pile.banned ? ", cannot be bought this turn" : ""}`;
  const price = html`<${Coin} coins=${pile.cost} potion=${pile.potion} />`;
  return html`<${Pickable} scene=${scene} it=${`supply/${pile.card}`} class=${`card pile ${leading(pile.card)} ${state}`} flip=${`supply/${pile.card}`} face=${{ ...faceOf(pile.card, note), price }}>
    <span class="pile-top-line">${price}<span class="pile-left" title="cards left"><span class="visually-hidden">left: </span>${empty ? "empty" : pile.left}</span></span>
    <${Art} name=${pile.card} tints=${tintsOf(pile.card)} glyph=${leading(pile.card)} />
    <span class="name">${pile.card}</span>
    <span class="kind"><${Glyph} name=${leading(pile.card)} /><span>${pile.banned ? "cannot be bought" : typeOf(pile.card).replaceAll(" - ", ", ")}</span></span>
    ${pile.kingdom && html`<span class="text">${faces.get(pile.card)?.text}</span>`}
  </${Pickable}>`;
}

/** The trash, which opens as a dialog. */
function Trash({ scene }) {
  const [open, setOpen] = useState(false);
  const { trash } = scene.view;
  const n = total(trash);
  return html`<button type="button" class="trash" data-flip="trash" disabled=${n === 0} onClick=${() => setOpen(true)}><b>${n}</b><span>Trash</span></button>
    ${open && html`<${Dialog} title=${`Trash, ${plural(n, "card")}`} close=${() => setOpen(false)}><${Minis} scene=${scene} cards=${trash} zone="trash" label="Trash" /></${Dialog}>`}`;
}
