"""What can go wrong between a bot and its arena or server."""


class GamedError(Exception):
    """Something is wrong that the bot cannot mend: the text says what to do."""


class Refused(GamedError):
    """A message was answered with an error and did nothing.

    code is for programs, as docs/protocol.md lists them: illegal, stale,
    not_asked, …
    """

    def __init__(self, code, text):
        super().__init__(f"{code}: {text}")
        self.code = code


class Closed(GamedError):
    """The question that a bot thinks about is gone: its game is over, or the
    connection is. A bot lets it pass through choose."""
