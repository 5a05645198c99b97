// The table of Dominion.

import { Felt } from "../kit/art.js";
import { html } from "../vendor/preact.js";
import { faceOf, faces, leading, learn } from "./dominion/cards.js";
import { Inspector } from "./dominion/inspector.js";
import { Played, Seat, Turns, chooser, lastTurns, tint } from "./dominion/seat.js";
import { Strip, turnOf, whose } from "./dominion/strip.js";
import { Shown, Supply } from "./dominion/supply.js";
import { hint, question, tell } from "./dominion/tell.js";
import { why } from "./dominion/why.js";

export { cause, score } from "./dominion/ending.js";
export { faceOf as face, hint, learn, question, tell, tint, why };

export const cards = () => faces;

const PHASES = {
  start: "Start of the turn", action: "Actions", treasure: "Treasures", buy: "Buy", "clean-up": "Clean-up", play: "plays", effect: "Effect",
  react: "Reactions to", gain: "gains", shuffle: "shuffles", choice: "chooses for", ask: "chooses for",
};

/** @typedef {import("./index.js").Scene} Scene */

const ROLES = /** @type {Object<string, import("./index.js").Role>} */ ({
  turn: "turn", possessed_turn: "turn", resign: "turn", last: "turn", end: "turn", play: "act", buy: "act", clean_up: "act", eliminate: "act",
});

/** @param {import("../types.js").Event} event */
export const role = ({ what }) => ROLES[what] ?? "effect";

/** Reports whether an event is the gain of the card that was just bought. @param {import("../types.js").Event} event @param {import("../types.js").Event} buy */
export const implied = ({ what, text, seat, card = "" }, buy) => what === "gain" && buy.what === "buy" && card === buy.card && seat === buy.seat && text.endsWith(` ${card}`);

/** @param {import("../types.js").Event} event */
export const heading = ({ what, amount, seat }) => (what === "turn" ? `seat ${seat} · turn ${amount}` : "");

/** @type {Object<string, string>} */
const SIGNS = { buy: "cards", gain: "cards", draw: "future", shuffle: "future", look: "eye", reveal: "eye", set_aside: "lock", actions: "action", discard: "past", clean_up: "past", trash: "curse", react: "reaction", coins: "treasure", score: "victory", end: "victory" };

/** @param {import("../types.js").Event} event */
export const sign = ({ what, card }) => (what === "play" ? leading(card ?? "") : SIGNS[what]) ?? "";

/** The cards being played. @param {any} view @returns {import("../store/history.js").Cause[]} */
export const causes = (view) => view.stack.flatMap(({ phase, card }, at) => (phase === "play" ? [{ key: `${at} ${card}`, at, card }] : []));

const SOUNDS = { play: "card", buy: "chime", gain: "place", draw: "draw", shuffle: "shuffle", trash: "fall", attack: "strike", end: "end" };

/** @param {import("../types.js").Event} event */
export const sound = ({ what }) => SOUNDS[what] ?? "";

const ENDS = { action: "To Treasures", treasure: "To the Buy phase", buy: "End turn" };

/**
 * @param {Scene} scene @param {import("../types.js").Decision} decision @param {unknown} _
 * @param {(option: import("../types.js").Option, text: string) => import("../store/action.js").Action} take
 */
export function actions({ view }, decision, _, take) {
  const end = ENDS[view.stack.at(-1)?.phase];
  const pass = decision.options.find((option) => option.do === "pass");
  if (!pass || !end) return [];
  const all = decision.options.find((option) => option.do === "play_all");
  return [...(all ? [take(all, "Play all Treasures")] : []), { ...take(pass, end), ...(all && { key: "e" }) }];
}

/** The steps that show what other seats play, buy, reveal and trash. Each shows the card. @param {import("../types.js").Event[]} events @param {number} me */
export function beats(events, me) {
  /** @type {import("../store/pace.js").Beat[]} */
  const list = [];
  for (const { what, seat, card, text } of events) {
    if (seat === me || !card || !["play", "buy", "react", "trash"].includes(what)) continue;
    const treasure = what === "play" && (faces.get(card)?.type ?? "").includes("Treasure");
    list.push({ text, share: treasure ? 0.4 : 1, card: faceOf(card) });
  }
  return list;
}

/** @param {import("../types.js").Option} option */
export const icon = ({ do: what }) => ({ buy: "cards", play_all: "treasure", reveal: "reaction" }[what] ?? "");

/** The phases in progress, the current one last. @param {Scene} scene */
export function stack({ view, nameOf }) {
  const frames = view.stack.filter((frame) => frame.phase !== "effect");
  return [{ key: "turn", text: `Turn ${turnOf(view)}` }, ...frames.map((frame, i) => {
    const times = frame.plays > 1 ? ` (${frame.plays} times)` : "";
    const text = PHASES[frame.phase] ?? frame.phase;
    if (frame.phase === "react") return { key: String(i), text: `${text} ${frame.card}` };
    return { key: String(i), text: frame.card ? `${nameOf(frame.actor)} ${personal(text, nameOf(frame.actor))} ${frame.card}${times}` : `${whose(nameOf(frame.actor))} ${text}` };
  })];
}

const personal = (text, name) => (name === "You" ? text.replace(/^(\w+)s\b/, "$1") : text);

/**
 * Draws the other seats in turn order as plates, the supply, and the seat whose cards the player
 * chooses. The cards in play are in the middle.
 * @param {{scene: Scene}} props
 */
export function Sides({ scene }) {
  const { view } = scene;
  const first = Math.max(view.seat, 0);
  const ordered = view.sides.map((_, i) => view.sides[(first + i) % view.sides.length]);
  const main = view.seat < 0 ? undefined : view.sides[chooser(view)];
  const active = view.sides[view.active];
  const others = ordered.filter((side) => side !== main);
  const turns = lastTurns(scene.table.lines?.value ?? []);
  const shown = html`${active && active !== main && html`<${Played} scene=${scene} side=${active} title=${`In play: ${scene.nameOf(active.seat)}`} />`}<${Shown} scene=${scene} />`;
  return html`<${Felt} far="yellow" near="green" />
    <div class="others">${others.map((side) => html`<${Seat} key=${side.seat} scene=${scene} side=${side} deeds=${turns.get(side.seat)} />`)}</div>
    <${Supply} scene=${scene} /><${Strip} scene=${scene}><${Inspector} scene=${scene} /></${Strip}><${Turns} scene=${scene} turns=${turns} />
    ${main ? html`<${Seat} key=${main.seat} scene=${scene} side=${main} main>${shown}</${Seat}>` : html`<div class="played">${shown}</div>`}`;
}
