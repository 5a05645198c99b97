#!/usr/bin/env python3
"""A bot that plays the option with the best estimate at the end of the turn, if all players
pass until then. It tries all options in the same worlds."""
import random

import gamed

WORLDS = 4


class GreedyBot(gamed.Bot):
    repeats = True
    forks = True

    def begin(self, game):
        self.random = random.Random(game.seed)

    def choose(self, decision):
        options = decision.options
        if len(options) == 1:
            return options[0]
        seeds = [self.random.getrandbits(53) for _ in range(WORLDS)]
        try:
            worths = decision.rollouts(seeds, options)
        except gamed.Refused:
            return options[0]  # over budget
        return max(options, key=lambda option: sum(worths[option.id]))


if __name__ == "__main__":
    gamed.run(GreedyBot())
