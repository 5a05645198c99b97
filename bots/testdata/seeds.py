"""A bot that sends odd seeds and options, which must not cost it a game."""
import gamed


class Seeds(gamed.Bot):
    forks = True

    def choose(self, decision):
        before = decision.steps
        for seed in (-1, 1.5, 2**60, 2.0):
            with decision.fork(seed) as world, decision.fork(seed) as again:
                assert world.values == again.values
                for option in (len(world.options), -1, 0.5, None):
                    try:
                        world.apply(option)
                    except gamed.Refused as error:
                        assert error.code == "illegal", error
                    else:
                        raise AssertionError(f"option {option} was applied")
                assert len(world.rollouts([1, 2], [0])[0]) == 2
        for seed in ("x" * 3, None, [1]):
            try:
                decision.fork(seed)
            except gamed.GamedError:
                pass
        values = decision.rollouts([-1, 1.5], decision.options, until="now")
        assert len(values) == len(decision.options) and all(len(v) == 2 for v in values)
        with decision.fork(-1) as world:
            world.apply(decision.options[0])
            assert world.value == values[0][0], "the same seed"
        assert decision.rollouts([], decision.options) == [[] for _ in decision.options]
        assert decision.rollouts([1], [[0]], until="game", play="random", seat=1) != [[]]
        assert decision.steps < before
        return 0


gamed.run(Seeds())
