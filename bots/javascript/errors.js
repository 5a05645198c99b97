/** An error that ends the bot unless the bot catches it. The text says what to do. */
export class GamedError extends Error {}

/** The arena or the server has refused a message, or the kit has not sent it. The message had no effect. */
export class Refused extends GamedError {
  /**
   * @param {string} code one of the codes in docs/protocol.md, such as illegal, stale or not_asked
   * @param {string} text
   */
  constructor(code, text) {
    super(`${code}: ${text}`);
    this.refusal = code;
  }
}

/**
 * The open decision ended, because the game went on without the answer or the connection ended. Do not
 * catch this error in choose.
 */
export class Closed extends GamedError {}
