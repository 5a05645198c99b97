#!/usr/bin/env node
// A bot that plays the option with the best estimate at the end of the turn, if all players pass until
// then. It tries all options in the same worlds.
import { random, Refused, run } from "./gamed.js";

const WORLDS = 4;
let chance;

run({
  repeats: true,
  forks: true,
  begin(game) {
    chance = random(game.seed);
  },
  async choose(decision) {
    const { options } = decision;
    if (options.length === 1) return options[0];
    const seeds = Array.from({ length: WORLDS }, () => Math.floor(chance() * 2 ** 32));
    try {
      const worths = (await decision.rollouts(seeds, options)).map((values) => values.reduce((a, b) => a + b, 0));
      return worths.indexOf(Math.max(...worths));
    } catch (error) {
      if (error instanceof Refused) return options[0]; // over budget
      throw error;
    }
  },
});
