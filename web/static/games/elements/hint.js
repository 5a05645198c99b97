// Hints beside the options of Elements, for players who do not know the cards.

import { parts } from "./cost.js";
import { tokenOf } from "./words.js";

/**
 * @param {import("../index.js").Scene} scene
 * @param {import("../../types.js").Option} option
 * @param {Map<string, import("../../types.js").CardInfo>} faces
 * @returns {string} the hint, or ""
 */
export function hint({ view, decision, me }, option, faces) {
  const top = view.stack.at(-1);
  const token = option.by ? tokenOf(view, option.by) : undefined;
  switch (option.do) {
    case "keep": return "start with this hand";
    case "mulligan": return "once: move this hand to your Past and draw 2 new cards";
    case "pass": return passing(view, top, me, decision);
    case "create": return wanted(view.sides[me]?.cards ?? [], option.text.split(" ").at(-1), faces);
    case "attack": return token && `hits for ${token.attack}, then sleeps`;
    case "block": return token && `deals ${token.attack}, has ${token.health} health`;
    case "play":
    case "use": return faces.get(option.card ?? "")?.text ?? "";
  }
  return "";
}

/** The effect of a pass. */
function passing(view, top, me, decision) {
  if (top.phase === "defend" && decision?.options.some((option) => option.do === "block")) return `take ${tokenOf(view, top.by)?.attack ?? "the"} damage`;
  if (top.phase === "play" || top.phase === "trigger") return "let it resolve";
  if (top.seat !== me) return "";
  return { main: "go to your Attack phase", attack: "end your turn" }[top.phase] ?? "";
}

/** The cards in hand that cost an element. */
function wanted(cards, element, faces) {
  const names = new Set(cards.filter((name) => parts(faces.get(name)?.cost).some(([asked]) => asked === element)));
  return names.size > 0 ? `for ${[...names].join(", ")}` : "";
}
