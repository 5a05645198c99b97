// The socket to the server: it says hello, takes a seat (or watches), and when
// it drops comes back by itself, as who it is or with the key of the seat, to the
// open decision.

import { deckFor } from "./decks.js";
import { nonceFor, promised } from "./fair.js";
import { called, open, rememberSeat, rememberedSeat } from "./session.js";
import { noted } from "./traffic.js";

const FIRST_WAIT = 500; // milliseconds, doubled after every failure
const LONGEST_WAIT = 10_000;

/** Errors after which the same message may be sent again a moment later. */
export const MOMENTARY = new Set(["too_fast", "busy", "unavailable"]);

/**
 * @typedef {object} Aim what the connection is for
 * @property {string} game
 * @property {number} [seat] ask for this seat, else for any that is open
 * @property {boolean} [watch] look on instead of taking a seat
 * @property {boolean} [lesson] its chance is to stay as it is
 */

/** @typedef {"connecting" | "open" | "lost" | "refused" | "closed"} State */

export class Connection {
  /**
   * @param {Aim} aim
   * @param {(message: any) => void} hear is given every message of the game
   * @param {(state: State, why: string) => void} report
   */
  constructor(aim, hear, report) {
    this.aim = aim;
    this.hear = hear;
    this.report = report;
    this.seat = rememberedSeat(aim.game);
    /** @type {number | undefined} the latest event that was heard */
    this.after = undefined;
    this.seated = false; // on the present socket
    this.deck = ""; // the player's own, for a seat whose deck nobody has chosen
    this.wait = FIRST_WAIT;
    this.timer = 0;
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
      await open();
      if (!this.aim.watch && !this.aim.lesson && this.after === undefined) this.deck = await deckFor(this.aim.game);
    } catch (error) {
      this.later(error.message);
      return;
    } finally {
      this.opening = false;
    }
    if (this.closed) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws`);
    this.socket = socket;
    socket.onopen = () => {
      this.seated = false;
      this.send({ type: "hello", protocol: 1, name: called() });
      if (this.aim.watch) this.send({ type: "watch", game: this.aim.game });
      else this.send(this.joining());
    };
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      noted("in", message);
      this.receive(message);
    };
    socket.onclose = (event) => {
      if (!this.closed && socket === this.socket) this.later(event.reason);
    };
  }

  /** Tries again in a while. @param {string} why */
  later(why) {
    this.report("lost", why);
    this.timer = setTimeout(this.retry, this.wait * (0.5 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  joining() {
    const message = { type: "join", game: this.aim.game, after: this.after, ...(!this.aim.lesson && { nonce: nonceFor(this.aim.game) }), ...(this.deck && { deck: this.deck }) };
    if (this.seat) return { ...message, seat: this.seat.seat, key: this.seat.key };
    if (this.aim.seat != null) return { ...message, seat: this.aim.seat };
    return message;
  }

  receive(message) {
    if (message.type === "joined") {
      this.wait = FIRST_WAIT;
      this.seated = true;
      promised(this.aim.game, message.commit);
      if (message.key) {
        this.seat = { seat: message.seat, key: message.key };
        rememberSeat(this.aim.game, message.seat, message.key);
      }
      this.report("open", "");
    } else if (message.type === "error" && !this.seated && MOMENTARY.has(message.code)) {
      this.socket?.close(1000); // and it is tried again
      return;
    } else if (message.type === "error" && !this.seated && this.deck && message.field === "deck") {
      this.deck = ""; // it is not free at this table
      this.send(this.joining());
      return;
    } else if (message.type === "error" && !this.seated) {
      this.close();
      this.report("refused", message.text);
      return;
    } else if (message.type === "update") {
      this.after = message.n;
    }
    this.hear(message);
  }

  /** @param {object} message */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    noted("out", message);
    this.socket.send(JSON.stringify(message));
  }

  /** Ends the connection for good. */
  close() {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.retry);
    this.socket?.close(1000);
    this.report("closed", "");
  }
}
