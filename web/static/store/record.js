// A bot's record, computed from its games: results, faults and decision times.

import * as api from "../api.js";

const TIMED = 8; // newest games to evaluate
const PAGE = 500;
const MOST = 2000; // decisions per game

/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {{info: GameInfo, seat: number, result: "won" | "lost" | "drawn" | "running" | "aborted"}} Part a seat of a game */

/** The result of a game for a seat. A finished solo game is won or lost. @param {GameInfo} info @param {number} seat @returns {Part["result"]} */
export function resultOf(info, seat) {
  if (info.fault) return "aborted";
  if (info.status !== "over") return "running";
  if (!info.won || info.won.length === 0) return info.seats.length > 1 ? "drawn" : "lost";
  return info.won.includes(seat) ? "won" : "lost";
}

/** The games of a server bot, by seat. @param {string} name @returns {Promise<Part[]>} */
export async function partsOf(name) {
  const { games } = await api.gamesWith(name);
  return games.flatMap((info) => info.seats.filter((seat) => seat.kind === "bot" && seat.name === name).map(({ seat }) => ({ info, seat, result: resultOf(info, seat) })));
}

/** The games of the player's own bot, by seat. @param {string} id @returns {Promise<Part[]>} */
export async function ownPartsOf(id) {
  const { games } = await api.gamesOfBot(id);
  return games.flatMap((info) => info.mine.map((seat) => ({ info, seat, result: resultOf(info, seat) })));
}

/**
 * @typedef {object} Times
 * @property {number} games evaluated
 * @property {number[]} ms decision times, sorted
 * @property {number} refused answers refused by the server
 * @property {number} late timeouts
 * @property {number} failed games lost by a fault of the bot's process
 */

/**
 * The decision times and faults of a bot in its newest games.
 * @param {Part[]} parts @param {AbortSignal} signal stops the evaluation
 * @returns {AsyncGenerator<Times>} a better estimate after each game
 */
export async function* timesOf(parts, signal) {
  const times = /** @type {Times} */ ({ games: 0, ms: [], refused: 0, late: 0, failed: 0 });
  for (const { info, seat } of parts) {
    if (times.games === TIMED || signal.aborted) break;
    try {
      for (let from = 0, n = 0; n < MOST && !signal.aborted;) {
        const { list, steps, process } = await api.decisions(info.id, seat, { from, count: PAGE, views: "no" });
        for (const { by, ms, refused } of list) {
          if (by === "clock") times.late++;
          else if (!by) times.ms.push(ms);
          times.refused += refused?.length ?? 0;
        }
        if (n === 0) times.failed += process?.faults.length ?? 0;
        n += list.length;
        from = (list.at(-1)?.n ?? steps) + 1;
        if (list.length < PAGE || from > steps) break;
      }
      times.games++;
    } catch (error) {
      if (error.code === "unreachable") throw error;
      continue; // private or still running
    }
    times.ms.sort((a, b) => a - b);
    yield { ...times, ms: times.ms.slice() };
  }
}

/** @param {number[]} sorted @param {number} part from 0 to 1 @returns {number} the quantile */
export const quantile = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(part * sorted.length) - 1))] ?? 0;

/**
 * The Wilson score interval of a proportion at 95%.
 * @param {number} count @param {number} of
 * @returns {[number, number]}
 */
export function wilson(count, of) {
  const z = 1.96;
  const p = count / of;
  const middle = (p + (z * z) / (2 * of)) / (1 + (z * z) / of);
  const half = (z * Math.sqrt((p * (1 - p)) / of + (z * z) / (4 * of * of))) / (1 + (z * z) / of);
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/** @param {number} ms */
export const readable = (ms) => (ms < 1000 ? `${Math.round(ms)} ms` : ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`);
