"""What has come over a connection."""

import collections
import json
import os
import threading

from .errors import GamedError

# How long a bot thinks before somebody else looks what has come, in seconds.
_LOOK = 0.25
# How long a bot that still thinks may live on when its arena has gone, in seconds.
_LINGER = 2.0


class Inbox:
    """The messages that have come, in order, and after the last one None.

    The thread that plays reads, for handing each message from one thread to another
    would take longer than all the rest. While the bot thinks for long, another one
    looks after the connection, so that pings are answered."""

    def __init__(self, transport, pong, orphan):
        """pong answers a ping. orphan ends the whole process when the other side is
        gone and the bot goes on thinking all the same."""
        self.transport = transport
        self.lost = None  # why reading ended, if something was wrong
        self._pong, self._orphan = pong, orphan
        self._came = collections.deque()
        self._reading = threading.Lock()  # held by whoever reads
        self._ended = False  # nothing more will come
        self._starting = False  # a game has begun and the bot is not ready
        self._done = threading.Event()

    def attend(self):
        """Look after the connection from now on."""
        threading.Thread(target=self._look_after, daemon=True).start()

    def done(self):
        """Nobody needs the inbox any more."""
        self._done.set()

    def ready(self):
        """The bot is ready for the game that it has joined. A ping that comes before
        that is a message like others, to be answered after it."""
        self._starting = False

    def put_back(self, messages):
        """Put messages back that were taken out too early."""
        self._came.extendleft(reversed(messages))

    def came(self):
        """Return what has come by now."""
        with self._reading:
            while not self._ended and self._read(False):
                pass
        return list(self._came)

    def next(self):
        """Return the next message, when it comes, or None at the end."""
        while not self._came:
            with self._reading:
                if not self._came:
                    self._read(True)
        return self._came.popleft()

    def _read(self, wait):
        """Put the next message into the inbox, and report whether there may be
        another one. Without wait there need not be one. Called with _reading
        held."""
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
            message = json.loads(data)
        except ValueError:
            return True
        if type(message) is dict:
            if message.get("type") == "joined":
                self._starting = True
            if message.get("type") != "ping" or self._starting:
                self._came.append(message)
                return True
            try:
                self._pong(message)
            except OSError:
                pass  # the end of the connection is read next
        return True

    def _look_after(self):
        """Look after the connection while the bot thinks, in a thread of its own."""
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
