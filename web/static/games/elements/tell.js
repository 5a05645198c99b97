// Answers about a table of Elements for the command line.

import { capital } from "../../store/words.js";
import { labelOf } from "./words.js";

/** @param {Object<string, number>} counts */
const list = (counts) => Object.entries(counts).filter(([, n]) => n > 0).map(([element, n]) => `${n} ${element}`).join(", ") || "none";

/** @param {import("../index.js").Scene} scene @param {string} topic @returns {string | null} null for an unknown topic */
export function tell({ view, nameOf, tokens }, topic) {
  const token = (t) => `${labelOf(tokens, t)}${t.type === "being" ? ` ${t.attack}/${t.health}` : ""}${t.awake ? "" : " asleep"}`;
  const own = view.sides[view.seat];
  switch (topic) {
    case "hand": return own ? `Your hand: ${own.cards.join(", ") || "empty"}.` : "You have no hand.";
    case "life": return view.sides.map((side) => `${nameOf(side.seat)}: ${side.life} life`).join(". ");
    case "karma": return view.sides.map((side) => `${nameOf(side.seat)}: active ${list(side.active)}; total ${list(side.karma)}`).join(". ");
    case "past": return view.sides.map((side) => `Past of ${nameOf(side.seat)}: ${side.past.toReversed().join(", ") || "empty"}`).join(". ");
    case "table": return view.sides.map((side) => `${nameOf(side.seat)}, ${side.life} life, ${side.hand} cards in hand, ${side.future} in the Future: ${side.present.map(token).join("; ") || "empty Present"}`).join(". ");
    case "stack": return view.stack.map((frame) => capital([frame.phase, frame.card].filter(Boolean).join(" "))).join(", then ");
  }
  return null;
}
