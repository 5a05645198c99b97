// The player's identity and last choices. The server gives each browser a guest session
// with a name and a cookie. Without a session, the browser keeps a key for each seat.

import * as api from "../api.js";
import { effect, signal } from "../vendor/preact.js";
import { keep, recall, recallJSON } from "./storage.js";

/** @type {import("../vendor/preact.js").Signal<import("../api.js").Self>} */
export const self = signal({ kind: "anonymous" });

const LAST = "gamed.self";

effect(() => {
  const { name, face } = self.value;
  if (name) keep(LAST, JSON.stringify({ name, face }));
});

/** The name and face of the last session, for pages without a session. @returns {{name?: string, face?: string}} */
export const lastSelf = () => recallJSON(LAST) ?? {};

/** @type {Promise<void> | null} */
let opening = null;

/**
 * Opens the guest session once, before the first connection, which needs its cookie.
 * @returns {Promise<void>} rejected if the server cannot be reached; after any other error the player stays anonymous
 */
export function open() {
  opening ??= api.openSession().then((who) => { self.value = who; }, (error) => {
    opening = null;
    if (error.code === "unreachable") throw error;
  });
  return opening;
}

/** @returns {string} the player's name, for a table without a session */
export const playerName = () => self.peek().name ?? "Guest";

/** The storage key of a seat's key. @param {string} game */
const keyOf = (game) => `gamed.key.${game}`;

/** @param {string} game @returns {{seat: number, key: string} | null} */
export const rememberedSeat = (game) => recallJSON(keyOf(game));

/** @param {string} game @param {number} seat @param {string} key */
export const rememberSeat = (game, seat, key) => keep(keyOf(game), JSON.stringify({ seat, key }));

/** Shows the people for whom open seats are reserved in these seats. @param {import("../types.js").Seat[]} seats */
export const expecting = (seats) => seats.map((seat) => (seat.kind === "open" && seat.name ? { ...seat, kind: /** @type {"person"} */ ("person"), name: `${seat.name} (expected)` } : seat));

/**
 * @typedef {object} Choices the choices of the new game form
 * @property {number} count players
 * @property {{bot: string, deck: string}[]} seats
 * @property {Object<string, string>} table
 * @property {string} [name] the table's name
 * @property {boolean} [hidden] private
 * @property {string} [clock] "" for none
 * @property {number} [best] games in the series
 * @property {string} [watch] spectators: "" live, milliseconds of delay, or "none"
 * @property {boolean} [rated]
 */

/** @returns {string} the last ruleset played, or "" */
export const lastRules = () => recall("gamed.game", "");

/** @param {string} rules @returns {Partial<Choices>} the choices of the last game with these rules */
export const lastChoices = (rules) => recallJSON(`gamed.lobby.${rules}`) ?? {};

/** The end of the last game that this browser saw: its time, in milliseconds since 1970, and the player's rating if it changed. @typedef {{game: string, at: number, before?: number, after?: number}} End */

/** @returns {Partial<End>} */
export const lastEnd = () => recallJSON("gamed.end") ?? {};

/** @param {End} end */
export const rememberEnd = (end) => keep("gamed.end", JSON.stringify(end));

/** @param {string} rules @param {Choices} choices */
export function rememberChoices(rules, choices) {
  keep("gamed.game", rules);
  keep(`gamed.lobby.${rules}`, JSON.stringify(choices));
}
