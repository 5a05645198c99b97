// Why a card cannot be used now, in words for somebody who does not know the game.

import { faces, plural, typeOf } from "./cards.js";
import { phaseOf } from "./strip.js";

/** @typedef {import("../index.js").Scene} Scene */

/** Where a card lies that is only looked at. */
const PLACES = {
  play: "It has been played. It is discarded at the end of the turn.",
  trash: "It is in the trash, out of the game.",
  discard: "It is discarded: it comes back when the deck is shuffled anew.",
  rest: "It is in the deck.",
  island: "It stays on the Island mat until the end, and counts then.",
  native: "It is on the Native Village mat: another Native Village can take it into the hand.",
  haven: "It is set aside and comes into the hand next turn.",
  horses: "It is set aside and comes back next turn.",
  next_turn: "It has been played, and does the rest next turn.",
  revealed: "It is turned up by the card that is played.",
  looked_at: "It is looked at by the card that is played.",
  returned: "It goes back to its owner at the end of the turn.",
};

/** @param {Scene} scene @param {string} ref a zone and a card, as in "hand/Copper" @returns {string} "" if the kit says it better */
export function why(scene, ref) {
  const { view, me, nameOf } = scene;
  const [zone, name] = ref.split("/");
  const [place, , owner] = zone.split(" ");
  if (owner && (place === "hand" || place === "play")) return place === "hand" ? `It is in the hand of ${nameOf(Number(owner))}.` : `${nameOf(Number(owner))} has played it.`;
  const asked = view.stack.at(-1);
  const deciding = view.decider === me;
  const choosing = asked && ["choice", "react", "ask"].includes(asked.phase);
  if (zone === "supply") return ofSupply(view, name, choosing, deciding);
  if (zone !== "hand") return PLACES[place] ?? "";
  if (choosing) return asked.phase === "react" ? "It is no Reaction to this." : "It is not what is asked for now.";
  return deciding ? ofHand(view, name, phaseOf(view)) : "";
}

function ofSupply(view, name, choosing, deciding) {
  const pile = view.supply.find((p) => p.card === name);
  if (!pile) return "";
  if (pile.left === 0) return "The pile is empty.";
  if (choosing) return ofGain(view, pile);
  if (!deciding) return "";
  const short = pile.cost > view.coins ? `It costs $${pile.cost}, you have $${view.coins}` : "";
  if (phaseOf(view) !== "buy") return short ? `${short} so far. Cards are bought in the Buy phase, after Actions and Treasures.` : "Cards are bought in the Buy phase, after Actions and Treasures.";
  if (pile.banned) return "It may not be bought this turn.";
  if (view.buys === 0) return "You have no Buys left this turn.";
  if (short) return `${short}.`;
  if (pile.potion && !view.potions) return "It costs a Potion as well, and you have played none.";
  return "";
}

/** A card asks to gain or to name one. */
function ofGain(view, pile) {
  const most = view.asks.match(/costing up to \$(\d+)/)?.[1];
  if (most !== undefined && pile.cost > Number(most)) return `It costs $${pile.cost}: a card up to $${most} is asked for.`;
  if (most !== undefined && pile.potion) return "It costs a Potion, which the card that is played does not allow.";
  return /\b(gain|name)\b/.test(view.asks) ? "It is not of the kind that is asked for." : "Now it is not about the supply: first answer what is asked.";
}

function ofHand(view, name, phase) {
  const type = typeOf(name);
  const [action, treasure] = [type.includes("Action"), type.includes("Treasure")];
  if (!action && !treasure) return type.includes("Curse") ? "A Curse is worth −1 point at the end, and does nothing in hand." : "It is worth points at the end, and does nothing in hand.";
  if (phase === "action" && action && view.actions === 0) return "You have no Actions left this turn.";
  if (phase === "action" && treasure) return "Treasures are played after your Actions: end the action phase first.";
  if (phase === "treasure" && !treasure) return "The Action phase of this turn is over.";
  if (phase === "buy") return `You are buying now (${plural(view.buys, "Buy")}, $${view.coins}): no more cards are played this turn.`;
  return faces.has(name) ? "" : "It cannot be played.";
}
