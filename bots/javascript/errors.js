/** An error the bot cannot handle. Its text says what to do. */
export class GamedError extends Error {}

/** An error reply: the message had no effect. */
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
 * The open decision ended because its game or connection ended. Do not catch this error
 * in choose.
 */
export class Closed extends GamedError {}
