"""What a bot is, and what it is told about a game."""


class _Resign:
    def __repr__(self):
        return "gamed.RESIGN"


RESIGN = _Resign()
"""What choose returns to leave the game for good."""


class Budget:
    """Bounds the forward model: how many worlds a bot may hold at once, and how
    many forks and applies it may make for each decision."""

    __slots__ = ("worlds", "steps")

    def __init__(self, worlds, steps):
        self.worlds, self.steps = worlds, steps


class Game:
    """A game that the bot sits at."""

    def __init__(self, message):
        self.id = message.get("game", "")
        self.rules = message.get("rules", "")
        self.seat = message.get("seat", -1)
        self.seats = message.get("seats") or []
        self.clock = message.get("clock")  # None when nobody is timed
        #: What a bot draws its own chance from, so that a match repeats. None on
        #: a server, which random.Random understands as well.
        self.seed = message.get("seed")
        budget = message.get("budget")
        #: None when there is no forward model.
        self.budget = Budget(budget.get("worlds", 0), budget.get("steps", 0)) if budget else None


class Result:
    """The end of a game: the seats that have won, whether it is a draw, why it
    ended, and the last that the bot was shown."""

    def __init__(self, message, view, events):
        self.won = message.get("won") or []
        self.draw = message.get("draw", False)
        self.reason = message.get("reason", "")
        self.view, self.events = view, events


class Bot:
    """A player. Only choose has to be written. All methods are called by one
    thread, one after the other."""

    name = ""  #: what it is called at the table; the name of its file unless set
    author = ""  #: whose it is
    version = ""  #: which version of it
    repeats = False  #: it answers alike whenever game.seed and all it is sent are alike

    def begin(self, game):
        """A game begins. What is left of the one before has to go. The clock does
        not run yet."""

    def choose(self, decision):
        """Return one of decision.options, or its id, or RESIGN."""
        raise NotImplementedError("a bot needs a method choose(self, decision)")

    def over(self, game, result):
        """The game has ended."""
