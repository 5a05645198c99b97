// A real server: the program itself, on a free port of this machine, with a data
// folder of its own in the folder for temporary files.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const PROGRAM = process.env.GAMED;

export class Server {
  constructor() {
    this.data = mkdtempSync(join(tmpdir(), "gamed-e2e-"));
    this.address = "127.0.0.1:0";
    this.url = "";
  }

  /** Starts it; a second time at the address of the first. @returns {Promise<Server>} once it answers */
  async start() {
    if (!PROGRAM) throw new Error("GAMED does not name the program: run this by run.sh");
    this.process = spawn(PROGRAM, ["serve", "--addr", this.address, "--data", this.data], { stdio: ["ignore", "pipe", "pipe"] });
    let told = "";
    this.process.stderr.on("data", (text) => { told += text; });
    for await (const line of createInterface(this.process.stdout)) {
      const url = /listens on (\S+)/.exec(line)?.[1];
      if (!url) continue;
      this.url = url;
      this.address = new URL(url).host;
      this.process.stdout.resume();
      return this;
    }
    throw new Error(`the server has not started:\n${told}`);
  }

  /** Ends it as Ctrl-C does, or as a power cut with SIGKILL. @param {NodeJS.Signals} [signal] */
  async stop(signal = "SIGTERM") {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const ended = once(this.process, "exit");
    this.process.kill(signal);
    await ended;
  }

  /** What it answers to a GET, or to a POST if there is a body. @param {string} path @param {object} [body] */
  async ask(path, body) {
    const response = await fetch(this.url + path, body && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }

  /** A game among bots. @param {string} rules @param {string[]} bots @returns {Promise<string>} its id */
  async between(rules, bots) {
    const { id } = await this.ask("/api/games", { rules, seats: bots.map((bot) => ({ bot })) });
    return id;
  }

  /** A game that is over, as who is named saw it. @param {string} game @param {string} viewpoint all, watcher, or the number of a seat */
  async replay(game, viewpoint) {
    const list = [];
    for (;;) {
      const page = await this.ask(`/api/games/${game}/replay?seat=${viewpoint}&from=${list.length}&count=500`);
      list.push(...page.list);
      if (list.length > page.steps || page.list.length === 0) return { ...page, list };
    }
  }
}
