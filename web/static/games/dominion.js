// How a position of Dominion looks.

import { capital } from "../store/words.js";
import { html } from "../vendor/preact.js";
import { faceOf, faces, learn, money, plural } from "./dominion/cards.js";
import { Seat } from "./dominion/seat.js";
import { Supply } from "./dominion/supply.js";

export { learn };

const PHASES = {
  start: "Start of the turn", action: "Action", treasure: "Treasure", buy: "Buy", "clean-up": "Clean-up", play: "Play", effect: "Effect",
  react: "Reaction", gain: "Gain", shuffle: "Shuffle", choice: "Choose", ask: "Choose",
};

/** @typedef {import("./index.js").Scene} Scene */

const ACTS = new Set(["play", "buy", "resign", "last", "end", "clean_up", "react", "eliminate"]);

/** @param {import("../types.js").Event} event @returns {0 | 1 | 2} */
export const depth = ({ what }) => (what === "turn" || what === "possessed_turn" ? 0 : ACTS.has(what) ? 1 : 2);

/** What a card does that can be bought or played. @param {Scene} _ @param {import("../types.js").Option} option */
export const hint = (_, option) => (["play", "buy", "gain", "reveal"].includes(option.do) ? faceOf(option.card ?? "").text ?? "" : "");

const SOUNDS = { play: "card", buy: "chime", gain: "place", draw: "draw", shuffle: "shuffle", trash: "fall", attack: "strike", end: "end" };

/** @param {import("../types.js").Event} event */
export const sound = ({ what }) => SOUNDS[what] ?? "";

/** @param {Scene} scene */
export function question({ view, words }) {
  const left = { action: plural(view.actions, "action"), treasure: `${money(view)} so far`, buy: `${money(view)}, ${plural(view.buys, "buy")}` };
  const more = left[view.stack.at(-1)?.phase];
  return capital(words(view.asks)) + (more ? ` (${more})` : "");
}

/** The stack of phases, the current one last. @param {Scene} scene */
export function stack({ view, nameOf }) {
  const frames = view.stack.filter((frame) => frame.phase !== "effect");
  return [{ key: "turn", text: `Turn ${view.sides[view.active]?.turns ?? view.turn}` }, ...frames.map((frame, i) => {
    const times = frame.plays > 1 ? `(${frame.plays} times)` : "";
    return { key: String(i), text: [PHASES[frame.phase] ?? frame.phase, frame.card, times, `(${nameOf(frame.actor)})`].filter(Boolean).join(" ") };
  })];
}

/** Why a card of the hand or a pile cannot be used now. @param {Scene} scene @param {string} ref */
export function why({ view, decision, me }, ref) {
  const [zone, name] = ref.split("/");
  const type = faces.get(name)?.type ?? "";
  const phase = view.stack.at(-1)?.phase;
  const own = view.active === me && view.decider === me;
  if (zone === "supply") {
    const pile = view.supply.find((p) => p.card === name);
    if (!pile) return "";
    if (pile.left === 0) return "The pile is empty.";
    if (phase !== "buy") return own && decision?.options.length ? "Cards are bought in the Buy phase, after your Actions and Treasures." : "";
    if (pile.banned) return "It may not be bought this turn.";
    if (view.buys === 0) return "You have no buy left.";
    if (pile.cost > view.coins) return `It costs $${pile.cost}: you have $${view.coins}.`;
    if (pile.potion && !view.potions) return "It costs a Potion as well.";
    return "";
  }
  if (zone !== "hand" || !own) return "";
  if (phase === "action") {
    if (!type.includes("Action")) return type.includes("Treasure") ? "Treasures are played after your Actions: pass to go on." : "It is not an Action.";
    if (view.actions === 0) return "You have no action left.";
  }
  if (phase === "treasure" && !type.includes("Treasure")) return type.includes("Action") ? "The Action phase is over." : "It is not a Treasure.";
  if (phase === "buy") return "In the Buy phase cards are bought, not played.";
  if (type === "Victory" || type === "Curse") return "It is worth points at the end, and does nothing now.";
  return "";
}

/** Answers in words, for the command line. @param {Scene} scene @param {string} topic @returns {string | null} */
export function tell({ view, nameOf }, topic) {
  const list = (counts) => Object.entries(counts ?? {}).map(([name, n]) => `${n} ${name}`).join(", ") || "none";
  const own = view.sides[view.seat];
  switch (topic) {
    case "hand": return own ? `Your hand: ${list(own.hand_cards)}.` : "You have no hand.";
    case "supply": return view.supply.map((pile) => `${pile.card} $${pile.cost}, ${pile.left} left`).join(". ");
    case "table": return view.sides.map((side) => `${nameOf(side.seat)}: ${side.points} points, ${side.hand} in hand, in play ${list(side.play)}`).join(". ");
    case "money": return `${money(view)}, ${plural(view.buys, "buy")}, ${plural(view.actions, "action")}`;
  }
  return null;
}

/** The supply, the player's own side, and the others in the order of their turns. @param {{scene: Scene}} props */
export function Sides({ scene }) {
  const { view } = scene;
  const first = Math.max(view.seat, 0);
  const ordered = view.sides.map((_, i) => view.sides[(first + i) % view.sides.length]);
  const own = view.seat < 0 ? [] : ordered.slice(0, 1);
  const seat = (side) => html`<${Seat} key=${side.seat} scene=${scene} side=${side} />`;
  return html`<${Supply} scene=${scene} />${own.map(seat)}<div class="others">${ordered.slice(own.length).map(seat)}</div>`;
}
