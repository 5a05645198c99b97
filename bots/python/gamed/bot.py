"""The base class of bots, and the data of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .transport import Message

if TYPE_CHECKING:
    from .decision import Decision, Option


class _Resign:
    def __repr__(self) -> str:
        return "gamed.RESIGN"


RESIGN = _Resign()
"""The value that choose returns to resign."""


if TYPE_CHECKING:
    Answer = Option | int | Sequence[Option | int] | _Resign


class Budget:
    """The limits of the forward model: the worlds held at once, and the steps for each decision.
    Forks, applies, rollouts, and the options in rollouts are steps."""

    __slots__ = ("worlds", "steps")

    def __init__(self, worlds: int, steps: int) -> None:
        self.worlds, self.steps = worlds, steps


class Game:
    """A game the bot plays."""

    def __init__(self, message: Message) -> None:
        self.id: str = message.get("game", "")
        self.rules: str = message.get("rules", "")
        self.seat: int = message.get("seat", -1)
        self.seats: list[dict[str, Any]] = message.get("seats") or []
        self.clock: dict[str, Any] | None = message.get("clock")  # None without a clock
        #: The seed for the bot's own randomness, which makes a match repeatable.
        #: None if the bot has connected to a server. random.Random accepts None too.
        self.seed: int | None = message.get("seed")
        budget = message.get("budget")
        #: The limits of the forward model, or None if the game has no forward model.
        self.budget = Budget(budget.get("worlds", 0), budget.get("steps", 0)) if budget else None


class Result:
    """The result of a game: the winning seats, whether it is a draw, the reason, the bot's
    last view, and the events since its last decision."""

    def __init__(self, message: Message, view: Any, events: list[dict[str, Any]]) -> None:
        self.won: list[int] = message.get("won") or []
        self.draw: bool = message.get("draw", False)
        self.reason: str = message.get("reason", "")
        self.view, self.events = view, events


class Bot:
    """The base class of bots. A bot must override choose, and may override the other
    methods. One thread calls all methods."""

    name = ""  #: the bot's name at the table; by default its file name
    author = ""
    version = ""
    repeats = False  #: equal seeds and equal messages always give equal answers
    forks = False  #: the bot needs the forward model; a game without a forward model ends the bot with an error

    def begin(self, game: Game) -> None:
        """Called at the start of a game, before the clock runs. Reset all state of the
        previous game here."""

    def choose(self, decision: Decision) -> Answer:
        """Return one of decision.options, or its id, or RESIGN. If decision.pick asks for
        cards, choose may also return a list of these cards, or of their ids."""
        raise NotImplementedError("a bot needs a method choose(self, decision)")

    def over(self, game: Game, result: Result) -> None:
        """Called at the end of a game."""
