// The names of players.

/** The titles of the bots that are levels of a ruleset, as in "Easy bot". @param {import("../types.js").Level[]} levels @param {string} rules @returns {Map<string, string>} by bot name */
export const titlesOf = (levels, rules) => new Map(levels.filter((level) => level.rules === rules).map((level) => [level.bot, `${level.title} bot`]));

/**
 * The name of a seat. Equal names are numbered.
 * @param {import("../types.js").Seat[]} seats @param {Map<string, string>} titles
 * @param {number} seat @param {number} [me] a seat that does not count as a namesake
 */
export function nameAmong(seats, titles, seat, me = -1) {
  const { name: given, kind } = seats[seat] ?? {};
  const name = (kind === "bot" && titles.get(given ?? "")) || given;
  if (!name) return `Seat ${seat + 1}`;
  const namesakes = seats.filter((other) => other.name === given && other.seat !== me);
  return namesakes.length > 1 ? `${name} ${namesakes.findIndex((other) => other.seat === seat) + 1}` : name;
}
