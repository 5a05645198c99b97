/** Milliseconds a bot may keep thinking after its arena has exited. */
const LINGER = 2000;

/** The transport of a bot started by an arena: one message per line. */
export class Stdio {
  /**
   * Reserves standard input and output for the protocol. Other output goes to standard
   * error, so a stray console.log does no harm.
   */
  constructor() {
    const { stdin, stdout, stderr } = process;
    this.write = stdout.write.bind(stdout);
    stdout.write = stderr.write.bind(stderr);
    stdout.on("error", () => process.exit(0)); // the arena is gone
    this.in = stdin;
  }

  /**
   * Calls the message callback for each received message, and then the end callback, with the
   * error, if any.
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

  /** @param {string} text a message */
  send(text) {
    this.write(text + "\n");
  }

  /** Does nothing, since the pipes close when the process exits. */
  close() {}
}
