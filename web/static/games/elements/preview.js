// The outcome of blocks, attacks, plays and powers for their targets, from public facts. A
// response may still change it.

import { tokenOf } from "./words.js";

/** @typedef {Map<string, import("../../types.js").CardInfo>} Faces */
/** @typedef {{badge: string, kind: string, text: string}} Fate the outcome for a target. badge: a few words; kind: the class of the badge; text: a sentence without a full stop */

/** @type {import("../../types.js").EffectPreview[]} */
const FIGHT = [{ do: "fight" }];

/** What happens to a token whose figures stay as they are. @type {Object<string, string>} */
const WORDS = { return: "to hand", sleep: "sleeps", wake: "wakes", steal: "changes sides" };

/**
 * The fate of each target after the steps of a card.
 * @param {any} view @param {import("../../types.js").EffectPreview[]} steps @param {number} seat of the player @param {string[]} refs the targets in order
 * @returns {Fate[]}
 */
function fates(view, steps, seat, refs) {
  const states = refs.map((ref) => (/^s\d+$/.test(ref) ? stateOf(view.sides[Number(ref.slice(1))]) : { ...stateOf(tokenOf(view, ref)), token: true }));
  const [one, other] = states;
  for (const { do: what, n = 0, m = 0, per } of steps) {
    const times = per ? countOf(view.sides[seat], per) : 1;
    if (what === "damage") one.lost += n * times;
    else if (what === "heal") one.gained += one.token ? Math.min(n, one.hurt) : n;
    else if (what === "destroy") one.dies = true;
    else if (what === "boost") {
      one.attack += n * times;
      one.health += m * times;
      one.word = `+${n * times}/+${m * times}`;
    } else if (what === "fight") [one.lost, other.lost] = [one.lost + other.attack, other.lost + one.attack];
    else one.word = WORDS[what] ?? "";
  }
  return states.map(fate);
}

/** The figures of a token or a seat before the steps. */
const stateOf = ({ card = "", attack = 0, health = 0, life = health, hurt = 0 }) => ({ name: card, attack, health: life, hurt, lost: 0, gained: 0, dies: false, token: false, word: "" });

/** The number of a player's cards that multiplies an amount. @param {any} side @param {string} per @returns {number} */
const countOf = (side, per) => (per === "past" ? side.past.length : side.present.filter(({ type }) => `${type}s` === per).length);

/** @param {ReturnType<typeof stateOf>} state after the steps @returns {Fate} */
function fate({ name, token, health, lost, gained, dies, word }) {
  const left = health - lost + gained;
  const who = name || "the player";
  if (token && (dies || left <= 0)) return { badge: "dies", kind: "dies", text: `${who} dies` };
  if (left <= 0) return { badge: "lethal", kind: "dies", text: "lethal" };
  if (lost > 0) return token ? { badge: `−${lost}, ${left} left`, kind: "hurts", text: `${who} survives with ${left}` } : { badge: `−${lost} → ${left}`, kind: "hurts", text: `${health} → ${left} life` };
  if (gained > 0) return { badge: `+${gained} → ${left}`, kind: "helps", text: `${who}: ${health} → ${left}` };
  return { badge: word, kind: "helps", text: word && `${who}: ${word}` };
}

/**
 * The outcome of a block for the blocker.
 * @param {any} view @param {string} by the blocker
 * @returns {Fate | null}
 */
export function blockOutcome(view, by) {
  const top = view.stack.at(-1);
  if (top?.phase !== "defend" || !tokenOf(view, top.by ?? "") || !tokenOf(view, by)) return null;
  const [attacker, blocker] = fates(view, FIGHT, top.seat, [top.by, by]);
  const text = `${attacker.text}, ${blocker.text}`;
  if (attacker.kind !== "dies") return { ...blocker, text };
  return blocker.kind === "dies" ? { badge: "both die", kind: "both-die", text } : { badge: "kills it", kind: "kills-it", text };
}

