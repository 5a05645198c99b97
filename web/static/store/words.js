// The server's sentences count seats; the page's have names in them.

/**
 * A sentence of the server with the seats' names in it.
 * @param {string} text
 * @param {number} me
 * @param {(seat: number) => string} nameOf
 */
export function personal(text, me, nameOf) {
  return capital(text
    .replace(/^seat (\d+) (\w+)/, (all, seat, verb) => (Number(seat) === me ? `You ${second(verb)}` : all))
    .replace(/\bthe (hand|Present|Past|Future) of seat (\d+)/, (all, zone, seat) => (Number(seat) === me ? `your ${zone}` : all))
    .replace(/\b(of) seat (\d+)\b/g, (_, word, seat) => `${word} ${Number(seat) === me ? "your side" : nameOf(Number(seat))}`)
    .replace(/\bseat (\d+)\b/g, (_, seat) => (Number(seat) === me ? "you" : nameOf(Number(seat))))
    .replace(/\byou (wins|decides)\b/g, (_, verb) => `you ${second(verb)}`));
}

/** @param {string} text @returns {string} */
export const capital = (text) => text.replace(/^\w/, (letter) => letter.toUpperCase());

/** @param {string} verb as in "she draws" @returns {string} as in "you draw" */
function second(verb) {
  if (verb === "is") return "are";
  if (verb === "has") return "have";
  return verb.replace(/(sh|ch|ss)es$/, "$1").replace(/([^s])s$/, "$1");
}
