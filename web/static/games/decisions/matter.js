// A card of a decision game: its options, the stats each would change, and the reason
// an option is not available.

import { Art, Likeness, nameTints } from "../../kit/art.js";
import { announce } from "../../kit/live.js";
import { whyNothing } from "../../kit/pick.js";
import { useRoving } from "../../kit/rove.js";
import { capital } from "../../store/words.js";
import { html } from "../../vendor/preact.js";
import { GaugeSign, inOrder } from "./gauges.js";

/** @typedef {import("../index.js").Scene} Scene */
/** @typedef {import("../../types.js").Option} Option */

/** @param {{scene: Scene, card: any}} props */
export function Matter({ scene, card }) {
  const rove = useRoving();
  const tints = nameTints(card.name);
  const find = (what, on) => scene.decision?.options.find((option) => option.do === what && option.by === card.id && (!on || option.on === on));
  return html`<article class=${`matter ${tints[0]} ${card.urgent ? "urgent" : ""}`} aria-label=${card.title}>
    <${Art} name=${card.name} title=${card.title ?? ""} tints=${tints} glyph="matter" />
    <header><h3>${card.title}</h3><${Marks} card=${card} /></header>
    ${card.text.trim().split("\n").filter(Boolean).map((line) => html`<p>${line}</p>`)}
    ${card.options.some(({ effects = [] }) => effects.length > 0) && html`<p class="scale">${Object.keys(SIZES).map((size) => `${marks(size)} ${size}`).join(" · ")} · ? uncertain. The direction stays hidden.</p>`}
    <ul class="way-list" aria-label="Options" ...${rove}>
      ${card.options.map((choice, i) => html`<li key=${i}><${Way} scene=${scene} choice=${choice} option=${find("choose", `o${i + 1}`)} /></li>`)}
      ${card.dismiss && html`<li key="dismiss"><${Way} scene=${scene} choice=${{ text: card.dismiss, enabled: true }} option=${find("dismiss")} quiet /></li>`}
    </ul>
  </article>`;
}

/** Whether a card is urgent, and when it expires. @param {{card: any}} props */
const Marks = ({ card: { urgent, expires } }) => html`${urgent && html`<span class="mark must">urgent</span>`}${expires > 0 && html`<span class="mark">expires in ${expires === 1 ? "1 turn" : `${expires} turns`}</span>`}`;

/** Another card on the desk, which a click opens. @param {{card: any, open: () => void}} props */
export const Slip = ({ card, open }) => html`<button type="button" class="slip" data-ref=${card.id} onClick=${open}>
  <${Art} name=${card.name} title=${card.title ?? ""} tints=${nameTints(card.name)} glyph="matter" /><span>${card.title}<${Marks} card=${card} /></span></button>`;

/** The options that need no card, including the end of the turn. @param {{scene: Scene, folded: boolean}} props */
export function Anytime({ scene, folded }) {
  const rove = useRoving();
  const { view, decision } = scene;
  const pass = decision?.options.find((option) => option.do === "pass");
  if (view.abilities.length === 0 && !pass) return null;
  const ways = html`<ul class="way-list" ...${rove}>
      ${pass && html`<li key="pass"><${Way} scene=${scene} choice=${{ text: "End turn", enabled: true }} option=${pass} /></li>`}
      ${view.abilities.map((choice) => html`<li key=${choice.text}><${Way} scene=${scene} choice=${choice} option=${decision?.options.find((option) => option.do === "act" && option.text === choice.text)} /></li>`)}
    </ul>`;
  const advised = scene.picker.advised.value?.do;
  return html`<article class=${view.hand.length > 0 ? "" : "matter"} aria-label="At any time">
    ${folded
      ? html`<details open=${advised === "act" || Boolean(pass)}><summary>At any time: ${view.abilities.length} actions</summary>${ways}</details>`
      : html`<header><h3>At any time</h3>${view.actions > 0 && html`<span class="mark">${view.actions} left this turn</span>`}</header>${ways}`}
  </article>`;
}

/** The actions of debug mode. @param {{scene: Scene}} props */
export function DebugActions({ scene }) {
  const options = (scene.decision?.options ?? []).filter((option) => option.do === "debug");
  if (options.length === 0) return null;
  return html`<article aria-label="Debug actions"><details><summary>Debug: ${options.length} actions</summary>
    <ul class="way-list">${options.map((option) => html`<li key=${option.text}><${Way} scene=${scene} choice=${{ text: option.text.replace(/^debug: /, ""), enabled: true }} option=${option} /></li>`)}</ul>
  </details></article>`;
}

/** The reason an option is not available now, or "". @param {Scene} scene @param {any} choice @param {Option} [option] */
function reasonOf(scene, choice, option) {
  if (!choice.enabled) return choice.reason || "not available now";
  return option ? "" : whyNothing(scene) || "Decide the urgent card first.";
}

/** One option. @param {{scene: Scene, choice: any, option?: Option, quiet?: boolean}} props */
function Way({ scene, choice, option, quiet }) {
  const why = reasonOf(scene, choice, option);
  const [, who, said] = choice.text.match(/^([^:“”]{2,60}): [“"](.+)[”"]$/s) ?? [];
  return html`<button type="button" class=${`way ${why ? "cannot" : "can"} ${quiet ? "aside" : ""} ${option && option === scene.picker.advised.value ? "advised" : ""}`} aria-disabled=${why ? "true" : undefined} data-option=${option?.id}
    onClick=${() => (why || !option ? announce(why, true) : scene.picker.take(option))}>
    ${who && html`<${Likeness} level="person" name=${who} tint=${nameTints(who)[0]} />`}<span class="way-text">${who ? html`<b>${who}</b> “${said}”` : choice.text}</span>
    ${choice.enabled ? html`<${Effects} effects=${inOrder(choice.effects)} />` : html`<small class="reason">${choice.reason ? html`<b>Not now:</b> ${why}` : html`<b>${capital(why)}</b>`}</small>`}
  </button>`;
}

const SIZES = { small: 1, middling: 2, great: 3 };

/** @param {string} size */
const marks = (size) => (size in SIZES ? "●".repeat(SIZES[size]) + "○".repeat(3 - SIZES[size]) : "?");

/** @param {{size: string, percent?: number}} effect */
const sized = ({ size, percent }) => (percent ? `${size}, ${percent} %` : size);

/** The stats an option changes at once, by how much, and with which probability. The direction stays hidden. */
const Effects = ({ effects }) => effects.length > 0 && html`<small class="effects"><span class="visually-hidden">Changes: </span>
  ${effects.map((effect) => html`<span key=${`${effect.stat} ${effect.size}`} class=${`effect ${effect.size}`}><${GaugeSign} name=${effect.stat} />${effect.stat}<i aria-hidden="true">${marks(effect.size)}</i>${effect.percent ? html`<small aria-hidden="true">${effect.percent} %</small>` : ""}<span class="visually-hidden"> ${sized(effect)}, </span></span>`)}</small>`;

/** The effects of an option as text, for the list of options. @param {Scene} scene @param {Option} option */
export function hint({ view }, option) {
  const card = view.hand?.find(({ id }) => id === option.by);
  const choice = option.do === "act" ? view.abilities.find(({ text }) => text === option.text) : card?.options[Number(option.on?.slice(1)) - 1];
  if (!card && option.do === "pass") return "go to the next turn";
  return option.do === "choose" || option.do === "act" ? inOrder(choice?.effects).map((effect) => `${effect.stat} (${sized(effect)})`).join(", ") : "";
}
