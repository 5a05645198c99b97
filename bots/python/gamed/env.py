"""An environment for learning in the manner of Gymnasium.

It drives an arena of gamed that runs as a child process, on one core. It does not
need gymnasium; where that (and with it numpy) is installed it is an environment of
its, with spaces. aec.py has the one for several agents.
"""

from .spaces import Codec, gymnasium
from .table import Table

_Env = gymnasium.Env if gymnasium else object


class GamedEnv(_Env):
    """One agent against bots: an environment in the manner of Gymnasium.

    An action that the mask forbids takes option 0, the default. The reward is 0
    until the game is over, then 1, -1 or, for a draw, 0."""

    metadata = {"render_modes": []}
    render_mode = None

    def __init__(self, rules="elements", opponents=("random",), seat=0, actions=128, encode=None, space=None,
                 command=None, options=()):
        """opponents are the names of the bots in the other seats. actions is how long
        the mask is. encode makes an observation of a view and its options, in
        space; the view as JSON unless given. command starts gamed, and options
        are further ones of its match."""
        bots = list(opponents)
        bots.insert(seat, None)
        self._codec, self._table, self._seat = Codec(actions, encode, space), Table(rules, bots, command, options), seat
        self.action_space, self.observation_space = self._codec.action_space, self._codec.observation_space

    def reset(self, *, seed=None, options=None):
        """Begin a game. With a seed the games from here on are always the same."""
        if gymnasium:
            super().reset(seed=seed)
        self._table.deal(seed)
        return self._now()

    def step(self, action):
        """Take an action, and wait until the agent is asked again."""
        if self._table.asked is None:
            raise RuntimeError("the game is over: call reset")
        self._table.answer(self._codec.option(self._table.updates[self._seat], action))
        observation, info = self._now()
        return observation, self._table.reward(self._seat), self._table.over is not None, False, info

    def _now(self):
        update = self._table.updates.get(self._seat, {})
        return self._codec.observe(update), self._codec.info(update)

    def render(self):
        """There is nothing to look at: the options are in info, in words."""

    def close(self):
        """End the arena."""
        self._table.close()
