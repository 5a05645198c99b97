// Earlier positions of a table, shown from the log. Recorded only while the developer
// panel is on.

import { computed, signal } from "../vendor/preact.js";
import { debug } from "./settings.js";

const KEPT = 300;

/** @typedef {import("../types.js").Update} Update */

export class Past {
  constructor() {
    /** @type {Update[]} */
    this.positions = [];
    /** The event whose position is shown, or 0 for the current position. */
    this.glance = signal(0);
    /** The position after that event, or null for the current one. */
    this.seen = computed(() => {
      const n = this.glance.value;
      return n === 0 || debug.value !== "on" ? null : this.positions.find((update) => update.n >= n) ?? null;
    });
  }

  /** @param {Update} update */
  keep(update) {
    if (debug.peek() !== "on") return;
    if (this.positions.at(-1)?.n === update.n) this.positions.pop();
    this.positions.push(update);
    if (this.positions.length > KEPT) this.positions.shift();
  }
}
