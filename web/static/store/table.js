// One game as one seat sees it: what the server has said, what is open, and what
// the player has answered. The page draws it from these signals.

import * as api from "../api.js";
import { gameOf } from "../games/index.js";
import { computed, signal } from "../vendor/preact.js";
import { Connection, MOMENTARY } from "./connection.js";
import { History } from "./history.js";
import { nameAmong, titlesOf } from "./names.js";
import { Past } from "./past.js";
import { Picker } from "./picker.js";
import { promptOf } from "./prompt.js";
import { sceneNow, sceneThen } from "./scene.js";
import { single } from "./settings.js";
import { personal } from "./words.js";

const RETRY = 1000; // milliseconds
const SAYINGS = 200;
const AGAIN = 60_000; // milliseconds between two questions for how long the table has waited

/** For so many milliseconds the table waits before it is said for how long. */
export const PATIENCE = 30_000;

export class Table {
  /** @param {import("./connection.js").Aim} aim */
  constructor(aim) {
    this.aim = aim;
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
    this.told = 0; // when who sits here was told, by performance.now
    this.inquiry = 0; // the timer of a question for how long the table has waited
    this.arrived = 0; // when the update came, by performance.now
    /** What went wrong with what the player did, in words. */
    this.problem = signal("");
    this.link = signal({ state: /** @type {import("./connection.js").State} */ ("connecting"), why: "" });
    this.history = new History();
    this.lines = this.history.lines;
    this.past = new Past();
    /** The events of the last update, for sounds, motion and speech. */
    this.news = signal(/** @type {import("../types.js").Event[]} */ ([]));
    this.said = signal(/** @type {{id: number, seat: number, name: string, text: string}[]} */ ([]));
    this.game = signal(gameOf(""));
    /** @type {Map<string, import("../types.js").CardInfo>} what is printed on the cards */
    this.cards = new Map();
    this.learned = signal(0); // counts how often the game has learned its cards
    this.sent = signal(0); // the decision that an answer is under way to
    /** What bots are called by how strong they are. */
    this.titles = signal(/** @type {Map<string, string>} */ (new Map()));
    /** @type {(() => void) | undefined} sends the last answer again */
    this.retry = undefined;
    /** @type {boolean | undefined} what the server was last asked to do by itself */
    this.asked = undefined;
    this.lastEvent = 0;
    /** What the server answers for the player by itself. @type {import("../vendor/preact.js").Signal<import("../types.js").Kept>} */
    this.kept = signal({ type: "settings", until: "off", alone: false, always: [], muted: [] });
    this.passes = signal(false); // whether one passes in this game
    this.always = signal(false); // whether the next answer is to be given again whenever the same is asked
    this.next = signal(""); // the game that follows this one
    /** How the series stands that the game is part of. @type {import("../vendor/preact.js").Signal<import("../types.js").Series | null>} */
    this.series = signal(null);

    this.me = computed(() => this.joined.value?.seat ?? -1);
    this.watching = computed(() => this.me.value < 0);
    /** The decision that the player may answer now. */
    this.open = computed(() => {
      const decision = this.over.value ? null : this.update.value?.decision;
      return decision && decision.id !== this.sent.value ? decision : null;
    });
    this.picker = new Picker(this.open, (option) => this.choose(option));
    /** What the games draw from. */
    this.scene = computed(() => sceneNow(this));
    /** The same, of the position that is looked back at if one is. */
    this.shown = computed(() => (this.past.seen.value ? sceneThen(this, this.past.seen.value) : this.scene.value));
    this.prompt = computed(() => promptOf(this));
    this.connection = new Connection(aim, (message) => this.hear(message), (state, why) => { this.link.value = { state, why }; });
  }

  /** Leaves the table; the seat is kept. */
  close() {
    clearTimeout(this.inquiry);
    this.connection.close();
  }

