#!/usr/bin/env node
// A bot that searches with the forward model by sequential halving. Each round plays rollouts to the
// end of the turn in new worlds, and keeps the better half of the options, but at least two.
import { parseArgs } from "node:util";

import { flags, random, Refused, run } from "./gamed.js";

const WORLDS = 8; // per round
const { values: args } = parseArgs({ options: { ...flags, steps: { type: "string", default: "1000" } } });
let chance;

run({
  repeats: true,
  forks: true,
  begin(game) {
    chance = random(game.seed);
  },
  async choose(decision) {
    if (decision.options.length === 1) return 0;
    const keep = Math.max(0, decision.steps - Number(args.steps)); // steps to leave unused
    const enough = (decision.endsMs ?? 0) / 4; // milliseconds to leave for the network
    const values = decision.options.map(() => []);
    const mean = (i) => values[i].reduce((a, b) => a + b, 0) / Math.max(values[i].length, 1);
    let alive = values.map((_, i) => i);
    for (;;) {
      const before = decision.steps;
      const seeds = Array.from({ length: WORLDS }, () => Math.floor(chance() * 2 ** 32));
      try {
        (await decision.rollouts(seeds, alive)).forEach((more, i) => values[alive[i]].push(...more));
      } catch (error) {
        if (error instanceof Refused) break; // over budget: use the results so far
        throw error;
      }
      alive.sort((a, b) => mean(b) - mean(a));
      alive = alive.slice(0, Math.max(2, Math.ceil(alive.length / 2)));
      const cost = ((before - decision.steps) * alive.length) / values.length; // the least cost of another round
      if (decision.steps < keep + cost || decision.timeLeft() < enough) break;
    }
    return alive[0];
  },
}, args);
