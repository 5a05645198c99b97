"""A bot that tries to send invalid seeds, options and lists, and checks that the kit refuses them."""
import gamed


def refused(field, call, *args, **named):
    """Check that the kit refuses a call, and names the field."""
    try:
        call(*args, **named)
    except gamed.GamedError as error:
        assert str(error).startswith(field + ": "), error
    else:
        raise AssertionError(f"{args} {named} was sent")


class Seeds(gamed.Bot):
    forks = True

    def choose(self, decision):
        before = decision.steps
        for seed in (0, 2.0, 2**53 - 1):
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
        with decision.fork(3) as world:
            for seed in (-1, 1.5, 2**53, 2**60, float("nan"), float("inf"), "7", None, [1]):
                refused("seed", decision.fork, seed)
                refused("seed", world.apply, 0, seed)
                refused("seeds", decision.rollouts, [0, seed], [0])
                refused("seeds", world.rollouts, [0, seed], [0])
        refused("seeds", decision.rollouts, range(1025), [0])
        refused("paths", decision.rollouts, [1], [0] * 1025)
        refused("rollouts", decision.rollouts, range(2**53 - 1000, 2**53), [0])
        refused("until", decision.rollouts, [1], [0], until="never")
        refused("play", decision.rollouts, [1], [0], play="well")
        values = decision.rollouts([7, 8], decision.options, until="now")
        assert len(values) == len(decision.options) and all(len(v) == 2 for v in values)
        with decision.fork(7) as world:
            world.apply(decision.options[0])
            assert world.value == values[0][0], "the same seed"
        assert decision.rollouts([], decision.options) == [[] for _ in decision.options]
        assert decision.rollouts([1], [[0]], until="game", play="random", seat=1) != [[]]
        assert decision.steps < before
        return 0


gamed.run(Seeds())
