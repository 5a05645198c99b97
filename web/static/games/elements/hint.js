// Hints beside the options of Elements, for players who do not know the cards.

import { missing, parts } from "./cost.js";
import { blockOutcome, optionFates } from "./preview.js";
import { elementOf, tokenOf } from "./words.js";

/**
 * @param {import("../index.js").Scene} scene
 * @param {import("../../types.js").Option} option
 * @param {Map<string, import("../../types.js").CardInfo>} faces
 * @returns {string} the hint, or ""
 */
export function hint(scene, option, faces) {
  const { view, decision, me } = scene;
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
    case "block": return blockOutcome(view, option.by ?? "")?.text ?? "";
    case "play":
    case "use": return [...optionFates(scene, option, faces).values()].map(({ text }) => text).filter(Boolean).join(", ") || (faces.get(option.card ?? "")?.text ?? "");
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
 * The element to create if the player has no other wish: the one that a lesson suggests, then the one
 * with which the most cards become playable, then the one that the most cards in hand still lack, then the
 * one of which the player has most. Null if the decision creates no element.
 * @param {import("../index.js").Scene} scene @param {Map<string, import("../../types.js").CardInfo>} faces
 * @returns {{option: import("../../types.js").Option, hint: string} | null}
 */
export function creation({ view, me, decision, picker }, faces) {
  const options = decision?.options.filter((option) => option.do === "create") ?? [];
  const { cards = [], karma = {} } = view.sides[me] ?? {};
  const playable = (/** @type {Object<string, number>} */ have) => [...new Set(/** @type {string[]} */ (cards))].filter((name) => missing(faces.get(name)?.cost, have) === "");
  const before = playable(karma);
  const ranked = options.map((option) => {
    const element = elementOf(option);
    const have = karma[element] ?? 0;
    const gains = playable({ ...karma, [element]: have + 1 }).filter((name) => !before.includes(name));
    const lacking = cards.filter((/** @type {string} */ name) => parts(faces.get(name)?.cost).some(([asked, n]) => asked === element && n > have)).length;
    return { option, gains, rank: [option === picker.advised.value ? 1 : 0, gains.length, lacking, have] };
  }).sort((a, b) => a.rank.map((n, i) => b.rank[i] - n).find((n) => n !== 0) ?? 0);
  if (ranked.length === 0) return null;
  const [{ option, gains }] = ranked;
  const names = wanted(cards, elementOf(option), faces);
  const hint = gains.length > 2 ? `${gains.length} cards become playable` : gains.length > 0 ? `${gains.join(" and ")} ${gains.length > 1 ? "become" : "becomes"} playable` : names.length > 0 ? `for ${names.join(", ")}` : "";
  return { option, hint };
}

/**
 * The element to pay with where any element will do: the one that the fewest cards in hand cost, then the
 * one of which most is active. Null if the decision is not a payment.
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
