// Games by name and colour.

/** The colours of a game's picture. @type {Object<string, string[]>} */
export const TINTS = { elements: ["red", "blue"], dominion: ["yellow", "green"], polity: ["violet", "white"] };

/** @param {string} rules */
export const titleOf = (rules) => rules[0].toUpperCase() + rules.slice(1);
