// A seat of Dominion: its hand, cards in play, deck, discard pile and mats. Opponents'
// seats are small.

import { Back, Card } from "../../kit/card.js";
import { Glyph } from "../../kit/glyph.js";
import { useRoving } from "../../kit/rove.js";
import { SeatPanel } from "../../kit/seat.js";
import { html, useState } from "../../vendor/preact.js";
import { Zone, drawn, faceOf, leading, plural, tintsOf, total } from "./cards.js";
import { Discarded, Heaps } from "./heaps.js";
import { whose } from "./strip.js";

/** @typedef {import("../index.js").Scene} Scene */

const ALL = -2; // the seat of a view that shows everything

/** The seat whose cards the player chooses: a possessed neighbour's, or the player's own. */
function chooser(view) {
  const top = view.stack.at(-1);
  const neighbour = view.decider === view.seat && top?.actor === view.active && top.hook !== "attack";
  return neighbour ? view.active : view.seat;
}

/** @param {{scene: Scene, side: any}} props */
export function Seat({ scene, side }) {
  const { view, nameOf } = scene;
  const turn = view.active === side.seat && view.stack.length > 0;
  const zone = (name) => (side.seat === chooser(view) ? name : `${name} of ${side.seat}`);
  const open = side.seat === view.seat || view.seat === ALL || (view.active === side.seat && view.decider === view.seat);
  const [unfolded, unfold] = useState(false);
  const { picker } = scene;
  const choosing = Object.keys(side.discarded).map((name) => `${zone("discard")}/${name}`).some((it) => picker.concerns(it) || picker.selection.card(it));
  const points = html`<span class="points" title=${`points after ${plural(side.turns, "turn")}`}><${Glyph} name="points" /><b key=${side.points} class="changed">${side.points}</b><span class="visually-hidden"> points</span></span>`;
  return html`<${SeatPanel} scene=${scene} seat=${side.seat} turn=${turn} out=${side.out} class=${open ? "open" : "small"}
    note=${turn && view.decider !== view.active ? `, possessed by ${nameOf(view.decider)}` : ""} counts=${html`${points}<${Tokens} side=${side} />`}>
    <div class="lots">
      <${Zone} title="In play" scene=${scene} cards=${side.play} zone=${zone("play")} class="played" note=${total(side.stays) > 0 ? `${listed(side.stays)} stay` : ""} />
      <${Mats} scene=${scene} side=${side} zone=${zone} />
      ${!open && html`<${Zone} title="Seen in hand" scene=${scene} cards=${side.hand_cards} zone=${`hand of ${side.seat}`} />`}
    </div>
    <div class="rack">
      <${Heaps} side=${side} hand=${!open} unfolded=${unfolded || choosing} unfold=${unfold} />
      ${open && html`<${Hand} scene=${scene} side=${side} zone=${zone("hand")} label=${`${whose(nameOf(side.seat))} hand`} />`}
    </div>
    ${(unfolded || choosing) && html`<${Discarded} scene=${scene} side=${side} zone=${zone} />`}
  </${SeatPanel}>`;
}

const listed = (counts) => Object.entries(counts).map(([name, n]) => (n > 1 ? `${n} ${name}` : name)).join(", ");

/** Coin tokens and extra turns. */
const Tokens = ({ side }) => html`
  ${side.tokens > 0 && html`<span class="mark token-coins"><${Glyph} name="treasure" />${plural(side.tokens, "Coin token")}</span>`}
  ${side.extra_turns > 0 && html`<span class="mark">${plural(side.extra_turns, "turn")} to come as a neighbour</span>`}`;

/** Cards set aside; hidden ones as a count. */
function Mats({ scene, side, zone }) {
  const hidden = (title, cards, n) => n > total(cards) && html`<div class="lot mat"><p class="lot-name">${title}</p><span class="heap"><${Back} /><small><b>${n - total(cards)}</b> face down</small></span></div>`;
  const shown = (title, cards, name) => html`<${Zone} title=${title} scene=${scene} cards=${cards} zone=${zone(name)} class="mat" />`;
  return html`
    ${shown("Takes effect next turn", side.next_turn, "next_turn")}
    ${shown("Island mat", side.island, "island")}
    ${shown("Native Village mat", side.native_village_cards, "native")}${hidden("Native Village mat", side.native_village_cards, side.native_village ?? 0)}
    ${shown("Haven: back next turn", side.haven_cards, "haven")}${hidden("Haven: back next turn", side.haven_cards, side.haven ?? 0)}
    ${side.horse_traders > 0 && shown("Set aside: back next turn", { "Horse Traders": side.horse_traders }, "horses")}`;
}

/** @param {{scene: Scene, side: any, zone: string, label: string}} props */
function Hand({ scene, side, zone, label }) {
  const rove = useRoving();
  const cards = drawn(scene, side.hand_cards, zone);
  return html`<ul class="hand" aria-label=${label} ...${rove}>
    ${cards.length === 0 && html`<li class="empty">Empty hand</li>`}
    ${cards.map(({ it, name, n }) => html`<li key=${it} class=${n > 1 ? "many" : ""}><${Card} scene=${scene} it=${it} flip=${it}
      face=${faceOf(name, n > 1 ? `${n} in hand` : "")} tints=${tintsOf(name)} glyph=${leading(name)} corner=${n > 1 && html`<b class="times">×${n}</b>`} /></li>`)}
  </ul>`;
}
