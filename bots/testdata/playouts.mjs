// A bot that plays 20 worlds of each decision to the end of the game, in one message.
import assert from "node:assert";

import { run } from "../javascript/gamed.js";

const seeds = Array.from({ length: 20 }, (_, i) => i);

run({
  forks: true,
  async choose(decision) {
    const [values] = await decision.rollouts(seeds, [0], { until: "game", play: "random" });
    assert.equal(values.length, 20);
    return 0;
  },
});
