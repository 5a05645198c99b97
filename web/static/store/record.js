// What a bot has done, out of its games: results, faults, and how long it takes.

import * as api from "../api.js";

const TIMED = 8; // games whose decisions are looked at, the newest ones
const PAGE = 500;
const MOST = 2000; // decisions of one game

/** @typedef {import("../types.js").GameInfo} GameInfo */
/** @typedef {{info: GameInfo, seat: number, result: "won" | "lost" | "drawn" | "running" | "set aside"}} Part a seat of a game */

/** How a game went for a seat: who plays alone and has not won has lost. @param {GameInfo} info @param {number} seat @returns {Part["result"]} */
export function resultOf(info, seat) {
  if (info.fault) return "set aside";
  if (info.status !== "over") return "running";
  if (!info.won || info.won.length === 0) return info.seats.length > 1 ? "drawn" : "lost";
  return info.won.includes(seat) ? "won" : "lost";
}

/** The seats of a bot of the server. @param {string} name @returns {Promise<Part[]>} */
export async function partsOf(name) {
  const { games } = await api.gamesWith(name);
  return games.flatMap((info) => info.seats.filter((seat) => seat.kind === "bot" && seat.name === name).map(({ seat }) => ({ info, seat, result: resultOf(info, seat) })));
}

/** The seats of a bot of the player's own. @param {string} id @returns {Promise<Part[]>} */
export async function ownPartsOf(id) {
  const { games } = await api.gamesOfBot(id);
  return games.flatMap((info) => info.mine.map((seat) => ({ info, seat, result: resultOf(info, seat) })));
}

/**
 * @typedef {object} Times
 * @property {number} games that were looked at
 * @property {number[]} ms how long each decision took, the shortest first
 * @property {number} refused answers that were not accepted
 * @property {number} late decisions that the clock took
 * @property {number} failed games that were lost by a fault of the bot's process
 */

/**
 * How long a bot took in its newest games, and what went wrong in them.
 * @param {Part[]} parts @param {AbortSignal} signal ends it
 * @returns {AsyncGenerator<Times>} better and better
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
      continue; // not to be seen by everybody: private, or not over
    }
    times.ms.sort((a, b) => a - b);
    yield { ...times, ms: times.ms.slice() };
  }
}

/** @param {number[]} sorted @param {number} part from 0 to 1 @returns {number} that part of them is no longer */
export const quantile = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(part * sorted.length) - 1))] ?? 0;

/**
 * Between what the share of an event lies with 95% (Wilson, 1927), as shares.
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
