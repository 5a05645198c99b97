// The table of Elements.

import { Aims } from "../kit/aims.js";
import { Art, Felt } from "../kit/art.js";
import { Glyph } from "../kit/glyph.js";
import { Pickable } from "../kit/pick.js";
import { Pile } from "../kit/stack.js";
import { small } from "../kit/screen.js";
import { deckName } from "../store/decks.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import * as attack from "./elements/actions.js";
import { beatsOf } from "./elements/beats.js";
import { HandCard, faceOf } from "./elements/card.js";
import { parts } from "./elements/cost.js";
import { merits as meritsOf } from "./elements/ending.js";
import { creation, hint as hintOf, payment } from "./elements/hint.js";
import { shownFates } from "./elements/preview.js";
import { Ring } from "./elements/ring.js";
import { Side, mainOf } from "./elements/side.js";
import { Strip } from "./elements/strip.js";
import { SIGNS, Trail as TrailOf } from "./elements/trail.js";
import { ELEMENTS, PHASES, aimed, elementOf, question } from "./elements/words.js";
import { why as whyOf } from "./elements/why.js";

export { question };
export { next } from "./elements/actions.js";
export { cause, score } from "./elements/ending.js";
export { tell } from "./elements/tell.js";
export { namedTokens as named, noteTokens } from "./elements/words.js";

/** @param {import("../types.js").Event[]} events @param {number} me */
export const beats = (events, me) => beatsOf(events, me, face);

/** @type {Map<string, import("../types.js").CardInfo>} */
let faces = new Map();

/** @type {import("../types.js").DeckInfo[]} the ready decks */
let ready = [];

export const cards = () => faces;

/** @param {string} name */
export const face = (name) => faceOf(name, faces.get(name));

/** @param {import("../types.js").Rules} rules with the card texts */
export function learn(rules) {
  faces = new Map((rules.cards ?? []).map((card) => [card.name, card]));
  ready = rules.decks ?? [];
}

/** @typedef {import("./index.js").Scene} Scene */

export const goal = "Reduce your opponents from 7 life to 0. Each turn, create an element to pay for cards. Awake Beings can attack.";

const ROLES = /** @type {Object<string, import("./index.js").Role>} */ ({
  sunrise: "turn", end: "turn", resign: "turn", play: "act", use: "act", attack: "act", choose: "act", mulligan: "act", answered: "silent", pay: "silent", trigger: "trigger",
});

/** @param {import("../types.js").Event} event @param {import("../types.js").Event} before */
export const repeats = (event, before) => event.what === "create" && before.what === "choose" && event.seat === before.seat;

/** Reports whether an event is the arrival of the Being or Item that was just played. @param {import("../types.js").Event} event @param {import("../types.js").Event} play */
export const implied = (event, play) => event.what === "enter" && play.what === "play" && event.card === play.card && event.seat === play.seat;

/** @param {import("../types.js").Event} event */
export const role = ({ what }) => ROLES[what] ?? "effect";

/** @param {import("../types.js").Event} event */
export const heading = ({ what, amount, seat }) => (what === "sunrise" ? `turn ${amount} · seat ${seat}` : "");

/** @param {import("../types.js").Event} event */
export const sign = ({ what, text }) => (what === "create" || what === "choose" ? text.split(" ").at(-1) : SIGNS[what]) ?? "";

/** The causes on the stack. @param {any} view @returns {import("../store/history.js").Cause[]} */
export const causes = (view) => view.stack.flatMap(({ id, phase, card, by }, at) => {
  if (phase === "defend" || phase === "combat") return [{ key: `attack of ${by}`, at, by }];
  return phase === "play" || phase === "trigger" ? [{ key: `${id} ${phase} ${card}`, at, card }] : [];
});

/** @param {Scene} scene @param {string} ref */
export const why = (scene, ref) => whyOf(scene, ref, faces);

/** @param {{scene: Scene, lines: import("../store/history.js").Line[], open: () => void}} props */
export const Trail = (props) => html`<${TrailOf} ...${props} faces=${faces} />`;

/** @type {NonNullable<import("./index.js").Game["merits"]>} */
export const merits = (table, seats) => meritsOf(table.lines.value, seats, faces);

/** @param {any} view @param {number} seat */
export const tint = (view, seat) => mainOf(view.sides[seat], faces);

/** @param {Scene} scene */
export const attackers = (scene) => attack.attackers(scene, faces);

