"""A decision, and the worlds of its forward model."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from .errors import Closed, GamedError, Refused
from .transport import Message

if TYPE_CHECKING:
    from .bot import Game
    from .client import Client

_SEEDS = 2**53  # seeds are 0 to this number, exclusive
_MOST_ROLLOUTS = 1024  # seeds, and paths, of one message


def _seed(number: float, field: str = "seed") -> int:
    """Return a seed as an integer. Raise GamedError, which names the field, if number is not a seed."""
    try:
        seed = int(number)
    except (TypeError, ValueError, OverflowError):  # not a number, or infinity
        seed = -1
    if seed != number or not 0 <= seed < _SEEDS:
        raise GamedError(f"{field}: {number!r} is not a seed; use an integer from 0 to {_SEEDS - 1}")
    return seed


def _option(option: Option | int, options: list[Option]) -> int:
    """Return the id of an option, or raise Refused if options does not have it."""
    number = getattr(option, "id", option)
    if type(number) is not int or not 0 <= number < len(options):
        raise Refused("illegal", f"{option!r} is not an option of this position, whose ids are 0 to {len(options) - 1}")
    return number


class Option:
    """A legal answer. card, by, on and also refer to objects of the view, or are ""."""

    __slots__ = ("id", "do", "text", "card", "by", "on", "also")

    def __init__(self, message: Message) -> None:
        get = message.get
        self.id: int = message["id"]
        self.do: str = get("do", "")
        self.text: str = get("text", "")
        self.card: str = get("card", "")
        self.by: str = get("by", "")
        self.on: str = get("on", "")
        self.also: str = get("also", "")

    def __repr__(self) -> str:
        return f"<option {self.id}: {self.text}>"


Path = Option | int | Sequence[Option | int]
"""One option, or several in turn. Ids stand for options."""


def _path(path: Path, options: list[Option]) -> list[int]:
    """Return the ids of a path, or raise Refused. Only the arena or the server can check whether
    the options after the first are legal."""
    if not isinstance(path, Sequence):
        return [_option(path, options)]
    ids: list[Any] = [getattr(option, "id", option) for option in path]
    for number in ids[1:]:
        if type(number) is not int or number < 0:
            raise Refused("illegal", f"{number!r} in the path {path!r} is not an option; use options, or their ids")
    return [_option(ids[0], options), *ids[1:]] if ids else []


class Pick:
    """A request to pick between min and max of the cards. The order counts only if ordered
    is set. A bot answers with a list of these cards, or of their ids."""

    __slots__ = ("min", "max", "does", "zone", "ordered", "cards")

    def __init__(self, message: Message) -> None:
        get = message.get
        self.min: int = message["min"]
        self.max: int = message["max"]
        self.does: str = get("does", "")  # what happens to a picked card, such as "discard"
        self.zone: str = get("from", "")  # where the cards are, such as "hand"
        self.ordered: bool = get("ordered", False)  # the order of the answer counts
        self.cards = [Option(o) for o in message["cards"]]  # one for each copy of a card

    def ids(self, answer: Sequence[Option | int]) -> list[int]:
        """Return the ids of the cards in an answer, or raise GamedError if the answer
        is not valid."""
        ids: list[Any] = [self.cards.index(card) if isinstance(card, Option) and card in self.cards else card for card in answer]
        if any(type(number) is not int or not 0 <= number < len(self.cards) for number in ids):
            raise GamedError(f"choose returned {answer!r}; pick from decision.pick.cards, or their ids from 0 to "
                             f"{len(self.cards) - 1}")
        if len(set(ids)) < len(ids):
            raise GamedError(f"choose returned {answer!r}; pick each card once")
        if not self.min <= len(ids) <= self.max:
            raise GamedError(f"choose returned {answer!r}; pick {self.min} to {self.max} cards")
        return ids


class Decision:
    """A decision. options[0] is the default, which the server plays on timeout."""

    __slots__ = ("id", "game", "turn", "awaiting", "view", "events", "gap", "options", "pick",
                 "ends_ms", "left_ms", "steps", "_came", "_client", "_open")

    def __init__(self, client: Client, game: Game, update: Message, events: list[dict[str, Any]], gap: bool) -> None:
        asked = update["decision"]
        self.id: int = asked["id"]
        self.game = game
        self.turn: int = update.get("turn", 0)
        self.awaiting: list[int] = update.get("awaiting") or []
        self.view: Any = update.get("view")
        self.events = events  # since the last decision, in order
        self.gap = gap  # some earlier events are missing
        self.options = [Option(o) for o in asked["options"]]
        pick = asked.get("pick")
        self.pick = Pick(pick) if pick else None  # None unless the decision asks for cards
        self.ends_ms: int | None = asked.get("ends_ms")  # None without a clock
        self.left_ms: list[int] = update.get("left_ms") or []
        #: The steps of the forward model that are left for this decision.
        self.steps = game.budget.steps if game.budget else 0
        self._came = time.monotonic()
        self._client = client
        self._open = True

    @property
    def seat(self) -> int:
        return self.game.seat

    def time_left(self) -> float:
        """Return the seconds until the timeout, or infinity without a clock."""
        if self.ends_ms is None:
            return float("inf")
        return self.ends_ms / 1000 - (time.monotonic() - self._came)

    def fork(self, seed: float = 0, view: bool = False) -> World:
        """Return a world that matches the seat's view. The seed, an integer from 0 to
        2**53-1, fixes everything that the seat cannot see: equal seeds give equal worlds. With
        view, the world includes the seat's view."""
        return self._world({"type": "fork", "seed": _seed(seed), "view": bool(view)})

    def rollouts(self, seeds: Iterable[float], paths: Iterable[Path] | None = None, until: str = "turn", play: str = "default",
                 seat: int | None = None) -> list[list[int]]:
        """Play ahead in one world for each seed and path, with one message.

        A path is an option, its id, or a list of ids to apply one after another. Without
        paths there is one empty path. After the path, the world plays default options, or
        random options with play="random". until is the end of the rollout: "turn", "game", or
        "now" directly after the path.

        Return a list for each path, with an estimate for each seed from 0 (lost) to 1000 (won).
        The estimates are for the bot's seat, unless seat names another seat. The last
        estimates are missing when the steps are spent."""
        return self._rollouts({"type": "rollouts"}, self.options, seeds, paths, until, play, seat)

    def _rollouts(self, message: Message, options: list[Option], seeds: Iterable[float], paths: Iterable[Path] | None, until: str,
                  play: str, seat: int | None) -> list[list[int]]:
        for field, value, allowed in (("until", until, ("now", "turn", "game")), ("play", play, ("default", "random"))):
            if value not in allowed:
                raise GamedError(f"{field}: {value!r} is not allowed; use one of {', '.join(allowed)}")
        seat = self.seat if seat is None else seat
        message |= {"seeds": [_seed(seed, "seeds") for seed in seeds], "until": until, "play": play}
        lists: list[list[int]] = [[]]
        if paths is not None:
            lists = message["paths"] = [_path(path, options) for path in paths]
        for field, values in (("seeds", message["seeds"]), ("paths", lists)):
            if len(values) > _MOST_ROLLOUTS:
                raise GamedError(f"{field}: {len(values)} {field}, and a message has at most {_MOST_ROLLOUTS}; call rollouts more than once")
        if not message["seeds"] or not lists:
            return [[] for _ in lists]
        reply = self._call(message)
        self.steps -= reply["steps"]
        worth = [values[seat] for values in reply["values"]]
        return [worth[i::len(lists)] for i in range(len(lists))]

    def _call(self, message: Message) -> Message:
        if not self._open:
            raise Closed("this decision is answered; its worlds no longer exist")
        if self.game.budget is None:
            raise Refused("no_forks", "this game has no forward model: start the match with --worlds 64, or create the "
                          'game with "forks":{"worlds":64,"steps":10000}; a bot that needs the forward model sets forks = True')
        return self._client.call(message)

    def _world(self, message: Message, world: World | None = None) -> World:
        reply = self._call(message)
        self.steps -= 1
        if world is None:
            world = World()
            world.decision = self
        world.set(reply)
        return world


