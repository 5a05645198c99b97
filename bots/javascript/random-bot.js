#!/usr/bin/env node
// A bot that chooses a random option, or random cards.
import { random, run } from "./gamed.js";

let chance;

run({
  repeats: true,
  begin(game) {
    chance = random(game.seed);
  },
  choose({ options, pick }) {
    if (pick) {
      const order = new Map(pick.cards.map((card) => [card, chance()]));
      const count = pick.min + Math.floor(chance() * (pick.max - pick.min + 1));
      return pick.cards.toSorted((a, b) => order.get(a) - order.get(b)).slice(0, count);
    }
    return options[Math.floor(chance() * options.length)];
  },
});
