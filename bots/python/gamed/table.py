"""The current game of an environment."""

import random
from collections.abc import Iterable, Sequence

from .errors import GamedError
from .seats import GAMES, Seats, program
from .transport import Message


class Table:
    """A table in an arena, with the latest update of each seat played here."""

    def __init__(self, rules: str, bots: Sequence[str | None], command: Sequence[str] | None, options: Iterable[str]) -> None:
        self.seats = Seats(command or program(), rules, bots, options)
        self.over: Message | None = None  # the over message of the game
        self.asked: int | None = None  # the seat that must choose
        self.updates: dict[int, Message] = {}
        self._runs, self._seed, self._dealt = False, 0, 0
        self._joined = self._ended = 0  # seats that joined the next game; seats whose game is over

    def deal(self, seed: int | None) -> None:
        """Begin a game. A seed restarts the arena."""
        if seed is None and self._dealt == GAMES:
            seed = self._seed + 1
        if seed is not None or not self._runs:
            self._seed, self._dealt, self._runs = random.getrandbits(53) if seed is None else int(seed), 0, False
            self.seats.start(self._seed)
            self._runs, self._joined = True, 0
        elif self.over is None:
            self._give_up()
        self._dealt += 1
        while self._joined < len(self.seats.mine):
            self._take()
        self.updates, self.over, self._joined, self._ended = {}, None, 0, 0
        self._go_on()
        if self.over is not None:
            self.deal(None)  # the game ended without a decision

    def _give_up(self) -> None:
        """Resign for all seats until the game is over."""
        while self.asked is not None:
            self.seats.send(self.asked, {"type": "resign"})
            self._go_on()

    def answer(self, option: int) -> None:
        """Answer for the seat that must choose."""
        if self.asked is None:
            raise GamedError("no decision is open: call reset")
        decision = self.updates[self.asked]["decision"]["id"]
        self.seats.send(self.asked, {"type": "choose", "decision": decision, "option": option})
        self._go_on()

    def _go_on(self) -> None:
        """Wait for a decision or the end of the game."""
        self.asked = None
        while self.asked is None and self.over is None:
            self._take()

    def _take(self) -> None:
        """Process the next message. One seat may join the next game before another
        receives the end of the previous game."""
        seat, message = self.seats.next()
        kind = message["type"]
        if kind == "joined":
            self._joined += 1
        elif kind == "update":
            self.updates[seat] = message
            if message.get("decision"):
                self.asked = seat
        elif kind == "over":
            self._ended += 1
            if self._ended == len(self.seats.mine):
                self.over = message

    def reward(self, seat: int) -> float:
        """Return 1 for a win, -1 for a loss, and 0 for a draw or a running game.
        With one seat a game is won or lost."""
        if self.over is None or not self.over["won"] and len(self.seats.bots) > 1:
            return 0.0
        return 1.0 if seat in self.over["won"] else -1.0

    def close(self) -> None:
        self._runs = False
        self.seats.stop()
