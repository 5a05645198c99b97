// Who plays here. The server makes a guest of each browser, with a name and a
// cookie that leads back to its seats; where it cannot, seats have keys that the
// browser keeps. And what was played last.

import * as api from "../api.js";
import { signal } from "../vendor/preact.js";
import { keep, recall, recallJSON } from "./storage.js";

/** @type {import("../vendor/preact.js").Signal<import("../api.js").Self>} */
export const self = signal({ kind: "anonymous" });

/** @type {Promise<void> | null} */
let opening = null;

/**
 * Becomes somebody whom the server knows. It is done once: before the first
 * connection, which is told apart by the cookie.
 * @returns {Promise<void>} it throws if the server cannot be reached
 */
export function open() {
  opening ??= api.openSession().then((who) => { self.value = who; }, (error) => {
    opening = null;
    if (error.code === "unreachable") throw error;
  });
  return opening;
}

/** @returns {string} what the player is called at a table where the server does not know it */
export const called = () => self.peek().name ?? "Guest";

/** What a seat's key is remembered under, for who has no session. @param {string} game */
const keyOf = (game) => `gamed.key.${game}`;

/** @param {string} game @returns {{seat: number, key: string} | null} */
export const rememberedSeat = (game) => recallJSON(keyOf(game));

/** @param {string} game @param {number} seat @param {string} key */
export const rememberSeat = (game, seat, key) => keep(keyOf(game), JSON.stringify({ seat, key }));

/**
 * @typedef {object} Choices what the form of a new game says
 * @property {number} count of players
 * @property {{bot: string, deck: string}[]} seats
 * @property {Object<string, string>} table
 * @property {string} [name] of the table
 * @property {boolean} [hidden] found by its link alone
 * @property {string} [clock] "" is none
 * @property {number} [best] of so many games
 * @property {string} [watch] who may: "" is everybody, a number everybody so many milliseconds late, "none" nobody
 * @property {boolean} [rated]
 */

/** @returns {string} the ruleset that was played last, "" if none was */
export const lastRules = () => recall("gamed.game", "");

/** @param {string} rules @returns {Partial<Choices>} what was chosen for the last game of these rules */
export const lastChoices = (rules) => recallJSON(`gamed.lobby.${rules}`) ?? {};

/** @param {string} rules @param {Choices} choices */
export function rememberChoices(rules, choices) {
  keep("gamed.game", rules);
  keep(`gamed.lobby.${rules}`, JSON.stringify(choices));
}
