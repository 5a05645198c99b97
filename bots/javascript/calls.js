import { Closed, GamedError, Refused } from "./errors.js";

/** Error codes after which the client resends the message, also without a retry_ms. */
const AGAIN = ["busy", "too_fast", "unavailable"];
export const AGAIN_AFTER = 100; // milliseconds

/**
 * Returns the milliseconds after which a refused message may be sent again, or undefined if it may not.
 *
 * @param {{code: string, retry_ms?: number}} error
 */
export const retryAfter = ({ code, retry_ms }) => retry_ms ?? (AGAIN.includes(code) ? AGAIN_AFTER : undefined);

const MOST_BYTES = 16 << 10; // of a message to the arena or the server

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
    if (text.length > MOST_BYTES) { // the text has only ASCII characters, so each is one byte
      throw new GamedError(`${message.type}: the message has ${text.length} bytes, and at most ${MOST_BYTES} are allowed; ` +
        "split it into several calls, or use smaller seeds");
    }
    const world = this.#last.then(() => new Promise((resolve, reject) => {
      this.#waiting = { text, resolve, reject };
      this.#send(text);
      if (ended()) this.close();
    }));
    this.#last = world.then(() => {}, () => {});
    return world;
  }

  /** Handles a message if it is the reply to a call, and reports whether it was. @param {any} message */
  take(message) {
    const { type, code, text, ...world } = message;
    const call = this.#waiting;
    // An error with code stale refers to an earlier answer.
    if (!call || (type !== "world" && type !== "values" && (type !== "error" || code === "stale"))) return false;
    const wait = type === "error" ? retryAfter(message) : undefined;
    if (wait !== undefined) {
      setTimeout(() => this.#send(call.text), wait);
      return true;
    }
    this.#waiting = null;
    if (type === "error") call.reject(new Refused(code, text));
    else call.resolve(world);
    return true;
  }

  /** Rejects the call in flight, because the game or the connection has ended. */
  close() {
    this.#waiting?.reject(new Closed("the game moved on without this answer"));
    this.#waiting = null;
  }
}
