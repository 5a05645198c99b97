// A paced queue of what happens at the table. Each update waits until its steps have been on
// the screen, so that a player can follow a fast opponent. While a clock runs, no update
// waits: the page applies it at once and its steps follow, at most two seconds late.

import { computed, signal } from "../vendor/preact.js";
import { moves, pace } from "./settings.js";

/**
 * @typedef {object} Beat one step on the screen
 * @property {string} text
 * @property {number} [share] of the usual time, 1 by default
 * @property {import("../kit/pick.js").Face} [card] shown large
 * @property {{from: string, to: string}} [lunge] a token that moves toward its target, both as references
 * @property {{ref: string, text: string, kind: string}[]} [floats] numbers that rise from items, by reference
 *
 * @typedef {{beats: Beat[], apply?: () => void}} Item
 */

/** The milliseconds of a step, by setting. @type {Object<string, number>} */
export const SPEEDS = { slow: 900, normal: 600, fast: 350, off: 0 };
const BEHIND = 2000; // the most milliseconds behind a running clock

export class Pace {
  constructor() {
    /** @type {Item[]} */
    this.queue = [];
    /** The step on the screen, or null. */
    this.now = signal(/** @type {Beat | null} */ (null));
    this.waiting = signal(0); // updates that are not applied yet
    /** Whether an update waits for its steps. */
    this.busy = computed(() => this.waiting.value > 0);
    this.timer = 0;
    this.running = false;
    this.rate = 1; // how many times as fast as the setting
  }

  /** The milliseconds of a step, or 0 if nothing is paced. */
  step() {
    return moves() && !document.hidden ? (SPEEDS[pace.peek()] ?? 0) / this.rate : 0;
  }

  /**
   * Queues an update.
   * @param {Beat[]} beats its steps @param {() => void} apply applies the update
   * @param {boolean} clocked whether a clock runs, so that the update is applied at once
   */
  push(beats, apply, clocked) {
    if (this.step() === 0) this.skip();
    if (this.step() === 0 || (beats.length === 0 && !this.running)) return apply();
    if (clocked) {
      this.flush();
      apply();
      this.queue.push({ beats });
      this.limit();
    } else {
      this.queue.push({ beats, apply });
      this.waiting.value++;
    }
    if (!this.running) this.next();
  }

  /** Shows the next step, or applies the first update if it has no steps left. */
  next() {
    clearTimeout(this.timer);
    this.running = true;
    const [item] = this.queue;
    const beat = item?.beats.shift();
    if (beat) {
      this.now.value = beat;
      this.timer = setTimeout(() => this.next(), this.step() * (beat.share ?? 1));
      return;
    }
    this.queue.shift();
    if (item?.apply) this.applyQueued(item.apply);
    if (this.queue.length > 0) return this.next();
    this.now.value = null;
    this.running = false;
  }

  /** @param {() => void} apply */
  applyQueued(apply) {
    this.waiting.value--;
    apply();
  }

  /** Applies all updates at once; their steps stay in the queue. */
  flush() {
    for (const item of this.queue) {
      if (item.apply) this.applyQueued(item.apply);
      item.apply = undefined;
    }
  }

  /** Drops the oldest steps until the others take at most BEHIND milliseconds. */
  limit() {
    const left = () => this.queue.flatMap(({ beats }) => beats).reduce((sum, { share = 1 }) => sum + share * this.step(), 0);
    while (left() > BEHIND) (this.queue.find(({ beats }) => beats.length > 0)?.beats ?? []).shift();
  }

  /** Applies all updates at once, without their steps. */
  skip() {
    clearTimeout(this.timer);
    const items = this.queue;
    this.queue = [];
    for (const { apply } of items) if (apply) this.applyQueued(apply);
    this.now.value = null;
    this.running = false;
  }
}
