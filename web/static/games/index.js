// How the table of each game looks. A game without a look of its own is shown
// as its view is: see generic.js.

import * as dominion from "./dominion.js";
import * as elements from "./elements.js";
import * as generic from "./generic.js";

/**
 * @typedef {object} Scene what a game is given to show
 * @property {any} view what the seat may know
 * @property {number} me the player's seat, -1 for a spectator
 * @property {import("../types.js").Decision | null} decision that the player may answer now
 * @property {number[]} awaiting the seats that are asked
 * @property {boolean} over
 * @property {(seat: number) => string} nameOf
 * @property {(text: string) => string} words turns a sentence of the server into the player's
 * @property {import("../store/picker.js").Picker} picker
 * @property {import("../store/table.js").Table} table
 *
 * @typedef {object} Step a part of the breadcrumb
 * @property {string} text
 * @property {string} [key]
 * @property {string} [ref] what it can be picked as
 * @property {boolean} [cancelled]
 *
 * @typedef {"turn" | "act" | "trigger" | "effect"} Role begins a turn, is done by somebody, waits to happen because of what came before, or follows from an act
 *
 * @typedef {object} Game
 * @property {(rules: import("../types.js").Rules) => void} learn takes the texts of the cards, once they are there
 * @property {(scene: Scene, decision: import("../types.js").Decision) => string} question what the open decision is about, in a few words
 * @property {string} [goal] what it is about, in a sentence or two, for who has never played
 * @property {(scene: Scene) => Step[]} stack what is happening, the current phase last
 * @property {(props: {scene: Scene}) => any} Sides a component: what everybody has
 * @property {(scene: Scene, ref: string) => string} [why] why something cannot be picked now; "" leaves it to the kit
 * @property {(scene: Scene, topic: string) => string | null} [tell] answers "hand", "table" and the like in words, for the command line
 * @property {(event: import("../types.js").Event) => Role} [role] of an event in the log
 * @property {(view: any) => import("../store/history.js").Cause[]} [causes] what waits on the stack, the oldest first: what happens next follows from the last one
 * @property {(scene: Scene, option: import("../types.js").Option) => string} [hint] what an option comes to, in a few words; "" for nothing
 * @property {(option: import("../types.js").Option) => string} [icon] the glyph of an option, "" for none: see kit/glyph.js
 * @property {(event: import("../types.js").Event) => string} [sound] the name of an event's sound, "" for none: see kit/sound.js
 */

/** @type {Object<string, Game>} */
const GAMES = { dominion, elements };

/** @param {string} rules the name of a ruleset @returns {Game} */
export const gameOf = (rules) => GAMES[rules] ?? generic;
