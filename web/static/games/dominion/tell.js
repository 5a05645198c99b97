// Dominion as text: the prompt of a decision, the hint of an option, and answers for
// the command line.

import { capital, listed, plural } from "../../store/words.js";
import { faceOf, faces, money } from "./cards.js";
import { whose } from "./strip.js";

/** @typedef {import("../index.js").Scene} Scene */

/** The prompt of the open decision. @param {Scene} scene */
export function question({ view, words, nameOf, me }) {
  const top = view.stack.at(-1);
  const left = { action: plural(view.actions, "Action"), treasure: `${money(view)} so far`, buy: `${money(view)}, ${plural(view.buys, "Buy")}` }[top?.phase];
  const text = capital(top?.phase === "react" ? reaction(top, nameOf, words(view.asks)) : words(view.asks));
  const possessed = view.decider === me && view.active !== me && top?.actor !== me ? `You control ${nameOf(view.active)}. ` : "";
  return possessed + text + (left ? ` (${left})` : "");
}

/** The prompt for a Reaction. */
function reaction({ card, hook, seat }, nameOf, otherwise) {
  switch (hook) {
    case "attack": return `${nameOf(seat)} attacks with ${card}. Reveal a Reaction?`;
    case "would gain": return `You would gain ${card}. Reveal a Reaction?`;
    case "gain": return `You gained ${card}. Reveal a Reaction?`;
    case "discard": return `You discarded ${card}. Reveal it?`;
  }
  return otherwise;
}

/** The effect of an option in a few words. @param {Scene} scene @param {import("../../types.js").Option} option */
export function hint({ view, me, decision }, option) {
  const phase = view.stack.at(-1)?.phase;
  switch (option.do) {
    case "play": case "buy": case "gain": case "reveal": case "begin": return faceOf(option.card ?? "").text ?? "";
    case "take": return /^gain/.test(option.text) ? faceOf(option.card ?? "").text ?? "" : "";
    case "play_all": return treasures(view.sides[view.active === me ? me : view.active]?.hand_cards);
    case "pass": return phase === "react" ? "do not reveal a card" : phase === "buy" ? `leaves ${listed([...money(view).split(" and "), plural(view.buys, "Buy")])}` : unplayed(decision);
  }
  return "";
}

/** The cards that the player could still play. @param {import("../../types.js").Decision | null} decision */
function unplayed(decision) {
  const cards = (decision?.options ?? []).flatMap(({ do: what, card }) => (what === "play" && card ? [card] : []));
  return cards.length > 0 ? `leaves ${cards.length > 3 ? `${cards.length} cards` : listed(cards)} unplayed` : "";
}

/** The total of a hand's Treasures, or "" if a card's text makes it variable. */
function treasures(hand = {}) {
  let sum = 0;
  for (const [name, n] of Object.entries(hand)) {
    const face = faces.get(name);
    if (!face?.type.includes("Treasure")) continue;
    const plain = face.text?.match(/^\+\$(\d+)\.$/);
    if (!plain) return "";
    sum += n * Number(plain[1]);
  }
  return sum > 0 ? `+$${sum} in total` : "";
}

/** Answers for the command line. @param {Scene} scene @param {string} topic @returns {string | null} */
export function tell({ view, nameOf }, topic) {
  const list = (counts) => Object.entries(counts ?? {}).map(([name, n]) => `${n} ${name}`).join(", ") || "none";
  const own = view.sides[view.seat];
  switch (topic) {
    case "hand": return own ? `Your hand: ${list(own.hand_cards)}.` : "You have no hand.";
    case "supply": return view.supply.map((pile) => `${pile.card} $${pile.cost}, ${pile.left} left`).join(". ");
    case "table": return view.sides.map((side) => `${nameOf(side.seat)}: ${side.points} points, ${side.hand} in hand, in play ${list(side.play)}`).join(". ");
    case "money": return `${money(view)}, ${plural(view.buys, "Buy")}, ${plural(view.actions, "Action")}`;
    case "turn": return `${whose(nameOf(view.active))} turn.`;
    case "trash": return `Trash: ${list(view.trash)}.`;
  }
  return null;
}
