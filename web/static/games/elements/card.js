// Cards and tokens of Elements. Being, Item and Spell differ in their frame: arch, octagon, banner.

import { Art } from "../../kit/art.js";
import { Glyph } from "../../kit/glyph.js";
import { Pickable } from "../../kit/pick.js";
import { Print, colours } from "../../kit/print.js";
import { capital } from "../../store/words.js";
import { html } from "../../vendor/preact.js";
import { Price, parts } from "./cost.js";
import { labelOf } from "./words.js";

/** @typedef {import("../index.js").Scene} Scene */
/** @typedef {Map<string, import("../../types.js").CardInfo>} Faces */

/** The elements of tokens that have no cost. @type {Object<string, string>} */
const CREATED = { Sprout: "green", Cinder: "red", Echo: "violet" };

/** The colours of a card: the elements of its cost. @param {import("../../types.js").CardInfo | undefined} face @returns {string[]} */
export function tintsOf(face) {
  const elements = parts(face?.cost).map(([element]) => element).filter((element) => element !== "any");
  return elements.length ? elements : [CREATED[face?.name ?? ""] ?? "any"];
}

const LONG = /\S{9}/; // a word that does not fit between the figures

/** @param {{attack: number | string, health: number | string, hurt?: boolean, up?: boolean}} props */
const Figures = ({ attack, health, hurt = false, up = false }) => html`<span class="figures" aria-hidden="true"><b class=${`attack ${up ? "up" : ""}`}>${attack}</b><b class=${`health ${hurt ? "hurt" : ""}`}>${health}</b></span>`;

/** A card as printed. @param {string} name @param {import("../../types.js").CardInfo | undefined} info @returns {import("../../kit/pick.js").Face} */
export function faceOf(name, info) {
  const [attack, health] = (info?.stats ?? "").split("/");
  return {
    name, kind: capital(info?.type ?? ""), text: info?.text, tints: tintsOf(info), glyph: info?.type, frame: info?.type, price: html`<${Price} cost=${info?.cost} />`,
    ...(health && { stats: `attack ${attack}, health ${health}`, figures: html`<${Figures} attack=${attack} health=${health} />` }),
  };
}

/** @param {{scene: Scene, name: string, face: import("../../types.js").CardInfo | undefined, flip?: string, it?: string}} props */
export const HandCard = ({ scene, name, face, flip, it = name }) => html`<${Print} scene=${scene} it=${it} flip=${flip} cost=${face?.cost} face=${faceOf(name, face)} />`;

/** Reports whether a token attacks now. @param {any} view @param {string} id */
const attacks = ({ stack }, id) => stack.some(({ phase, by }) => by === id && (phase === "defend" || phase === "combat"));

/** The outcome on a token or a seat, for the eye only. @param {{fate?: import("./preview.js").Fate}} props */
export const Outcome = ({ fate }) => fate && html`<small class=${`outcome ${fate.kind}`} aria-hidden="true">${fate.kind === "dies" && html`<${Glyph} name="curse" />`}${capital(fate.badge)}</small>`;

/** A card in play: its picture, name and figures. The large card shows its text. */
export function Token({ scene, side, token, face, fate, aimed }) {
  const states = [!token.awake && "asleep", token.hurt > 0 && `hurt ${token.hurt}`, token.untouchable && "untouchable", token.borrowed && "borrowed", token.copy && "copy"].filter(Boolean);
  const tints = tintsOf(face);
  const being = token.type === "being";
  const name = labelOf(scene.tokens, token);
  const stats = being ? `attack ${token.attack}, health ${token.health}` : "";
  const figures = being && html`<${Figures} attack=${token.attack} health=${token.health} hurt=${token.hurt > 0} up=${token.attack > Number(face?.stats?.split("/")[0] ?? token.attack)} />`;
  return html`<span class="from" data-from=${`play:${token.card} s${side.seat}/${token.card} s${side.seat}:hand`} data-to=${`s${token.owner}:past`}><${Pickable} scene=${scene} it=${token.id} flip=${token.id}
    class=${`card cut token ${token.type} ${colours(tints)} ${token.awake ? "" : "asleep"} ${aimed ? "aimed" : ""} ${attacks(scene.view, token.id) ? "attacking" : ""}`}
    face=${{ ...faceOf(token.card, face), name, art: token.card, kind: capital(token.type), frame: token.type, glyph: token.type, stats, figures, note: [...states, fate?.text].filter(Boolean).join(", ") }}>
    <span class="visually-hidden">${[name, stats, ...states, fate?.badge].filter(Boolean).join(", ")}</span>
    <span class="paper" aria-hidden="true"><span class="pane"><${Art} name=${token.card} tints=${tints} glyph=${token.type} /></span><span class=${`name ${LONG.test(name) ? "long" : ""}`}>${name}</span></span>
    ${!token.awake && html`<span class="moon"><${Glyph} name="asleep" /></span>`}
    ${figures}
    ${[token.untouchable && "untouchable", token.borrowed && "borrowed"].filter(Boolean).map((state) => html`<em key=${state} aria-hidden="true">${state}</em>`)}
    <${Outcome} fate=${fate} />
  </${Pickable}></span>`;
}