/** The targets that are in sight: tokens in play and seats. @param {any} view @param {{on?: string, also?: string}} aims @returns {string[] | null} null if a target is something else */
function targets(view, { on, also }) {
  const refs = [on, also].flatMap((ref) => ref ?? []);
  return refs.length > 0 && refs.every((ref) => /^s\d+$/.test(ref) || tokenOf(view, ref)) ? refs : null;
}

/**
 * The outcome of an option for its targets.
 * @param {import("../index.js").Scene} scene @param {import("../../types.js").Option} option @param {Faces} faces
 * @returns {Map<string, Fate>} by reference; empty if the outcome depends on more than public facts
 */
export function optionFates({ view, me }, option, faces) {
  const face = faces.get(option.card ?? "");
  return fatesOf(view, option.do === "play" ? face?.play : option.do === "use" ? face?.use : undefined, me, targets(view, option));
}

/** @param {any} view @param {import("../../types.js").EffectPreview[] | undefined} steps @param {number} seat @param {string[] | null} refs @returns {Map<string, Fate>} */
function fatesOf(view, steps, seat, refs) {
  if (!steps || !refs || (steps.some((step) => step.do === "fight") && refs.length < 2)) return new Map();
  return new Map(fates(view, steps, seat, refs).map((one, i) => [refs[i], one]));
}

/**
 * What the table shows on its tokens and seats: the outcome for each possible target or blocker,
 * else the outcome of the next phase on the stack.
 * @param {import("../index.js").Scene} scene @param {Faces} faces
 * @returns {Map<string, Fate>} by reference
 */
export function shownFates(scene, faces) {
  const { view, picker, decision } = scene;
  const picked = picker.picked.value;
  /** @type {Map<string, Fate>} */
  const shown = new Map();
  const add = (/** @type {string} */ ref, /** @type {Fate | null | undefined} */ one) => { if (one?.badge) shown.set(ref, one); };
  if (picked.length > 0) {
    for (const option of picker.options.value) {
      const open = [option.on, option.also].flatMap((ref) => (ref && !picked.includes(ref) ? ref : []));
      if (open.length === 1) add(open[0], optionFates(scene, option, faces).get(open[0]));
    }
    return shown;
  }
  const top = view.stack.at(-1);
  for (const { do: what, by = "" } of decision?.options ?? []) if (what === "block") add(by, blockOutcome(view, by));
  for (const [ref, one] of nextFates(view, top, faces)) if (!shown.has(ref)) add(ref, one);
  return shown;
}

/** The outcome of a phase on the stack for its targets. @param {any} view @param {any} frame @param {Faces} faces @returns {Map<string, Fate>} */
export function nextFates(view, frame, faces) {
  if (!frame || frame.cancelled) return new Map();
  if (frame.phase === "play") return fatesOf(view, faces.get(frame.card)?.play, frame.seat, targets(view, frame));
  if (frame.phase === "trigger") return fatesOf(view, faces.get(frame.card)?.use, frame.seat, targets(view, frame)); // no card with such a power has another one with a target
  if (frame.phase !== "defend" && frame.phase !== "combat") return new Map();
  if (frame.on) return fatesOf(view, FIGHT, frame.seat, targets(view, { on: frame.by, also: frame.on }));
  return new Map([[`s${frame.foe}`, attackFate(view, frame)]]);
}

/** The fate of a player whom an attack reaches. @param {any} view @param {{by: string, foe: number, seat: number}} frame */
export const attackFate = (view, { by, foe, seat }) => fates(view, [{ do: "damage", n: tokenOf(view, by)?.attack ?? 0 }], seat, [`s${foe}`])[0];

/** Reports whether unblocked damage takes a player's last life. @param {any} view @param {number} seat @param {number} damage */
export const isLethal = (view, seat, damage) => damage >= (view.sides[seat]?.life ?? Infinity);
