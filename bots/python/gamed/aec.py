"""A multi-agent environment with the interface of PettingZoo's AEC.

Agents play all seats. pettingzoo is optional: with it and gymnasium installed, the
environment is a pettingzoo.AECEnv.
"""

from .spaces import Codec, gymnasium
from .table import Table

try:
    import pettingzoo
except ImportError:
    pettingzoo = None

_AECEnv = pettingzoo.AECEnv if pettingzoo and gymnasium else object


class GamedAECEnv(_AECEnv):
    """An AEC environment with an agent in each seat.

    An agent with no decision to make observes its last view. Actions and rewards
    are as in GamedEnv."""

    metadata = {"render_modes": [], "name": "gamed_v1", "is_parallelizable": False}
    render_mode = None

    def __init__(self, rules="elements", seats=2, actions=128, encode=None, space=None, command=None, options=(),
                 lenient=False):
        self._codec, self._table = Codec(actions, encode, space, lenient), Table(rules, [None] * seats, command, options)
        self.possible_agents = [f"seat_{i}" for i in range(seats)]
        self.agents = []
        self.action_spaces = dict.fromkeys(self.possible_agents, self._codec.action_space)
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._codec.observation_space)

    def action_space(self, agent):
        return self.action_spaces[agent]

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    @property
    def num_agents(self):
        return len(self.agents)

    @property
    def max_num_agents(self):
        return len(self.possible_agents)

    @property
    def unwrapped(self):
        return self

    def reset(self, seed=None, options=None):
        """Begin a game. A seed makes this game and all later ones repeatable."""
        self._table.deal(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._look()

    def _look(self):
        """Select the agent that must choose, or record the rewards of a finished
        game."""
        self.infos = {agent: self._codec.info(self._update(agent)) for agent in self.agents}
        if self._table.over is None:
            self.agent_selection = self.possible_agents[self._table.asked]
            return
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = self._table.reward(seat)
            self._cumulative_rewards[agent] += self.rewards[agent]
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]

    def _update(self, agent):
        return self._table.updates.get(self.possible_agents.index(agent), {})

    def observe(self, agent):
        return self._codec.observe(self._update(agent))

    def last(self, observe=True):
        """Return the selected agent's observation, reward since its last step,
        termination, truncation and info."""
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def step(self, action):
        """Take an action for the selected agent, or None after its termination."""
        agent = self.agent_selection
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.terminations[agent]:
            if action is not None:
                raise ValueError("the game is over: pass None as the action")
            self._leave(agent)
            return
        self._cumulative_rewards[agent] = 0.0
        self._table.answer(self._codec.option(self._update(agent), action))
        self._look()

    def _leave(self, agent):
        self.agents.remove(agent)
        for by_agent in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del by_agent[agent]
        if self.agents:
            self.agent_selection = self.agents[0]

    def agent_iter(self, max_iter=2**63):
        """Yield the selected agent until all agents have left."""
        for _ in range(max_iter):
            if not self.agents:
                return
            yield self.agent_selection

    def render(self):
        """Do nothing: infos has the options as text."""

    def close(self):
        """Stop the arena."""
        self._table.close()
