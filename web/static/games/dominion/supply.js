// The supply: the kingdom by cost, the basic piles, and the trash.

import { Dialog } from "../../kit/dialog.js";
import { useRoving } from "../../kit/rove.js";
import { plural } from "../../store/words.js";
import { html, useState } from "../../vendor/preact.js";
import { Coin, Minis, Tile, Zone, faceOf, faces, total } from "./cards.js";

/** The printed cost. Sorting by it keeps piles in place when costs change. */
const printed = (pile) => Number(faces.get(pile.card)?.cost.match(/\d+/)?.[0] ?? pile.cost);

/** @param {{scene: import("../index.js").Scene}} props */
export function Supply({ scene }) {
  const { view } = scene;
  const kingdom = view.supply.filter((pile) => pile.kingdom).sort((a, b) => printed(a) - printed(b) || a.card.localeCompare(b.card));
  const basic = view.supply.filter((pile) => !pile.kingdom);
  return html`<section class="piles" aria-label="Supply">
    <${Piles} scene=${scene} piles=${kingdom} name="kingdom" />
    <${Piles} scene=${scene} piles=${basic} name="basic" />
  </section>`;
}

/** Cards revealed or looked at, and cards that return to their owner. @param {{scene: import("../index.js").Scene}} props */
export const Shown = ({ scene, scene: { view } }) => html`
  <${Zone} title="Revealed" scene=${scene} cards=${view.revealed} zone="revealed" />
  ${view.looking > 0 && (view.looked_at ? html`<${Zone} title="Looked at" scene=${scene} cards=${view.looked_at} zone="looked_at" />` : html`<p class="lot-name">${plural(view.looking, "card")} looked at</p>`)}
  <${Zone} title="Returning at end of turn" scene=${scene} cards=${view.to_be_returned} zone="returned" />`;

/** Piles in a grid. */
function Piles({ scene, piles, name }) {
  const rove = useRoving();
  const basic = name === "basic";
  const n = piles.length + Number(basic);
  return html`<ul class=${`supply ${name} left-${n % 3}`} style=${{ "--n": Math.ceil(n / 2) }} aria-label=${basic ? "Basic cards" : "Kingdom, cheapest first"} ...${rove}>
    ${piles.map((pile) => html`<li key=${pile.card}><${PileFace} scene=${scene} pile=${pile} /></li>`)}
    ${basic && html`<li><${Trash} scene=${scene} /></li>`}
  </ul>`;
}

function PileFace({ scene, pile }) {
  const empty = pile.left === 0;
  const state = empty ? "empty" : pile.banned ? "banned" : pile.left <= 3 ? "low" : "";
  const note = `${pile.left} left${pile.banned ? ", cannot be bought this turn" : ""}`;
  const price = html`<${Coin} coins=${pile.cost} potion=${pile.potion} />`;
  const face = { ...faceOf(pile.card, note), price };
  return html`<${Tile} scene=${scene} it=${`supply/${pile.card}`} class=${`pile ${pile.cost === 0 ? "free" : ""} ${state}`} face=${face}>
    ${price}<span class="left" title="cards left"><span class="visually-hidden">left: </span>${empty ? "empty" : pile.left}</span>
    <span class="visually-hidden">${[face.kind, pile.banned && "cannot be bought", face.text].filter(Boolean).join(", ")}</span>
  </${Tile}>`;
}

/** The trash, which opens as a dialog. */
function Trash({ scene }) {
  const [open, setOpen] = useState(false);
  const { trash } = scene.view;
  const n = total(trash);
  return html`<button type="button" class="trash" data-flip="trash" disabled=${n === 0} onClick=${() => setOpen(true)}><b>${n}</b><span>Trash</span></button>
    ${open && html`<${Dialog} title=${`Trash, ${plural(n, "card")}`} close=${() => setOpen(false)}><${Minis} scene=${scene} cards=${trash} zone="trash" label="Trash" /></${Dialog}>`}`;
}
