#!/usr/bin/env node
// Plays at random.
import { random, run } from "./gamed.js";

let chance;

run({
  repeats: true,
  begin(game) {
    chance = random(game.seed);
  },
  choose({ options }) {
    return options[Math.floor(chance() * options.length)];
  },
});
