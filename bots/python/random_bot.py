#!/usr/bin/env python3
"""Plays at random."""
import random

import gamed


class RandomBot(gamed.Bot):
    repeats = True

    def begin(self, game):
        self.random = random.Random(game.seed)

    def choose(self, decision):
        return self.random.choice(decision.options)


if __name__ == "__main__":
    gamed.run(RandomBot())
