// The state of a game from one seat, as signals that the page draws.

import * as api from "../api.js";
import { gameOf } from "../games/index.js";
import { computed, effect, signal } from "../vendor/preact.js";
import { Connection, MOMENTARY } from "./connection.js";
import { deckName } from "./decks.js";
import { glossary } from "./glossary.js";
import { History } from "./history.js";
import { nameAmong, titlesOf } from "./names.js";
import { Pace } from "./pace.js";
import { Past } from "./past.js";
import { Picker } from "./picker.js";
import { Plan } from "./plan.js";
import { promptOf } from "./prompt.js";
import { sceneNow, sceneThen } from "./scene.js";
import { CardSelection } from "./selection.js";
import { autoPass, autoPay } from "./settings.js";
import { personal } from "./words.js";

const RETRY = 1000; // milliseconds
const SAYINGS = 200;
const AGAIN = 60_000; // milliseconds between requests for waiting times

/** Milliseconds before the table shows how long it has waited. */
export const PATIENCE = 30_000;

export class Table {
  /** @param {import("./connection.js").Target} target */
  constructor(target) {
    this.target = target;
    /** @type {import("../vendor/preact.js").Signal<import("../types.js").Joined | null>} */
    this.joined = signal(null);
    /** @type {import("../vendor/preact.js").Signal<import("../types.js").Seat[]>} */
    this.seats = signal([]);
    /** @type {import("../vendor/preact.js").Signal<import("../types.js").Update | null>} */
    this.update = signal(null);
    /** @type {import("../vendor/preact.js").Signal<import("../types.js").Over | null>} */
    this.over = signal(null);
    this.held = signal(false);
    /** @type {import("../vendor/preact.js").Signal<import("../types.js").Offered[]>} */
    this.offers = signal([]);
    /** The last declined offer, until another offer or turn. @type {import("../vendor/preact.js").Signal<import("../types.js").Declined | null>} */
    this.declined = signal(null);
    /** The public deck lists by seat. */
    this.decks = signal(/** @type {Object<string, number>[]} */ ([]));
    this.seatsAt = 0; // time of the last list of seats, as of performance.now
    this.whoTimer = 0; // schedules the next request for waiting times
    this.offset = Infinity; // performance.now minus the server's time, plus the shortest delay of an update
    this.arrived = 0; // time of the last update, as of performance.now
    /** The error of the player's last message, or "". */
    this.problem = signal("");
    this.link = signal({ state: /** @type {import("./connection.js").State} */ ("connecting"), why: "" });
    this.history = new History();
    this.lines = this.history.lines;
    this.past = new Past();
    /** The new events of the last update, for sounds and motion. After a join, none. */
    this.news = signal(/** @type {import("../types.js").Event[]} */ ([]));
    this.said = signal(/** @type {{id: number, seat: number, name: string, text: string, history: boolean}[]} */ ([]));
    this.game = signal(gameOf());
    /** @type {Map<string, import("../types.js").CardInfo>} card texts by name */
    this.cards = new Map();
    /** @type {import("../types.js").DeckInfo[]} the ready decks of the ruleset */
    this.ready = [];
    this.handled = Promise.resolve(); // resolves when the last message is handled
    this.learned = signal(0); // counts loads of the card texts
    this.sent = signal(0); // the decision whose answer is in flight
    /** The titles of bots by name: see titlesOf. */
    this.titles = signal(/** @type {Map<string, string>} */ (new Map()));
    /** @type {(() => void) | undefined} resends the last answer */
    this.retry = undefined;
    this.resend = false; // whether to resend the last answer with the next update, if its decision is still open
    /** @type {boolean | undefined} the auto-pass setting last sent to the server */
    this.autoPassSent = undefined;
    this.lastEvent = 0;
    this.lastQueued = 0; // the last event whose update has arrived
    this.pace = new Pace();
    this.catchingUp = false; // whether the next update repeats the game's history, without sound or notice
    /** The seat's automatic answers and mutes on the server. @type {import("../vendor/preact.js").Signal<import("../types.js").SeatSettings>} */
    this.kept = signal({ type: "settings", stops: [], alone: false, always: [], muted: [] });
    /** The situations of the game in which a seat may pass. @type {import("../vendor/preact.js").Signal<import("../types.js").Stop[]>} */
    this.stops = signal([]);
    /** The settings to restore after full control, or null. */
    this.control = signal(/** @type {{stops: string[], alone: boolean} | null} */ (null));
    this.always = signal(false); // whether to auto-repeat the next answer
    this.next = signal(""); // the next game of the series, or the rematch
    this.rated = signal(false);
    /** The game as the lobby lists it, when the player came to the table. */
    this.info = signal(/** @type {import("../types.js").GameInfo | null} */ (null));
    /** The course of the finished game. @type {import("../vendor/preact.js").Signal<import("./course.js").Course | null>} */
    this.course = signal(null);
    this.late = signal(false); // whether spectators are late or excluded, so that the replay may open later
    /** The series of the game. @type {import("../vendor/preact.js").Signal<import("../types.js").Series | null>} */
    this.series = signal(null);

    this.me = computed(() => this.joined.value?.seat ?? -1);
    this.watching = computed(() => this.me.value < 0);
    /** The player's decision, open or just answered, unless the server is about to answer it. */
    this.decision = computed(() => {
      const decision = this.update.value?.decision;
      return this.over.value || !decision || decision.auto_ms !== undefined ? null : decision;
    });
    /** The player's open decision. */
    this.open = computed(() => (this.decision.value?.id === this.sent.value || this.pace.busy.value ? null : this.decision.value));
    this.picker = new Picker(this.open, (option) => this.choose(option), new CardSelection(this.decision, this.open, (cards) => this.pick(cards)));
    /** The attackers that the player marks, and the choices that follow from one gesture. */
    this.plan = new Plan(() => this.scene.value, (scene) => this.game.value.attackers?.(scene), (scene, step) => this.game.value.next?.(scene, step));
    this.picker.plan = this.plan;
    /** The scene of the current position. */
    this.scene = computed(() => sceneNow(this));
    /** The scene to draw: the current one, or an earlier one from the log. */
    this.shown = computed(() => (this.past.seen.value ? sceneThen(this, this.past.seen.value) : this.scene.value));
    this.prompt = computed(() => promptOf(this));
    this.unplan = effect(() => {
      const pays = autoPay.value === "on" && !this.control.value && !this.target.lesson;
      const plain = this.open.value && pays && this.scene.value && this.game.value.routine?.(this.scene.value);
      if (!this.open.value || (this.plan.steps.value.length === 0 && !plain)) return;
      queueMicrotask(() => {
        const option = plain || this.plan.choice();
        if (option && this.open.peek()?.options.includes(option)) this.choose(option);
      });
    });
    this.connection = new Connection(target, (message) => this.enqueue(message), (state, why) => { this.link.value = { state, why }; });
  }

