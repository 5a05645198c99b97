#!/usr/bin/env node
// Takes the option after which it stands best when the turn is over, if nobody
// does anything more in it. All options are tried in the same few worlds.
import { random, Refused, run } from "./gamed.js";

const WORLDS = 2; // that look to the bot as the game does
const STEPS = 64; // until the turn is over, at most
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
      // Over the budget: it takes what is best by then.
    }
    return worths.indexOf(Math.max(...worths));
  },
});

/** Plays the turn to its end by default options and says how the bot stands. */
async function worth(world) {
  const { turn } = world;
  for (let i = 0; i < STEPS && !world.over && world.turn === turn; i++) await world.apply(0);
  return world.value;
}
