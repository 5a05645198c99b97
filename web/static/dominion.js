// How a position of Dominion looks: the view that the server sends, as nodes.

import { h } from "./dom.js";
import { capital } from "./words.js";

const PHASES = {
  start: "Start of the turn", action: "Action", treasure: "Treasure", buy: "Buy", "clean-up": "Clean-up", play: "Play", effect: "Effect",
  react: "Reaction", gain: "Gain", shuffle: "Shuffle", choice: "Choose", ask: "Choose",
};

/** Events of others for which nobody wants to be woken. */
export const quiet = new Set(["turn", "possessed_turn", "last", "draw", "shuffle", "place", "play", "coins", "buy", "gain", "discard",
  "reveal", "look", "top", "take_back", "haven", "island", "native", "token", "clean_up"]);

/** @typedef {import("./looks.js").Scene} Scene */

/** @type {Map<string, {name: string, type: string, cost: string, stats?: string, text?: string}>} */
let faces = new Map();

/** @param {import("./types.js").Rules} rules */
export function learn(rules) {
  faces = new Map((rules.cards ?? []).map((card) => [card.name, card]));
}

/** Whoever can react is to be asked. @param {import("./types.js").Update} update */
export const alarms = (update) => update.decision?.options.some((option) => option.do === "reveal") ?? false;

/** @param {Scene} scene */
export function question({ view, words }) {
  const left = { action: plural(view.actions, "action"), treasure: `${money(view)} so far`, buy: `${money(view)}, ${plural(view.buys, "buy")}` };
  const more = left[view.stack.at(-1)?.phase];
  return capital(words(view.asks)) + (more ? ` (${more})` : "");
}

const plural = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;

const money = (view) => `$${view.coins}${view.potions ? ` and ${plural(view.potions, "Potion")}` : ""}`;

/** The stack of phases as a breadcrumb, the current one last. @param {Scene} scene */
export function stack({ view, nameOf }) {
  const frames = view.stack.filter((frame) => frame.phase !== "effect");
  return h("ol.stack", {},
    h("li.turn", {}, `Turn ${view.sides[view.active]?.turns ?? view.turn}`),
    frames.map((frame, i) => {
      const times = frame.plays > 1 ? `(${frame.plays} times)` : "";
      const text = [PHASES[frame.phase] ?? frame.phase, frame.card, times, `(${nameOf(frame.actor)})`].filter(Boolean).join(" ");
      return h("li", { "aria-current": i === frames.length - 1 ? "step" : null }, text);
    }));
}

/** The supply, the player's own side, and the others in the order of their turns. @param {Scene} scene */
export function sides(scene) {
  const { view } = scene;
  const first = Math.max(view.seat, 0);
  const ordered = view.sides.map((_, i) => seat(scene, view.sides[(first + i) % view.sides.length]));
  const own = view.seat < 0 ? [] : ordered.slice(0, 1);
  return [supply(scene), ...own, h("div.others", {}, ordered.slice(own.length))];
}

/** @param {Scene} scene */
function supply({ view, picker }) {
  const printed = (pile) => Number(faces.get(pile.card)?.cost.match(/\d+/)?.[0] ?? pile.cost); // so that no pile moves
  const kingdom = view.supply.filter((pile) => pile.kingdom).sort((a, b) => printed(a) - printed(b) || a.card.localeCompare(b.card));
  const basic = view.supply.filter((pile) => !pile.kingdom);
  const list = (piles, label) => h(`ul.supply.${label}`, { "aria-label": `Supply, ${label} cards` }, piles.map((pile) => h("li", {}, pileFace(pile, picker))));
  return h("section.side.piles", { "aria-label": "The supply" },
    list(basic, "basic"), list(kingdom, "kingdom"),
    h("p.zones", {}, "Trash: ", chips(view.trash, "trash", picker), view.cheaper > 0 && ` · all cards cost $${view.cheaper} less`),
    zone("Turned up", view.revealed, "revealed", picker),
    view.looking > 0 && h("p.zones", {}, view.looked_at ? ["Looked at: ", chips(view.looked_at, "looked_at", picker)] : `${plural(view.looking, "card")} looked at`),
    zone("To be returned", view.to_be_returned, "returned", picker));
}

function pileFace(pile, picker) {
  const price = `$${pile.cost}${pile.potion ? "P" : ""}`;
  const state = pile.left === 0 ? "empty" : pile.banned ? "banned" : "";
  return target(picker, `supply/${pile.card}`, [
    h("span.row", {}, h("span.name", {}, pile.card), h("span.left", {}, h("span.visually-hidden", {}, "left: "), pile.left)),
    h("span.row", {},
      h("span.coin", {}, h("span.visually-hidden", {}, "costs "), price),
      h("span.kind", {}, pile.banned ? "not to be bought" : pile.kingdom ? typeOf(pile.card).replaceAll(" - ", ", ") : "")),
    pile.kingdom && h("span.text", {}, faces.get(pile.card)?.text),
  ], `card pile ${colour(pile.card)} ${state}`, explain(pile.card));
}

/** The seat whose cards the open decision of this player is about: that of a neighbour in a turn that the player decides. */
function chooser(view) {
  const top = view.stack.at(-1);
  const neighbour = view.decider === view.seat && top?.actor === view.active && top.hook !== "attack";
  return neighbour ? view.active : view.seat;
}

