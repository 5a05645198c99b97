#!/usr/bin/env node
// Searches with the forward model: flat Monte Carlo with UCB1. Each rollout draws a world,
// applies the option with the highest bound, and plays default options to the end of the
// turn. Rollouts with random moves lost more Elements games against the greedy bot.
import { parseArgs } from "node:util";

import { flags, random, Refused, run } from "./gamed.js";

const EXPLORE = 0.35; // the weight of exploration
const { values: args } = parseArgs({ options: { ...flags, steps: { type: "string", default: "1000" } } });
let chance;

run({
  repeats: true,
  begin(game) {
    chance = random(game.seed);
  },
  async choose(decision) {
    const { options, game } = decision;
    if (options.length === 1 || !game.budget) return options[0];
    const keep = Math.max(0, decision.steps - Number(args.steps)); // steps to leave unused
    const enough = (decision.endsMs ?? 0) / 4; // milliseconds to leave for the network
    const tries = options.map(() => 0);
    const sums = options.map(() => 0);
    for (let total = 0; decision.steps >= keep + 2 && decision.timeLeft() > enough; total++) {
      const promise = tries.map((n, i) => (n ? sums[i] / n + EXPLORE * Math.sqrt(Math.log(total) / n) : Infinity));
      const i = best(promise);
      try {
        const world = await decision.fork(Math.floor(chance() * 2 ** 32));
        sums[i] += await playout(await world.apply(i), keep);
        world.release();
      } catch (error) {
        if (error instanceof Refused) break; // use the best option so far
        throw error;
      }
      tries[i]++;
    }
    return best(tries.map((n, i) => n + sums[i] / (n + 1)));
  },
}, args);

/** Plays default options to the end of the turn and returns the estimate, 0 to 1. */
async function playout(world, keep) {
  const { turn, decision } = world;
  while (!world.over && world.turn === turn && decision.steps > keep) await world.apply(0);
  return world.value / 1000;
}

/** Returns the index of the highest number. If several are highest, it returns the first. */
function best(numbers) {
  return numbers.indexOf(Math.max(...numbers));
}