/** @type {NonNullable<import("./index.js").Game["actions"]>} */
export function actions(scene, decision, plan, take) {
  const created = creation(scene, faces);
  return created ? [{ ...take(created.option, `Create ${elementOf(created.option)}`), hint: created.hint }] : attack.actions(scene, decision, plan, take, faces);
}

/** @param {Scene} scene */
export const routine = (scene) => payment(scene, faces);

/** The fixed key of an option, if it has one. @param {import("../types.js").Option} option */
export const key = (option) => (elementOf(option) ? String(ELEMENTS.indexOf(elementOf(option)) + 1) : option.do === "pass" ? "0" : "");

/** @param {Scene} scene @param {import("../types.js").Option} option */
export const hint = (scene, option) => hintOf(scene, option, faces);

const SOUNDS = { play: "card", use: "card", enter: "place", draw: "draw", damage: "hit", lose_life: "hurt", die: "fall", attack: "strike", heal: "good", gain_life: "good", create: "chime", end: "end" };

/** @param {import("../types.js").Event} event */
export const sound = ({ what }) => SOUNDS[what] ?? "";

/** The element that an option names, or the glyph of an attack or a block, or "". @param {import("../types.js").Option} option */
export const icon = (option) => elementOf(option) || (option.do === "attack" ? "attack" : option.do === "block" ? "reaction" : "");

/** The phases in progress, the current one last. @param {Scene} scene */
export function stack({ view, nameOf }) {
  const turn = { key: "turn", text: view.turn ? `Turn ${view.turn}, ${view.active === view.seat ? "yours" : nameOf(view.active)}` : "Start" };
  return [turn, ...view.stack.filter((frame) => frame.phase !== "effect").map((frame) => ({
    key: frame.id, ref: frame.id, cancelled: frame.cancelled,
    text: [PHASES[frame.phase] ?? frame.phase, frame.card, frame.card && `(${nameOf(frame.seat)})`].filter(Boolean).join(" "),
  }))];
}

/** The stack: plays, powers and attacks that have not resolved yet. @param {{scene: Scene}} props */
function Waiting({ scene }) {
  const frames = scene.view.stack.filter((frame) => frame.card && frame.phase !== "effect" || ["defend", "combat"].includes(frame.phase)).toReversed();
  return html`<${Pile} label="Stack, top first" items=${frames.filter(({ card }) => card || small.value).map((frame) => ({
    key: frame.id,
    node: html`<${small.value ? Frame : Played} scene=${scene} frame=${frame} text=${textOf(scene, frame)} />`,
  }))} />`;
}

/** A play or power on the stack as a whole card. An attack is only a line of text. */
const Played = ({ scene, frame, text }) => html`<span class="from" data-from=${`s${frame.seat}/${frame.card} s${frame.seat}:hand`}>
  <p class="played-by"><span class="visually-hidden">${text.about}</span><span aria-hidden="true">${text.by}</span>${frame.cancelled && html` <em>cancelled</em>`}</p>
  <${HandCard} scene=${scene} it=${frame.id} flip=${`${frame.id}${frame.phase === "play" ? ` play:${frame.card}` : ""}`} name=${frame.card} face=${faces.get(frame.card)} /></span>`;

/** @returns {{name: string, about: string, by?: string}} by: the player of a play or the kind of a power; an attack has none */
function textOf(scene, frame) {
  const { view, nameOf } = scene;
  const by = nameOf(frame.seat);
  if (frame.phase === "defend" || frame.phase === "combat") {
    const attacker = view.sides.flatMap((side) => side.present).find((token) => token.id === frame.by);
    const foe = frame.foe === undefined ? "" : ` attacks ${frame.foe === view.seat ? "you" : nameOf(frame.foe)}`;
    return { name: attacker?.card ?? "Attacker", about: `${foe || " attacks"}${frame.on ? ", blocked" : ""}` };
  }
  const what = frame.phase === "play" ? "" : `${PHASES[frame.phase].toLowerCase()}, `;
  return { name: frame.card, about: `${what}${by === "You" ? "yours" : by}${aimed(scene, frame)}${frame.owes ? `, ${frame.owes} left to pay` : ""}`, by: frame.phase === "play" ? (by === "You" ? "You play" : `${by} plays`) : PHASES[frame.phase] };
}

