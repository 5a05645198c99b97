// What Dominion says in words: the question of a decision, what an option comes to,
// and answers for the command line.

import { capital } from "../../store/words.js";
import { faceOf, faces, money, plural } from "./cards.js";
import { whose } from "./strip.js";

/** @typedef {import("../index.js").Scene} Scene */

/** What the open decision is about. @param {Scene} scene */
export function question({ view, words, nameOf, me }) {
  const top = view.stack.at(-1);
  const left = { action: plural(view.actions, "Action"), treasure: `${money(view)} so far`, buy: `${money(view)}, ${plural(view.buys, "Buy")}` }[top?.phase];
  const text = capital(top?.phase === "react" ? reaction(top, nameOf, words(view.asks)) : words(view.asks));
  const possessed = view.decider === me && view.active !== me && top?.actor !== me ? `You decide for ${nameOf(view.active)}. ` : "";
  return possessed + text + (left ? ` (${left})` : "");
}

/** Somebody may show a card before something happens. */
function reaction({ card, hook, seat }, nameOf, otherwise) {
  switch (hook) {
    case "attack": return `${nameOf(seat)} attacks with ${card}. Show a Reaction first?`;
    case "would gain": return `You are about to gain ${card}. Show a Reaction first?`;
    case "gain": return `You have gained ${card}. Show a Reaction?`;
    case "discard": return `You have discarded ${card}. Show it?`;
  }
  return otherwise;
}

/** What an option comes to, in a few words. @param {Scene} scene @param {import("../../types.js").Option} option */
export function hint({ view, me }, option) {
  const phase = view.stack.at(-1)?.phase;
  switch (option.do) {
    case "play": case "buy": case "gain": case "reveal": case "begin": return faceOf(option.card ?? "").text ?? "";
    case "take": return /^gain/.test(option.text) ? faceOf(option.card ?? "").text ?? "" : "";
    case "play_all": return treasures(view.sides[view.active === me ? me : view.active]?.hand_cards);
    case "pass": return { action: "go on to your Treasures", treasure: "go on to buying", buy: "discard all, draw five new cards", react: "show nothing, let it happen" }[phase] ?? "";
  }
  return "";
}

/** What the Treasures of a hand make together, if no card's text makes it depend on more. */
function treasures(hand = {}) {
  let sum = 0;
  for (const [name, n] of Object.entries(hand)) {
    const face = faces.get(name);
    if (!face?.type.includes("Treasure")) continue;
    const plain = face.text?.match(/^\+\$(\d+)\.$/);
    if (!plain) return "";
    sum += n * Number(plain[1]);
  }
  return sum > 0 ? `+$${sum} in all` : "";
}

/** Answers in words, for the command line. @param {Scene} scene @param {string} topic @returns {string | null} */
export function tell({ view, nameOf }, topic) {
  const list = (counts) => Object.entries(counts ?? {}).map(([name, n]) => `${n} ${name}`).join(", ") || "none";
  const own = view.sides[view.seat];
  switch (topic) {
    case "hand": return own ? `Your hand: ${list(own.hand_cards)}.` : "You have no hand.";
    case "supply": return view.supply.map((pile) => `${pile.card} $${pile.cost}, ${pile.left} left`).join(". ");
    case "table": return view.sides.map((side) => `${nameOf(side.seat)}: ${side.points} points, ${side.hand} in hand, in play ${list(side.play)}`).join(". ");
    case "money": return `${money(view)}, ${plural(view.buys, "Buy")}, ${plural(view.actions, "Action")}`;
    case "turn": return `${whose(nameOf(view.active))} turn.`;
    case "trash": return `In the trash: ${list(view.trash)}.`;
  }
  return null;
}
