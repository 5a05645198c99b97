"""A question to the bot, and the worlds in which it may try its answers."""

import time

from .errors import Closed


class Option:
    """A legal answer. References are those of the view, "" where there is none."""

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


class Decision:
    """What a bot is asked. options[0] is the default, which is played for it when
    its time is up."""

    __slots__ = ("id", "game", "turn", "awaiting", "view", "events", "gap", "options",
                 "ends_ms", "left_ms", "steps", "_came", "_client", "_open")

    def __init__(self, client, game, update, events, gap):
        asked = update["decision"]
        self.id = asked["id"]
        self.game = game
        self.turn = update.get("turn", 0)
        self.awaiting = update.get("awaiting") or []
        self.view = update.get("view")
        self.events = events  # since the last decision, in order
        self.gap = gap  # some events before these are left out
        self.options = [Option(o) for o in asked["options"]]
        self.ends_ms = asked.get("ends_ms")  # None when it is not timed
        self.left_ms = update.get("left_ms") or []
        #: How many forks and applies are left.
        self.steps = game.budget.steps if game.budget else 0
        self._came = time.monotonic()
        self._client = client
        self._open = True

    @property
    def seat(self):
        return self.game.seat

    def time_left(self):
        """Seconds until the default is played; infinite when it is not timed."""
        if self.ends_ms is None:
            return float("inf")
        return self.ends_ms / 1000 - (time.monotonic() - self._came)

    def fork(self, seed=0, view=False):
        """Return a world that looks to the seat as the game does now. What the seat
        cannot know is drawn from seed, 0 to 2**53-1: equal seeds draw equal
        worlds. With view it has what the seat would see."""
        return self._world({"type": "fork", "seed": seed, "view": view})

    def _world(self, message, world=None):
        if not self._open:
            raise Closed("this decision has been answered: its worlds are gone")
        if self.game.budget is None:
            raise Closed("there is no forward model here: decision.game.budget is None")
        reply = self._client.call(message)
        self.steps -= 1
        if world is None:
            world = World()
            world.decision = self
        world.set(reply)
        return world


class World:
    """A game made up from what the seat may know: what it shows of other seats is
    a guess. All worlds of a decision are gone when it has been answered. In a
    with statement a world is released at the end."""

    __slots__ = ("decision", "id", "turn", "seat", "options", "values", "over", "won", "view")

    def set(self, message):
        get = message.get
        self.id = message["fork"]
        self.turn = get("turn", 0)
        self.seat = get("seat", -1)  # who is asked first; -1 when it is over
        self.options = [Option(o) for o in get("options") or ()]
        self.values = get("values") or []  # how each seat stands, 0 to 1000
        self.over = get("over", False)
        self.won = get("won") or []
        self.view = get("view")  # None unless it was asked for

    @property
    def value(self):
        """How the bot's own seat stands, from 0, lost, to 1000, won."""
        return self.values[self.decision.game.seat]

    def apply(self, option, seed=0, view=False):
        """Take an option for the seat that is asked, and return this world as it is
        then. seed is mixed into its chance first, unless it is 0."""
        return self.decision._world({
            "type": "apply", "fork": self.id, "option": getattr(option, "id", option), "seed": seed, "view": view,
        }, self)

    def copy(self, view=False):
        """Return another world that is as this one."""
        return self.decision._world({"type": "fork", "from": self.id, "view": view})

    def release(self):
        """Forget the world, which makes room for another."""
        if self.decision._open:
            self.decision._client.send({"type": "release", "fork": self.id})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.release()
