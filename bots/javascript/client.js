import { setTimeout as sleep } from "node:timers/promises";

import { AGAIN_AFTER, Calls, retryAfter } from "./calls.js";
import { Decision } from "./decision.js";
import { Closed, GamedError, Refused } from "./errors.js";
import { PatchedTexts } from "./patch.js";
import { WebSocket } from "./websocket.js";

/** The value that choose returns to resign. */
export const RESIGN = Symbol("resign");

const PROTOCOL = 1;
const ARENA = "gamed arena"; // the name of an arena in its welcome
/** Error codes that end the client. */
const FINAL = ["bad_key", "bad_version", "no_forks", "no_game", "no_seat"];
/** Messages that end a game. */
const ENDS = ["over", "joined", "bye", "end"];
/** Messages that end a decision, unless the server repeats it. */
const VOIDS = ["update", ...ENDS];

/** Error codes of requests for worlds after the end of their decision. */
const GONE = ["no_world", "not_asked"];

/** The bot's side of the protocol with an arena or a server, over one connection. */
export class Client {
  #bot;
  #transport;
  #join;
  #inbox = [];
  #texts = new PatchedTexts();
  #wake = () => {};
  #starting = 0; // games whose begin has not returned
  #calls = new Calls((text) => this.#transport.send(text));
  #request = null; // the latest message that an error may answer
  #answered = -1; // id of the latest decision with an answer
  #answerSent = null; // that answer
  #pending = null; // the answer that may have been lost with the previous connection
  #events = [];
  #gap = false;
  #view;

