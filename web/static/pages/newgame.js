// Making games: what has been chosen, remembered and sent.

import * as api from "../api.js";
import { broughtText } from "../store/decks.js";
import { lastChoices, lastRules, open, rememberChoices } from "../store/session.js";
import { signal } from "../vendor/preact.js";

/** @typedef {import("../store/session.js").Choices} Choices */

const MINUTE = 60_000;

/** The clocks that can be chosen, by what the form calls them. @type {Object<string, import("../types.js").Clock>} */
const CLOCKS = {
  fast: { bank_ms: 5 * MINUTE, per_decision_ms: 10_000, increment_ms: 2_000, absent: "forfeit" },
  calm: { bank_ms: 20 * MINUTE, per_decision_ms: 30_000, increment_ms: 5_000, absent: "forfeit" },
  days: { bank_ms: 0, per_decision_ms: 24 * 60 * MINUTE, increment_ms: 0, absent: "wait" },
};

export const EASY = "easy"; // the bot that sits down unless another one is asked
export const FRIEND = ""; // the value of a player who is a person

/** What went wrong with the last game that was asked for. */
export const refused = signal("");
export const making = signal(false);

/**
 * Makes a game and goes to its table.
 * @param {string} rules
 * @param {Choices} choices
 */
export const create = (rules, { seats, table, name, hidden, clock, best, watch, rated }) => lead(async () => {
  const people = seats.some(({ bot }, i) => i > 0 && bot === FRIEND);
  const made = await api.create({
    rules,
    seats: seats.map(({ bot, deck }, i) => ({ ...(i > 0 && bot && { bot }), ...(deck && { deck }) })),
    table,
    private: seats.length > 1 && (!people || hidden === true),
    ...(name && { name }), ...(clock && CLOCKS[clock] && { clock: CLOCKS[clock] }), ...(best && people && { best_of: best }),
    ...(watch && people && { spectators: watch === "none" ? watch : { delay_ms: Number(watch) } }), ...(rated && seats.length > 1 && { rated }),
  });
  return `#/play/${made.id}/0`;
});

/** Does what leads to a table, and goes there. @param {() => Promise<string>} make */
async function lead(make) {
  if (making.value) return;
  making.value = true;
  refused.value = "";
  try {
    await open();
    location.hash = await make();
  } catch (error) {
    location.hash = "#/";
    refused.value = error.message;
  } finally {
    making.value = false;
  }
}

/** Makes a game as the form says, and remembers it. @param {string} rules @param {Choices} choices */
export function start(rules, choices) {
  rememberChoices(rules, choices);
  return create(rules, choices);
}

/** The game in which somebody else is waited for, and its rules. */
export const meeting = signal({ game: "", rules: "" });

/** A game with whoever wants one as well. @param {import("../types.js").Rules} rules */
export const meet = (rules) => lead(async () => {
  rememberChoices(rules.name, { count: 2, seats: [{ bot: "", deck: "" }, { bot: FRIEND, deck: "" }], table: {} });
  const { game, seat, waiting } = await api.quick({ rules: rules.name });
  meeting.value = { game: waiting ? game : "", rules: rules.name };
  return seat === undefined ? `#/play/${game}` : `#/play/${game}/${seat}`;
});

/** A game with a bot instead. */
export const giveUpMeeting = () => lead(async () => {
  const { game, seat } = await api.quick({ rules: meeting.value.rules, bot: EASY });
  return `#/play/${game}/${seat ?? 0}`;
});

/** Another game with those who sat at a table. @param {string} game @param {string} [key] */
export const rematch = (game, key) => lead(async () => {
  const { game: next, seat } = await api.rematch(game, key);
  return `#/play/${next}/${seat}`;
});

/**
 * One game against a bot with the ready decks, or alone if it is a game for one.
 * @param {import("../types.js").Rules} rules
 */
export function quick(rules) {
  const bot = rules.max_seats > 1 ? [{ bot: EASY, deck: "" }] : [];
  return start(rules.name, { count: 1 + bot.length, seats: [{ bot: "", deck: broughtText(rules.name) }, ...bot], table: {} });
}

/** Starts another game like the last one. */
export function again() {
  const rules = lastRules() || "elements";
  const two = [{ bot: "", deck: "" }, { bot: EASY, deck: "" }];
  return create(rules, { count: 2, seats: two, table: {}, ...lastChoices(rules) });
}
