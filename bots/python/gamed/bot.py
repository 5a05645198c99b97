"""The base class of bots, and the data of a game."""


class _Resign:
    def __repr__(self):
        return "gamed.RESIGN"


RESIGN = _Resign()
"""The value that choose returns to resign."""


class Budget:
    """The limits of the forward model: worlds held at once, and forks plus applies
    for each decision."""

    __slots__ = ("worlds", "steps")

    def __init__(self, worlds, steps):
        self.worlds, self.steps = worlds, steps


class Game:
    """A game the bot plays."""

    def __init__(self, message):
        self.id = message.get("game", "")
        self.rules = message.get("rules", "")
        self.seat = message.get("seat", -1)
        self.seats = message.get("seats") or []
        self.clock = message.get("clock")  # None without a clock
        #: The seed for the bot's own randomness, which makes a match repeatable.
        #: None on a server; random.Random accepts both.
        self.seed = message.get("seed")
        budget = message.get("budget")
        #: None without a forward model.
        self.budget = Budget(budget.get("worlds", 0), budget.get("steps", 0)) if budget else None


class Result:
    """The result of a game: the winning seats, whether it is a draw, the reason, and
    the bot's last view."""

    def __init__(self, message, view, events):
        self.won = message.get("won") or []
        self.draw = message.get("draw", False)
        self.reason = message.get("reason", "")
        self.view, self.events = view, events


class Bot:
    """The base class of a bot. A bot only has to override choose. One thread calls
    all methods."""

    name = ""  #: the bot's name at the table; by default its file name
    author = ""
    version = ""
    repeats = False  #: equal seeds and equal messages always give equal answers
    forks = False  #: the bot needs the forward model; a game without one ends it with an error

    def begin(self, game):
        """Called at the start of a game, before the clock runs. Reset all state of the
        previous game here."""

    def choose(self, decision):
        """Return one of decision.options, or its id, or RESIGN. If decision.pick asks for
        cards, a list of its cards, or of their ids, is an answer too."""
        raise NotImplementedError("a bot needs a method choose(self, decision)")

    def over(self, game, result):
        """Called at the end of a game."""