  /** Leaves the table; the seat is kept. */
  close() {
    clearTimeout(this.whoTimer);
    this.unplan();
    this.pace.skip();
    this.connection.close();
  }

  /** Handles messages in order, after the game's component is loaded. @param {any} message */
  enqueue(message) {
    this.handled = this.handled.then(() => this.receive(message)).catch(reportError);
  }

  /** @param {any} message @returns {Promise<void> | undefined} */
  receive(message) {
    /** @type {Promise<void> | undefined} */
    let learned;
    switch (message.type) {
      case "joined":
        this.pace.skip();
        this.autoPassSent = undefined;
        this.catchingUp = message.seats.every(({ kind }) => kind !== "open");
        this.resend = this.sent.value !== 0; // an answer in flight may be lost
        this.held.value = false;
        this.offset = Infinity;
        this.seatsAt = performance.now();
        this.seats.value = message.seats;
        if (this.joined.value?.rules !== message.rules) {
          learned = this.learn(message.rules);
          this.loadSeries();
        }
        this.joined.value = message;
        this.decks.value = message.decks ?? [];
        this.picker.self = `s${message.seat}`;
        if (message.chat) this.chat(message.chat, true);
        break;
      case "table":
        this.seatsAt = performance.now();
        this.seats.value = message.seats;
        this.offers.value = message.offers ?? [];
        this.held.value = message.held ?? false;
        this.declined.value = message.declined ?? (this.offers.value.length > 0 ? null : this.declined.value);
        if (message.decks) this.decks.value = message.decks;
        if (message.next) {
          this.next.value = message.next;
          this.loadSeries();
        }
        this.syncAutoPass();
        this.scheduleWho();
        break;
      case "update": {
        this.arrived = performance.now();
        if (message.now_ms) this.offset = Math.min(this.offset, this.arrived - message.now_ms);
        const fresh = this.catchingUp ? [] : (message.events ?? []).filter((event) => event.n > this.lastQueued);
        this.lastQueued = message.n;
        const clocked = message.left_ms !== undefined && !this.watching.value;
        this.pace.push(this.game.value.beats?.(fresh, this.me.value) ?? [], () => this.show(message), clocked);
        break;
      }
      case "settings":
        this.kept.value = message;
        break;
      case "over":
        this.pace.push([], () => { this.over.value = message; }, false);
        break;
      case "chat":
        this.chat([message], false);
        break;
      case "error":
        this.problem.value = message.text;
        if (MOMENTARY.has(message.code) && this.retry) setTimeout(this.retry, RETRY);
        else this.sent.value = 0;
        break;
      case "bye":
        this.problem.value = message.reason ?? "";
        break;
    }
    return learned;
  }

