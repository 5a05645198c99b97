"""A bot that plays 20 worlds of each decision to the end of the game, in one message."""
import gamed


class Playouts(gamed.Bot):
    forks = True

    def choose(self, decision):
        [values] = decision.rollouts(range(20), [0], until="game", play="random")
        assert len(values) == 20
        return 0


gamed.run(Playouts())
