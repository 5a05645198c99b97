#!/usr/bin/env python3
"""Plays the option with the best estimate at the end of the turn, if all players pass
until then. It tries all options in the same worlds."""
import random

import gamed

WORLDS = 2
STEPS = 64  # the limit per turn


class GreedyBot(gamed.Bot):
    repeats = True

    def begin(self, game):
        self.random = random.Random(game.seed)

    def choose(self, decision):
        options = decision.options
        if len(options) == 1 or decision.game.budget is None:
            return options[0]
        worths = [0] * len(options)
        try:
            for _ in range(WORLDS):
                seed = self.random.getrandbits(53)
                for option in options:
                    with decision.fork(seed) as world:
                        worths[option.id] += worth(world.apply(option))
        except gamed.Refused:
            pass  # over budget: use the best option so far
        return max(options, key=lambda option: worths[option.id])


def worth(world):
    """Play default options to the end of the turn and return the bot's estimate."""
    turn = world.turn
    for _ in range(STEPS):
        if world.over or world.turn != turn:
            break
        world.apply(0)
    return world.value


if __name__ == "__main__":
    gamed.run(GreedyBot())
