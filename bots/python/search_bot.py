#!/usr/bin/env python3
"""A bot that searches with the forward model by sequential halving. Each round plays rollouts to the
end of the turn in new worlds, and keeps the better half of the options, but at least two."""
import random

import gamed

WORLDS = 8  # per round


class SearchBot(gamed.Bot):
    repeats = True
    forks = True

    def __init__(self, steps):
        self.steps = steps  # the maximum number of steps of the forward model per decision

    def begin(self, game):
        self.random = random.Random(game.seed)

    def choose(self, decision):
        if len(decision.options) == 1:
            return 0
        keep = max(0, decision.steps - self.steps)  # steps to leave unused
        enough = (decision.ends_ms or 0) / 4000  # seconds to leave for the network
        values = {option.id: [] for option in decision.options}
        alive = list(values)
        mean = lambda i: sum(values[i]) / max(len(values[i]), 1)
        while True:
            before = decision.steps
            seeds = [self.random.getrandbits(53) for _ in range(WORLDS)]
            try:
                for i, more in zip(alive, decision.rollouts(seeds, alive)):
                    values[i] += more
            except gamed.Refused:
                break  # over budget: use the results so far
            alive.sort(key=mean, reverse=True)  # stable, so equal games repeat
            alive = alive[:max(2, (len(alive) + 1) // 2)]
            cost = (before - decision.steps) * len(alive) // len(values)  # the least cost of another round
            if decision.steps < keep + cost or decision.time_left() < enough:
                break
        return max(alive, key=mean)


if __name__ == "__main__":
    p = gamed.parser()
    p.add_argument("--steps", type=int, default=1000, help="steps of the forward model per decision: one for each rollout, and one for each option in it")
    args = p.parse_args()
    gamed.run(SearchBot(args.steps), args)
