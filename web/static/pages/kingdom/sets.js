// Kingdoms recommended by the game's rulebook.

/** @type {[name: string, cards: string][]} */
export const SETS = [
  ["Size distortion", "Artisan, Bandit, Bureaucrat, Chapel, Festival, Gardens, Sentry, Throne Room, Witch, Workshop"],
  ["Deck top", "Artisan, Bureaucrat, Council Room, Festival, Harbinger, Laboratory, Moneylender, Sentry, Vassal, Village"],
  ["Sleight of hand", "Cellar, Council Room, Festival, Gardens, Library, Harbinger, Militia, Poacher, Smithy, Throne Room"],
  ["Improvements", "Artisan, Cellar, Market, Merchant, Mine, Moat, Moneylender, Poacher, Remodel, Witch"],
  ["Silver and gold", "Bandit, Bureaucrat, Chapel, Harbinger, Laboratory, Merchant, Mine, Moneylender, Throne Room, Vassal"],
];

/** The default kingdom, which also fills partial ones. */
export const FIRST = ["Cellar", "Market", "Merchant", "Militia", "Mine", "Moat", "Remodel", "Smithy", "Village", "Workshop"];

export const SIZE = 10;

/** A selection filled to ten cards. @param {string[]} chosen @returns {string[]} */
export const filledUp = (chosen) => [...chosen, ...FIRST.filter((name) => !chosen.includes(name))].slice(0, Math.max(SIZE, chosen.length));
