// The trend of each stat of a decision game, from the turns this browser has seen.

import { keep, recallJSON } from "../../store/storage.js";
import { html, useEffect, useRef } from "../../vendor/preact.js";

const TURNS = 100; // remembered and drawn
const GAMES = 4; // remembered
const KEY = "gamed.trends";

/** @typedef {Object<string, Object<string, number>>} Trend values by turn and stat name */

/** The remembered trends, newest game last. @returns {[game: string, trend: Trend][]} */
const remembered = () => {
  const list = recallJSON(KEY);
  return Array.isArray(list) ? list : [];
};

/** Records the current stats and returns the trend so far. @param {import("../index.js").Scene} scene @returns {Trend} */
export function useTrend({ view, table }) {
  const game = table.joined?.value?.game ?? "";
  const trend = useRef(/** @type {Trend | null} */ (null));
  trend.current ??= remembered().find(([id]) => id === game && game !== "")?.[1] ?? {};
  const now = {};
  for (const { name, value } of view.stats) if (numeric(value)) now[name] = Number(value);
  trend.current[view.turn] = now;
  useEffect(() => {
    if (game === "") return;
    const recent = Object.fromEntries(Object.entries(trend.current ?? {}).slice(-TURNS));
    keep(KEY, JSON.stringify([...remembered().filter(([id]) => id !== game), [game, recent]].slice(-GAMES)));
  }, [view]);
  return trend.current;
}

/** Reports whether a stat's value is a number rather than a word. @param {string} value */
export const numeric = (value) => /^-?\d+(\.\d+)?$/.test(value);

const [WIDTH, HEIGHT] = [64, 18];

/** A sparkline of a stat, with its values as text. @param {{trend: Trend, name: string, turn: number}} props */
export function Spark({ trend, name, turn }) {
  const turns = Object.keys(trend).map(Number).filter((t) => t <= turn && trend[t][name] !== undefined).sort((a, b) => a - b).slice(-TURNS);
  if (turns.length < 2) return null;
  const values = turns.map((t) => trend[t][name]);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (i) => 2 + (i / (values.length - 1)) * (WIDTH - 6);
  const y = (v) => (high === low ? HEIGHT / 2 : HEIGHT - 3 - ((v - low) / (high - low)) * (HEIGHT - 6));
  const points = values.map((v, i) => `${x(i).toFixed(1)} ${y(v).toFixed(1)}`);
  return html`<svg class="spark" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true"><path d=${`M${points.join("L")}`} /><circle cx=${x(values.length - 1)} cy=${y(values[values.length - 1])} r="2" /></svg>
    <span class="visually-hidden">since turn ${turns[0]}: ${values.join(", ")}</span>`;
}
