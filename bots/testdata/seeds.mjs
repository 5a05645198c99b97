// A bot that sends odd seeds and options, which must not cost it a game.
import assert from "node:assert";

import { Refused, run } from "../javascript/gamed.js";

run({
  forks: true,
  async choose(decision) {
    const before = decision.steps;
    for (const seed of [-1, 1.5, 2 ** 60, 2.0]) {
      const world = await decision.fork(seed);
      const again = await decision.fork(seed);
      assert.deepEqual(world.values, again.values);
      for (const option of [world.options.length, -1, 0.5, undefined]) {
        await assert.rejects(() => world.apply(option), (error) => error instanceof Refused && error.refusal === "illegal");
      }
      assert.equal((await world.rollouts([1, 2], [0]))[0].length, 2);
      world.release();
      again.release();
    }
    await assert.rejects(() => decision.fork(NaN), /a seed is a number/);
    const values = await decision.rollouts([-1, 1.5], decision.options, { until: "now" });
    assert(values.length === decision.options.length && values.every((v) => v.length === 2));
    const world = await decision.fork(-1);
    await world.apply(decision.options[0]);
    assert.equal(world.value, values[0][0], "the same seed");
    world.release();
    assert.deepEqual(await decision.rollouts([], decision.options), decision.options.map(() => []));
    assert(decision.steps < before);
    return 0;
  },
});
