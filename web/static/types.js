// The shapes of what the server sends, for editors and type checkers. The
// authority is docs/protocol.md and the schema at /api/schema.

/**
 * @typedef {object} Option
 * @property {number} id its place on the list; 0 is the default
 * @property {string} do
 * @property {string} text
 * @property {string} [card]
 * @property {string} [by] reference of the object that acts
 * @property {string} [on] reference of what it is aimed at
 *
 * @typedef {object} Decision
 * @property {number} id
 * @property {Option[]} options
 * @property {number} [ends_ms] until the clock takes the default
 *
 * @typedef {object} Happened
 * @property {number} n
 * @property {string} what
 * @property {string} text
 * @property {number} [seat]
 *
 * @typedef {object} Update
 * @property {"update"} type
 * @property {number} n
 * @property {number} turn
 * @property {number[]} awaiting
 * @property {any} view what the seat may know, in the ruleset's own words
 * @property {Happened[]} events
 * @property {Decision} [decision]
 *
 * @typedef {object} SeatInfo
 * @property {number} seat
 * @property {"open" | "person" | "bot"} kind
 * @property {string} [name]
 * @property {boolean} here
 *
 * @typedef {object} Ranked a game in a ranking
 * @property {string} id
 * @property {string} [name] of the player
 * @property {number} turn
 * @property {number} value
 * @property {"live" | "over"} status
 *
 * @typedef {object} GameInfo
 * @property {string} id
 * @property {string} rules
 * @property {"open" | "live" | "over"} status
 * @property {number} [turn]
 * @property {SeatInfo[]} seats
 *
 * @typedef {object} Bot
 * @property {string} name
 * @property {string} about
 * @property {string} [rules] the only game that it plays
 *
 * @typedef {object} Rules
 * @property {string} name
 * @property {string} about
 * @property {number} min_seats
 * @property {number} max_seats
 * @property {{name: string, type: string, cost: string, stats?: string, text?: string, group?: string}[]} [cards]
 * @property {{name: string, about: string, cards: Object<string, number>}[]} [decks]
 * @property {string[]} [stats] what its games can be ranked by
 */

export {};
