// A seat of Dominion. The main seat has its hand at the bottom and its cards in play in
// the middle; the others are plates.

import { Glyph } from "../../kit/glyph.js";
import { Print } from "../../kit/print.js";
import { useRoving } from "../../kit/rove.js";
import { SeatLikeness, SeatPanel } from "../../kit/seat.js";
import { ALL } from "../../store/scene.js";
import { plural } from "../../store/words.js";
import { html } from "../../vendor/preact.js";
import { Picture, Zone, faceOf, total } from "./cards.js";
import { Discard, Heaps } from "./heaps.js";
import { whose } from "./strip.js";

/** @typedef {import("../index.js").Scene} Scene */
/** @typedef {import("../../store/history.js").Line} Line */

const TINTS = ["blue", "red", "violet", "green", "yellow", "white"];

/** The colour of a seat. @param {any} _view @param {number} seat */
export const tint = (_view, seat) => TINTS[seat % TINTS.length];

/** The seat whose cards the player chooses: a possessed neighbour's, or the player's own. @param {any} view @returns {number} */
export function chooser(view) {
  const top = view.stack.at(-1);
  const neighbour = view.decider === view.seat && top?.actor === view.active && top.hook !== "attack";
  return neighbour ? view.active : view.seat;
}

/** The names of a seat's zones. @param {any} view @param {any} side @returns {(name: string) => string} */
const zonesOf = (view, side) => (name) => (side.seat === chooser(view) ? name : `${name} of ${side.seat}`);

/** @param {{scene: Scene, side: any, main?: boolean, deeds?: Line[], children?: any}} props deeds: the last turn of a plate; children: further groups of cards in the middle */
export function Seat({ scene, side, main = false, deeds = [], children }) {
  const { view, nameOf } = scene;
  const turn = view.active === side.seat && view.stack.length > 0;
  const zone = zonesOf(view, side);
  const points = html`<span class="points" title=${`points after ${plural(side.turns, "turn")}`}><${Glyph} name="victory" /><b key=${side.points} class="changed">${side.points}</b><span class="visually-hidden"> points</span></span>`;
  const bought = {};
  for (const { what, times, event: { card = "" } } of deeds) if (what === "buy") bought[card] = (bought[card] ?? 0) + times;
  const counts = html`${total(bought) > 0 && html`<small class="bought">bought ${textOfCounts(bought)}</small>`}${points}${!main && html`<${Counts} scene=${scene} side=${side} zone=${zone} />`}<${Tokens} side=${side} />`;
  const chosen = scene.picker.selection;
  const choosing = Object.keys(side.discarded).map((name) => `${zone("discard")}/${name}`).some((it) => scene.picker.concerns(it) || chosen.card(it));
  const lots = html`
    <${Mats} scene=${scene} side=${side} zone=${zone} />
    ${choosing && html`<${Zone} title="Discard pile" scene=${scene} cards=${side.discarded} zone=${zone("discard")} />`}`;
  return html`<${SeatPanel} scene=${scene} seat=${side.seat} turn=${turn} out=${side.out} class=${main ? "main" : "plate"} portrait=${html`<${Likeness} scene=${scene} seat=${side.seat} />`}
    note=${turn && view.decider !== view.active ? `, possessed by ${nameOf(view.decider)}` : ""} counts=${counts}>
    ${main ? html`<div class="played"><${Played} scene=${scene} side=${side} />${lots}${children}</div>
      <${Heaps} scene=${scene} side=${side} zone=${zone} />
      <${Hand} scene=${scene} side=${side} zone=${zone("hand")} label=${`${whose(nameOf(side.seat))} hand`} />`
    : html`${!turn && html`<${Played} scene=${scene} side=${side} />`}${lots}
      <${Zone} title=${view.seat === ALL ? "Hand" : "Seen in hand"} scene=${scene} cards=${side.hand_cards} zone=${zone("hand")} />`}
  </${SeatPanel}>`;
}

/** The cards in play of a seat. @param {{scene: Scene, side: any, title?: string}} props */
export const Played = ({ scene, side, title = "In play" }) => html`<${Zone} title=${title} scene=${scene} cards=${side.play} zone=${zonesOf(scene.view, side)("play")} note=${total(side.stays) > 0 ? `${textOfCounts(side.stays)} stay` : ""} />`;

