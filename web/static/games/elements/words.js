// The names of Elements' phases, and what the player is asked, in words for who
// has never played.

export const ELEMENTS = ["white", "red", "yellow", "green", "blue", "violet", "black"];

export const PHASES = {
  start: "Opening hands", sunrise: "Sunrise", main: "Main", attack: "Attack", defend: "Defend", combat: "Combat",
  sunset: "Sunset", play: "Play", trigger: "Power", effect: "Effect", choice: "Choose a card", ask: "Yes or no",
};

/** The phases of a turn in their order, and what they are for. */
export const TRACK = [
  ["sunrise", "karma and tokens wake, a new element is created"],
  ["main", "play Beings, Items and Spells"],
  ["attack", "attack with an awake Being"],
  ["defend", "the attacked seat may block"],
  ["combat", "the Beings deal damage"],
  ["sunset", "the turn ends"],
];

/** @typedef {import("../index.js").Scene} Scene */

/**
 * What the open decision is about.
 * @param {Scene} scene
 * @param {import("../../types.js").Decision} decision
 */
export function question({ view, nameOf }, decision) {
  const top = view.stack.at(-1);
  const mine = top.seat === view.seat;
  const who = nameOf(top.seat);
  const only = decision.options.every((option) => option.do === "pass");
  const has = (...names) => decision.options.some((option) => names.includes(option.do));
  if (has("keep")) return "Keep these cards, or take a mulligan?";
  if (has("create")) return "Sunrise: which element do you create?";
  if (has("pay")) return `Pay for ${top.card}: with which element?`;
  if (has("aim")) return `Aim ${top.card} at what?`;
  if (has("take")) return `${top.card}: choose a card`;
  if (has("yes", "no")) return `${top.card}: do you want to?`;
  if (has("attack")) return "Your Attack phase: attack with a Being, or pass";
  if (has("block")) return `${tokenName(view, top.by)} attacks you: block, or take the damage?`;
  if (top.phase === "play" || top.phase === "trigger") {
    const what = top.phase === "play" ? `${mine ? "You play" : `${who} plays`} ${top.card}` : `The power of ${top.card}`;
    return `${what}${aimed(view, top, nameOf)}: ${only ? "pass to let it happen" : "respond, or pass to let it happen"}`;
  }
  if (top.phase === "main" && mine) return only ? "Your Main phase: nothing to play, pass to go on" : "Your Main phase: play something, or pass to go on";
  return `${mine ? "Your" : `${who}'s`} ${PHASES[top.phase] ?? top.phase} phase: ${only ? "you can do nothing now, pass to go on" : mine ? "do something now, or pass to go on" : "respond, or pass to let it go on"}`;
}

/** What something on the stack is aimed at, as in " on Ash Imp". */
export function aimed(view, frame, nameOf) {
  const names = [frame.on, frame.also].filter(Boolean).map((ref) => nameRef(view, ref, nameOf));
  if (names.length === 0) return "";
  return /^s\d/.test(frame.on) && frame.also ? ` on ${names[1]} in the Past of ${names[0]}` : ` on ${names.join(" and ")}`;
}

/** @param {any} view @param {string} ref @param {(seat: number) => string} nameOf */
function nameRef(view, ref, nameOf) {
  if (/^s\d+$/.test(ref)) return Number(ref.slice(1)) === view.seat ? "you" : nameOf(Number(ref.slice(1)));
  if (/^t\d+$/.test(ref)) return tokenName(view, ref);
  if (/^f\d+$/.test(ref)) return view.stack.find((frame) => frame.id === ref)?.card ?? "what has resolved";
  return ref;
}

/** @param {any} view @param {string} id */
export const tokenOf = (view, id) => view.sides.flatMap((side) => side.present).find((token) => token.id === id);

const tokenName = (view, id) => tokenOf(view, id)?.card ?? "something that has left";
