// The reason a card cannot be used now, for new players.

import { plural } from "../../store/words.js";
import { faces, typeOf } from "./cards.js";
import { phaseOf } from "./strip.js";

/** @typedef {import("../index.js").Scene} Scene */

/** The reasons for zones in which a card is never playable. */
const PLACES = {
  play: "Already played. It is discarded at the end of the turn.",
  trash: "Trashed: out of the game.",
  discard: "Discarded. It returns when the deck is reshuffled.",
  rest: "In the deck.",
  island: "On the Island mat. When the game ends, it counts as part of the deck.",
  native: "On the Native Village mat. Another Native Village can return it to the hand.",
  haven: "Set aside. It returns to the hand next turn.",
  horses: "Set aside. It returns next turn.",
  next_turn: "Already played. It takes effect again next turn.",
  revealed: "Revealed by the card being played.",
  looked_at: "Looked at by the card being played.",
  returned: "Returns to its owner at the end of the turn.",
};

/** @param {Scene} scene @param {string} ref a zone and a card, as in "hand/Copper" @returns {string} "" if a general reason fits better */
export function why(scene, ref) {
  const { view, me, nameOf } = scene;
  const [zone, name] = ref.split("/");
  const [place, , owner] = zone.split(" ");
  if (owner && (place === "hand" || place === "play")) return place === "hand" ? `It is in ${nameOf(Number(owner))}’s hand.` : `${nameOf(Number(owner))} played it.`;
  const asked = view.stack.at(-1);
  const deciding = view.decider === me;
  const choosing = asked && ["choice", "react", "ask"].includes(asked.phase);
  if (zone === "supply") return ofSupply(view, name, choosing, deciding);
  if (zone !== "hand") return PLACES[place] ?? "";
  if (choosing) return asked.phase === "react" ? "It is not a Reaction to this." : "You cannot choose it now.";
  return deciding ? ofHand(view, name, phaseOf(view)) : "";
}

function ofSupply(view, name, choosing, deciding) {
  const pile = view.supply.find((p) => p.card === name);
  if (!pile) return "";
  if (pile.left === 0) return "This pile is empty.";
  if (choosing) return ofGain(view, pile);
  if (!deciding) return "";
  const short = pile.cost > view.coins ? `It costs $${pile.cost}; you have $${view.coins}` : "";
  if (phaseOf(view) !== "buy") return short ? `${short} so far. You buy cards in the Buy phase, after Actions and Treasures.` : "You buy cards in the Buy phase, after Actions and Treasures.";
  if (pile.banned) return "It cannot be bought this turn.";
  if (view.buys === 0) return "You have no Buys left this turn.";
  if (short) return `${short}.`;
  if (pile.potion && !view.potions) return "It also costs a Potion; you have none.";
  return "";
}

/** The reason while a card's effect chooses from the supply. */
function ofGain(view, pile) {
  const most = view.asks.match(/costing up to \$(\d+)/)?.[1];
  if (most !== undefined && pile.cost > Number(most)) return `It costs $${pile.cost}; choose a card up to $${most}.`;
  if (most !== undefined && pile.potion) return "You cannot gain a card that costs a Potion.";
  return /\b(gain|name)\b/.test(view.asks) ? "You cannot choose this kind of card." : "Answer the prompt first.";
}

function ofHand(view, name, phase) {
  const type = typeOf(name);
  const [action, treasure] = [type.includes("Action"), type.includes("Treasure")];
  if (!action && !treasure) return type.includes("Curse") ? "A Curse scores −1 point and cannot be played." : "It scores points and cannot be played.";
  if (phase === "action" && action && view.actions === 0) return "You have no Actions left this turn.";
  if (phase === "action" && treasure) return "End your Action phase first, then play Treasures.";
  if (phase === "treasure" && !treasure) return "Your Action phase is over.";
  if (phase === "buy") return `You are in the Buy phase (${plural(view.buys, "Buy")}, $${view.coins}) and cannot play cards.`;
  return faces.has(name) ? "" : "It cannot be played.";
}
