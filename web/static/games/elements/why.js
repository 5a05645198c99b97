// Why something of Elements cannot be used now. The server lists what can be done;
// what cannot is worked out here from the view, the costs and the texts, and where
// that says nothing, nothing is made up.

import { missing } from "./cost.js";
import { PHASES, tokenOf } from "./words.js";

/** A power that is used for a price, at the start of a text or of a sentence. */
const POWER = /(?:^|\. )((?:\d+ \w+|sleep|sacrifice)(?:, (?:\d+ \w+|sleep|sacrifice))*): /i;

/** What has to be answered before anything else, by the word of an option. */
const FIRST = {
  keep: "First decide whether to keep these cards.", pay: "First choose what to pay with.",
  aim: "First choose what to aim at.", take: "First choose a card, as you are asked.", yes: "First answer yes or no.",
};

/** The phases that stand over those of a turn. */
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
  if (/^[sf]\d+$/.test(ref)) return "Nothing that you may do now is aimed at it.";
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
    const now = view.active !== me ? "it is another seat's turn" : STACKED.has(top.phase) ? "something is on the stack" : `this is ${PHASES[top.phase] ?? top.phase}`;
    return `${face.type === "item" ? "An" : "A"} ${face.type} is played in your own Main phase, with nothing on the stack: now ${now}.`;
  }
  const lacks = missing(face.cost, view.sides[me].active);
  if (lacks) return `It costs ${face.cost}: you lack ${lacks}.`;
  return "There is nothing that it may be aimed at.";
}

function ofOwn({ view, me }, token, face) {
  const text = face?.text ?? "";
  const phase = view.stack.at(-1).phase;
  if (phase === "attack" && view.active === me && token.type === "being") {
    if (/cannot attack/i.test(text)) return "It cannot attack.";
    if (!token.awake) return "It is asleep: it wakes at your next Sunrise, and may attack then.";
  }
  if (phase === "defend" && token.type === "being" && !token.awake) return "It is asleep, so it cannot block.";
  const power = text.match(POWER)?.[1].toLowerCase();
  if (power) {
    if (power.includes("sleep") && !token.awake) return "Its power puts it to sleep, and it is asleep already: it wakes at your next Sunrise.";
    const lacks = missing(power, view.sides[me].active);
    if (lacks) return `Its power costs ${power}: you lack ${lacks}.`;
    return "There is nothing that its power may be aimed at.";
  }
  if (token.type === "item") return "It works by itself: there is nothing to use.";
  if (!token.awake) return "It is asleep: it wakes at your next Sunrise.";
  return view.active === me ? "It can attack in your Attack phase, which comes when all pass." : "It can block when you are attacked.";
}

function ofOthers({ nameOf, view }, token, face) {
  const owner = view.sides.find((side) => side.present.some((other) => other.id === token.id));
  if (token.untouchable) return "It is untouchable until sunset.";
  if (/others may not aim at it/i.test(face?.text ?? "")) return "Others may not aim at it.";
  return `It is ${nameOf(owner?.seat ?? token.owner)}'s: nothing that you may do now is aimed at it.`;
}
