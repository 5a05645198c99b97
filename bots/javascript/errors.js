/** Something is wrong that the bot cannot mend: the text says what to do. */
export class GamedError extends Error {}

/** A message was answered with an error and did nothing. */
export class Refused extends GamedError {
  /**
   * @param {string} code for programs, as docs/protocol.md lists them: illegal, stale, not_asked, …
   * @param {string} text
   */
  constructor(code, text) {
    super(`${code}: ${text}`);
    this.refusal = code;
  }
}

/**
 * The question that a bot thinks about is gone: its game is over, or the
 * connection is. A bot lets it pass through choose.
 */
export class Closed extends GamedError {}
