// The WebSocket to the server. It joins or watches a game. After a lost connection it
// reconnects with the session or the seat's key.

import { deckFor } from "./decks.js";
import { nonceFor, recordCommit } from "./fair.js";
import { PatchedTexts } from "./patch.js";
import { open, playerName, rememberSeat, rememberedSeat } from "./session.js";
import { recordTraffic } from "./traffic.js";

const FIRST_WAIT = 500; // milliseconds, doubled after every failure
const LONGEST_WAIT = 10_000;
const QUIET = 8000; // milliseconds without a message before a ping
const SILENT = 20_000; // milliseconds without a message until the connection counts as lost
const CHECK = 2000; // milliseconds between checks
const SILENCE = "the server does not answer";

/** Errors after which the client may send the same message again. */
export const MOMENTARY = new Set(["too_fast", "busy", "unavailable"]);

/**
 * @typedef {object} Target the game to connect to
 * @property {string} game
 * @property {number} [seat] the seat to take; any open one by default
 * @property {boolean} [watch] spectate instead of taking a seat
 * @property {boolean} [lesson] a lesson: no nonce, so that its randomness stays fixed
 */

/** @typedef {"connecting" | "open" | "lost" | "refused" | "closed"} State */

export class Connection {
  /**
   * @param {Target} target
   * @param {(message: any) => void} receive receives every message of the game
   * @param {(state: State, why: string) => void} report
   */
  constructor(target, receive, report) {
    this.target = target;
    this.receive = receive;
    this.report = report;
    this.seat = rememberedSeat(target.game);
    /** @type {number | undefined} the latest event received */
    this.after = undefined;
    this.seated = false; // on the current socket
    this.deck = ""; // the deck to bring: chosen for this table, or the player's default one
    this.wait = FIRST_WAIT;
    this.timer = 0;
    this.heard = 0; // time of the last message, as of performance.now
    this.asked = 0; // time of the ping after it, or 0
    this.watch = setInterval(() => this.check(), CHECK);
    this.closed = false;
    this.opening = false;
    this.retry = () => this.connect();
    addEventListener("online", this.retry);
    this.connect();
  }

  async connect() {
    clearTimeout(this.timer);
    if (this.closed || this.opening || (this.socket?.readyState ?? WebSocket.CLOSED) <= WebSocket.OPEN) return;
    this.report("connecting", "");
    this.opening = true;
    try {
      await Promise.race([open(), new Promise((_, reject) => setTimeout(reject, SILENT, new Error(SILENCE)))]);
      if (!this.target.watch && !this.target.lesson && this.after === undefined) this.deck = await deckFor(this.target.game);
    } catch (error) {
      this.later(error.message);
      return;
    } finally {
      this.opening = false;
    }
    if (this.closed) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws`);
    const texts = new PatchedTexts();
    this.socket = socket;
    [this.heard, this.asked] = [performance.now(), 0];
    socket.onopen = () => {
      this.seated = false;
      this.send({ type: "hello", protocol: 1, name: playerName(), patches: true });
      if (this.target.watch) this.send({ type: "watch", game: this.target.game });
      else this.send(this.joining());
    };
    socket.onmessage = (event) => {
      if (socket !== this.socket) return; // given up as silent
      [this.heard, this.asked] = [performance.now(), 0];
      const message = texts.read(event.data);
      if (!message) return this.send({ type: "refresh" });
      recordTraffic("in", message);
      this.handle(message);
    };
    socket.onclose = (event) => {
      if (!this.closed && socket === this.socket) this.later(event.reason);
    };
  }

  /**
   * Pings the server if it is quiet, and gives up the connection if the server stays silent. A background
   * page checks rarely, so the silence counts from the ping.
   */
  check() {
    const { socket } = this;
    if (this.closed || !socket || socket.readyState > WebSocket.OPEN) return;
    const now = performance.now();
    if (this.asked > 0 ? now - this.asked >= SILENT - QUIET : socket.readyState === WebSocket.CONNECTING && now - this.heard >= SILENT) {
      this.socket = undefined;
      socket.close();
      this.later(SILENCE);
    } else if (this.asked === 0 && now - this.heard >= QUIET && socket.readyState === WebSocket.OPEN) {
      this.asked = now;
      this.send({ type: "ping", t: 0 });
    }
  }

  /** Schedules a reconnect with exponential backoff. @param {string} why */
  later(why) {
    this.report("lost", why);
    this.timer = setTimeout(this.retry, this.wait * (0.5 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  joining() {
    const message = { type: "join", game: this.target.game, after: this.after, ...(!this.target.lesson && { nonce: nonceFor(this.target.game) }), ...(this.deck && { deck: this.deck }) };
    if (this.seat) return { ...message, seat: this.seat.seat, key: this.seat.key };
    if (this.target.seat != null) return { ...message, seat: this.target.seat };
    return message;
  }

  handle(message) {
    if (message.type === "joined") {
      this.wait = FIRST_WAIT;
      this.seated = true;
      recordCommit(this.target.game, message.commit);
      if (message.key) {
        this.seat = { seat: message.seat, key: message.key };
        rememberSeat(this.target.game, message.seat, message.key);
      }
      this.report("open", "");
    } else if (message.type === "error" && !this.seated && MOMENTARY.has(message.code)) {
      this.socket?.close(1000); // onclose reconnects
      return;
    } else if (message.type === "error" && !this.seated && this.deck && message.field === "deck") {
      this.deck = ""; // the table prescribes the deck
      this.send(this.joining());
      return;
    } else if (message.type === "error" && !this.seated) {
      this.close();
      this.report("refused", message.text);
      return;
    } else if (message.type === "update") {
      this.after = message.n;
    }
    this.receive(message);
  }

  /** @param {object} message */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    recordTraffic("out", message);
    this.socket.send(JSON.stringify(message));
  }

  /** Closes the connection without reconnecting. */
  close() {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.watch);
    removeEventListener("online", this.retry);
    this.socket?.close(1000);
    this.report("closed", "");
  }
}