/** @param {Scene} scene */
function seat({ view, nameOf, picker: anybodys }, side) {
  const mine = side.seat === view.seat;
  const picker = side.seat === chooser(view) ? anybodys : NOBODY;
  const open = mine || (view.active === side.seat && view.decider === view.seat);
  const turn = view.active === side.seat && view.stack.length > 0;
  const possessed = turn && view.decider !== view.active && `, possessed by ${nameOf(view.decider)}`;
  const counts = [
    `hand ${side.hand}`, `deck ${side.deck}`, `discard ${side.discard}`,
    side.tokens && plural(side.tokens, "Coin token"), side.extra_turns && plural(side.extra_turns, "extra turn"),
    side.native_village && `Native Village mat ${side.native_village}`, side.haven && `Haven ${side.haven}`,
    side.horse_traders && `Horse Traders aside ${side.horse_traders}`,
  ].filter(Boolean).join(" · ");
  return h("section.side", { class: [mine && "own", turn && "on-turn"].filter(Boolean).join(" "), "aria-label": nameOf(side.seat) },
    h("header", {},
      h("h3", {}, nameOf(side.seat), turn && h("small", {}, " on turn", possessed), side.out && h("small", {}, " out")),
      h("span.points", { title: `points, after ${plural(side.turns, "turn")}` }, h("span", { "aria-hidden": "true" }, "★ "), side.points, h("span.visually-hidden", {}, " points")),
      turn && h("ul.tally", { "aria-label": "Left this turn" },
        [plural(view.actions, "action"), plural(view.buys, "buy"), money(view)].map((text) => h("li", {}, text))),
      h("span.zones", {}, counts)),
    zone("In play", side.play, "play", picker),
    zone("Next turn", side.next_turn, "next_turn", picker),
    zone("Island mat", side.island, "island", picker),
    zone("Native Village mat", side.native_village_cards, "native", picker),
    zone("Set aside", side.haven_cards, "haven", picker),
    side.top.some(Boolean) && h("p.zones", {}, `Top of the deck: ${side.top.map((name) => name || "?").join(", ")}`),
    side.stashes && h("p.zones", {}, `Stash in the deck at ${side.stashes.join(", ")}`),
    piled(side, picker),
    open ? hand(side, picker) : zone("Seen in hand", side.hand_cards, "hand", NOBODY));
}

const unfolded = new Set(); // the seats whose discard pile is shown

/** The discard pile, unfolded while one may choose from it. */
function piled(side, picker) {
  const names = Object.keys(side.discarded);
  if (names.length === 0 && side.discard === 0) return null;
  const choosing = names.some((name) => picker.concerns(`discard/${name}`));
  const dark = side.discard - Object.values(side.discarded).reduce((sum, n) => sum + n, 0);
  return h("details", { open: choosing || unfolded.has(side.seat), ontoggle: (event) => {
    if (choosing) return;
    if (event.target.open) unfolded.add(side.seat);
    else unfolded.delete(side.seat);
  } },
  h("summary", {}, `Discard pile, ${plural(side.discard, "card")}`),
  h("p.zones", {}, chips(side.discarded, "discard", picker), dark > 0 && ` · ${dark} face down`),
  side.rest && h("p.zones", {}, "In the deck: ", chips(side.rest, "rest", NOBODY)));
}

const NOBODY = { concerns: () => false, pick: () => {} };

function hand(side, picker) {
  const cards = Object.entries(side.hand_cards);
  return h("ul.hand", { "aria-label": "Hand" }, cards.length === 0
    ? h("li.empty", {}, "no card in hand")
    : cards.map(([name, n]) => h("li", {}, cardFace(name, n, picker))));
}

function cardFace(name, n, picker) {
  return target(picker, `hand/${name}`, [
    h("span.row", {}, h("span.name", {}, name), n > 1 && h("span.left", {}, `×${n}`)),
    h("span.kind", {}, typeOf(name).replaceAll(" - ", ", ")),
    h("span.text", {}, [faces.get(name)?.text, worth(name)].filter(Boolean).join(" ")),
  ], `card ${colour(name)}`, explain(name));
}

/** A line of cards with a heading; nothing if there are none. */
function zone(title, cards, ref, picker) {
  if (!cards || Object.keys(cards).length === 0) return null;
  return h("p.zones", {}, `${title}: `, chips(cards, ref, picker));
}

/** Cards as small labels, with how many there are of each. */
function chips(cards, ref, picker) {
  const names = Object.entries(cards ?? {});
  if (names.length === 0) return "none";
  return names.map(([name, n]) => target(picker, `${ref}/${name}`, n > 1 ? `${n} ${name}` : name, `chip ${colour(name)}`, explain(name), "span"));
}

/** A card: a button while the open decision concerns it. */
function target(picker, ref, children, classes, title, tag = "div") {
  if (!picker.concerns(ref)) return h(tag, { class: classes, title }, children);
  return h("button", { type: "button", class: `${classes} can`, title, "data-ref": ref, onclick: () => picker.pick(ref) }, children);
}

const typeOf = (name) => faces.get(name)?.type ?? "";

/** Points or a penalty, which are no part of a card's text. */
const worth = (name) => (faces.get(name)?.stats ?? "").match(/-?\d+ points?/)?.[0] ?? "";

/** The colour of a card is that of the type that says most. */
function colour(name) {
  const type = typeOf(name);
  return ["Curse", "Attack", "Duration", "Reaction", "Victory", "Treasure", "Action"].find((t) => type.includes(t))?.toLowerCase() ?? "";
}

function explain(name) {
  const face = faces.get(name);
  return face && [`${face.name}: ${face.type}, ${face.cost}`, face.stats, face.text].filter(Boolean).join(". ");
}
