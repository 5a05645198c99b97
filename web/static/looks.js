// How the table of each game looks. A game without a look of its own is shown
// as its view is: see generic.js.

import * as dominion from "./dominion.js";
import * as elements from "./elements.js";
import * as generic from "./generic.js";

/**
 * @typedef {object} Picker the open decision, as far as it concerns what is on the table
 * @property {(ref: string) => boolean} concerns
 * @property {(ref: string) => void} pick
 *
 * @typedef {object} Scene what a look is given to show
 * @property {any} view
 * @property {(seat: number) => string} nameOf
 * @property {(text: string) => string} words turns a sentence of the server into the player's
 * @property {Picker} picker
 *
 * @typedef {object} Look
 * @property {(rules: import("./types.js").Rules) => void} learn takes the texts of the cards, once they are there
 * @property {(scene: Scene, decision: import("./types.js").Decision) => string} question what the open decision is about
 * @property {(scene: Scene) => Node} stack what is happening
 * @property {(scene: Scene) => Node[]} sides what everybody has, the player's own last
 * @property {(update: import("./types.js").Update) => boolean} [alarms] whether a player who passes by itself is to be asked
 * @property {Set<string>} [quiet] events that do not count as something that happens
 */

/** @type {Object<string, Look>} */
const LOOKS = { dominion, elements };

/** @param {string} rules the name of a ruleset @returns {Look} */
export const lookOf = (rules) => LOOKS[rules] ?? generic;
