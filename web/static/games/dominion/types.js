// The card types of Dominion.

const TYPES = ["Curse", "Attack", "Duration", "Reaction", "Victory", "Treasure", "Action"]; // most significant first

/** The colours and glyphs of a card by its type line, most significant first. @param {string} line as in "Action - Attack" @returns {string[]} */
export const typeTints = (line) => TYPES.filter((type) => line.includes(type)).map((type) => type.toLowerCase());
