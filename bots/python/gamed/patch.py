"""Applies patches, which the server sends in place of most updates to save traffic."""

import json
from typing import Any

from .errors import GamedError


class PatchedTexts:
    """Turns the patches of one connection into updates."""

    def __init__(self) -> None:
        self._update = b""  # the text of the last update

    def read(self, data: bytes) -> Any:
        """Return the message of a text. For a patch, return the whole update."""
        message = json.loads(data)
        kind = message.get("type") if type(message) is dict else None
        if kind == "patch":
            data = patched(self._update, message["ops"])
            message = json.loads(data)
        if kind in ("patch", "update"):
            self._update = data
        return message


def patched(last: bytes, ops: list[Any]) -> bytes:
    """Return the text of the update that follows the update with the text last, as bytes."""
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