  /** The time of performance.now at a time of the server. @param {number} [ms] as in an update */
  localTime(ms = 0) {
    return ms ? ms + this.offset : this.arrived;
  }

  /** Applies an update to the signals. @param {import("../types.js").Update} message */
  show(message) {
    this.problem.value = "";
    if (message.turn !== this.update.value?.turn) this.declined.value = null;
    if (message.decision?.id !== this.update.value?.decision?.id) this.always.value = false; // auto-repeat applied to the previous decision
    this.note(message);
    this.update.value = message;
    if (this.resend) this.retry?.();
    this.resend = false;
    this.syncAutoPass();
    this.scheduleWho();
  }

  /** Loads the series of the game, if it is part of one. */
  async loadSeries() {
    const info = await api.game(this.target.game).catch(() => null); // the table works without it
    this.info.value = info;
    this.series.value = info?.series ?? null;
    this.rated.value = info?.rated === true;
    this.late.value = info?.spectators !== undefined;
  }

  /** @param {string} rules */
  async learn(rules) {
    try {
      const [info, { levels = [] }] = await Promise.all([api.rules(rules), api.bots()]);
      this.game.value = gameOf(info.component);
      this.game.value.learn?.(info);
      glossary.value = info.words ?? [];
      this.cards = new Map((info.cards ?? []).map((card) => [card.name, card]));
      this.titles.value = titlesOf(levels, rules);
      this.ready = info.decks ?? [];
      this.stops.value = info.passing?.stops ?? [];
      this.learned.value++;
      this.syncAutoPass();
    } catch (error) {
      this.problem.value = error.message;
    }
  }

  /** Adds chat messages. @param {any[]} messages @param {boolean} history whether they are the last messages before a join, which replace those shown */
  chat(messages, history) {
    const last = this.said.value.at(-1)?.id ?? 0;
    this.said.value = [...(history ? [] : this.said.value), ...messages.map((message, i) => ({ id: last + 1 + i, ...message, history }))].slice(-SAYINGS);
  }

  /** The name of a ready deck, or "own deck". @param {Object<string, number>} deck copies by card */
  deckName(deck) {
    return deckName(this.ready, deck);
  }

  /** Records new events, each once. @param {import("../types.js").Update} update */
  note(update) {
    const fresh = (update.events ?? []).filter((event) => event.n > this.lastEvent);
    this.lastEvent = fresh.at(-1)?.n ?? this.lastEvent;
    this.news.value = this.catchingUp ? [] : fresh;
    this.history.note(fresh, this.game.value, update.view);
    if (this.catchingUp) this.history.untold();
    this.catchingUp = false;
    this.past.keep(update);
  }