  hear(message) {
    switch (message.type) {
      case "joined":
        this.asked = undefined;
        this.sent.value = 0; // what was on its way when the connection broke may be lost
        this.held.value = false;
        this.told = performance.now();
        this.seats.value = message.seats;
        if (this.joined.value?.rules !== message.rules) {
          this.learn(message.rules);
          this.score();
        }
        this.joined.value = message;
        break;
      case "table":
        this.told = performance.now();
        this.seats.value = message.seats;
        this.offers.value = message.offers ?? [];
        this.held.value = message.held ?? false;
        if (message.next) {
          this.next.value = message.next;
          this.score();
        }
        this.arrange();
        this.inquire();
        break;
      case "update":
        this.arrived = performance.now();
        this.problem.value = "";
        if (message.decision?.id !== this.update.value?.decision?.id) this.always.value = false; // it was about another question
        this.note(message);
        this.update.value = message;
        this.arrange();
        this.inquire();
        break;
      case "settings":
        this.kept.value = message;
        break;
      case "over":
        this.over.value = message;
        break;
      case "chat":
        this.said.value = [...this.said.value, { id: (this.said.value.at(-1)?.id ?? 0) + 1, ...message }].slice(-SAYINGS);
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
  }

  /** Asks how the series stands, if the game is part of one. */
  async score() {
    const { series } = await api.game(this.aim.game).catch(() => ({ series: undefined })); // the game goes on without it
    this.series.value = series ?? null;
  }

  /** @param {string} rules */
  async learn(rules) {
    this.game.value = gameOf(rules);
    try {
      const [info, { levels = [] }] = await Promise.all([api.rules(rules), api.bots()]);
      this.game.value.learn(info);
      this.cards = new Map((info.cards ?? []).map((card) => [card.name, card]));
      this.titles.value = titlesOf(levels, rules);
      this.passes.value = info.passing != null;
      this.learned.value++;
      this.arrange();
    } catch (error) {
      this.problem.value = error.message;
    }
  }

  /** Notes what happened, each event once. @param {import("../types.js").Update} update */
  note(update) {
    const fresh = (update.events ?? []).filter((event) => event.n > this.lastEvent);
    this.lastEvent = fresh.at(-1)?.n ?? this.lastEvent;
    this.news.value = fresh;
    this.history.note(fresh, this.game.value, update.view);
    this.past.keep(update);
  }

  /** Whether nobody but bots plays with the player. */
  alone() {
    return this.seats.value.every((seat) => seat.seat === this.me.value || seat.kind === "bot");
  }

  /** Lets the server pass for the player where there is nothing else to do, if that is set. */
  arrange() {
    if (!this.passes.value || this.watching.value || !this.update.value || this.over.value) return;
    const alone = single.value === "on" || (single.value === "bots" && this.alone());
    if (alone === this.kept.value.alone || alone === this.asked) return;
    this.asked = alone;
    this.connection.send({ type: "settings", alone });
  }

  /** Asks for how long whom the table has waited, once it has for a while. */
  inquire() {
    clearTimeout(this.inquiry);
    const { awaiting = [] } = this.update.value ?? {};
    if (this.over.value || !awaiting.some((seat) => seat !== this.me.value && this.seats.value[seat]?.kind === "person")) return;
    this.inquiry = setTimeout(() => this.connection.send({ type: "who" }), this.told > this.arrived ? AGAIN : PATIENCE);
  }

  /** @param {import("../types.js").Option} option */
  choose(option) {
    const decision = this.open.value;
    if (!decision) return; // one answer to a decision; the next update brings another
    this.sent.value = decision.id;
    const type = this.always.value ? "always" : "choose";
    this.always.value = false;
    const send = () => this.connection.send({ type, decision: decision.id, option: option.id });
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
    if (seat === this.me.value) return "You";
    const { here, kind } = this.seats.value[seat] ?? {};
    return nameAmong(this.seats.value, this.titles.value, seat, this.me.value) + (kind === "person" && !here ? " (away)" : "");
  }

  /** @param {string} text of the server, which counts the seats @returns {string} */
  words(text) {
    return personal(text, this.me.value, (seat) => this.nameOf(seat));
  }
}
