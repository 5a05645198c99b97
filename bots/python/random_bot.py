#!/usr/bin/env python3
"""A bot that chooses a random option, or random cards."""
import random

import gamed


class RandomBot(gamed.Bot):
    repeats = True

    def begin(self, game):
        self.random = random.Random(game.seed)

    def choose(self, decision):
        if pick := decision.pick:
            return self.random.sample(pick.cards, self.random.randint(pick.min, pick.max))
        return self.random.choice(decision.options)


gamed.run(RandomBot())
