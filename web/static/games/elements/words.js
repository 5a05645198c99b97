// The names of Elements' phases and the prompts of its decisions, for new players.

import { capital } from "../../store/words.js";

export const ELEMENTS = ["white", "red", "yellow", "green", "blue", "violet", "black"];

/** The element that an option creates or pays, or "". @param {import("../../types.js").Option} option */
export const elementOf = (option) => (option.do === "create" || option.do === "pay" ? option.text.split(" ").at(-1) ?? "" : "");

export const PHASES = {
  start: "Opening hands", sunrise: "Sunrise", main: "Main", attack: "Attack", defend: "Defend", combat: "Combat",
  sunset: "Sunset", play: "Play", trigger: "Power", effect: "Effect", choice: "Choose a card", ask: "Yes or no",
};

/** The phases of a turn in order, with a summary and the stops of each: on the player's own turns, and on others' turns. */
export const TRACK = [
  { phase: "sunrise", about: "elements and tokens wake; you create an element", own: "sunrise", others: "others_sunrise" },
  { phase: "main", about: "play Beings, Items and Spells", own: "main", others: "others_main" },
  { phase: "attack", about: "attack with an awake Being", own: "attack", others: "others_attack" },
  { phase: "defend", about: "the defender may block", own: "combat", others: "block" },
  { phase: "combat", about: "the Beings deal damage", own: "combat", others: "others_combat" },
  { phase: "sunset", about: "the turn ends", own: "sunset", others: "others_sunset" },
];

/** @typedef {import("../index.js").Scene} Scene */

/**
 * The prompt of the open decision.
 * @param {Scene} scene
 * @param {import("../../types.js").Decision} decision
 */
export function question(scene, decision) {
  const { view, nameOf } = scene;
  const { stack, asks } = view;
  const top = stack.at(-1);
  const mine = top.seat === view.seat;
  const who = nameOf(top.seat);
  const only = decision.options.every((option) => option.do === "pass");
  const has = (...names) => decision.options.some((option) => names.includes(option.do));
  if (has("keep")) return "Keep this hand or mulligan? A mulligan replaces it with only 2 cards, once.";
  if (has("create")) return "Sunrise: choose an element to create";
  if (has("pay")) return `Choose an element to pay for ${top.card}`;
  if (has("aim")) return `Choose a target for ${top.card}`;
  if (has("take")) return capital(asks);
  if (has("yes", "no")) return `${top.card}: yes or no?`;
  if (has("attack")) return "Attack phase: attack with a Being or pass";
  if (has("block")) return `${tokenName(scene, top.by)} attacks you: block or take the damage?`;
  if (top.phase === "play" || top.phase === "trigger") {
    const what = top.phase === "play" ? `${mine ? "You play" : `${who} plays`} it` : "It is a power";
    return `${only ? `Let ${top.card} happen` : `Respond to ${top.card}`}? ${what}${aimed(scene, top)}.`;
  }
  if (top.phase === "main" && mine) return only ? "Main phase: pass to continue" : "Main phase: play a card or pass";
  return `${mine ? "Your" : `${who}’s`} ${PHASES[top.phase] ?? top.phase} phase: ${only ? "pass to continue" : mine ? "act or pass" : "respond or pass"}`;
}

/** The targets of a frame on the stack, as in " on Ash Imp". @param {Scene} scene @param {any} frame */
export function aimed(scene, frame) {
  const names = [frame.on, frame.also].filter(Boolean).map((ref) => nameRef(scene, ref));
  if (names.length === 0) return "";
  return /^s\d/.test(frame.on) && frame.also ? ` on ${names[1]} in the Past of ${names[0]}` : ` on ${names.join(" and ")}`;
}

/** @param {Scene} scene @param {string} ref */
function nameRef(scene, ref) {
  const { view, nameOf } = scene;
  if (/^s\d+$/.test(ref)) return Number(ref.slice(1)) === view.seat ? "you" : nameOf(Number(ref.slice(1)));
  if (/^t\d+$/.test(ref)) return tokenName(scene, ref);
  if (/^f\d+$/.test(ref)) return view.stack.find((frame) => frame.id === ref)?.card ?? "a resolved card";
  return ref;
}

/** @param {any} view @param {string} id */
export const tokenOf = (view, id) => view.sides.flatMap((side) => side.present).find((token) => token.id === id);

const OBJECT = /(\p{Lu}[\p{L}'’-]*(?: (?:of|the|\p{Lu}[\p{L}'’-]*))*) ([tf]\d+)\b( of seat)?/gu;

const numberOf = (/** @type {string} */ id) => Number(id.slice(1));

/**
 * Adds the tokens of some sentences and of a position to those known. The references of new tokens rise.
 * @param {string[]} tokens the names of all tokens so far, by the numbers in their references @param {{text: string}[]} said @param {any} [view]
 */
export function noteTokens(tokens, said, view) {
  for (const { id, card } of view?.sides.flatMap((side) => side.present) ?? []) tokens[numberOf(id)] = card;
  for (const { text } of said) for (const [, name, id] of text.matchAll(OBJECT)) if (id[0] === "t") tokens[numberOf(id)] = name;
}

/**
 * The name of a token. The second token of a name that entered play has the number 2, also when the first one has left play.
 * @param {string[]} tokens see noteTokens @param {{id: string, card: string}} token
 */
export function labelOf(tokens, { id, card }) {
  const before = tokens.slice(0, numberOf(id)).filter((name) => name === card).length;
  return before > 0 ? `${card} ${before + 1}` : card;
}

/**
 * Removes the reference after each name, and adds the number of a token. A reference before its seat stays, for `personal`.
 * @param {string} text @param {string[]} tokens see noteTokens
 */
export const namedTokens = (text, tokens) => text.replace(OBJECT, (_, card, id, seat) => (id[0] === "f" ? card : labelOf(tokens, { id, card })) + (seat ? ` ${id}${seat}` : ""));

/** @param {Scene} scene @param {string} id */
function tokenName({ view, tokens }, id) {
  const token = tokenOf(view, id);
  return token ? labelOf(tokens, token) : "a token that has left play";
}
