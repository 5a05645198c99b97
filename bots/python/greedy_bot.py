#!/usr/bin/env python3
"""Takes the option after which it stands best when the turn is over, if nobody
does anything more in it. All options are tried in the same few worlds."""
import random

import gamed

WORLDS = 2  # that look to the bot as the game does
STEPS = 64  # until the turn is over, at most


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
            pass  # over the budget: it takes what is best by then
        return max(options, key=lambda option: worths[option.id])


def worth(world):
    """Play the turn to its end by default options and say how the bot stands."""
    turn = world.turn
    for _ in range(STEPS):
        if world.over or world.turn != turn:
            break
        world.apply(0)
    return world.value


if __name__ == "__main__":
    gamed.run(GreedyBot())
