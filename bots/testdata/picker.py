"""A bot for Dominion that plays all its cards and answers with cards. It appends a line to the
file PICKED after each pick."""
import os
import random

import gamed

WANTED = ("Chapel", "Cellar", "Militia")


class Picker(gamed.Bot):
    repeats = True

    def begin(self, game):
        self.random = random.Random(game.seed)

    def choose(self, decision):
        if pick := decision.pick:
            with open(os.environ["PICKED"], "a") as file:
                print(pick.does, file=file)
            return self.random.sample(pick.cards, self.random.randint(pick.min, pick.max))
        options = decision.options
        played = [o for o in options if o.do == "play"]
        bought = [o for o in options if o.do == "buy" and o.card in WANTED]
        return self.random.choice(played or bought or options)


gamed.run(Picker())