function Frame({ scene, frame, text }) {
  const face = faces.get(text.name);
  const tints = parts(face?.cost).map(([element]) => element).filter((element) => element !== "any");
  return html`<span class="from" data-from=${`s${frame.seat}/${frame.card} s${frame.seat}:hand`}>
    <${Pickable} scene=${scene} it=${frame.id} flip=${`${frame.id}${frame.phase === "play" ? ` play:${frame.card}` : ""}`} class=${`frame ${tints[0] ?? ""} ${frame.cancelled ? "cancelled" : ""}`}
      face=${{ name: text.name, kind: PHASES[frame.phase], text: face?.text, note: text.about }}>
      <${Art} name=${text.name} tints=${tints} glyph=${face?.type ?? ""} />
      <span class="frame-text"><b>${text.name}</b> <small>${text.by ?? text.about}</small>${frame.cancelled && html`<em>cancelled</em>`}</span>
      ${face && html`<${Glyph} name=${face.type} />`}
    </${Pickable}></span>`;
}

/**
 * Draws the opponents on top and the player's own side last. On a phone, several opponents are strips,
 * except the one that acts or that the player opens.
 * @param {{scene: Scene}} props
 */
export function Sides({ scene }) {
  const { view } = scene;
  const [opened, setOpened] = useState(-1);
  const aims = new Set(view.stack.filter((frame) => !frame.cancelled).flatMap((frame) => [frame.on, frame.also].filter(Boolean)));
  const n = view.sides.length;
  const first = Math.max(view.seat, 0);
  const fell = useRef(/** @type {Object<number, any[]>} */ ({})); // the last tokens of each seat: when the seat is out, its living tokens stay in sight
  const died = new Set(scene.table.news?.value.map(({ what, by }) => what === "die" && by));
  for (const { seat, out, present } of view.sides) fell.current[seat] = out ? (fell.current[seat] ?? []).filter(({ id }) => !died.has(id)) : present;
  const sides = view.sides.map((s) => (s.out && s.present.length === 0 ? { ...s, present: fell.current[s.seat] } : s));
  const ordered = sides.map((_, i) => sides[(first + i) % n]);
  const own = view.seat >= 0 || n === 2 ? ordered.slice(0, 1) : []; // spectators of a duel see it from the first seat
  const others = ordered.slice(own.length);
  const acts = others.find(({ seat }) => seat === opened) ?? others.find(({ seat }) => seat === view.active) ?? [others[(others.length - 1) >> 1], ...others].find(({ out }) => !out) ?? others[0];
  useEffect(() => setOpened(-1), [view.active]);
  const arrows = view.stack.toReversed().filter((frame) => !frame.cancelled && frame.phase !== "effect").flatMap((frame) => aimsOf(view, frame));
  const fates = shownFates(scene, faces);
  const side = (s) => html`<${Side} key=${s.seat} scene=${scene} side=${s} faces=${faces} aimed=${aims} fates=${fates} deck=${scene.caption && scene.deal && deckAt(scene.deal.sides[s.seat])} strip=${small.value && others.length > 1 && others.includes(s) && s !== acts} open=${() => setOpened(s.seat)} />`;
  return html`<${Felt} far=${mainOf(acts ?? ordered[0], faces)} near=${mainOf(ordered[0], faces)} />
    <div class=${`others of-${others.length}`} style=${{ gridTemplateColumns: small.value ? undefined : others.map((s) => (s === acts && others.length > 1 ? "1.3fr" : "1fr")).join(" ") }}>${others.map(side)}</div>
    <div class="middle"><${Strip} scene=${scene} /><${Waiting} scene=${scene} /><${Ring} scene=${scene} faces=${faces} /></div>
    ${own.map(side)}
    <${Aims} aims=${arrows} />`;
}

/** The name of a side's deck at the deal, or "" if a card is hidden. @param {any} side */
function deckAt({ cards, top, hand, future }) {
  const all = [...cards, ...top];
  if (all.includes("") || all.length < hand + future) return "";
  return deckName(ready, Object.fromEntries(all.map((name) => [name, all.filter((other) => other === name).length])));
}

/** The arrows of a frame: from an attacker to its blocker or to the player it attacks, or from a play to its targets. @returns {import("../kit/aims.js").Aim[]} */
function aimsOf(view, { id, phase, seat, on, also, foe, by }) {
  if (phase === "defend" || phase === "combat") return [{ from: by, to: on ?? `s${foe}`, kind: "strike" }];
  const own = (ref) => ref === `s${seat}` || view.sides[seat]?.present.some((token) => token.id === ref);
  return [on, /^t/.test(also) && also].filter(Boolean).map((to) => ({ from: id, to, kind: own(to) ? "own-aim" : "" }));
}
