// Hints beside the options of Elements, for players who do not know the cards.

import { parts } from "./cost.js";
import { blockOutcome } from "./preview.js";
import { elementOf, tokenOf } from "./words.js";

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
    case "create": {
      const names = wanted(view.sides[me]?.cards ?? [], elementOf(option), faces);
      return names.length > 0 ? `for ${names.join(", ")}` : "";
    }
    case "attack": return token && `hits for ${token.attack}, then sleeps`;
    case "block": return blockOutcome(view, option.by ?? "", faces)?.text ?? (token && `deals ${token.attack}, has ${token.health} health`) ?? "";
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

/** The names of the cards in hand that cost an element. @param {string[]} cards @param {string} element @param {Map<string, import("../../types.js").CardInfo>} faces */
export const wanted = (cards, element, faces) => [...new Set(cards.filter((name) => parts(faces.get(name)?.cost).some(([asked]) => asked === element)))];

/**
 * The element to pay with where any will do: the one that the fewest cards in hand cost, then the
 * one with the most left. Null if the decision is not a payment.
 * @param {import("../index.js").Scene} scene @param {Map<string, import("../../types.js").CardInfo>} faces
 */
export function payment({ view, me, decision }, faces) {
  const options = decision?.options ?? [];
  const { cards = [], active = {} } = view.sides[me] ?? {};
  if (options.length === 0 || options.some((option) => option.do !== "pay")) return null;
  const needs = (/** @type {import("../../types.js").Option} */ option) => wanted(cards, elementOf(option), faces).length;
  const left = (/** @type {import("../../types.js").Option} */ option) => active[elementOf(option)] ?? 0;
  return [...options].sort((a, b) => needs(a) - needs(b) || left(b) - left(a))[0];
}