  /**
   * @param {{listen: Function, send: (text: string) => void, close: () => void}} transport
   * @param {import("./gamed.js").Bot} bot
   * @param {object} [join] the first join message to a server; omitted for an arena, which assigns the games
   * @param {Client | null} [before] a client that lost its connection, and whose game the new client continues
   */
  constructor(transport, bot, join, before) {
    [this.#transport, this.#bot, this.#join] = [transport, bot, join];
    /** @type {import("./decision.js").Game | null} */
    this.game = before?.game ?? null;
    /** The seat's key. @type {string | undefined} */
    this.key = before?.key ?? join?.key;
    /** The number of the latest event. */
    this.n = before?.n ?? 0;
    /** Whether the game of join is over. */
    this.finished = false;
    /** The result of the game of join, for people. */
    this.result = "";
    /** The error that ended the connection, if any. @type {Error | undefined} */
    this.lost = undefined;
    if (before) [this.#view, this.#events, this.#gap] = [before.#view, before.#events, before.#gap];
    if (before?.#answerSent) [this.#answered, this.#pending] = [before.#answered, before.#answerSent];
  }

  /** Sends a message without a reply. @param {object} message */
  send(message) {
    this.#transport.send(JSON.stringify(message));
  }

  /**
   * Plays until the other side says bye or disconnects. On a server, it plays only the
   * game of join. Then finished reports whether that game ended.
   */
  async play() {
    this.#transport.listen((text) => this.#take(text), (error) => {
      this.lost = error;
      this.#put({ type: "end" });
    });
    const { name, author, version, repeats, forks } = this.#bot;
    const patches = this.#join ? true : undefined; // an arena sends no patches
    this.#send({ type: "hello", protocol: PROTOCOL, name, author, version, repeats, forks, patches });
    try {
      for (;;) {
        const message = this.#inbox.shift();
        if (!message) await new Promise((resolve) => (this.#wake = resolve));
        else if (message.type === "end" || message.type === "bye") return;
        else await this.#handle(message);
        if (this.finished) return;
      }
    } finally {
      this.#transport.close();
    }
  }

  /** Sends a fork, an apply or rollouts, and returns the world or the values. @param {object} message @returns {Promise<object>} */
  call(message) {
    return this.#calls.call(message, () => this.#inbox.some((m) => ENDS.includes(m.type)));
  }

  /** Handles a received text. */
  #take(text) {
    let message;
    try {
      message = this.#texts.read(text);
    } catch (error) {
      if (error instanceof GamedError) {
        this.lost = error;
        this.#put({ type: "end" });
      }
      return;
    }
    if (message === null || typeof message !== "object") return;
    const { type } = message;
    if (type === "joined") this.#starting++;
    if (type === "ping" && this.#starting === 0) return this.#pong(message);
    if (this.#calls.take(message)) return;
    this.#put(message);
  }

  #put(message) {
    this.#inbox.push(message);
    this.#wake();
    if (ENDS.includes(message.type)) this.#calls.close();
  }

  #pong({ t }) {
    this.send({ type: "pong", t });
  }

  /** Sends a request, which the other side may refuse. */
  #send(message) {
    this.#request = message;
    this.send(message);
  }

  async #handle(message) {
    switch (message.type) {
      case "welcome":
        if (this.#join) this.#send({ type: "join", ...this.#join });
        else if (this.#transport instanceof WebSocket && message.server !== ARENA) {
          throw new GamedError("this is a server: create a game there and name it with --game");
        }
        break;
      case "ping":
        this.#pong(message);
        break;
      case "joined":
        await this.#joined(message);
        break;
      case "table":
        if (this.game) this.game.seats = message.seats;
        break;
      case "update":
        await this.#update(message);
        break;
      case "error":
        await this.#refused(message);
        break;
      case "over":
        await this.#over(message);
    }
  }

  async #joined(message) {
    [this.key, this.#request] = [message.key ?? this.key, null];
    if (!this.#join || this.game?.id !== message.game) {
      this.game = { ...message, id: message.game };
      [this.#answered, this.#answerSent, this.#pending] = [-1, null, null];
      [this.#events, this.#gap, this.#view] = [[], false, undefined];
      await this.#bot.begin?.(this.game);
    }
    if (this.#join) this.send({ type: "settings", stops: ["*"] }); // a bot answers every decision itself
    this.#starting--;
  }

  async #update(message) {
    this.n = message.n;
    this.#view = message.view;
    this.#events.push(...(message.events ?? []));
    this.#gap ||= message.gap ?? false;
    if (this.#decisionEnded()) return; // a newer message replaces this update
    const pending = this.#pending;
    this.#pending = null;
    if (!message.decision) return;
    if (message.decision.id === this.#answered) {
      if (pending) this.#send(pending);
      return;
    }
    const decision = new Decision(this, this.game, message, this.#events, this.#gap);
    let answer;
    try {
      answer = await this.#bot.choose(decision);
    } catch (error) {
      if (!(error instanceof Closed || error instanceof Refused)) throw error;
      // After an update, any refusal may concern the decision of the update.
      const tries = error instanceof Closed || GONE.includes(error.refusal) ? 10 : 0;
      for (let i = 0; i < tries && !this.#decisionEnded(); i++) await sleep(AGAIN_AFTER);
      if (!this.#decisionEnded()) throw error;
      return;
    } finally {
      decision.open = false;
    }
    [this.#events, this.#gap] = [[], false];
    this.#answered = decision.id;
    this.#answerSent = this.#answer(decision, answer);
    this.#send(this.#answerSent);
  }

  /** Returns the message of an answer. */
  #answer(decision, answer) {
    const { id, options, pick } = decision;
    if (answer === RESIGN) return { type: "resign" };
    if (pick && Array.isArray(answer)) return { type: "pick", decision: id, cards: decision.ids(answer) };
    if (pick?.cards.includes(answer)) {
      throw new GamedError(`choose returned "${answer.text}" of decision.pick.cards; return an array of cards`);
    }
    const option = typeof answer === "object" ? answer?.id : answer;
    if (!Number.isInteger(option) || option < 0 || option >= options.length) {
      throw new GamedError(`choose returned ${String(answer)}; return one of decision.options, its id from 0 to ${options.length - 1}, or RESIGN`);
    }
    return { type: "choose", decision: id, option };
  }

  /** Reports whether a message that ends the decision has arrived. */
  #decisionEnded() {
    return this.#inbox.some((m) => VOIDS.includes(m.type));
  }

  async #refused(error) {
    const { code, text } = error;
    const wait = retryAfter(error);
    if (wait !== undefined) {
      await sleep(wait);
      if (this.#request) this.send(this.#request);
    } else if (FINAL.includes(code) || this.#request?.type === "join") {
      throw new Refused(code, text);
    } else if (!["stale", "not_asked", "game_over"].includes(code)) { // these codes are normal if the game moved on before the answer arrived
      process.stderr.write(`${this.#bot.name}: ${code}: ${text}\n`);
    }
  }

  async #over(message) {
    const { won, draw, reason } = message;
    await this.#bot.over?.(this.game, { won, draw, reason, view: this.#view, events: this.#events });
    [this.#events, this.#gap] = [[], false];
    if (this.#join) {
      this.finished = true;
      const result = won.includes(this.game.seat) ? "won" : draw ? "drawn" : "lost";
      this.result = `game ${this.game.id}: ${result} (${reason})`;
      this.send({ type: "bye" });
    }
  }
}