class World:
    """A possible game that matches the seat's view; hidden cards are a guess. Answering
    the decision releases all its worlds. A with statement releases a world early."""

    __slots__ = ("decision", "id", "turn", "seat", "options", "values", "over", "won", "view")

    decision: Decision

    def set(self, message: Message) -> None:
        get = message.get
        self.id: int = message["fork"]
        self.turn: int = get("turn", 0)
        self.seat: int = get("seat", -1)  # the seat that the world asks; -1 when the game is over
        self.options = [Option(o) for o in get("options") or ()]
        self.values: list[int] = get("values") or []  # an estimate for each seat, 0 to 1000
        self.over: bool = get("over", False)
        self.won: list[int] = get("won") or []
        self.view: Any = get("view")  # None unless requested

    @property
    def value(self) -> int:
        """The estimate for the bot's seat, from 0 (lost) to 1000 (won)."""
        return self.values[self.decision.game.seat]

    def apply(self, option: Option | int, seed: float = 0, view: bool = False) -> World:
        """Apply an option of the world's seat, and return this world. A seed other
        than 0 changes the later random events of the world."""
        number = _option(option, self.options)
        return self.decision._world({
            "type": "apply", "fork": self.id, "option": number, "seed": _seed(seed), "view": bool(view),
        }, self)

    def rollouts(self, seeds: Iterable[float], paths: Iterable[Path] | None = None, until: str = "turn", play: str = "default",
                 seat: int | None = None) -> list[list[int]]:
        """Play ahead from this world, as Decision.rollouts does. This world does not change."""
        return self.decision._rollouts({"type": "rollouts", "from": self.id}, self.options, seeds, paths, until, play, seat)

    def copy(self, view: bool = False) -> World:
        """Return a copy of this world."""
        return self.decision._world({"type": "fork", "from": self.id, "view": bool(view)})

    def release(self) -> None:
        """Release the world, which frees its slot in the budget."""
        if self.decision._open:
            self.decision._client.send({"type": "release", "fork": self.id})

    def __enter__(self) -> World:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()
