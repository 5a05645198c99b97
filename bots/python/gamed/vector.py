"""A reinforcement learning environment that steps many games by one message.

This module needs numpy. One gamed process plays all games on all cores. The agents play all
seats: each game asks one seat at a time, which Observation.seat names.
"""

import struct
from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

try:
    import numpy
    import numpy.typing
except ImportError as error:
    raise ImportError("gamed.vector needs numpy: run pip install numpy") from error

from .games import RESET, STEP, Games
from .seats import program

_Array: TypeAlias = "numpy.typing.NDArray[Any]"


class Observation(NamedTuple):
    """What the seats that must choose know. N is the number of games."""

    seat: _Array
    """int8, N: the seat that must choose, from 0."""
    action_mask: _Array
    """bool, N × actions: the legal actions, which are the first entries of a row, at least two."""
    features: _Array
    """float32, N × F: numbers that describe the position to the seat, without a bound. VectorEnv.features names
    them. F is 0 if the rules have no features."""


class Step(NamedTuple):
    """The state of all games after a step. N is the number of games."""

    observation: Observation
    """The observations. For a game that has ended, the observation shows the next deal."""
    rewards: _Array
    """float32, N × seats: 1 for a win, -1 for a loss and 0 for a draw if the game has ended in this step, else 0."""
    terminations: _Array
    """bool, N: the games that have ended in this step."""
    truncations: _Array
    """bool, N: the games that this step has cut off at the limit."""
    info: dict[str, _Array]
    """"options" is int32, N: the number of legal actions. "masked" is bool, N: the games in which the action was
    illegal and option 0 was taken. With final=True, "final_features" is float32, N × seats × F: the features of the last
    position of each game that this step has ended or cut off, for each seat. They are 0 for all other games."""


class VectorEnv:
    """Games that are stepped together. A game that ends is replaced by its next deal."""

    def __init__(self, rules: str = "elements", games: int = 1024, seed: int = 1, illegal: Literal["raise", "mask"] = "raise",
                 seats: int = 0, actions: int = 128, limit: int = 10_000, features: bool = True,
                 command: Sequence[str] | None = None, options: Iterable[str] = (), final: bool = False) -> None:
        """An illegal action raises IllegalAction. With illegal="mask", action 0 replaces it. seats is the number of
        seats; 0 means 2, or as many as the rules allow. actions is the width of the mask: further options cannot
        be chosen. limit cuts off games after this number of choices, including choices without an
        alternative. command starts gamed, and options are further flags of gamed env. final adds
        info["final_features"]."""
        flags = ["--games", str(games), "--seed", str(seed), "--illegal", illegal, "--seats", str(seats), "--actions", str(actions),
                 "--limit", str(limit), *([] if features else ["--no-features"]), *(["--final"] if final else []), *options]
        self._games, self._seed = Games(command or program(), rules, flags), seed
        self.num_envs, self.seats, self.actions = games, int(self._games.header["seats"]), actions
        self.features: list[str] = self._games.header["features"]
        self._numbers = numpy.arange(actions, dtype=numpy.int32)

    def reset(self, seed: int | None = None) -> tuple[Observation, dict[str, _Array]]:
        """Deal all games anew. Without a seed, use the seed of the last reset. Equal seeds and actions give
        equal games."""
        if seed is not None:
            if not 0 <= seed < 1 << 64:
                raise ValueError(f"seed {seed}: use a whole number from 0 to 2**64 - 1")
            self._seed = seed
        state = self._ask(RESET, struct.pack("<Q", self._seed))
        return state.observation, state.info

    def step(self, actions: Any) -> Step:
        """Take an action in each game: N whole numbers."""
        given = numpy.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise ValueError(f"actions have the shape {given.shape} and the type {given.dtype}: use {self.num_envs} whole numbers")
        # clip fits the numbers into the message. An action that is too large stays illegal.
        return self._ask(STEP, given.astype(numpy.int64).clip(-1, 2**31 - 1).astype("<i4").tobytes())

    def _ask(self, kind: int, content: bytes) -> Step:
        state = numpy.empty(self._games.size, dtype=numpy.uint8)
        self._games.ask(kind, content, state.data)
        a: dict[str, _Array] = {}
        for name, kind_of, shape, offset in self._games.arrays:
            a[name] = numpy.ndarray(shape, numpy.dtype(kind_of).newbyteorder("<"), state.data, offset)
        mask = self._numbers < a["options"][:, None]
        info = {name: a[name] for name in ("options", "masked", "final_features") if name in a}
        return Step(Observation(a["seat"], mask, a["features"]), a["reward"], a["terminated"], a["truncated"], info)

    def close(self) -> None:
        """End the process."""
        self._games.close()

    def __enter__(self) -> "VectorEnv":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
