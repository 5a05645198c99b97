"""Errors of the connection between a bot and its arena or server."""


class GamedError(Exception):
    """An error that ends the bot unless the bot catches it. The text says what to do."""


class Refused(GamedError):
    """The arena or the server has refused a message, or the kit has not sent it. The message had no effect.

    code is one of the codes in docs/protocol.md, such as illegal, stale or not_asked.
    """

    def __init__(self, code: str, text: str) -> None:
        super().__init__(f"{code}: {text}")
        self.code = code


class Closed(GamedError):
    """The open decision ended, because the game went on without the answer or the
    connection ended. Do not catch this error in choose."""
