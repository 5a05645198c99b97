/** How long a bot that still thinks may live on when its arena has gone, in milliseconds. */
const LINGER = 2000;

/** The transport of a bot that an arena has started: a message a line. */
export class Stdio {
  /**
   * Takes standard input and output for the protocol. What else the program
   * prints goes to standard error, so a console.log that was left in does no
   * harm.
   */
  constructor() {
    const { stdin, stdout, stderr } = process;
    this.write = stdout.write.bind(stdout);
    stdout.write = stderr.write.bind(stderr);
    stdout.on("error", () => process.exit(0)); // the arena has gone
    this.in = stdin;
  }

  /**
   * Calls message for each message that comes, and end when there will be no
   * more, with what was wrong, if anything was.
   *
   * @param {(text: string) => void} message
   * @param {(error?: Error) => void} end
   */
  listen(message, end) {
    let rest = "";
    this.in.setEncoding("utf8");
    this.in.on("data", (/** @type {string} */ data) => {
      const lines = (rest + data).split("\n");
      rest = lines.pop();
      lines.forEach(message);
    });
    this.in.on("end", () => {
      end();
      setTimeout(() => process.exit(0), LINGER);
    });
    this.in.on("error", end);
  }

  /** @param {string} text a message, sent at once */
  send(text) {
    this.write(text + "\n");
  }

  /** Nothing is left to do: the process ends. */
  close() {}
}
