import { createHash, randomBytes } from "node:crypto";
import http from "node:http";
import https from "node:https";

import { GamedError } from "./errors.js";

const MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const [CONTINUATION, TEXT, CLOSE, PING, PONG] = [0x0, 0x1, 0x8, 0x9, 0xa];
const EXAMPLE = "ws://127.0.0.1:8080/ws";
const MOST = 16 << 20; // bytes per message
const CONNECT = 10_000; // milliseconds
/** Milliseconds without a message before a ping, and until the connection counts as lost. */
const QUIET = 8000;
const SILENT = 20_000;

/** Returns a network error. */
function networkError(text) {
  return Object.assign(new Error(text), { code: "ECONNRESET" });
}

/**
 * The transport of a bot that connects to a server or an arena: a WebSocket client
 * (RFC 6455). Node's built-in client needs version 22 and cannot send a token.
 */
export class WebSocket {
  #socket;
  #have;
  #parts = null; // the parts of an unfinished message, or null
  #message = () => {};
  #end = () => {};
  #closed = false; // a close frame has been sent

  /** @param {import("node:net").Socket} socket @param {Buffer} head the first received bytes */
  constructor(socket, head) {
    this.#socket = socket;
    this.#have = head;
  }

  /**
   * @param {string} url
   * @param {string} [token] authenticates the bot
   * @returns {Promise<WebSocket>}
   */
  static connect(url, token) {
    return new Promise((resolve, reject) => {
      const parts = URL.canParse(url) ? new URL(url) : null;
      if (!parts || !["ws:", "wss:"].includes(parts.protocol)) {
        throw new GamedError(`--url ${url}: must begin with ws:// or wss://, such as ${EXAMPLE}`);
      }
      const secure = parts.protocol === "wss:";
      const key = randomBytes(16).toString("base64");
      const headers = { Connection: "Upgrade", Upgrade: "websocket", "Sec-WebSocket-Version": 13, "Sec-WebSocket-Key": key };
      if (token) headers.Authorization = `Bearer ${token}`;
      parts.protocol = secure ? "https:" : "http:";
      const request = (secure ? https : http).request(url.replace(/^ws/i, "http"), { headers, agent: false, timeout: CONNECT });
      request.on("timeout", () => request.destroy(networkError("the server does not answer")));
      request.on("error", reject);
      request.on("response", (r) => {
        const hint = [200, 404].includes(/** @type {number} */ (r.statusCode)) ? `; the path of a server is /ws, such as ${EXAMPLE}` : "";
        const text = `the server refused the WebSocket: ${r.statusCode} ${r.statusMessage}${hint}`;
        const revoked = r.statusCode === 401; // a retry cannot succeed
        request.destroy(revoked ? new GamedError(`${text}: the token is wrong or has been revoked`) : networkError(text));
      });
      request.on("upgrade", (response, socket, head) => {
        if (response.headers["sec-websocket-accept"] !== createHash("sha1").update(key + MAGIC).digest("base64")) {
          socket.destroy();
          reject(networkError("not a WebSocket server: wrong Sec-WebSocket-Accept"));
          return;
        }
        socket.setNoDelay(true);
        resolve(new WebSocket(socket, head));
      });
      request.end();
    });
  }

  /**
   * Calls the message callback for each received message, and then the end callback, with the
   * error, if any.
   *
   * @param {(text: string) => void} message
   * @param {(error?: Error) => void} end
   */
  listen(message, end) {
    let asked = false;
    const once = (/** @type {Error | undefined} */ error) => {
      this.#end = () => {};
      this.#message = () => {};
      end(error);
    };
    [this.#message, this.#end] = [message, once];
    this.#socket.setTimeout(QUIET);
    this.#socket.on("timeout", () => {
      if (asked) return this.#fail(`no message from the server for ${SILENT / 1000} seconds`);
      asked = true;
      this.#frame(PING, Buffer.alloc(0));
      this.#socket.setTimeout(SILENT - QUIET);
    });
    this.#socket.on("data", (data) => {
      if (asked) this.#socket.setTimeout(QUIET);
      asked = false;
      this.#have = Buffer.concat([this.#have, data]);
      this.#read();
    });
    this.#socket.on("error", (error) => this.#end(error));
    this.#socket.on("close", () => this.#end(networkError("the server closed the connection")));
    this.#read();
  }

  /** @param {string} text a message */
  send(text) {
    this.#frame(TEXT, Buffer.from(text));
  }

  /** Sends a close frame and disconnects. */
  close() {
    this.#frame(CLOSE, Buffer.from([0x03, 0xe8])); // 1000
    this.#socket.end();
  }

  #fail(why) {
    this.#end(networkError(why));
    this.close();
  }

  /** Handles all complete frames. */
  #read() {
    for (;;) {
      const have = this.#have;
      if (have.length < 2) return;
      const [final, kind] = [have[0] & 0x80, have[0] & 0x0f];
      let [size, at] = [have[1] & 0x7f, 2];
      if (have[0] & 0x70 || have[1] & 0x80) return this.#fail("the server sent an invalid frame");
      if (kind >= CLOSE && (size > 125 || !final)) return this.#fail("the server sent an invalid control frame");
      if (size === 126) {
        if (have.length < 4) return;
        [size, at] = [have.readUInt16BE(2), 4];
      } else if (size === 127) {
        if (have.length < 10) return;
        [size, at] = [Number(have.readBigUInt64BE(2)), 10];
      }
      if (size > MOST) return this.#fail("the server sent a message over 16 MiB");
      if (have.length < at + size) return;
      this.#have = have.subarray(at + size);
      if (!this.#frameCame(kind, final !== 0, have.subarray(at, at + size))) return;
    }
  }

  /** Handles a frame and reports whether to continue. */
  #frameCame(kind, final, data) {
    switch (kind) {
      case PING:
        this.#frame(PONG, data);
        return true;
      case PONG:
        return true;
      case CLOSE:
        this.#frame(CLOSE, data.subarray(0, 2));
        this.#socket.end();
        this.#end();
        return false;
    }
    if ((kind !== TEXT && kind !== CONTINUATION) || (kind === TEXT) !== (this.#parts === null)) {
      this.#fail("the server sent an unexpected frame");
      return false;
    }
    const whole = [...(this.#parts ?? []), data];
    this.#parts = final ? null : whole;
    if (final) this.#message(Buffer.concat(whole).toString("utf8"));
    return true;
  }

  /** Sends a masked frame. */
  #frame(kind, data) {
    if (this.#closed) return;
    this.#closed = kind === CLOSE;
    const size = data.length;
    const head = Buffer.alloc(size < 126 ? 6 : size < 65536 ? 8 : 14);
    head[0] = 0x80 | kind;
    head[1] = 0x80 | (size < 126 ? size : size < 65536 ? 126 : 127);
    if (head.length === 8) head.writeUInt16BE(size, 2);
    if (head.length === 14) head.writeBigUInt64BE(BigInt(size), 2);
    const mask = randomBytes(4);
    mask.copy(head, head.length - 4);
    const masked = Buffer.from(data);
    for (let i = 0; i < size; i++) masked[i] ^= mask[i & 3];
    this.#socket.write(Buffer.concat([head, masked]));
  }
}
