"""A reinforcement learning environment with the interface of Gymnasium.

The environment runs a gamed arena as a child process on one core. gymnasium is optional:
if gymnasium and numpy are installed, the environment is a gymnasium.Env with spaces.
aec.py has the multi-agent environment.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from .spaces import Codec, Encode, optional
from .table import Table

_gymnasium = optional("gymnasium")
_Env: Any = _gymnasium.Env if _gymnasium else object


class GamedEnv(_Env):  # type: ignore[misc]  # gymnasium is optional
    """A Gymnasium environment with one agent against bots.

    A masked action raises ValueError. With lenient, a masked action plays option 0, the
    default, for tools that ignore the mask. The reward is 0 until the end, then 1
    for a win, -1 for a loss, 0 for a draw."""

    metadata: dict[str, Any] = {"render_modes": []}
    render_mode = None

    def __init__(self, rules: str = "elements", opponents: Iterable[str] = ("random",), seat: int = 0, actions: int = 128,
                 encode: Encode | None = None, space: Any = None, command: Sequence[str] | None = None,
                 options: Iterable[str] = (), lenient: bool = False) -> None:
        """opponents names the bots in the other seats. actions is the length of the
        mask. encode turns a view and its options into an observation in space; the
        default is the view as JSON. command starts gamed, and options are further
        flags of gamed match."""
        bots: list[str | None] = list(opponents)
        bots.insert(seat, None)
        self._codec, self._table, self._seat = Codec(actions, encode, space, lenient), Table(rules, bots, command, options), seat
        self.action_space, self.observation_space = self._codec.action_space, self._codec.observation_space

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game. A seed makes this game and all later games repeatable."""
        if _gymnasium:
            super().reset(seed=seed)
        self._table.deal(seed)
        return self._now()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take an action and wait for the agent's next decision."""
        if self._table.asked is None:
            raise RuntimeError("the game is over: call reset")
        self._table.answer(self._codec.option(self._table.updates[self._seat], action))
        observation, info = self._now()
        return observation, self._table.reward(self._seat), self._table.over is not None, False, info

    def _now(self) -> tuple[dict[str, Any], dict[str, Any]]:
        update = self._table.updates.get(self._seat, {})
        return self._codec.observe(update), self._codec.info(update)

    def render(self) -> None:
        """Do nothing: info has the options as text."""

    def close(self) -> None:
        """Stop the arena."""
        self._table.close()
