// The buttons of Elements, and several attacks in one gesture.

import { attackFate, isLethal, nextFates } from "./preview.js";
import { tokenOf } from "./words.js";

/** @typedef {import("../index.js").Scene} Scene */
/** @typedef {import("../../types.js").Option} Option */
/** @typedef {import("../../types.js").Decision} Decision */
/** @typedef {import("../../store/action.js").Action} Action */

/**
 * The Beings that can attack now, or as soon as the main phase ends.
 * @param {Scene} scene @param {Map<string, import("../../types.js").CardInfo>} faces
 * @returns {import("../../store/plan.js").Attackers | null}
 */
export function attackers({ view, me, decision }, faces) {
  const top = view.stack.at(-1);
  if (top?.seat !== me || view.active !== me || !decision) return null;
  const on = view.sides.filter(({ seat, out }) => seat !== me && !out).map(({ seat }) => `s${seat}`);
  if (top.phase === "attack") {
    const attacks = decision.options.filter((option) => option.do === "attack");
    return { by: [...new Set(attacks.map(({ by = "" }) => by))], on: [...new Set(attacks.map((option) => option.on ?? ""))] };
  }
  if (top.phase !== "main") return null;
  const busy = new Set(decision.options.flatMap((option) => [option.by, option.on, option.also]));
  const able = view.sides[me].present.filter(({ type, awake, attack, id, card }) => type === "being" && awake && attack > 0 && !busy.has(id) && !/cannot attack/i.test(faces.get(card)?.text ?? ""));
  return { by: able.map(({ id }) => id), on };
}

/** The option that leads to a step of a plan, "done" if the step is no longer possible, or null while another decision is open. @param {Scene} scene @param {import("../../store/plan.js").Step} step @returns {Option | "done" | null} */
export function next({ view, me, decision }, step) {
  const top = view.stack.at(-1);
  if (!decision || top?.seat !== me || view.active !== me) return null;
  const pass = decision.options.find((option) => option.do === "pass") ?? null;
  if (top.phase === "main") return step.pass || tokenOf(view, step.by ?? "")?.awake ? pass : "done";
  if (top.phase !== "attack") return null;
  if (step.pass) return pass;
  const attacks = decision.options.filter((option) => option.do === "attack" && option.by === step.by);
  return attacks.find((option) => option.on === step.on) ?? attacks[0] ?? "done";
}

/**
 * The actions of a decision, except the creation of an element: see creation in hint.js.
 * @param {Scene} scene @param {Decision} decision @param {import("../../store/plan.js").Plan} plan
 * @param {(option: Option, text: string) => Action} take
 * @param {import("./preview.js").Faces} faces
 * @returns {Action[]}
 */
export function actions({ view, me, nameOf }, decision, plan, take, faces) {
  const pass = decision.options.find((option) => option.do === "pass");
  const top = view.stack.at(-1);
  if (!pass) return [];
  const mine = top.seat === me;
  if (mine && view.active === me && (top.phase === "main" || top.phase === "attack")) return ownTurn(view, top.phase, plan, take(pass, ""));
  if (top.phase === "defend" && decision.options.some((option) => option.do === "block")) {
    return [{ ...take(pass, "No block"), hint: `take ${tokenOf(view, top.by)?.attack ?? 0}: ${attackFate(view, top).text}`, costly: true }];
  }
  if (top.phase === "play" || top.phase === "trigger") return [{ ...take(pass, mine ? "Continue" : "Let it happen"), hint: [...nextFates(view, top, faces).values()].map(({ text }) => text).filter(Boolean).join(", ") }];
  return [{ ...take(pass, "Pass"), hint: view.active === me ? "" : `${nameOf(view.active)} continues` }];
}

/** The actions of the player's own turn. @param {any} view @param {string} phase @param {import("../../store/plan.js").Plan} plan @param {Action} pass @returns {Action[]} */
function ownTurn(view, phase, plan, pass) {
  const { by, on } = plan.attackers.value;
  const marked = plan.marked.value;
  const lethal = (/** @type {string[]} */ refs) => (isLethal(view, Number(on[0]?.slice(1)), refs.reduce((sum, ref) => sum + (tokenOf(view, ref)?.attack ?? 0), 0)) ? "lethal if unblocked" : "");
  const end = { ...pass, text: "End turn", hint: phase === "attack" && by.length > 0 ? "no attack" : "", run: phase === "main" ? () => plan.endTurn() : pass.run };
  if (marked.length > 0) {
    const clear = { text: "Cancel", run: () => { while (plan.back()) { /* removes every mark */ } } };
    return on.length === 1 ? [{ text: `Attack with ${marked.length}`, hint: lethal(marked), run: () => plan.attack(on[0]) }, clear] : [{ text: "Choose whom to attack" }, clear];
  }
  if (by.length === 0) return [end];
  const all = on.length === 1 ? [{ text: by.length === 1 ? "Attack" : "All attack", key: "a", run: () => plan.attack(on[0], by) }] : [];
  return phase === "main" ? [{ ...pass, text: "Next: Attack", hint: by.length === 1 ? "1 Being is awake" : `${by.length} Beings are awake` }, ...all, { ...end, key: "e" }] : [end, ...all];
}
