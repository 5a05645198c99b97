#!/usr/bin/env python3
"""Searches with the forward model: flat Monte Carlo with UCB1. Each rollout draws a
world, applies the option with the highest bound, and plays default options to the end
of the turn. Rollouts with random moves lost more Elements games against the
greedy bot."""
import math
import random

import gamed

EXPLORE = 0.35  # the weight of exploration


class SearchBot(gamed.Bot):
    def __init__(self, steps):
        self.steps = steps  # forks and applies per decision
        self.repeats = True

    def begin(self, game):
        self.random = random.Random(game.seed)

    def choose(self, decision):
        options = decision.options
        if len(options) == 1 or decision.game.budget is None:
            return options[0]
        keep = max(0, decision.steps - self.steps)  # steps to leave unused
        enough = (decision.ends_ms or 0) / 4000  # seconds to leave for the network
        tries, sums, total = [0] * len(options), [0.0] * len(options), 0
        while decision.steps >= keep + 2 and decision.time_left() > enough:
            def promise(i):
                if tries[i] == 0:
                    return math.inf
                return sums[i] / tries[i] + EXPLORE * math.sqrt(math.log(total) / tries[i])

            i = max(range(len(options)), key=promise)
            try:
                with decision.fork(self.random.getrandbits(53)) as world:
                    sums[i] += self.playout(world.apply(i), keep)
            except gamed.Refused:
                break  # use the best option so far
            tries[i] += 1
            total += 1
        return max(range(len(options)), key=lambda i: (tries[i], sums[i]))

    def playout(self, world, keep):
        """Play default options to the end of the turn and return the estimate, 0 to 1."""
        turn = world.turn
        while not world.over and world.turn == turn and world.decision.steps > keep:
            world.apply(0)
        return world.value / 1000


if __name__ == "__main__":
    p = gamed.parser()
    p.add_argument("--steps", type=int, default=1000, help="forks and applies per decision")
    args = p.parse_args()
    gamed.run(SearchBot(args.steps), args)
