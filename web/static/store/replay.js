// The replay of a finished game from a viewpoint: its loaded steps and the current one.

import * as api from "../api.js";
import { computed, signal } from "../vendor/preact.js";
import { History } from "./history.js";
import { Pace } from "./pace.js";
import { Roster } from "./roster.js";
import { capital } from "./words.js";

const CHUNK = 100; // steps per request
const VIEWS = 2500; // positions kept in memory; others are fetched again

/** @typedef {import("../types.js").Step} Step */

/** The speeds of playback, as multiples of the usual speed. */
export const SPEEDS = [1, 2, 4];

const MOST_EVENTS = 10_000; // more than any step has

const RECENT = 40; // earlier steps whose events the table shows as pictures

const REST = 700; // milliseconds after a step without motion
const SHORT = 200; // milliseconds after a step with motion

export class Replay {
  /** @param {string} game @param {string} viewpoint "all", "watcher", or the number of a seat @param {number} step */
  constructor(game, viewpoint, step) {
    this.game = game;
    this.viewpoint = viewpoint;
    this.me = /^\d+$/.test(viewpoint) ? Number(viewpoint) : -1;
    /** @type {import("../vendor/preact.js").Signal<import("../types.js").ReplayPage | null>} the facts of the game; the steps in its `list` are not used */
    this.facts = signal(null);
    this.problem = signal("");
    /** The current step. */
    this.step = signal(step);
    /** A step to preview, or null. */
    this.glance = signal(/** @type {number | null} */ (null));
    this.playing = signal(false);
    this.speed = signal(1);
    /** @type {Step[]} by number, with holes */
    this.steps = [];
    this.loaded = signal(0); // counts loaded chunks
    /** @type {Map<number, Promise<void>>} requests in flight, by chunk */
    this.loading = new Map();
    this.timer = 0;
    /** The steps on the screen during playback, as at a table. */
    this.pace = new Pace();
    this.shown = computed(() => this.glance.value ?? this.step.value);
    /** @type {Step | null} */
    this.latest = null;
    /** The step to draw: the current one, or the last one drawn until the current one is loaded. */
    this.now = computed(() => {
      this.loaded.value;
      const step = this.steps[this.shown.value];
      if (this.complete(step)) this.latest = step;
      else this.fetch(this.shown.value);
      return this.latest ?? null;
    });
    /** The position after the deal, once it is loaded. */
    this.deal = computed(() => (this.loaded.value, this.steps[0]?.view));
    this.roster = new Roster(this.me);
    /** The log, up to the first step that is not loaded. An event has the number of its step plus a fraction. */
    this.history = new History(Infinity, this.roster.tokens);
    this.logged = 0; // steps in the log
    this.quiet = /** @type {Step[]} */ ([]); // the last steps in the log, if they have no events
    this.closed = false;
    this.begin();
  }

  async begin() {
    await this.fetch(this.step.peek());
    if (!this.facts.peek() && this.step.peek() > 0) await this.fetch(0); // the link may point beyond the end
    const facts = this.facts.peek();
    if (!facts) return;
    this.go(this.step.peek());
    for (let n = 0; n <= facts.steps && !this.closed; n += CHUNK) await this.fetch(n, true);
  }

  /**
   * Loads the chunk around a step.
   * @param {number} n
   * @param {boolean} [eventsOnly] do not reload a step whose position was dropped
   * @returns {Promise<void>}
   */
  fetch(n, eventsOnly = false) {
    const from = Math.max(0, Math.floor(n / CHUNK) * CHUNK);
    const there = this.steps[Math.max(n, 0)];
    if (this.closed || n > (this.facts.peek()?.steps ?? Infinity) || (there && (eventsOnly || this.complete(there)))) return Promise.resolve();
    const request = this.loading.get(from) ?? this.take(from).finally(() => this.loading.delete(from));
    this.loading.set(from, request);
    return request;
  }

  /** @param {number} from */
  async take(from) {
    let page;
    try {
      page = await api.replay(this.game, this.viewpoint, from, CHUNK);
      if (page.list.length === 0) { // beyond the end
        if (from > 0 && !this.facts.peek()) page = await api.replay(this.game, this.viewpoint, Math.max(0, page.steps - CHUNK + 1), CHUNK);
        else return;
      }
      if (!this.facts.peek()) await this.roster.learn(page.rules, page.seats);
    } catch (error) {
      this.problem.value = error.code === "not_over" ? "The game is still running. Its replay opens at the end." : capital(error.message);
      return;
    }
    for (const step of page.list) {
      this.steps[step.n] = step;
      this.roster.game.noteTokens?.(this.roster.tokens, step.events, step.view);
    }
    this.forget(from);
    this.problem.value = "";
    this.facts.value ??= page;
    this.log();
    this.loaded.value++;
  }

  /** Adds loaded steps to the log. Passes in a row are one line. */
  log() {
    const { game, seats } = this.roster;
    for (let step; (step = this.steps[this.logged]); this.logged++) {
      if (step.n === 0) continue;
      if (!shows(step)) {
        if (game.role?.(/** @type {any} */ ({ what: step.chosen?.do })) !== "silent") this.quiet.push(step);
        continue;
      }
      const silent = this.quiet.filter(({ seat, chosen }) => !step.events.some((event) => event.what === chosen?.do && event.seat === seat)); // such as a mulligan, whose event comes when all have answered
      this.note(step, [...quietly(silent, seats.length), ...step.events]);
      this.quiet = [];
    }
  }

  /** @param {Step} step @param {any[]} events */
  note({ n, view }, events) {
    const numbered = events.map((event, i) => ({ ...event, n: (event.quiet ?? n) + i / MOST_EVENTS }));
    this.history.note(numbered, this.roster.game, view ?? { sides: [], stack: [] });
  }

