// The supply: ten piles of the kingdom and those of every game.

import { Glyph } from "../../kit/glyph.js";
import { Pickable } from "../../kit/pick.js";
import { useRoving } from "../../kit/rove.js";
import { html } from "../../vendor/preact.js";
import { Chips, Zone, faceOf, faces, leading, plural, typeOf } from "./cards.js";

/** What is printed on a card, so that no pile moves when the costs change. */
const printed = (pile) => Number(faces.get(pile.card)?.cost.match(/\d+/)?.[0] ?? pile.cost);

/** @param {{scene: import("../index.js").Scene}} props */
export function Supply({ scene }) {
  const { view } = scene;
  const kingdom = view.supply.filter((pile) => pile.kingdom).sort((a, b) => printed(a) - printed(b) || a.card.localeCompare(b.card));
  const basic = view.supply.filter((pile) => !pile.kingdom);
  return html`<section class="side piles" aria-label="The supply">
    <${Piles} scene=${scene} piles=${basic} name="basic" />
    <${Piles} scene=${scene} piles=${kingdom} name="kingdom" />
    <p class="zones">Trash: <${Chips} scene=${scene} cards=${view.trash} zone="trash" />${view.cheaper > 0 && ` · all cards cost $${view.cheaper} less`}</p>
    <${Zone} title="Turned up" scene=${scene} cards=${view.revealed} zone="revealed" />
    ${view.looking > 0 && (view.looked_at ? html`<${Zone} title="Looked at" scene=${scene} cards=${view.looked_at} zone="looked_at" />` : html`<p class="zones">${plural(view.looking, "card")} looked at</p>`)}
    <${Zone} title="To be returned" scene=${scene} cards=${view.to_be_returned} zone="returned" />
  </section>`;
}

function Piles({ scene, piles, name }) {
  const rove = useRoving();
  return html`<ul class=${`supply ${name}`} aria-label=${`Supply, ${name} cards`} ...${rove}>
    ${piles.map((pile) => html`<li key=${pile.card}><${PileFace} scene=${scene} pile=${pile} /></li>`)}
  </ul>`;
}

function PileFace({ scene, pile }) {
  const state = pile.left === 0 ? "empty" : pile.banned ? "banned" : "";
  return html`<${Pickable} scene=${scene} it=${`supply/${pile.card}`} class=${`card pile ${leading(pile.card)} ${state}`} flip=${`supply/${pile.card}`}
    face=${{ ...faceOf(pile.card), note: `${pile.left} left${pile.banned ? ", not to be bought this turn" : ""}` }}>
    <span class="row"><span class="name">${pile.card}</span><span class="left"><span class="visually-hidden">left: </span>${pile.left}</span></span>
    <span class="row">
      <span class="coin"><span class="visually-hidden">costs </span>$${pile.cost}${pile.potion && "P"}</span>
      <span class="kind"><${Glyph} name=${leading(pile.card)} />${pile.banned ? "not to be bought" : pile.kingdom ? typeOf(pile.card).replaceAll(" - ", ", ") : ""}</span>
    </span>
    ${pile.kingdom && html`<span class="text">${faces.get(pile.card)?.text}</span>`}
  </${Pickable}>`;
}
