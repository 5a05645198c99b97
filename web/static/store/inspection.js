// The decisions of a seat: what it was asked, saw and chose. While the game runs,
// new ones come as they are made, for whose seat it is.

import * as api from "../api.js";
import { computed, signal } from "../vendor/preact.js";
import { Cast } from "./cast.js";
import { open, rememberedSeat } from "./session.js";

const PAGE = 100;
const FRESH = 1000; // milliseconds between two looks at a game that runs

/** @typedef {api.Decided} Decided */

export class Inspection {
  /** @param {string} game @param {number} seat */
  constructor(game, seat) {
    this.game = game;
    this.seat = seat;
    this.cast = new Cast(seat);
    this.list = signal(/** @type {Decided[]} */ ([]));
    this.over = signal(false);
    /** Of a bot that the server runs from a command. */
    this.process = signal(/** @type {api.Process | null} */ (null));
    this.kind = signal("");
    this.problem = signal("");
    /** The place of the decision that is looked at, on the list. */
    this.at = signal(0);
    /** Whether the newest one is looked at as they come. */
    this.follow = signal(false);
    this.known = signal(false); // who sits here
    this.now = computed(() => this.list.value[this.at.value] ?? null);
    const own = rememberedSeat(game);
    this.key = own?.seat === seat ? own.key : undefined;
    this.next = 0; // the step from which on nothing is known yet
    this.steps = 0; // of the game, so far
    this.timer = 0;
    this.closed = false;
    this.begin();
  }

  async begin() {
    try {
      await open();
      const info = await api.game(this.game);
      await this.cast.learn(info.rules, info.seats);
      this.follow.value = info.status !== "over";
      this.known.value = true;
    } catch (error) {
      this.problem.value = error.message;
      return;
    }
    this.look();
  }

  async look() {
    try {
      for (let more = true; more && !this.closed;) {
        const { list, over, steps, process, kind } = await api.decisions(this.game, this.seat, { from: Math.min(this.next, this.steps), count: PAGE, key: this.key });
        const fresh = list.filter(({ n }) => n >= this.next);
        this.next = (list.at(-1)?.n ?? this.next - 1) + 1;
        this.steps = steps;
        if (fresh.length > 0) this.list.value = [...this.list.peek(), ...fresh];
        this.over.value = over;
        this.process.value = process ?? null;
        this.kind.value = kind;
        if (this.follow.peek()) this.at.value = Math.max(0, this.list.peek().length - 1);
        more = list.length === PAGE && this.next <= steps;
      }
      this.problem.value = "";
    } catch (error) {
      this.problem.value = error.message;
      if (error.code !== "unreachable") return;
    }
    if (!this.over.peek() && !this.closed) this.timer = setTimeout(() => this.look(), FRESH);
  }

  /** @param {number} i */
  go(i) {
    const last = this.list.peek().length - 1;
    this.at.value = Math.min(Math.max(0, i), Math.max(0, last));
    this.follow.value = !this.over.peek() && i >= last;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
  }
}