  /** Drops positions far from the current step. @param {number} near */
  forget(near) {
    const there = this.steps.filter((step) => step?.view);
    if (there.length <= VIEWS) return;
    for (const step of there) if (Math.abs(step.n - near) > VIEWS / 2 && Math.abs(step.n - this.shown.peek()) > VIEWS / 4) step.view = undefined;
  }

  /** Reports whether the page has all that it shows of a step. Games of older rules have no positions. @param {Step} [step] */
  complete(step) {
    return step !== undefined && Boolean(step.view || this.facts.value?.source);
  }

  get last() {
    return this.facts.value?.steps ?? 0;
  }

  /** Moves to a step, or to the nearest existing one. @param {number} n */
  go(n) {
    this.glance.value = null;
    this.step.value = Math.min(Math.max(0, Math.round(n) || 0), this.facts.peek()?.steps ?? n);
  }

  /** Moves to the start of a turn. @param {number} way -1 for the previous turn, 1 for the next */
  turn(way) {
    const at = this.step.peek();
    const starts = (this.facts.peek()?.turns ?? []).map(({ step }) => step);
    this.go(way < 0 ? starts.findLast((step) => step < at) ?? 0 : starts.find((step) => step > at) ?? this.last);
  }

  /** The turn in which the choice of a step was made. @param {Step} step */
  turnOf({ n, turn }) {
    return this.steps[n - 1]?.turn ?? turn;
  }

  /** The events of a step and of the steps before it, as lines of a log. @param {number} n @returns {any[]} */
  recent(n) {
    return this.steps.slice(Math.max(0, n - RECENT), n + 1).flatMap((step) => step?.events ?? []).map((event) => ({ ...event, event }));
  }

  /** The address of a step from this viewpoint. @param {number} n */
  address(n) {
    return `#/replay/${this.game}/${n}${this.viewpoint === "all" ? "" : `/${this.viewpoint}`}`;
  }

  /** The turn after a step. @param {number} n */
  turnAt(n) {
    return this.facts.value?.turns.findLast(({ step }) => step <= n)?.turn ?? 0;
  }

  /** The next step that shows something: a pass without an event is part of the step after it. @param {number} at */
  following(at) {
    let n = at + 1;
    while (n < this.last && this.steps[n] && !shows(this.steps[n]) && !this.facts.value?.source) n++;
    return n;
  }

  /** Moves to the last step before the current one that shows something. */
  back() {
    let n = this.step.peek() - 1;
    while (n > 0 && this.steps[n] && !shows(this.steps[n]) && !this.facts.value?.source) n--;
    this.go(n);
  }

  /** Moves to the next step after the table has shown what happens in it. @param {(paced: boolean) => void} [then] */
  forward(then) {
    const to = this.following(this.step.peek());
    const beats = (this.complete(this.steps[to]) && this.roster.game.beats?.(this.steps[to].events, -1)) || [];
    this.pace.push(beats, () => {
      this.go(to);
      then?.(beats.length > 0 && this.pace.step() > 0);
    }, false);
  }

  play() {
    if (this.step.peek() >= this.last) this.go(0);
    this.playing.value = true;
    const next = () => {
      if (!this.playing.peek()) return;
      const to = this.following(this.step.peek());
      this.pace.rate = this.speed.peek();
      if (this.complete(this.steps[to])) this.forward((paced) => {
        if (to >= this.last) this.playing.value = false;
        else wait(paced ? SHORT : REST);
      });
      else {
        this.fetch(to);
        wait(REST);
      }
    };
    const wait = (/** @type {number} */ ms) => { this.timer = setTimeout(next, ms / this.speed.peek()); };
    clearTimeout(this.timer);
    wait(SHORT);
  }

  /** Stops playback. A step on the screen ends at once. */
  pause() {
    clearTimeout(this.timer);
    this.playing.value = false;
    this.pace.skip();
    this.pace.rate = 1;
  }

  close() {
    this.closed = true;
    this.pause();
  }

  /** The result as text. */
  result() {
    const { won = [], reason, fault } = this.facts.value ?? {};
    if (reason === "fault") return `aborted by a fault in its rules${fault ? `: ${fault}` : ""}`;
    if (reason === "abandoned") return "abandoned";
    if (reason === "rules") return "ended: the rules changed";
    if (this.facts.value?.seats.length === 1) return won.length > 0 ? "won" : "lost";
    if (won.length === 0) return "draw";
    return `${won.map((seat) => this.roster.called(seat)).join(" and ")} won`;
  }
}

/**
 * Steps without events as events of the log.
 * @param {Step[]} steps @param {number} players
 */
function quietly(steps, players) {
  /** @type {{what: string, text: string, seats: number[], quiet: number, depth: number}[]} */
  const list = [];
  for (const { n, seat, chosen } of steps) {
    const what = chosen?.do ?? "hidden";
    const folds = !chosen || what === "pass";
    const last = list.at(-1);
    if (!folds || last?.what !== what) list.push({ what, text: folds ? "" : `seat ${seat}: ${chosen.text}`, seats: [seat], quiet: n, depth: Infinity });
    else Object.assign(last, { seats: [...last.seats, seat], quiet: n });
  }
  for (const one of list) {
    const { length } = one.seats;
    const all = length === players && new Set(one.seats).size === length && length > 1;
    if (one.what === "pass") one.text = length === 1 ? `seat ${one.seats[0]} passes` : all ? (length === 2 ? "both pass" : "all pass") : `${length} passes`;
    if (one.what === "hidden") one.text = length === 1 ? "a hidden choice" : `${length} hidden choices`;
  }
  return list;
}

/** Reports whether a step has an event to show. @param {Step} step */
export const shows = ({ n, events }) => n === 0 || events.some(({ what }) => what !== "answered");
