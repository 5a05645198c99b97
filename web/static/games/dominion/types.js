// The card types of Dominion, and the colours of card pictures.

const TYPES = ["Curse", "Attack", "Duration", "Reaction", "Victory", "Treasure", "Action"]; // most significant first

/** The glyphs of a card by its type line, most significant first. @param {string} line as in "Action - Attack" @returns {string[]} */
export const typeGlyphs = (line) => TYPES.filter((type) => line.includes(type)).map((type) => type.toLowerCase());

/** @type {Object<string, string>} */
const BY_TYPE = { curse: "violet", attack: "red", duration: "any", reaction: "blue", victory: "green", treasure: "yellow" };

/** @type {Object<string, string>} */
const METALS = { Copper: "red", Silver: "white" };

/** The colours of Actions by what they do. @type {[string, RegExp][]} */
const BY_EFFECT = [["green", /\+2 Actions/], ["black", /\btrash/i], ["violet", /\bgain/i], ["yellow", /\+\$/], ["white", /\+\d Card/]];

/** The one or two colours of a card's picture: of its types, and then of an Action's effects. @param {import("../../types.js").CardInfo | undefined} card @returns {string[]} */
export function tintsOf(card) {
  const { name = "", type = "", text = "" } = card ?? {};
  if (METALS[name]) return [METALS[name]];
  const effects = type.includes("Action") ? BY_EFFECT.filter(([, words]) => words.test(text)).map(([colour]) => colour) : [];
  const colours = [...typeGlyphs(type).map((glyph) => BY_TYPE[glyph]), ...effects].filter(Boolean);
  return colours.length > 0 ? colours.slice(0, 2) : ["white"];
}
