#!/usr/bin/env node
// Plays the option with the best estimate at the end of the turn, if all players pass until
// then. It tries all options in the same worlds.
import { random, Refused, run } from "./gamed.js";

const WORLDS = 2;
const STEPS = 64; // the limit per turn
let chance;

run({
  repeats: true,
  begin(game) {
    chance = random(game.seed);
  },
  async choose(decision) {
    const { options, game } = decision;
    if (options.length === 1 || !game.budget) return options[0];
    const worths = options.map(() => 0);
    try {
      for (let i = 0; i < WORLDS; i++) {
        const seed = Math.floor(chance() * 2 ** 32);
        for (const option of options) {
          const world = await decision.fork(seed);
          worths[option.id] += await worth(await world.apply(option));
          world.release();
        }
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // Over budget: use the best option so far.
    }
    return worths.indexOf(Math.max(...worths));
  },
});

/** Plays default options to the end of the turn and returns the bot's estimate. */
async function worth(world) {
  const { turn } = world;
  for (let i = 0; i < STEPS && !world.over && world.turn === turn; i++) await world.apply(0);
  return world.value;
}
