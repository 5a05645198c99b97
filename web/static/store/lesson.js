// The saved progress of a tutorial.

import { keep, recall } from "./storage.js";

const keyOf = (game) => `gamed.lesson.${game}`;

/** Saved instead of a step when the player left the tutorial. */
export const ALONE = "alone";

/** @param {string} game @returns {string} the step, or ALONE */
export const placeIn = (game) => recall(keyOf(game), "0");

/** @param {string} game @param {string} place */
export const keepPlace = (game, place) => keep(keyOf(game), place);

/** Reports whether a game is a tutorial started in this browser. @param {string} game */
export const hasLesson = (game) => recall(keyOf(game), "") !== "";
