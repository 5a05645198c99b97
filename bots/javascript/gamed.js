/**
 * A kit for gamed bots in JavaScript, without dependencies.
 *
 *     import { run } from "./gamed.js";
 *
 *     run({ choose: (decision) => decision.options[0] });
 *
 * docs/write-a-bot.md is a tutorial.
 *
 * @module
 *
 * @typedef {object} Bot a bot; only choose is required, and every method may be async
 * @property {string} [name] the bot's name at the table; by default its file name
 * @property {string} [author]
 * @property {string} [version]
 * @property {boolean} [repeats] equal seeds and equal messages always give equal answers
 * @property {boolean} [forks] the bot needs the forward model; a game without a forward model ends the bot with an error
 * @property {(game: Game) => void | Promise<void>} [begin] called at the start of a game, before the clock runs
 * @property {(decision: Decision) => Answer | Promise<Answer>} choose returns one of decision.options, its id, or
 *   RESIGN; if decision.pick asks for cards, it may also return an array of these cards or of
 *   their ids
 * @property {(game: Game, result: Result) => void | Promise<void>} [over] called at the end of a game
 *
 * @typedef {Option | number | (Option | number)[] | typeof RESIGN} Answer
 * @typedef {import("./decision.js").Decision} Decision
 * @typedef {import("./decision.js").Game} Game
 * @typedef {import("./decision.js").Option} Option
 * @typedef {import("./decision.js").Pick} Pick
 * @typedef {import("./decision.js").Result} Result
 */

import { parse } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";

import { Client } from "./client.js";
import { GamedError } from "./errors.js";
import { Stdio } from "./stdio.js";
import { WebSocket } from "./websocket.js";

export { RESIGN } from "./client.js";
export { Closed, GamedError, Refused } from "./errors.js";
export { random } from "./random.js";

/** The longest time to try to reconnect to a server, in milliseconds. */
const RECONNECT = 600_000;

/** The flags of every bot. A bot with more flags adds them in its own call to parseArgs. */
export const flags = /** @type {const} */ ({
  url: { type: "string" }, // connect to this WebSocket, such as ws://127.0.0.1:8080/ws
  token: { type: "string" }, // token from the arena or the server
  game: { type: "string" }, // game id on a server; without it, --url is an arena
  seat: { type: "string" }, // seat of --game; by default any open seat
  key: { type: "string" }, // key to return to a seat
  name: { type: "string" }, // the bot's name at the table
});

/**
 * Plays all games and exits.
 *
 * @param {Bot} bot
 * @param {{url?: string, token?: string, game?: string, seat?: string, key?: string, name?: string}} [args] by
 *   default from the command line
 */
export async function run(bot, args) {
  let status = 0;
  try {
    args ??= parseArgs({ options: flags }).values;
    bot.name = args.name ?? bot.name ?? parse(process.argv[1]).name;
    if (!args.url) await new Client(new Stdio(), bot).play();
    else if (!args.game) await playArena(bot, args);
    else await playServer(bot, args);
  } catch (error) {
    status = 1;
    process.stderr.write(`${error instanceof GamedError ? `${bot.name}: ${error.message}` : error.stack}\n`);
  }
  process.exit(status);
}

/** Plays the games of an arena over a WebSocket. */
async function playArena(bot, args) {
  const client = new Client(await WebSocket.connect(args.url, args.token), bot);
  await client.play();
  if (client.lost) throw client.lost;
}

/** Plays one game on a server. After a lost connection it reconnects with the seat's key or the bot's token. */
async function playServer(bot, args) {
  const first = { game: args.game };
  if (args.key) first.key = args.key;
  else if (args.seat !== undefined) {
    if (!/^\d+$/.test(args.seat)) throw new GamedError(`--seat ${args.seat}: use a seat's number, from 0`);
    first.seat = Number(args.seat);
  }
  let join = first;
  let client = null;
  let wait = 500;
  let since = Date.now();
  for (let told = false; ; told = true) {
    let reason;
    const before = client;
    try {
      client = new Client(await WebSocket.connect(args.url, args.token), bot, join, before);
      await client.play();
      if (client.finished) {
        process.stderr.write(`${bot.name}: ${client.result}\n`);
        return;
      }
      reason = client.lost ?? new GamedError("the connection was closed");
    } catch (error) {
      if (!error.code) throw error; // not a network error
      reason = error;
    }
    if (client !== before && client.game) [since, wait] = [Date.now(), 500];
    if (!client || (!client.key && !args.token) || Date.now() - since > RECONNECT) throw new GamedError(`${args.url}: ${reason.message}`);
    const how = client.key ? `--key ${client.key}` : "its token";
    if (!told) process.stderr.write(`${bot.name}: ${reason.message}; reconnecting with ${how}\n`);
    await sleep(wait);
    wait = Math.min(2 * wait, 10_000);
    join = client.key ? { game: args.game, key: client.key, after: client.n } : { ...first, after: client.n };
  }
}
