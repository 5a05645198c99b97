// The picture of a card: its subject on a stage of cut paper. The card's colours select the scene. The
// subjects are icons from the files in art/, which web/art.sh makes. The page loads the file of a game when it
// first shows one of its cards.

import { html, signal } from "../vendor/preact.js";
import { rimOf, sceneOf } from "./art/scenes.js";

const COLOURS = ["red", "yellow", "green", "blue", "violet", "white", "black"];

/** @param {string} name */
const sumOf = (name) => [...name].reduce((n, letter) => n * 31 + letter.charCodeAt(0) & 0xffff, 7);

/** Two colours, perhaps equal, derived from the name of a card or player without colours. @param {string} name */
export function nameTints(name) {
  const sum = sumOf(name);
  return [COLOURS[sum % 7], COLOURS[(sum >> 4) % 7]];
}

/**
 * @typedef {object} Icons the icons of a file: indexes of paths by group and name
 * @property {string[]} paths on a grid of 512 by 512
 * @property {Object<string, number[]>} [cards] @property {Object<string, number[]>} [words]
 * @property {Object<string, number[]>} [types] @property {Object<string, number[]>} [levels] @property {Object<string, number[]>} [covers] @property {Object<string, number[]>} [signs]
 */

/** @type {Object<string, import("../vendor/preact.js").Signal<Icons | null>>} */
const files = {};

/** The icons of a file, or null until they are loaded. @param {string} name @returns {Icons | null} */
function icons(name) {
  if (!files[name]) {
    files[name] = signal(/** @type {Icons | null} */ (null));
    fetch(`art/${name}.json`).then((response) => response.json()).then((all) => { files[name].value = all; }, () => {}); // the landscape alone is complete
  }
  return files[name].value;
}

/** The files by card type. All other types belong to Dominion. @type {Object<string, string>} */
const FILES = { being: "elements", item: "elements", spell: "elements", matter: "decisions" };

/**
 * The icon of a card: its own, else that of a word in its title, else one of its type.
 * @param {string} name @param {string} glyph of its type @param {string} title
 * @returns {string} a path, or "" until it is loaded
 */
function subjectIcon(name, glyph, title) {
  const own = icons(FILES[glyph] ?? "dominion");
  if (!own) return "";
  const word = own.words && (`${name} ${title}`.toLowerCase().match(/[a-z]+/g) ?? []).find((text) => own.words?.[text]);
  const at = own.cards?.[name] ?? (word && own.words?.[word]);
  return at ? own.paths[at[0]] : sharedIcon("types", glyph, name);
}

/** An icon of the shared file. @param {"types" | "levels" | "covers" | "signs"} group @param {string} key @param {string} name chooses one of several @param {number} [at] its index, in place of the choice by name */
function sharedIcon(group, key, name, at = sumOf(name)) {
  const all = icons("shared");
  const list = all?.[group]?.[key] ?? all?.types?.matter ?? [];
  return all && list.length > 0 ? all.paths[list[at % list.length]] : "";
}

/**
 * A stage of cut paper: the scene of the first colour, the subject with a lit rim, and the near ridge of the second.
 * @param {{first: string, second: string, icon: string, class?: string}} props
 */
function Stage({ first, second, icon, class: classes = "" }) {
  const [far, near] = [sceneOf(first), sceneOf(second)];
  return html`<svg class=${`art ${first} ${classes}`} aria-hidden="true">
    <use href=${`#back-${far}`} width="100%" height="100%" />
    <svg viewBox="25 15 150 134" overflow="visible" width="100%" height="100%">
      <circle cx="100" cy="88" r="74" fill=${`url(#glow-${far})`} opacity=".75" />
      ${icon && html`<path d=${icon} fill=${rimOf(far)} transform="translate(43.3 25.1) scale(.215)" /><path d=${icon} fill=${`url(#cut-${near})`} transform="translate(45 27) scale(.215)" />`}
    </svg>
    <use href=${`#front-${near}`} width="100%" height="100%" />
  </svg>`;
}

/** @param {{name: string, tints: string[], glyph: string, title?: string}} props glyph: of its type, or "cover" for a game; title: the name shown to players */
export function Art({ name, tints, glyph, title = "" }) {
  const [first = "any", second = first] = tints;
  return html`<${Stage} class="emblem" first=${first} second=${second} icon=${glyph === "cover" ? sharedIcon("covers", name, name) : subjectIcon(name, glyph, title)} />`;
}

/** A landscape without a subject. @param {{tint: string, class?: string}} props */
export const Land = ({ tint, class: classes = "" }) => html`<svg class=${`land ${classes}`} viewBox="0 74 200 62" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
  <use href=${`#back-${sceneOf(tint)}`} width="200" height="160" /><use href=${`#front-${sceneOf(tint)}`} width="200" height="160" /></svg>`;

/** The stage behind a table or a page: two landscapes that meet in the middle. @param {{far: string, near: string, class?: string}} props */
export const Felt = ({ far, near, class: classes = "" }) => html`<div class=${`felt ${classes}`} aria-hidden="true"><${Land} class="far" tint=${far} /><${Land} class="near" tint=${near} /></div>`;

/** The faces of people, in the order of their icons. */
export const FACES = ["wolf", "raven", "swan", "badger", "owl", "lion", "hyena", "deer", "goat", "bear", "cat", "fox"];

/** The icon of a face, or of a bot's level. @param {string} level @param {string} face */
export const likeness = (level, face) => sharedIcon("levels", level, "", Math.max(FACES.indexOf(face), 0));

/** The face of a person without a choice. @param {string} name */
export const faceOf = (name) => FACES[sumOf(name) % FACES.length];

/** The icon of a sign: the laurels around a winner, or a gauge of Polity. @param {string} name */
export const sign = (name) => sharedIcon("signs", name, "");

/** @param {{name: string}} props */
export const Sign = ({ name }) => html`<svg class=${`sign ${name}`} viewBox="0 0 512 512" aria-hidden="true"><path d=${sign(name)} /></svg>`;

/** The colour of each level of bots. @type {Object<string, string>} */
export const LEVEL_TINTS = { beginner: "white", easy: "green", medium: "yellow", hard: "violet", strongest: "red" };

/** @typedef {{level?: string, name?: string, face?: string}} Player level: of a bot, "bot", or "person"; face: the choice of a person, if any */

/** The colour of a player: that of a bot's level, or of a person's face. @param {Player} player */
export const colourOf = ({ level = "", name = "", face }) => LEVEL_TINTS[level] ?? nameTints(face || faceOf(name))[0];

/** A player in the scene of a colour. @param {Player & {tint?: string, class?: string}} props tint: in place of the player's colour */
export function Likeness({ level = "person", name = "", face, tint = colourOf({ level, name, face }), class: classes = "likeness" }) {
  return html`<${Stage} class=${classes} first=${tint} second=${tint} icon=${likeness(level, face || faceOf(name))} />`;
}

/** The portrait of a player. @param {Player} props */
export const Portrait = (props) => html`<${Likeness} ...${props} class="portrait" />`;
