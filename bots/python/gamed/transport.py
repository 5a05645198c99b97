"""The types that the transports share."""

from typing import Any, Protocol

Message = dict[str, Any]
"""A message of docs/protocol.md."""


class Transport(Protocol):
    """A connection that carries texts. One thread may receive while others send."""

    def send(self, text: str) -> None:
        """Send a message."""

    def receive(self, wait: bool) -> bytes | None:
        """Return the next message, or None at the end. Without wait, return b"" if no
        message is ready."""

    def close(self) -> None:
        """Disconnect."""
