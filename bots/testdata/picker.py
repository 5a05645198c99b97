"""A bot that plays all its cards and answers with cards in random order. It appends a line to
the file PICKED for each pick: what happens to the cards, and the least and the greatest number."""
import os
import random

import gamed

WANTED = ("Chapel", "Cellar", "Warehouse", "Secret Passage")


class Picker(gamed.Bot):
    repeats = True

    def begin(self, game):
        self.random = random.Random(game.seed)

    def choose(self, decision):
        if pick := decision.pick:
            with open(os.environ["PICKED"], "a") as file:
                print(pick.does, pick.min, pick.max, file=file)
            return self.random.sample(pick.cards, self.random.randint(pick.min, pick.max))
        options = decision.options
        played = [o for o in options if o.do in ("play", "use")]
        bought = [o for o in options if o.text == "create black" or o.do == "buy" and o.card in WANTED]
        return self.random.choice(played or bought or options)


gamed.run(Picker())
