// A real server: gamed serve on a free local port with a temporary data folder.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const PROGRAM = process.env.GAMED;

export class Server {
  /** @param {string[]} [flags] further flags of gamed serve */
  constructor(flags = []) {
    this.flags = flags;
    this.data = mkdtempSync(join(tmpdir(), "gamed-e2e-"));
    this.address = "127.0.0.1:0";
    this.url = "";
  }

  /** Starts the server. After a stop it uses the same address again. @returns {Promise<Server>} once it accepts requests */
  async start() {
    if (!PROGRAM) throw new Error("GAMED is not set: use e2e/run.sh");
    this.process = spawn(PROGRAM, ["serve", "--addr", this.address, "--data", this.data, ...this.flags], { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    this.process.stderr.on("data", (text) => { output += text; });
    for await (const line of createInterface(this.process.stdout)) {
      const url = /listens on (\S+)/.exec(line)?.[1];
      if (!url) continue;
      this.url = url;
      this.address = new URL(url).host;
      this.process.stdout.resume();
      return this;
    }
    throw new Error(`the server did not start:\n${output}`);
  }

  /** Stops the server gracefully, or at once with SIGKILL. @param {NodeJS.Signals} [signal] */
  async stop(signal = "SIGTERM") {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const ended = once(this.process, "exit");
    this.process.kill(signal);
    await ended;
  }

  /** Sends a GET, or a POST if there is a body. @param {string} path @param {object} [body] */
  async request(path, body) {
    const response = await fetch(this.url + path, body && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }

  /** Starts a game between bots. @param {string} rules @param {string[]} bots @returns {Promise<string>} its id */
  async between(rules, bots) {
    const { id } = await this.request("/api/games", { rules, seats: bots.map((bot) => ({ bot })) });
    return id;
  }

  /** The replay of a finished game. @param {string} game @param {string} viewpoint all, watcher, or a seat number */
  async replay(game, viewpoint) {
    const list = [];
    for (;;) {
      const page = await this.request(`/api/games/${game}/replay?seat=${viewpoint}&from=${list.length}&count=500`);
      list.push(...page.list);
      if (list.length > page.steps || page.list.length === 0) return { ...page, list };
    }
  }
}
