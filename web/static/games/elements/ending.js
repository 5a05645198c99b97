// The end of a game of Elements: its cause, what the best cards did, and each player's final figures.

import { leaving } from "../../store/words.js";
import { tintsOf } from "./card.js";
import { ELEMENTS } from "./words.js";

const BEST = 4; // cards that the result names

/** @typedef {import("../../types.js").Event} Event */

/**
 * @typedef {object} Hit damage, lost life, or a death
 * @property {Event} event @property {number} times
 * @property {Event} by the play, power, attack or block that caused it
 * @property {boolean} blocked whether it came from a blocked attack
 */

/**
 * The hits of a game, each with its cause. A line's depth tells the cause: effects of a play or power lie deeper than it, and only an attack's damage has depth 0.
 * A death belongs to the damage right before it.
 * @param {import("../../store/history.js").Line[]} lines @returns {Hit[]} in order
 */
function hitsOf(lines) {
  const hits = /** @type {Hit[]} */ ([]);
  const causes = /** @type {(Event | undefined)[]} */ ([]); // by depth
  let hurt = /** @type {Object<string, Event>} */ ({}); // the cause of the last damage to each token, since the last action
  let [attack, block] = /** @type {(Event | undefined)[]} */ ([]);
  for (const { what, event, times } of lines) {
    const { depth = 0, by: token = "" } = event;
    if (what === "attack" || what === "sunrise") [attack, block] = [what === "attack" ? event : undefined, undefined];
    if (what === "block") block = event;
    if (what === "play" || what === "use") causes[depth + 1] = event;
    if (what === "trigger") causes[depth] = event;
    if (["attack", "sunrise", "play", "use", "trigger"].includes(what)) hurt = {};
    const cause = depth > 0 ? causes[depth] : what === "die" ? undefined : block && token === attack?.by ? block : attack;
    const by = what === "die" ? hurt[token] ?? cause : cause;
    if (!by || !["damage", "lose_life", "die"].includes(what)) continue;
    hits.push({ event, times, by, blocked: by === attack && block !== undefined });
    if (what === "damage") hurt[token] = by;
  }
  return hits;
}

/** @param {import("../index.js").End} end */
export function cause({ view, lines, nameOf, resigned }) {
  const out = view.sides.filter(({ out }) => out);
  return out.map(({ seat, life }) => {
    const name = nameOf(seat);
    const end = lines.findLastIndex(({ what, event }) => ["resign", "run_out", "eliminate"].includes(what) && event.seat === seat);
    const told = lines.slice(0, end + 1);
    const has = (/** @type {string} */ what) => told.some(({ event }) => event.what === what && event.seat === seat);
    const sunrise = told.findLast(({ what }) => what === "sunrise")?.event;
    const turn = sunrise ? `on turn ${sunrise.amount}` : "before the first turn";
    if (has("resign")) return `${name} ${leaving(seat, resigned)} ${turn}.`;
    if (has("run_out")) return `${name} had to draw from an empty Future ${turn}.`;
    if (life > 0) return `${name} left the game ${turn}.`;
    const hit = hitsOf(told).findLast(({ event }) => event.what === "lose_life" && event.seat === seat);
    const blow = hit && ` ${hit.by.card}${hit.by.what === "attack" && !hit.blocked ? ", unblocked," : ""} dealt the last ${hit.event.amount}.`;
    return `${name} ran out of life ${turn}.${blow ?? ""}`;
  }).join(" ");
}

/**
 * What the cards of some seats did to other players and their Beings, the most first.
 * @param {import("../../store/history.js").Line[]} lines @param {number[]} seats @param {import("./card.js").Faces} faces
 * @returns {import("../../kit/ending.js").Merit[]}
 */
export function merits(lines, seats, faces) {
  const all = /** @type {Map<string, {damage: number, deaths: number}>} */ (new Map());
  for (const { event, times, by } of hitsOf(lines)) {
    if (by.seat === undefined || by.seat === event.seat || !seats.includes(by.seat) || !by.card) continue;
    const { damage, deaths } = all.get(by.card) ?? { damage: 0, deaths: 0 };
    const died = event.what === "die";
    all.set(by.card, { damage: damage + (died ? 0 : (event.amount ?? 0) * times), deaths: deaths + (died ? times : 0) });
  }
  return [...all].map(([name, { damage, deaths }]) => ({
    name, tints: tintsOf(faces.get(name)), glyph: faces.get(name)?.type ?? "", value: damage || deaths,
    note: [damage > 0 && "damage", deaths > 0 && (damage > 0 ? `${deaths} destroyed` : `Being${deaths > 1 ? "s" : ""} destroyed`)].filter(Boolean).join(", "),
  })).sort((a, b) => b.value - a.value).slice(0, BEST);
}

/** @param {any} view @param {string[]} names @returns {import("../../kit/ending.js").Score} */
export function score(view, names) {
  const row = (/** @type {string} */ name, /** @type {(side: any) => string | number} */ of) => [name, ...view.sides.map((side) => String(of(side)))];
  return { head: ["Result", ...names], rows: [
    row("Life", ({ life }) => life), row("Hand", ({ cards }) => cards.join(", ") || "empty"),
    row("Elements", ({ karma }) => ELEMENTS.filter((element) => karma[element] > 0).map((element) => `${karma[element]} ${element}`).join(", ") || "none"),
  ] };
}
