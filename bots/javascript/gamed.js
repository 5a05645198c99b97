/**
 * Write bots for gamed in JavaScript, without dependencies.
 *
 *     import { run } from "./gamed.js";
 *
 *     run({ choose: (decision) => decision.options[0] });
 *
 * docs/write-a-bot.md goes on from here.
 *
 * @module
 *
 * @typedef {object} Bot a player; only choose has to be written, and any may be async
 * @property {string} [name] what it is called at the table; the name of its file unless set
 * @property {string} [author] whose it is
 * @property {string} [version] which version of it
 * @property {boolean} [repeats] it answers alike whenever game.seed and all it is sent are alike
 * @property {(game: Game) => void | Promise<void>} [begin] a game begins; the clock does not run yet
 * @property {(decision: Decision) => Answer | Promise<Answer>} choose one of decision.options, or its id, or RESIGN
 * @property {(game: Game, result: Result) => void | Promise<void>} [over] the game has ended
 *
 * @typedef {Option | number | typeof RESIGN} Answer
 * @typedef {import("./decision.js").Decision} Decision
 * @typedef {import("./decision.js").Game} Game
 * @typedef {import("./decision.js").Option} Option
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

/** How long a bot tries to come back to a server, in milliseconds. */
const COME_BACK = 600_000;

/** What every bot understands, for parseArgs of bots with options of their own. */
export const flags = /** @type {const} */ ({
  url: { type: "string" }, // play over a WebSocket, as in ws://127.0.0.1:8080/ws
  token: { type: "string" }, // what the arena at --url has given out, or a token of the server
  game: { type: "string" }, // the id of a game on a server; without it the arena at --url deals
  seat: { type: "string" }, // which seat of --game; any open one unless given
  key: { type: "string" }, // of a seat that was taken before, to come back to it
  name: { type: "string" }, // what the bot is called at the table
});

/**
 * Plays with bot until there is nothing more to play, and ends the process.
 *
 * @param {Bot} bot
 * @param {{url?: string, token?: string, game?: string, seat?: string, key?: string, name?: string}} [args] read
 *   from the command line unless given
 */
export async function run(bot, args) {
  let status = 0;
  try {
    args ??= parseArgs({ options: flags }).values;
    bot.name = args.name ?? bot.name ?? parse(process.argv[1]).name;
    if (!args.url) await new Client(new Stdio(), bot).play();
    else if (!args.game) await dealt(bot, args);
    else await served(bot, args);
  } catch (error) {
    status = 1;
    process.stderr.write(`${error instanceof GamedError ? `${bot.name}: ${error.message}` : error.stack}\n`);
  }
  process.exit(status);
}

/** Plays what the arena at a WebSocket deals. */
async function dealt(bot, args) {
  const client = new Client(await WebSocket.connect(args.url, args.token), bot);
  await client.play();
  if (client.lost) throw client.lost;
}

/** Plays one game on a server. A lost connection is made again, and the seat taken again with its key, or with the bot's token alone. */
async function served(bot, args) {
  const first = { game: args.game };
  if (args.key) first.key = args.key;
  else if (args.seat !== undefined) first.seat = Number(args.seat);
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
      if (client.finished) return;
      reason = client.lost ?? new GamedError("the connection was closed");
    } catch (error) {
      if (!error.code) throw error; // not the network's
      reason = error;
    }
    if (client !== before && client.game) [since, wait] = [Date.now(), 500];
    if (!client || (!client.key && !args.token) || Date.now() - since > COME_BACK) throw new GamedError(`${args.url}: ${reason.message}`);
    const how = client.key ? `--key ${client.key}` : "its token";
    if (!told) process.stderr.write(`${bot.name}: ${reason.message}; coming back with ${how}\n`);
    await sleep(wait);
    wait = Math.min(2 * wait, 10_000);
    join = client.key ? { game: args.game, key: client.key, after: client.n } : { ...first, after: client.n };
  }
}
