"""Tests the stepping of many games. The first part uses the standard library alone. The second part
uses numpy if it is installed, and otherwise checks the error."""
import random
import struct

from gamed.errors import GamedError
from gamed.games import RESET, STEP, Games, IllegalAction
from gamed.seats import program


def raises(kind, do, text):
    try:
        do()
    except kind as error:
        assert text in str(error), error
        return error
    raise AssertionError(f"no {kind.__name__}: {text}")


FORMATS = {"float32": "f", "int32": "i", "int8": "b", "bool": "?"}


def decode(games, state):
    """Return the arrays of a state by name, each as a flat tuple."""
    arrays = {}
    for name, kind, shape, offset in games.arrays:
        count = 1
        for length in shape:
            count *= length
        arrays[name] = struct.unpack_from(f"<{count}{FORMATS[kind]}", state, offset)
    return arrays


class Player:
    """Plays random actions with the standard library."""

    def __init__(self, *flags):
        self.games = Games(program(), "elements", ["--games", "5", *flags])
        self.state = bytearray(self.games.size)

    def ask(self, kind, content):
        self.games.ask(kind, content, self.state)
        return decode(self.games, self.state)

    def reset(self, seed):
        return self.ask(RESET, struct.pack("<Q", seed))

    def step(self, *actions):
        return self.ask(STEP, struct.pack(f"<{len(actions)}i", *actions))

    def play(self, seed, steps):
        chance, story = random.Random(1), [self.reset(seed)]
        for _ in range(steps):
            story.append(self.step(*(chance.randrange(count) for count in story[-1]["options"])))
        return story


player, other = Player("--seed", "7"), Player("--parallel", "1")
assert player.games.header["rules"] == "elements" and player.games.header["seats"] == 2
story = player.play(3, 200)
assert story == other.play(3, 200), "the same seed"
assert story != other.play(4, 200), "another seed"
ends = [(s["reward"][2 * i:2 * i + 2], s["truncated"][i]) for s in story for i in range(5) if s["terminated"][i]]
assert len(ends) >= 5 and all(sorted(reward) in ([-1, 1], [0, 0]) and not cut for reward, cut in ends), ends
assert any(s["features"] != story[0]["features"] for s in story)

first = player.reset(3)
wrong = raises(IllegalAction, lambda: player.step(0, 0, 99, 0, 0), "game 2: action 99 is illegal: the legal actions are 0 to ")
assert (wrong.game, wrong.action, wrong.options) == (2, 99, first["options"][2])
other.reset(3)
assert player.step(0, 0, 0, 0, 0) == other.step(0, 0, 0, 0, 0), "the illegal action changed nothing"
raises(GamedError, lambda: player.step(0, 0), "a frame of kind 2 with 8 bytes: send 20, for 5 games")
raises(GamedError, lambda: player.step(0, 0), "the environment has been closed")
other.games._process.kill()
raises(GamedError, lambda: other.step(0, 0, 0, 0, 0), "failed: ")

# The last position describes ended games alone, to both seats, and is not that of the next deal.
final = Player("--final", "--limit", "150")
width, ended, cut_off = 2 * len(final.games.header["features"]), 0, 0
for state in final.play(3, 200):
    for i in range(5):
        last = state["final_features"][i * width:(i + 1) * width]
        assert len(last) == width and any(last) == (state["terminated"][i] or state["truncated"][i])
        if any(last):
            mine = last[state["seat"][i] * width // 2:][:width // 2]
            assert mine != state["features"][i * width // 2:(i + 1) * width // 2]
        ended, cut_off = ended + state["terminated"][i], cut_off + state["truncated"][i]
assert ended and cut_off, (ended, cut_off)
assert "final_features" not in first
final.games.close()

masking = Player("--illegal", "mask", "--limit", "20", "--no-features")
masking.reset(1)
assert masking.step(0, -1, 99, 0, 0)["masked"] == (False, True, True, False, False)
cut = [masking.step(-1, 0, 0, 0, 0) for _ in range(20)]
assert any(any(s["truncated"]) for s in cut) and all(not any(s["reward"]) for s in cut)
masking.games.close()
raises(GamedError, lambda: Games(program(), "chess", []), 'gamed env: unknown game "chess"')
raises(GamedError, lambda: Games(program(), "elements", ["--games", "0"]), '--games "0": use 1 to 100000')

try:
    import numpy
except ImportError:
    raises(ImportError, lambda: __import__("gamed.vector"), "gamed.vector needs numpy: run pip install numpy")
    print("numpy: not installed")
else:
    from gamed.vector import VectorEnv

    def loop(env, seed, steps):
        chance = numpy.random.default_rng(1)
        observation, info = env.reset(seed)
        story = []
        for _ in range(steps):
            assert (observation.action_mask.sum(axis=1) == info["options"]).all()
            observation, rewards, ended, cut, info = step = env.step(chance.integers(info["options"]))
            assert (rewards[~ended] == 0).all() and not cut.any() and not info["masked"].any()
            assert observation.features.shape == (64, len(env.features)) and observation.features.dtype == numpy.float32
            story.append(b"".join(a.tobytes() for a in [*observation, rewards, ended]))
        return story

    with VectorEnv("dominion", games=64, seats=3) as env, VectorEnv("dominion", games=64, seats=3, options=["--parallel", "1"]) as same:
        story = loop(env, 5, 30)
        assert story == loop(env, None, 30) == loop(same, 5, 30), "the same seed"
        assert story != loop(env, 6, 30), "another seed"
        actions = numpy.zeros(64, dtype=int)
        actions[9] = 2**40
        raises(ValueError, lambda: env.step(actions), "game 9: action 2147483647 is illegal")
        raises(ValueError, lambda: env.step(actions[:5]), "actions have the shape (5,) and the type int64: use 64 whole numbers")
        raises(ValueError, lambda: env.step(actions / 2), "float64")
        raises(ValueError, lambda: env.reset(-1), "seed -1: use a whole number from 0 to 2**64 - 1")
        assert not env.step(numpy.zeros(64, dtype=numpy.uint8)).info["masked"].any()
    raises(GamedError, lambda: env.step(actions), "the environment has been closed")
    with VectorEnv("elements", games=32, limit=150, final=True) as env:
        observation, info = env.reset(1)
        chance, ends = numpy.random.default_rng(2), 0
        for _ in range(100):
            last = info["final_features"]
            assert last.shape == (32, 2, len(env.features)) and last.dtype == numpy.float32
            observation, rewards, over, cut, info = env.step(chance.integers(info["options"]))
            assert (info["final_features"].any(axis=(1, 2)) == (over | cut)).all()
            ends += (over | cut).sum()
        assert ends
    with VectorEnv("polity", games=4, illegal="mask") as env:
        observation, _ = env.reset()
        assert observation.features.shape == (4, 0) and not env.features and env.seats == 1
        assert env.step([-1, 99, 0, 0]).info["masked"].tolist() == [True, True, False, False]
    print("numpy: checked")
