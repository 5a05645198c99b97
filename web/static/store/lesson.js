// Where the lesson of a game has come to. It is kept, so that who comes back goes on there.

import { keep, recall } from "./storage.js";

const keyOf = (game) => `gamed.lesson.${game}`;

/** In place of a number: the player goes on without the lesson. */
export const ALONE = "alone";

/** @param {string} game @returns {string} the number of the step, or ALONE */
export const placeIn = (game) => recall(keyOf(game), "0");

/** @param {string} game @param {string} place */
export const keepPlace = (game, place) => keep(keyOf(game), place);

/** Whether a game was begun here as a lesson. @param {string} game */
export const hasLesson = (game) => recall(keyOf(game), "") !== "";
