"""A decision, and the worlds of its forward model."""

import time

from .errors import Closed, GamedError


class Option:
    """A legal answer. card, by, on and also refer to objects of the view, or are ""."""

    __slots__ = ("id", "do", "text", "card", "by", "on", "also")

    def __init__(self, message):
        get = message.get
        self.id = message["id"]
        self.do = get("do", "")
        self.text = get("text", "")
        self.card = get("card", "")
        self.by = get("by", "")
        self.on = get("on", "")
        self.also = get("also", "")

    def __repr__(self):
        return f"<option {self.id}: {self.text}>"


class Pick:
    """A request for between min and max of the cards, in any order unless ordered is
    set. A bot answers with a list of these cards, or of their ids."""

    __slots__ = ("min", "max", "does", "zone", "ordered", "cards")

    def __init__(self, message):
        get = message.get
        self.min = message["min"]
        self.max = message["max"]
        self.does = get("does", "")  # what happens to a picked card, such as "discard"
        self.zone = get("from", "")  # where the cards are, such as "hand"
        self.ordered = get("ordered", False)  # the order of the answer counts
        self.cards = [Option(o) for o in message["cards"]]  # one for each copy of a card

    def ids(self, answer):
        """Return the ids of the cards in an answer, or raise GamedError if the answer
        is not valid."""
        ids = [self.cards.index(card) if card in self.cards else card for card in answer]
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

    def __init__(self, client, game, update, events, gap):
        asked = update["decision"]
        self.id = asked["id"]
        self.game = game
        self.turn = update.get("turn", 0)
        self.awaiting = update.get("awaiting") or []
        self.view = update.get("view")
        self.events = events  # since the last decision, in order
        self.gap = gap  # some earlier events are missing
        self.options = [Option(o) for o in asked["options"]]
        pick = asked.get("pick")
        self.pick = Pick(pick) if pick else None  # None unless the decision asks for cards
        self.ends_ms = asked.get("ends_ms")  # None without a clock
        self.left_ms = update.get("left_ms") or []
        #: Forks and applies left.
        self.steps = game.budget.steps if game.budget else 0
        self._came = time.monotonic()
        self._client = client
        self._open = True

    @property
    def seat(self):
        return self.game.seat

    def time_left(self):
        """Return the seconds until the timeout, or infinity without a clock."""
        if self.ends_ms is None:
            return float("inf")
        return self.ends_ms / 1000 - (time.monotonic() - self._came)

    def fork(self, seed=0, view=False):
        """Return a world that matches the seat's view. The seed, 0 to 2**53-1, fixes
        everything the seat cannot see: equal seeds give equal worlds. With view, the
        world includes the seat's view."""
        return self._world({"type": "fork", "seed": seed, "view": view})

    def _world(self, message, world=None):
        if not self._open:
            raise Closed("this decision is answered; its worlds no longer exist")
        if self.game.budget is None:
            raise Closed("no forward model: decision.game.budget is None")
        reply = self._client.call(message)
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

    def set(self, message):
        get = message.get
        self.id = message["fork"]
        self.turn = get("turn", 0)
        self.seat = get("seat", -1)  # the first seat that must choose; -1 when the game is over
        self.options = [Option(o) for o in get("options") or ()]
        self.values = get("values") or []  # an estimate for each seat, 0 to 1000
        self.over = get("over", False)
        self.won = get("won") or []
        self.view = get("view")  # None unless requested

    @property
    def value(self):
        """The estimate for the bot's seat, from 0 (lost) to 1000 (won)."""
        return self.values[self.decision.game.seat]

    def apply(self, option, seed=0, view=False):
        """Apply an option of the world's seat, and return this world. A seed other
        than 0 changes its later random events."""
        return self.decision._world({
            "type": "apply", "fork": self.id, "option": getattr(option, "id", option), "seed": seed, "view": view,
        }, self)

    def copy(self, view=False):
        """Return a copy of this world."""
        return self.decision._world({"type": "fork", "from": self.id, "view": view})

    def release(self):
        """Release the world, which frees its slot in the budget."""
        if self.decision._open:
            self.decision._client.send({"type": "release", "fork": self.id})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.release()
