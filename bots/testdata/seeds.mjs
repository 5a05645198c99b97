// A bot that tries to send invalid seeds, options and lists, and checks that the kit refuses them.
import assert from "node:assert";

import { GamedError, Refused, run } from "../javascript/gamed.js";

/** Checks that the kit refuses a call, and names the field. */
const refused = (field, call) =>
  assert.rejects(call, (error) => error instanceof GamedError && error.message.startsWith(`${field}: `));
const count = (n, from = 0) => Array.from({ length: n }, (_, i) => from + i);

run({
  forks: true,
  async choose(decision) {
    const before = decision.steps;
    for (const seed of [0, 2.0, 2 ** 53 - 1]) {
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
    const odd = await decision.fork(3);
    for (const seed of [-1, 1.5, 2 ** 53, 2 ** 60, NaN, Infinity, "7", null, [1], 7n]) {
      await refused("seed", () => decision.fork(seed));
      await refused("seed", () => odd.apply(0, { seed }));
      await refused("seeds", () => decision.rollouts([0, seed], [0]));
      await refused("seeds", () => odd.rollouts([0, seed], [0]));
    }
    odd.release();
    await refused("seeds", () => decision.rollouts(count(1025), [0]));
    await refused("paths", () => decision.rollouts([1], Array(1025).fill(0)));
    await refused("illegal", () => decision.rollouts([1], [[0, -1]]));
    await refused("illegal", () => decision.rollouts([1], [[0, 0.5]]));
    await refused("rollouts", () => decision.rollouts(count(1000, 2 ** 53 - 1000), [0]));
    await refused("until", () => decision.rollouts([1], [0], { until: "never" }));
    await refused("play", () => decision.rollouts([1], [0], { play: "well" }));
    const values = await decision.rollouts([7, 8], decision.options, { until: "now" });
    assert(values.length === decision.options.length && values.every((v) => v.length === 2));
    const world = await decision.fork(7);
    await world.apply(decision.options[0]);
    assert.equal(world.value, values[0][0], "the same seed");
    world.release();
    assert.deepEqual(await decision.rollouts([], decision.options), decision.options.map(() => []));
    assert(decision.steps < before);
    return 0;
  },
});
