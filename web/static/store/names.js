// What those who sit at a table are called.

/** What bots are called by how strong they are. @param {import("../types.js").Level[]} levels @param {string} rules @returns {Map<string, string>} by the name of the bot */
export const titlesOf = (levels, rules) => new Map(levels.filter((level) => level.rules === rules).map((level) => [level.bot, `${level.title} bot`]));

/**
 * The name of a seat; those who have the same one are counted.
 * @param {import("../types.js").Seat[]} seats @param {Map<string, string>} titles
 * @param {number} seat @param {number} [me] a seat that goes by another name
 */
export function nameAmong(seats, titles, seat, me = -1) {
  const { name: given, kind } = seats[seat] ?? {};
  const name = (kind === "bot" && titles.get(given ?? "")) || given;
  if (!name) return `Seat ${seat + 1}`;
  const namesakes = seats.filter((other) => other.name === given && other.seat !== me);
  return namesakes.length > 1 ? `${name} ${namesakes.findIndex((other) => other.seat === seat) + 1}` : name;
}
