"""A multi-agent environment with the interface of PettingZoo's AEC.

Agents play all seats. pettingzoo is optional: with it and gymnasium installed, the
environment is a pettingzoo.AECEnv.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from .spaces import Codec, Encode, optional
from .table import Table
from .transport import Message

_pettingzoo = optional("pettingzoo") if optional("gymnasium") else None
_AECEnv: Any = _pettingzoo.AECEnv if _pettingzoo else object


class GamedAECEnv(_AECEnv):  # type: ignore[misc]  # pettingzoo is optional
    """An AEC environment with an agent in each seat.

    The observation of an agent that has no decision shows its last view. Actions and rewards
    are as in GamedEnv."""

    metadata = {"render_modes": [], "name": "gamed_v1", "is_parallelizable": False}
    render_mode = None

    def __init__(self, rules: str = "elements", seats: int = 2, actions: int = 128, encode: Encode | None = None,
                 space: Any = None, command: Sequence[str] | None = None, options: Iterable[str] = (),
                 lenient: bool = False) -> None:
        self._codec, self._table = Codec(actions, encode, space, lenient), Table(rules, [None] * seats, command, options)
        self.possible_agents = [f"seat_{i}" for i in range(seats)]
        self.agents: list[str] = []
        self.action_spaces = dict.fromkeys(self.possible_agents, self._codec.action_space)
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._codec.observation_space)

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> "GamedAECEnv":
        return self

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Begin a game. A seed makes this game and all later games repeatable."""
        self._table.deal(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._look()

    def _look(self) -> None:
        """Select the agent that must choose, or record the rewards of a finished
        game."""
        self.infos = {agent: self._codec.info(self._update(agent)) for agent in self.agents}
        if (asked := self._table.asked) is not None:
            self.agent_selection = self.possible_agents[asked]
            return
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = self._table.reward(seat)
            self._cumulative_rewards[agent] += self.rewards[agent]
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]

    def _update(self, agent: str) -> Message:
        return self._table.updates.get(self.possible_agents.index(agent), {})

    def observe(self, agent: str) -> dict[str, Any]:
        return self._codec.observe(self._update(agent))

    def last(self, observe: bool = True) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]:
        """Return the selected agent's observation, reward since its last step,
        termination, truncation and info."""
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def step(self, action: Any) -> None:
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

    def _leave(self, agent: str) -> None:
        self.agents.remove(agent)
        tables: list[dict[str, Any]] = [self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos]
        for by_agent in tables:
            del by_agent[agent]
        if self.agents:
            self.agent_selection = self.agents[0]

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """Yield the selected agent until all agents have left."""
        for _ in range(max_iter):
            if not self.agents:
                return
            yield self.agent_selection

    def render(self) -> None:
        """Do nothing: infos has the options as text."""

    def close(self) -> None:
        """Stop the arena."""
        self._table.close()
