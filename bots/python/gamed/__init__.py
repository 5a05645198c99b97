"""A kit for gamed bots in Python, without dependencies.

A bot is a class with one method:

    import gamed

    class First(gamed.Bot):
        def choose(self, decision):
            return decision.options[0]

    gamed.run(First())

docs/write-a-bot.md is a tutorial.
"""

from .bot import RESIGN, Bot, Budget, Game, Result
from .client import Client
from .decision import Decision, Option, Pick, World
from .errors import Closed, GamedError, Refused
from .run import parser, run

__all__ = [
    "RESIGN", "Bot", "Budget", "Client", "Closed", "Decision", "Game",
    "GamedError", "Option", "Pick", "Refused", "Result", "World", "parser", "run",
]
