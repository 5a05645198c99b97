// What an option of Elements comes to, in a few words beside it, for who does not
// know the game by heart.

import { parts } from "./cost.js";
import { tokenOf } from "./words.js";

/**
 * @param {import("../index.js").Scene} scene
 * @param {import("../../types.js").Option} option
 * @param {Map<string, import("../../types.js").CardInfo>} faces
 * @returns {string} "" if there is nothing to add
 */
export function hint({ view, decision, me }, option, faces) {
  const top = view.stack.at(-1);
  const token = option.by ? tokenOf(view, option.by) : undefined;
  switch (option.do) {
    case "keep": return "start with these cards";
    case "mulligan": return "put them into your Past and draw three others, once";
    case "pass": return passing(view, top, me, decision);
    case "create": return wanted(view.sides[me]?.cards ?? [], option.text.split(" ").at(-1), faces);
    case "attack": return token && `hits for ${token.attack}, then sleeps`;
    case "block": return token && `deals ${token.attack} back, can take ${token.health}`;
    case "play":
    case "use": return faces.get(option.card ?? "")?.text ?? "";
  }
  return "";
}

/** What comes of a pass. */
function passing(view, top, me, decision) {
  if (top.phase === "defend" && decision?.options.some((option) => option.do === "block")) return `take ${tokenOf(view, top.by)?.attack ?? "the"} damage`;
  if (top.phase === "play" || top.phase === "trigger") return "let it happen";
  if (top.seat !== me) return "";
  return { main: "go on to your Attack phase", attack: "end your turn" }[top.phase] ?? "";
}

/** Which cards of a hand ask for an element. */
function wanted(cards, element, faces) {
  const names = new Set(cards.filter((name) => parts(faces.get(name)?.cost).some(([asked]) => asked === element)));
  return names.size > 0 ? `for ${[...names].join(", ")}` : "";
}
