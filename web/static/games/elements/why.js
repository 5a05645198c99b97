// The reason a card or token of Elements cannot be used now. The server sends legal
// options only, so the page derives the reason from the view, costs and card texts.

import { missing } from "./cost.js";
import { PHASES, tokenOf } from "./words.js";

/** An activated power: a price and a colon at the start of a sentence. */
const POWER = /(?:^|\. )((?:\d+ \w+|sleep|sacrifice)(?:, (?:\d+ \w+|sleep|sacrifice))*): /i;

/** Prompts that block everything else, by the action of an option. */
const FIRST = {
  keep: "Keep or mulligan your hand first.", pay: "Choose an element to pay with first.",
  aim: "Choose a target first.", take: "Choose a card first.", yes: "Answer yes or no first.",
};

/** Frames on the stack above the turn's own phases. */
const STACKED = new Set(["play", "trigger", "effect", "choice", "ask"]);

/** @typedef {import("../index.js").Scene} Scene */

/**
 * @param {Scene} scene
 * @param {string} ref
 * @param {Map<string, import("../../types.js").CardInfo>} faces
 * @returns {string}
 */
export function why(scene, ref, faces) {
  const { view, decision, me } = scene;
  for (const option of decision?.options ?? []) if (FIRST[option.do]) return FIRST[option.do];
  if (/^[sf]\d+$/.test(ref)) return "You can't target this now.";
  const token = tokenOf(view, ref);
  if (token) return token.owner === me || inPresentOf(view, me, token) ? ofOwn(scene, token, faces.get(token.card)) : ofOthers(scene, token, faces.get(token.card));
  const face = faces.get(ref);
  if (!face || !view.sides[me]?.cards.includes(ref)) return "";
  return ofHand(scene, face);
}

const inPresentOf = (view, seat, token) => view.sides[seat]?.present.some((other) => other.id === token.id);

function ofHand({ view, me }, face) {
  const top = view.stack.at(-1);
  const main = top.phase === "main" && top.seat === me;
  if (face.type !== "spell" && !main) {
    const now = view.active !== me ? "it is not your turn" : STACKED.has(top.phase) ? "the stack is not empty" : `this is the ${PHASES[top.phase] ?? top.phase} phase`;
    return `${face.type === "item" ? "An" : "A"} ${face.type} can only be played in your Main phase with an empty stack; ${now}.`;
  }
  const lacks = missing(face.cost, view.sides[me].active);
  if (lacks) return `It costs ${face.cost}; you need ${lacks}.`;
  return "It has no legal target.";
}

function ofOwn({ view, me }, token, face) {
  const text = face?.text ?? "";
  const phase = view.stack.at(-1).phase;
  const wakes = `It wakes at your ${view.active === me && /wakes at your sunset/i.test(text) ? "Sunset" : "next Sunrise"}`;
  const peaceful = token.type === "being" && /cannot attack/i.test(text);
  if (phase === "attack" && view.active === me && token.type === "being") {
    if (peaceful) return "It cannot attack.";
    if (!token.awake) return `It is asleep. ${wakes} and can attack in your next turn.`;
  }
  if (phase === "defend" && token.type === "being" && !token.awake) return "It is asleep, so it cannot block.";
  const power = text.match(POWER)?.[1].toLowerCase();
  if (power) {
    if (power.includes("sleep") && !token.awake) return `Its power costs sleep, and it is already asleep. ${wakes}.`;
    const lacks = missing(power, view.sides[me].active);
    if (lacks) return `Its power costs ${power}; you need ${lacks}.`;
    return "Its power has no legal target.";
  }
  if (token.type === "item") return "It has no power that you can use.";
  if (!token.awake) return `It is asleep. ${wakes}.`;
  if (view.active !== me) return "It can block when you are attacked.";
  return peaceful ? "It cannot attack. It can block when you are attacked." : "It can attack in your Attack phase.";
}

function ofOthers({ nameOf, view }, token, face) {
  const owner = view.sides.find((side) => side.present.some((other) => other.id === token.id));
  if (token.untouchable) return "It is untouchable until sunset.";
  if (/others may not aim at it/i.test(face?.text ?? "")) return "Opponents cannot target it.";
  return `${nameOf(owner?.seat ?? token.owner)} controls it. You can't target it now.`;
}
