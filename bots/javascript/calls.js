import { Closed, Refused } from "./errors.js";

/** Error codes after which the client resends the message. */
export const AGAIN = ["busy", "too_fast", "unavailable"];
export const AGAIN_AFTER = 100; // milliseconds

/** Sends forks, applies and rollouts, one at a time. */
export class Calls {
  #send;
  #waiting = null; // the call in flight
  #last = Promise.resolve();

  /** @param {(text: string) => void} send */
  constructor(send) {
    this.#send = send;
  }

  /**
   * Sends a fork, an apply or rollouts, and returns the world or the values.
   *
   * @param {object} message
   * @param {() => boolean} ended whether the game has ended
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

  /** Handles the reply to a call, and reports whether the message is one. @param {any} message */
  take({ type, code, text, ...world }) {
    const call = this.#waiting;
    // An error with code stale refers to an earlier answer.
    if (!call || (type !== "world" && type !== "values" && (type !== "error" || code === "stale"))) return false;
    if (AGAIN.includes(code)) {
      setTimeout(() => this.#send(call.text), AGAIN_AFTER);
      return true;
    }
    this.#waiting = null;
    if (type === "error") call.reject(new Refused(code, text));
    else call.resolve(world);
    return true;
  }

  /** Rejects the call in flight after the end of the game. */
  close() {
    this.#waiting?.reject(new Closed("the game moved on without this answer"));
    this.#waiting = null;
  }
}
