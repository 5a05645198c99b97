// The course of a finished game, from its replay: length, winning chances by turn, and the step that turned it.

import * as api from "../api.js";

const TRIES = 5; // requests for data that the server writes shortly after the end
const AGAIN = 800; // milliseconds between them

/**
 * @typedef {import("../types.js").Step} Step
 * @typedef {{n: number, before: number, after: number}} Point a deed's step, and a seat's chance before the deed and before the next one
 *
 * @typedef {object} Course
 * @property {any} view the final position with every card
 * @property {import("../types.js").Step} last the last step
 * @property {number} ms the length of the game
 * @property {number[]} [turns] the turns, from 1
 * @property {number[]} [chances] a seat's winning chance after each of them, from 0 to 1
 * @property {Turn | null} [point]
 *
 * @typedef {object} Turn a deed that changed a seat's winning chance
 * @property {Step} step
 * @property {number} turn
 * @property {number} before @property {number} after the winning chances before it and before the next deed, from 0 to 1
 */

const PAGE = 500; // steps per request
const QUIET = ["pass", "done", "pay"]; // choices that tell a player nothing
const ROUTINE = ["answered", "choose", "create", "draw", "lend", "sunrise", "wake", "turn", "shuffle", "clean_up", "score", "end"]; // events of the same kind

/** What a step shows if its choice does not tell it: a death, else the first event of weight. @param {Step} step */
export const effectOf = ({ chosen, events }) => (chosen && !QUIET.includes(chosen.do) ? undefined : events.find(({ what }) => what === "die") ?? events.find(({ what }) => !ROUTINE.includes(what)));

/**
 * The deeds of a game that moved a chance, the largest move first. A deed is a step with a choice or an event of
 * weight. Its move includes the quiet steps after it in the same turn, so a pass is not a turning point.
 * @param {Step[]} steps all steps of the game
 * @param {{turn: number, step: number}[]} starts the first step of each turn
 * @param {number[]} values the chance after each step
 * @param {(change: number) => number} weigh the size of a change; the deed does not count if the size is 0 or negative
 * @returns {Point[]}
 */
export function turningDeeds(steps, starts, values, weigh) {
  const first = starts.find(({ turn }) => turn > 0)?.step ?? 0;
  const deeds = steps.filter((step) => step.n > first && ((step.chosen && !QUIET.includes(step.chosen.do)) || effectOf(step)));
  const points = deeds.map(({ n }, i) => {
    const stop = Math.min(deeds[i + 1]?.n ?? steps.length, starts.find(({ step }) => step >= n)?.step ?? steps.length);
    return { n, before: values[n - 1], after: values[Math.max(n, stop - 1)] };
  });
  const size = (/** @type {Point} */ { before, after }) => weigh(after - before);
  return points.filter((point) => steps[point.n].chosen?.do !== "resign" && size(point) > 0).sort((a, b) => size(b) - size(a)); // a resignation follows from the game and did not turn it
}

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
  const all = /** @type {Step[]} */ ([]);
  while (sign && all.length <= steps) {
    const { list } = await api.replay(game, "all", all.length, PAGE);
    if (list.length === 0) return; // the game was deleted meanwhile
    all.push(...list);
  }
  const [point] = turningDeeds(all, starts, values, (change) => sign * change);
  report({
    ...course, turns: turns.map(({ turn }) => turn), chances: turns.map((_, i) => values[turns[i + 1]?.step ?? steps]),
    point: point ? { ...point, step: all[point.n], turn: starts.findLast(({ step }) => step < point.n)?.turn ?? 0 } : null,
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
