// A bot for tests of every part of the kit. The verb of the first option tells it what to do.
import assert from "node:assert";
import { existsSync } from "node:fs";
import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import { RESIGN, run } from "../javascript/gamed.js";

if (process.env.PROBE_CLOCK) {
  // When the file appears, the sockets that exist time out at once, and after each later setTimeout.
  const sockets = new Set();
  const expired = new Set();
  const realTimeout = Socket.prototype.setTimeout;
  Socket.prototype.setTimeout = function (ms, ...rest) {
    sockets.add(this);
    return realTimeout.call(this, expired.has(this) ? 1 : ms, ...rest);
  };
  const look = setInterval(() => {
    if (!existsSync(process.env.PROBE_CLOCK)) return;
    clearInterval(look);
    for (const socket of sockets) {
      expired.add(socket);
      socket.setTimeout(1);
    }
  }, 10);
}

const does = {
  find: (decision) => decision.options.find((o) => o.text === "zwölf"),
  cards({ pick }) {
    assert(pick.min === 1 && pick.max === 2 && pick.does === "discard" && pick.from === "hand" && !pick.ordered);
    return [pick.cards[2], 0];
  },
  twice: () => [1, 1],
  many: () => [0, 1, 2],
  few: () => [],
  beyond: () => [0, 3],
  option: ({ options }) => options.slice(0, 1),
  bare: ({ pick }) => pick.cards[0],
  unasked({ pick }) {
    assert(pick === undefined);
    return [0];
  },
  async think() {
    while (!existsSync(process.env.PROBE_GO)) await sleep(10);
    return 0;
  },
  async fork(decision) {
    const before = decision.steps;
    const world = await decision.fork(5, { view: true });
    const other = await world.copy();
    await other.apply(other.options[1], { seed: 7 });
    assert(other.over && other.won[0] === 0 && other.value === 1000);
    other.release();
    assert(world.id === 1 && world.view.turn === 3 && world.value === 400);
    assert.equal(decision.steps, before - 3);
    return world.options.length - 1;
  },
  async lose(decision) {
    await decision.fork();
  },
  events: (decision) => decision.events.length === 2 && decision.options[1],
  resign: () => RESIGN,
  crash() {
    throw new Error("the probe has crashed");
  },
  wrong: () => 7,
};

run({
  author: "Übung",
  begin(game) {
    console.log("noise in begin", game.seed);
    process.stdout.write("more noise\n");
  },
  choose(decision) {
    console.log("noise in choose");
    return does[decision.options[0].do](decision);
  },
  over(game, result) {
    console.error(game.id, "over:", result.won, result.view);
  },
});
