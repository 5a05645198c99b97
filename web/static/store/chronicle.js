// The chronicle of a finished decision game: its stats by turn, and the choices that changed them most.

import * as api from "../api.js";
import { patiently } from "./course.js";

const PAGE = 500; // steps in a request
const DEEDS = 8; // choices in a chronicle

/**
 * @typedef {object} Chronicle
 * @property {number[]} turns
 * @property {Object<string, number[]>} values each stat's value at the end of each turn
 * @property {Deed[]} deeds in the order of the game
 *
 * @typedef {object} Deed a choice
 * @property {number} step
 * @property {number} turn
 * @property {string} text
 * @property {{name: string, by: number}[]} changes of the stats, the largest first
 */

/**
 * Loads the chronicle of a game, or null if the server lacks the replay.
 * @param {string} game
 * @param {number} seat
 * @param {string[]} names of the seat's stats
 * @param {AbortSignal} signal
 * @returns {Promise<Chronicle | null>}
 */
export async function chronicle(game, seat, names, signal) {
  const first = await patiently(() => api.replay(game, String(seat), 0, PAGE), signal);
  if (!first) return null;
  const steps = first.list;
  while (steps.length <= first.steps) steps.push(...(await api.replay(game, String(seat), steps.length, PAGE)).list);
  return chronicleOf(steps, names);
}

/**
 * @param {import("../types.js").Step[]} steps @param {string[]} names
 * @returns {Chronicle}
 */
export function chronicleOf(steps, names) {
  const read = (/** @type {import("../types.js").Step} */ { view }) => names.map((name) => Number(view.stats.find((stat) => stat.name === name)?.value));
  const last = new Map(steps.map((step) => [step.turn, step]));
  const turns = [...last.keys()];
  const deeds = steps.slice(1).flatMap((step, i) => {
    const [before, after] = [read(steps[i]), read(step)];
    const changes = names.map((name, at) => ({ name, by: after[at] - before[at] })).filter(({ by }) => by).sort((a, b) => Math.abs(b.by) - Math.abs(a.by));
    return step.chosen && step.chosen.id >= 0 && step.chosen.do !== "pass" && changes.length > 0 ? [{ step: step.n, turn: steps[i].turn, text: step.chosen.text, changes }] : [];
  });
  // A stat counts by the share of its whole range in the game, since some have larger numbers than others.
  const range = Object.fromEntries(names.map((name, at) => {
    const all = steps.map((step) => read(step)[at]);
    return [name, Math.max(...all) - Math.min(...all) || 1];
  }));
  const weight = (/** @type {Deed} */ { changes }) => changes.reduce((sum, { name, by }) => sum + Math.abs(by) / range[name], 0);
  const chosen = new Set(deeds.toSorted((a, b) => weight(b) - weight(a)).slice(0, DEEDS));
  return {
    turns, deeds: deeds.filter((deed) => chosen.has(deed)),
    values: Object.fromEntries(names.map((name, at) => [name, [...last.values()].map((step) => read(step)[at])])),
  };
}
