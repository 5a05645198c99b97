"""A decision, and the worlds of its forward model."""

import random
import time

from .errors import Closed, GamedError, Refused

_SEEDS = 2**53  # seeds are 0 to this number, exclusive


def _seed(number):
    """Return the seed for a number. Numbers that are no seed, such as -1, 0.5 or 2**60, map to one."""
    if type(number) is int and 0 <= number < _SEEDS:
        return number
    if type(number) is float and number.is_integer() and 0 <= number < _SEEDS:
        return int(number)
    try:
        return random.Random(number).getrandbits(53)
    except TypeError as error:
        raise GamedError(f"a seed is a number, not {number!r}") from error


def _option(option, options):
    """Return the id of an option, or raise Refused if there is none."""
    number = getattr(option, "id", option)
    if type(number) is not int or not 0 <= number < len(options):
        raise Refused("illegal", f"{option!r} is no option of this position; its ids are 0 to {len(options) - 1}")
    return number


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
        """Return a world that matches the seat's view. The seed, a number, fixes
        everything the seat cannot see: equal seeds give equal worlds. With view, the
        world includes the seat's view."""
        return self._world({"type": "fork", "seed": _seed(seed), "view": bool(view)})

    def rollouts(self, seeds, paths=None, until="turn", play="default", seat=None):
        """Play ahead in one world for each seed and path, with one message.

        A path is an option, its id, or a list of ids to apply one after another. Without
        paths there is one empty path. After it, the world plays its default options, or
        random ones with play="random", until the end of the turn, of the game, or not at
        all ("now").

        Return a list of estimates for each path, 0 (lost) to 1000 (won): one for each seed.
        They are for the bot's seat, or for another seat. Estimates are missing at the end
        when the steps are spent."""
        return self._rollouts({"type": "rollouts"}, self.options, seeds, paths, until, play, seat)

    def _rollouts(self, message, options, seeds, paths, until, play, seat):
        if until not in ("now", "turn", "game") or play not in ("default", "random"):
            raise GamedError(f'until {until!r}, play {play!r}: use "now", "turn" or "game", and "default" or "random"')
        seat = self.seat if seat is None else seat
        message |= {"seeds": [_seed(seed) for seed in seeds], "until": until, "play": play}
        lists = [[]]
        if paths is not None:
            lists = message["paths"] = [
                [_option(path[0], options), *path[1:]] if isinstance(path, (list, tuple)) and path
                else [] if isinstance(path, (list, tuple)) else [_option(path, options)] for path in paths]
        if not message["seeds"] or not lists:
            return [[] for _ in lists]
        reply = self._call(message)
        self.steps -= reply["steps"]
        values = [values[seat] for values in reply["values"]]
        return [values[i::len(lists)] for i in range(len(lists))]

    def _call(self, message):
        if not self._open:
            raise Closed("this decision is answered; its worlds no longer exist")
        if self.game.budget is None:
            raise Refused("no_forks", "this game has no forward model: start the match with --worlds 64, or create the "
                          'game with "forks":{"worlds":64,"steps":10000}; a bot that needs one sets forks = True')
        return self._client.call(message)

    def _world(self, message, world=None):
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
        number = _option(option, self.options)
        return self.decision._world({
            "type": "apply", "fork": self.id, "option": number, "seed": _seed(seed), "view": bool(view),
        }, self)

    def rollouts(self, seeds, paths=None, until="turn", play="default", seat=None):
        """Play ahead from this world, as Decision.rollouts does. This world does not change."""
        return self.decision._rollouts({"type": "rollouts", "from": self.id}, self.options, seeds, paths, until, play, seat)

    def copy(self, view=False):
        """Return a copy of this world."""
        return self.decision._world({"type": "fork", "from": self.id, "view": bool(view)})

    def release(self):
        """Release the world, which frees its slot in the budget."""
        if self.decision._open:
            self.decision._client.send({"type": "release", "fork": self.id})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.release()
