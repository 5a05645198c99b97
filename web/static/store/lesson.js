// The progress of lessons and puzzles: the step in each game, and the ids that the player has finished.

import { keep, recall, recallJSON } from "./storage.js";

const keyOf = (game) => `gamed.lesson.${game}`;
const DONE = "gamed.lessons";

/** Saved instead of a step when the player left the lesson. */
export const ALONE = "alone";

const SHOWN = "shown";

const saved = (game) => recall(keyOf(game), "").split(" ");

/** @param {string} game @returns {string} the step, or ALONE */
export const placeIn = (game) => saved(game)[1] ?? "0";

/** Whether the player has seen the solution in a game. @param {string} game */
export const shownIn = (game) => saved(game)[2] === SHOWN;

/** @param {string} game @param {string} lesson its id @param {string} place @param {boolean} [shown] the player has seen the solution */
export const keepPlace = (game, lesson, place, shown) => keep(keyOf(game), `${lesson} ${place}${shown ? ` ${SHOWN}` : ""}`);

/** The id of the lesson of a game started in this browser, or "". @param {string} game */
export const lessonIn = (game) => saved(game)[0];

/** The finished lessons of a ruleset. @param {string} rules @returns {string[]} their ids */
export const finished = (rules) => recallJSON(DONE)?.[rules] ?? [];

/** The name under which the solved puzzles of a ruleset are kept. @param {string} rules */
export const solvedOf = (rules) => `${rules} puzzles`;

/** Whether the player has finished the lesson of a game, or solved its puzzle. @param {string} rules @param {string} game */
export const finishedIn = (rules, game) => [...finished(rules), ...finished(solvedOf(rules))].includes(lessonIn(game));

/** Marks a lesson as finished. @param {string} rules @param {string} lesson its id */
export const finish = (rules, lesson) => keep(DONE, JSON.stringify({ ...recallJSON(DONE), [rules]: [...new Set([...finished(rules), lesson])] }));

/**
 * Calls took before a table sends a choice.
 * @param {import("./table.js").Table} table
 * @param {(option: import("../types.js").Option | undefined) => void} took undefined for several cards at once
 */
export function watchChoices(table, took) {
  const [choose, pick] = [table.choose.bind(table), table.pick.bind(table)];
  table.choose = (option) => {
    took(option);
    choose(option);
  };
  table.pick = (cards) => {
    took(table.decision.peek()?.options.find((option) => table.picker.selection.is(option)));
    pick(cards);
  };
}
