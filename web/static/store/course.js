// The course of a finished game, from its replay: length, winning chances by turn, and the step that turned it.

import * as api from "../api.js";

const TRIES = 5; // requests for data that the server writes shortly after the end
const AGAIN = 800; // milliseconds between them

/**
 * @typedef {object} Course
 * @property {any} view the final position with every card
 * @property {import("../types.js").Step} last the last step
 * @property {number} ms the length of the game
 * @property {number[]} [turns] the turns, from 1
 * @property {number[]} [chances] a seat's winning chance after each of them, from 0 to 1
 * @property {Turn | null} [point]
 *
 * @typedef {object} Turn a step that changed a seat's winning chance
 * @property {import("../types.js").Step} step
 * @property {any} view the position before it
 * @property {number} turn
 * @property {number} before @property {number} after the winning chances, from 0 to 1
 */

/**
 * The steps that moved a chance, the largest move first.
 * @param {number[]} values the chance after each step
 * @param {(change: number) => number} weigh the size of a change; the step does not count if the size is 0 or negative
 * @param {number} first @param {number} last only changes after step first, up to step last, count
 */
export function turningSteps(values, weigh, first, last) {
  const moves = values.map((value, n) => ({ n, size: n > first && n <= last ? weigh(value - values[n - 1]) : 0 }));
  return moves.filter(({ size }) => size > 0).sort((a, b) => b.size - a.size).map(({ n }) => n);
}

/** What a step shows if its choice does not tell it: the first event after a pass or a hidden choice. @param {import("../types.js").Step} step */
export const effectOf = ({ chosen, events }) => (chosen && chosen.do !== "pass" ? undefined : events.find(({ what }) => what !== "answered"));

/**
 * Loads the course of a game and reports it: at once without winning chances, and again with them when the
 * server has computed all. It reports nothing if the server lacks the replay.
 * @param {string} game
 * @param {number} seat whose chances to follow
 * @param {number} sign 1 if that seat won, -1 if another one did, 0 for a draw, which no step turned
 * @param {(course: Course) => void} report
 * @param {AbortSignal} signal
 */
export async function follow(game, seat, sign, report, signal) {
  const replay = await patiently(() => api.replay(game, "all", 0, 1), signal);
  if (!replay) return;
  const { steps, turns: starts, list: [deal] } = replay;
  const { list: [last] } = await api.replay(game, "all", steps, 1);
  const course = { view: last.view, last, ms: last.at_ms - deal.at_ms };
  report(course);
  const values = /** @type {number[]} */ ([]);
  for await (const { chances } of api.chances(game, "all", signal)) values.push(chances[seat]);
  if (values.length <= steps) return;
  const turns = starts.filter(({ turn }) => turn > 0);
  const resigned = (last.chosen?.id ?? 0) < 0; // the resignation follows from the game and did not turn it
  const [n = 0] = turningSteps(values, (change) => sign * change, turns[0]?.step ?? 0, resigned ? steps - 1 : steps);
  const [before, step] = n > 0 ? (await api.replay(game, "all", n - 1, 2)).list : [];
  report({
    ...course, turns: turns.map(({ turn }) => turn), chances: turns.map((_, i) => values[turns[i + 1]?.step ?? steps]),
    point: step ? { step, view: before.view, turn: starts.findLast(({ step }) => step < n)?.turn ?? 0, before: values[n - 1], after: values[n] } : null,
  });
}

/** Repeats a request that fails. @template T @param {() => Promise<T>} request @param {AbortSignal} signal @returns {Promise<T | null>} null if each failed */
export async function patiently(request, signal) {
  for (let tries = 0; tries < TRIES && !signal.aborted; tries++) {
    try {
      return await request();
    } catch {
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  }
  return null;
}
