"""A reinforcement learning environment with the interface of Gymnasium.

It runs a gamed arena as a child process on one core. gymnasium is optional: with it
and numpy installed, the environment is a gymnasium.Env with spaces. aec.py has the
multi-agent environment.
"""

from .spaces import Codec, gymnasium
from .table import Table

_Env = gymnasium.Env if gymnasium else object


class GamedEnv(_Env):
    """A Gymnasium environment with one agent against bots.

    A masked action raises ValueError. With lenient it plays option 0, the default, as
    tools need that ignore the mask. The reward is 0 until the end, then 1
    for a win, -1 for a loss, 0 for a draw."""

    metadata = {"render_modes": []}
    render_mode = None

    def __init__(self, rules="elements", opponents=("random",), seat=0, actions=128, encode=None, space=None,
                 command=None, options=(), lenient=False):
        """opponents names the bots in the other seats. actions is the length of the
        mask. encode turns a view and its options into an observation in space; the
        default is the view as JSON. command starts gamed, and options are further
        flags of gamed match."""
        bots = list(opponents)
        bots.insert(seat, None)
        self._codec, self._table, self._seat = Codec(actions, encode, space, lenient), Table(rules, bots, command, options), seat
        self.action_space, self.observation_space = self._codec.action_space, self._codec.observation_space

    def reset(self, *, seed=None, options=None):
        """Begin a game. A seed makes this game and all later ones repeatable."""
        if gymnasium:
            super().reset(seed=seed)
        self._table.deal(seed)
        return self._now()

    def step(self, action):
        """Take an action and wait for the agent's next decision."""
        if self._table.asked is None:
            raise RuntimeError("the game is over: call reset")
        self._table.answer(self._codec.option(self._table.updates[self._seat], action))
        observation, info = self._now()
        return observation, self._table.reward(self._seat), self._table.over is not None, False, info

    def _now(self):
        update = self._table.updates.get(self._seat, {})
        return self._codec.observe(update), self._codec.info(update)

    def render(self):
        """Do nothing: info has the options as text."""

    def close(self):
        """Stop the arena."""
        self._table.close()
