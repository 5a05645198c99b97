// The end of a game of Elements: its cause, and each player's final figures.

import { ELEMENTS } from "./words.js";

const RECENT = 30; // log lines that may hold the cause

/** @param {import("../../store/table.js").Table} table */
export function cause(table) {
  const lines = table.lines.value.slice(-RECENT);
  const turn = table.update.value?.turn ?? 0;
  const out = table.update.value?.view.sides.filter(({ out }) => out) ?? [];
  return out.map(({ seat, life }) => {
    const name = table.nameOf(seat);
    const has = (/** @type {string} */ what) => lines.some(({ event }) => event.what === what && event.seat === seat);
    if (has("resign")) return `${name} resigned on turn ${turn}.`;
    if (has("run_out")) return `${name} had to draw from an empty Future on turn ${turn}.`;
    return life <= 0 ? `${name} ran out of life on turn ${turn}.` : `${name} left the game on turn ${turn}.`;
  }).join(" ");
}

/** @param {any} view @param {string[]} names @returns {import("../../kit/ending.js").Score} */
export function score(view, names) {
  const row = (/** @type {string} */ name, /** @type {(side: any) => string | number} */ of) => [name, ...view.sides.map((side) => String(of(side)))];
  return { head: ["Result", ...names], rows: [
    row("Life", ({ life }) => life), row("Hand", ({ cards }) => cards.join(", ") || "empty"),
    row("Elements", ({ karma }) => ELEMENTS.filter((element) => karma[element] > 0).map((element) => `${karma[element]} ${element}`).join(", ") || "none"),
  ] };
}
