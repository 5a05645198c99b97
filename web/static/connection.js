// The socket to the server: it says hello, takes a seat (or watches), and when
// it drops comes back by itself, with the key of the seat, to the open decision.

const FIRST_WAIT = 500; // milliseconds, doubled after every failure
const LONGEST_WAIT = 10_000;

/**
 * @typedef {object} Aim what the connection is for
 * @property {string} game
 * @property {number} [seat] ask for this seat, else for any that is open
 * @property {boolean} [watch] look on instead of taking a seat
 */

/** What a seat's key is remembered under, so that a reload keeps the seat. */
const keyOf = (game) => `gamed.key.${game}`;

/** @param {string} game @returns {{seat: number, key: string} | null} */
export function rememberedSeat(game) {
  try {
    return JSON.parse(localStorage.getItem(keyOf(game)) ?? "null");
  } catch {
    return null; // storage is switched off: the seat lasts as long as the page
  }
}

function remember(game, seat, key) {
  try {
    localStorage.setItem(keyOf(game), JSON.stringify({ seat, key }));
  } catch {
    // See rememberedSeat.
  }
}

const NAME = "gamed.name";

/** @returns {string} what the player wants to be called */
export function name() {
  try {
    return localStorage.getItem(NAME) || "Guest";
  } catch {
    return "Guest";
  }
}

/** @param {string} text */
export function rename(text) {
  try {
    localStorage.setItem(NAME, text.trim().slice(0, 30));
  } catch {
    // See rememberedSeat.
  }
}

export class Connection {
  /**
   * @param {Aim} aim
   * @param {(message: any) => void} hear is given every message of the game
   * @param {(state: "connecting" | "open" | "lost" | "refused" | "closed", why: string) => void} report
   */
  constructor(aim, hear, report) {
    this.aim = aim;
    this.hear = hear;
    this.report = report;
    this.seat = rememberedSeat(aim.game);
    /** @type {number | undefined} the latest event that was heard */
    this.after = undefined;
    this.seated = false; // on the present socket
    this.wait = FIRST_WAIT;
    this.timer = 0;
    this.closed = false;
    this.retry = () => this.connect();
    addEventListener("online", this.retry);
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    if (this.closed || this.socket?.readyState <= WebSocket.OPEN) return;
    this.report("connecting", "");
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws`);
    this.socket = socket;
    socket.onopen = () => {
      this.seated = false;
      this.send({ type: "hello", protocol: 1, name: name() });
      if (this.aim.watch) this.send({ type: "watch", game: this.aim.game });
      else this.send(this.joining());
    };
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (this.closed || socket !== this.socket) return;
      this.report("lost", event.reason);
      this.timer = setTimeout(this.retry, this.wait * (0.5 + Math.random() / 2));
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    };
  }

  joining() {
    const message = { type: "join", game: this.aim.game, after: this.after };
    if (this.seat) return { ...message, seat: this.seat.seat, key: this.seat.key };
    if (this.aim.seat != null) return { ...message, seat: this.aim.seat };
    return message;
  }

  receive(message) {
    if (message.type === "joined") {
      this.wait = FIRST_WAIT;
      this.seated = true;
      if (message.key) {
        this.seat = { seat: message.seat, key: message.key };
        remember(this.aim.game, message.seat, message.key);
      }
      this.report("open", "");
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
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
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
