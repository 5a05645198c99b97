// The server's sentences name seats by number. The page replaces the numbers with the players' names.

/**
 * Replaces seat numbers with names, and the player's own seat with "you".
 * @param {string} text
 * @param {number} me
 * @param {(seat: number) => string} nameOf
 */
export function personal(text, me, nameOf) {
  return capital(text
    .replace(/^seat (\d+) (\w+)/, (all, seat, verb) => (Number(seat) === me ? `You ${second(verb)}` : all))
    .replace(/\bthe (hand|Present|Past|Future) of seat (\d+)/, (all, zone, seat) => (Number(seat) === me ? `your ${zone}` : all))
    .replace(/(\p{Lu}[\p{L}'’-]*(?: (?:of|the|\d+|\p{Lu}[\p{L}'’-]*))*) t\d+ of seat (\d+)/gu, (_, name, seat) => `${Number(seat) === me ? "your" : `${nameOf(Number(seat))}’s`} ${name}`)
    .replace(/^aim .+? on (?=seat \d|t\d|\p{Lu})/u, "target ")
    .replace(/\b(of) seat (\d+)\b/g, (_, word, seat) => `${word} ${Number(seat) === me ? "your side" : nameOf(Number(seat))}`)
    .replace(/\bseat (\d+)\b/g, (_, seat) => (Number(seat) === me ? "you" : nameOf(Number(seat))))
    .replace(/\byou (wins|decides)\b/g, (_, verb) => `you ${second(verb)}`)
    .replace(/^target you$/, "target yourself"));
}

/** @param {string} text @returns {string} */
export const capital = (text) => text.replace(/^\w/, (letter) => letter.toUpperCase());

/** @param {number} n @param {string} noun */
export const plural = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;

/** @param {string[]} parts @returns {string} as in "Moat, Smithy and Village" */
export const listed = (parts) => new Intl.ListFormat("en-GB").format(parts);

/** @param {string} verb in the third person, as in "she draws" @returns {string} in the second, as in "you draw" */
function second(verb) {
  if (verb === "is") return "are";
  if (verb === "has") return "have";
  return verb.replace(/(sh|ch|ss)es$/, "$1").replace(/([^s])s$/, "$1");
}

const LEAVES = { clock: "ran out of time", exit: "left the game" };

/** What a seat did that is out by a resignation: the clock or other players can resign for it. @param {number} seat @param {{seat: number, by?: string}[]} resigned @returns {string} */
export const leaving = (seat, resigned) => LEAVES[resigned.find((left) => left.seat === seat)?.by ?? ""] ?? "resigned";
