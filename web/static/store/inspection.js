// The decisions of a seat. While the game runs, the seat's owner sees new ones as they are made.

import * as api from "../api.js";
import { computed, signal } from "../vendor/preact.js";
import { Roster } from "./roster.js";
import { open, rememberedSeat } from "./session.js";

const PAGE = 100;
const FRESH = 1000; // milliseconds between requests while the game runs

/** @typedef {api.Decided} Decided */

export class Inspection {
  /** @param {string} game @param {number} seat */
  constructor(game, seat) {
    this.game = game;
    this.seat = seat;
    this.roster = new Roster(seat);
    this.list = signal(/** @type {Decided[]} */ ([]));
    this.over = signal(false);
    /** The process of a bot run by the server. */
    this.process = signal(/** @type {api.Process | null} */ (null));
    this.kind = signal("");
    this.problem = signal("");
    /** The index of the current decision. */
    this.at = signal(0);
    /** Whether to move to each new decision. */
    this.follow = signal(false);
    this.known = signal(false); // players and cards are loaded
    this.now = computed(() => this.list.value[this.at.value] ?? null);
    const own = rememberedSeat(game);
    this.key = own?.seat === seat ? own.key : undefined;
    this.next = 0; // the first step not loaded yet
    this.steps = 0; // steps of the game so far
    this.timer = 0;
    this.closed = false;
    this.begin();
  }

  async begin() {
    try {
      await open();
      const info = await api.game(this.game);
      await this.roster.learn(info.rules, info.seats);
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
        for (const { view } of fresh) this.roster.game.noteTokens?.(this.roster.tokens, [], view);
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
