import { Closed, Refused } from "./errors.js";

/** Codes of errors after which the same message is sent again. */
export const AGAIN = ["busy", "too_fast", "unavailable"];
export const AGAIN_AFTER = 100; // milliseconds

/** The forks and applies of a bot, each of which waits for the answer to the one before. */
export class Calls {
  #send;
  #waiting = null; // for its world
  #last = Promise.resolve();

  /** @param {(text: string) => void} send */
  constructor(send) {
    this.#send = send;
  }

  /**
   * Sends a fork or an apply and returns the world that it has come to.
   *
   * @param {object} message
   * @param {() => boolean} ended whether the game has ended meanwhile
   * @returns {Promise<object>}
   */
  call(message, ended) {
    const text = JSON.stringify(message);
    const world = this.#last.then(() => new Promise((resolve, reject) => {
      this.#waiting = { text, resolve, reject };
      this.#send(text);
      if (ended()) this.close();
    }));
    this.#last = world.then(() => {}, () => {});
    return world;
  }

  /** Takes a message if it is the answer to a call, and reports whether it is. @param {any} message */
  take({ type, code, text, ...world }) {
    const call = this.#waiting;
    // An error stale is about the answer to another decision.
    if (!call || (type !== "world" && (type !== "error" || code === "stale"))) return false;
    if (AGAIN.includes(code)) {
      setTimeout(() => this.#send(call.text), AGAIN_AFTER);
      return true;
    }
    this.#waiting = null;
    if (type === "world") call.resolve(world);
    else call.reject(new Refused(code, text));
    return true;
  }

  /** Gives up the call that waits: the game has ended. */
  close() {
    this.#waiting?.reject(new Closed("the game has gone on without this bot"));
    this.#waiting = null;
  }
}
