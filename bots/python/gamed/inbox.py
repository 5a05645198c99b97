"""The received messages of a connection."""

import collections
import os
import threading
from collections.abc import Callable

from .errors import GamedError
from .patch import PatchedTexts
from .transport import Message, Transport

# Interval of the background reader, in seconds.
_LOOK = 0.25
# Seconds a bot may keep thinking after its arena has exited.
_LINGER = 2.0


class Inbox:
    """The received messages in order, followed by None.

    The thread that plays also reads, because passing messages between threads costs more than
    all other work. While the bot thinks, a background thread reads and answers pings."""

    def __init__(self, transport: Transport, pong: Callable[[Message], None], orphan: bool) -> None:
        """pong answers a ping. If orphan is true, the process exits soon after the connection
        has ended, even if the bot is still thinking."""
        self.transport = transport
        self.lost: Exception | None = None  # the error that ended reading, if any
        self._pong, self._orphan = pong, orphan
        self._came: collections.deque[Message | None] = collections.deque()
        self._texts = PatchedTexts()
        self._reading = threading.Lock()  # held by the reading thread
        self._ended = False  # no more messages will arrive
        self._starting = False  # the bot is still in begin
        self._done = threading.Event()

    def attend(self) -> None:
        """Start the background reader."""
        threading.Thread(target=self._look_after, daemon=True).start()

    def done(self) -> None:
        """Stop the background reader."""
        self._done.set()

    def ready(self) -> None:
        """Mark the bot as ready for its game. Pings that came during begin wait in the inbox, so
        that their pongs follow begin."""
        self._starting = False

    def put_back(self, messages: list[Message | None]) -> None:
        """Return messages to the front of the inbox."""
        self._came.extendleft(reversed(messages))

    def came(self) -> list[Message | None]:
        """Return all messages received so far."""
        with self._reading:
            while not self._ended and self._read(False):
                pass
        return list(self._came)

    def next(self) -> Message | None:
        """Wait for the next message and return it, or None at the end."""
        while not self._came:
            with self._reading:
                if not self._came:
                    self._read(True)
        return self._came.popleft()

    def _read(self, wait: bool) -> bool:
        """Read one message into the inbox, and report whether more may follow. Without
        wait, do not block. The caller holds _reading."""
        try:
            data = None if self._ended else self.transport.receive(wait)
        except (OSError, GamedError) as error:
            self.lost, data = error, None
        if data is None:
            self._ended = True
            self._came.append(None)
            return False
        if not data:
            return False
        try:
            message = self._texts.read(data)
        except ValueError:
            return True
        except GamedError as error:
            self.lost, self._ended = error, True
            self._came.append(None)
            return False
        if type(message) is dict:
            if message.get("type") == "joined":
                self._starting = True
            if message.get("type") != "ping" or self._starting:
                self._came.append(message)
                return True
            try:
                self._pong(message)
            except OSError:
                pass  # the next read reports the end of the connection
        return True

    def _look_after(self) -> None:
        """The background reader, which answers pings while the bot thinks."""
        while not self._done.wait(_LOOK):
            if not self._reading.acquire(blocking=False):
                continue
            try:
                while not self._ended and self._read(False):
                    pass
            finally:
                self._reading.release()
            if self._ended:
                break
        if self._orphan and not self._done.wait(_LINGER):
            os._exit(0)