const textOfCounts = (counts) => Object.entries(counts).map(([name, n]) => (n > 1 ? `${n} ${name}` : name)).join(", ");

/** @param {{scene: Scene, seat: number}} props */
const Likeness = ({ scene, seat }) => html`<${SeatLikeness} scene=${scene} seat=${seat} tint=${tint(scene.view, seat)} />`;

const DEEDS = { play: "played", buy: "bought" };

/** The cards that each player played and bought in the last turn. @param {Line[]} lines */
export function lastTurns(lines) {
  /** @type {Map<number, Line[]>} */
  const turns = new Map();
  const begun = new Set(); // seats whose new turn has no card yet: their last turn stays in sight
  for (const line of lines) {
    const { what, event } = line;
    if (what === "turn") begun.add(event.seat);
    else if (DEEDS[what] && event.card) turns.set(event.seat, [...(begun.delete(event.seat) ? [] : turns.get(event.seat) ?? []), line]);
  }
  return turns;
}

/** @param {{scene: Scene, turns: Map<number, Line[]>}} props */
export function Turns({ scene, turns }) {
  return html`<section class="recent" aria-label="Last turns">${[...turns].map(([seat, deeds]) => html`<div key=${seat}>
    <${Likeness} scene=${scene} seat=${seat} /><b class="visually-hidden">${scene.nameOf(seat)}</b>
    <ul>${deeds.map(({ what, event: { card = "" } }) => html`<li class=${`mini ${what}`} title=${`${DEEDS[what]} ${card}`}><${Picture} name=${card} /><span class="visually-hidden">${DEEDS[what]} ${card}</span></li>`)}</ul></div>`)}
  </section>`;
}

/** The counts of a plate. @param {{scene: Scene, side: any, zone: (name: string) => string}} props */
function Counts({ scene, side, zone }) {
  const count = (n, glyph, text) => html`<${Glyph} name=${glyph} />${n}<span class="visually-hidden"> ${text}</span>`;
  return html`<span class="count" title="hand">${count(side.hand, "cards", "in hand")}</span><span class="count" title="deck">${count(side.deck, "future", "in the deck")}</span>
    <${Discard} scene=${scene} side=${side} zone=${zone} class="count">${count(side.discard, "past", "in the discard pile")}</${Discard}>`;
}

/** Coin tokens and extra turns. */
const Tokens = ({ side }) => html`
  ${side.tokens > 0 && html`<span class="mark"><${Glyph} name="treasure" />${plural(side.tokens, "Coin token")}</span>`}
  ${side.extra_turns > 0 && html`<span class="mark">${plural(side.extra_turns, "turn")} to come as a neighbour</span>`}`;

/** Cards set aside; hidden ones as a count. */
function Mats({ scene, side, zone }) {
  const hidden = (title, cards, n) => n > total(cards) && html`<div class="lot"><p class="lot-name">${title}</p><span class="heap"><span class="mini back" aria-hidden="true"></span><small><b>${n - total(cards)}</b> face down</small></span></div>`;
  const shown = (title, cards, name) => html`<${Zone} title=${title} scene=${scene} cards=${cards} zone=${zone(name)} />`;
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
  const { selection } = scene.picker;
  const cards = Object.entries(side.hand_cards ?? {}).flatMap(([name, n]) => Array.from({ length: n }, (_, i) => ({ name, copy: i + 1 })));
  const n = cards.length;
  return html`<ul class="hand" aria-label=${label} style=${{ "--n": Math.max(n, 2) }} ...${rove}>
    ${n === 0 && html`<li class="empty">Empty hand</li>`}
    ${cards.map(({ name, copy }, i) => html`<li key=${`${name}#${copy}`} class=${n === 1 ? "lone" : ""} style=${{ "--i": i }}>
      <${Print} scene=${scene} it=${selection.copy(`${zone}/${name}`, copy)} flip=${`${zone}/${name}#${copy}`} face=${faceOf(name)} /></li>`)}
  </ul>`;
}
