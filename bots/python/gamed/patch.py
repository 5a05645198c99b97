"""Patches of updates, which save most of the traffic of a game."""

import json
from typing import Any

from .errors import GamedError


class PatchedTexts:
    """The texts of one connection."""

    def __init__(self) -> None:
        self._update = b""  # the text of the last update

    def read(self, data: bytes) -> Any:
        """Return the message of a text, with updates in full."""
        message = json.loads(data)
        kind = message.get("type") if type(message) is dict else None
        if kind == "patch":
            data = patched(self._update, message["ops"])
            message = json.loads(data)
        if kind in ("patch", "update"):
            self._update = data
        return message


def patched(last: bytes, ops: list[Any]) -> bytes:
    """Return the text of the update after the one with text last, as bytes."""
    text, at, lengths = bytearray(last), 0, iter(ops)
    for op in lengths:
        if isinstance(op, str):
            text += op.encode()
            continue
        at += op
        length = next(lengths, -1)
        if not isinstance(length, int) or at < 0 or length < 0 or at + length > len(text):
            raise GamedError("the patch does not fit the previous update")
        text += text[at:at + length]
        at += length
    return bytes(text[len(last):])