  /**
   * The names of the stops until which the server passes: until "something" happens, or until
   * the player's own "turn". @param {string} until
   */
  stopsUntil(until) {
    return this.stops.value.filter((stop) => stop.default && (stop.own || until === "something")).map(({ name }) => name);
  }

  /** Reports whether all opponents are bots. */
  alone() {
    return this.seats.value.every((seat) => seat.seat === this.me.value || seat.kind === "bot");
  }

  /** Waits for the player at every decision while on, and restores the stops afterwards. @param {boolean} on */
  takeControl(on) {
    if (on === (this.control.value !== null) || this.stops.value.length === 0 || this.watching.value || this.over.value) return;
    const { stops, alone } = this.control.value ?? this.kept.value;
    this.control.value = on ? { stops, alone } : null;
    this.connection.send(on ? { type: "settings", stops: ["*"], alone: false } : { type: "settings", stops, alone });
  }

  /** Sends the auto-pass setting to the server when it changes. */
  syncAutoPass() {
    if (this.control.value !== null || this.stops.value.length === 0 || this.watching.value || !this.update.value || this.over.value) return;
    const alone = autoPass.value === "on" || (autoPass.value === "bots" && this.alone());
    if (alone === this.kept.value.alone || alone === this.autoPassSent) return;
    this.autoPassSent = alone;
    this.connection.send({ type: "settings", alone });
  }

  /** Schedules a request for waiting times while the table waits for another person. */
  scheduleWho() {
    clearTimeout(this.whoTimer);
    const { awaiting = [] } = this.update.value ?? {};
    const waits = awaiting.filter((seat) => seat !== this.me.value && this.seats.value[seat]?.kind === "person");
    if (this.over.value || waits.length === 0) return;
    const soon = waits.map((seat) => this.seats.value[seat]).some(({ here, stand_in: bot }) => !here && !bot) ? RETRY : PATIENCE;
    this.whoTimer = setTimeout(() => this.connection.send({ type: "who" }), this.seatsAt > this.arrived ? AGAIN : soon);
  }

  /** @param {import("../types.js").Option} option */
  choose(option) {
    this.answer({ type: this.always.value ? "always" : "choose", option: option.id });
  }

  /** Answers a decision that asks for cards. @param {import("./selection.js").Card[]} cards */
  pick(cards) {
    this.answer({ type: "pick", cards: cards.map(({ id }) => id) });
  }

  /** Answers the open decision. @param {object} answer the message without the decision */
  answer(answer) {
    const decision = this.open.value;
    if (!decision) return; // already answered
    this.sent.value = decision.id;
    this.always.value = false;
    const send = () => this.connection.send({ ...answer, decision: decision.id });
    this.retry = () => { if (this.sent.value === decision.id && this.update.value?.decision?.id === decision.id) send(); };
    send();
  }

  /** @param {import("../types.js").ClientMessage} message */
  send(message) {
    this.problem.value = "";
    this.connection.send(message);
  }

  /** @param {number} seat @returns {string} */
  nameOf(seat) {
    const { here, kind } = this.seats.value[seat] ?? {};
    return this.playerOf(seat) + (seat !== this.me.value && kind === "person" && !here ? " (away)" : "");
  }

  /** "You" or the name of a seat, without "(away)". @param {number} seat @returns {string} */
  playerOf(seat) {
    return seat === this.me.value ? "You" : this.called(seat);
  }

  /** The name of a seat, without "(away)" if its player is not connected. @param {number} seat @returns {string} */
  called(seat) {
    return nameAmong(this.seats.value, this.titles.value, seat, this.me.value);
  }

  /** Replaces seat numbers and references in a server sentence with names. @param {string} text @returns {string} */
  words(text) {
    const named = this.game.value.named?.(text, this.history.tokens) ?? text;
    return personal(named, this.me.value, (seat) => this.playerOf(seat));
  }
}
