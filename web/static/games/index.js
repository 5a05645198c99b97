// The table module of each game. generic.js shows games without a module.

import * as dominion from "./dominion.js";
import * as elements from "./elements.js";
import * as generic from "./generic.js";

/**
 * @typedef {object} Scene the data a game draws its table from
 * @property {any} view the position as the seat sees it
 * @property {number} me the player's seat, -1 for a spectator
 * @property {import("../types.js").Decision | null} decision the player's open decision
 * @property {number[]} awaiting the seats that must choose
 * @property {boolean} over
 * @property {(seat: number) => string} nameOf
 * @property {(text: string) => string} words replaces seat numbers in a server sentence with players' names
 * @property {string[]} tokens as in noteTokens
 * @property {import("../store/picker.js").Picker} picker
 * @property {import("../store/table.js").Table} table
 * @property {any} [deal] the view after the deal, in a replay
 * @property {string} [caption] what happens at the step of a replay, for the middle of a wide table
 *
 * @typedef {object} Step a part of the breadcrumb
 * @property {string} text
 * @property {string} [key]
 * @property {string} [ref] its reference, if it can be picked
 * @property {boolean} [cancelled]
 *
 * @typedef {object} End the end of a game
 * @property {any} view the last one
 * @property {import("../store/history.js").Line[]} lines the whole log
 * @property {(seat: number) => string} nameOf
 * @property {number[]} won the seats that won
 * @property {{seat: number, by?: string}[]} resigned as in Over
 *
 * @typedef {"turn" | "act" | "trigger" | "effect" | "silent"} Role an event that begins a turn, is a player's action, is a triggered ability, results from one of these, or is not worth a line in the log
 *
 * @typedef {object} Game
 * @property {(rules: import("../types.js").Rules) => void} [learn] stores the card texts once they are loaded
 * @property {(scene: Scene, decision: import("../types.js").Decision) => string} question the prompt of the open decision
 * @property {(scene: Scene, options: import("../types.js").Option[]) => string} [cardQuestion] the prompt after a card has been picked that has several options; "" selects a general prompt
 * @property {string} [goal] the goal of the game in a sentence or two, for new players
 * @property {(scene: Scene) => Step[]} stack the phases in progress, the current one last
 * @property {(props: {scene: Scene}) => any} Sides the component that draws every seat
 * @property {(props: {scene: Scene, lines: import("../store/history.js").Line[], open: () => void}) => any} [Trail] the component that draws the last events as pictures; open: opens the log
 * @property {(scene: Scene, ref: string) => string} [why] the reason an item cannot be picked now; "" selects a general reason
 * @property {(scene: Scene, topic: string) => string | null} [tell] answers a topic such as "hand" or "table" for the command line
 * @property {(event: import("../types.js").Event) => Role} [role] the role of an event in the log
 * @property {(event: import("../types.js").Event, before: import("../types.js").Event) => boolean} [repeats] whether an event repeats the event before it, so that the log needs only one line for both
 * @property {(event: import("../types.js").Event, cause: import("../types.js").Event) => boolean} [implied] whether the cause of an event already implies it, so that the log needs no line for the event
 * @property {(event: import("../types.js").Event) => string} [heading] the heading of the turn that an event begins, or "" if it begins none
 * @property {(event: import("../types.js").Event) => string} [sign] the glyph of an event from kit/glyph.js, or ""
 * @property {() => Map<string, import("../types.js").CardInfo>} [cards] the cards, by name
 * @property {(name: string) => import("../kit/pick.js").Face} [face] how a card looks
 * @property {(view: any) => import("../store/history.js").Cause[]} [causes] the causes on the stack, oldest first; the last one causes the next events
 * @property {(text: string, tokens: string[]) => string} [named] replaces references in a server sentence with names
 * @property {(tokens: string[], said: {text: string}[], view?: any) => void} [noteTokens] adds the tokens of sentences and of a position to the names of all tokens so far, from which `named` numbers tokens of one name
 * @property {(scene: Scene, option: import("../types.js").Option) => string} [hint] the effect of an option in a few words, or ""
 * @property {(option: import("../types.js").Option) => string} [icon] the glyph of an option from kit/glyph.js, or ""
 * @property {(end: End) => string} [cause] why the game ended, in sentences
 * @property {(view: any, names: string[]) => import("../kit/ending.js").Score} [score] the score from the final position with every card
 * @property {(table: import("../store/table.js").Table, seats: number[]) => import("../kit/ending.js").Merit[]} [merits] what the best cards of some seats did, the best first
 * @property {(view: any, seat: number) => string} [tint] the colour of a seat's portrait
 * @property {(scene: Scene | null) => boolean} [ownEnding] whether the component draws the ending itself
 * @property {(events: import("../types.js").Event[], me: number) => import("../store/pace.js").Beat[]} [beats] the steps in which the table shows some events
 * @property {(option: import("../types.js").Option) => string} [key] the fixed key of an option in the list, or ""
 * @property {(scene: Scene, decision: import("../types.js").Decision, plan: import("../store/plan.js").Plan, take: (option: import("../types.js").Option, text: string) => import("../store/action.js").Action) => import("../store/action.js").Action[]} [actions] the actions that need no card, the most likely one first
 * @property {(scene: Scene) => import("../store/plan.js").Attackers | null} [attackers] the tokens that can attack together
 * @property {(scene: Scene, step: import("../store/plan.js").Step) => import("../types.js").Option | "done" | null} [next] the option that leads to a step of a plan
 * @property {(scene: Scene) => import("../types.js").Option | null} [routine] the option of a decision that hardly ever matters, such as how to pay
 * @property {(event: import("../types.js").Event) => string} [sound] the sound of an event from kit/sound.js, or ""
 */

/** The components, by the names that the server uses. @type {Object<string, Game>} */
const GAMES = { dominion, elements };

/** @param {string} [component] of a ruleset @returns {Game} */
export const gameOf = (component = "") => GAMES[component] ?? generic;
