"""The transport of a bot started by an arena: one message per line."""

import collections
import os
import select
import sys
import threading


class Stdio:
    """Reserves standard input and output for the protocol. Other output goes to
    standard error, so a stray print does no harm."""

    def __init__(self) -> None:
        # sys.stdin is not used, because its buffer would hide received data from select.
        self._in, self._out = os.dup(0), os.dup(1)
        self._lines: collections.deque[bytes] = collections.deque()
        self._rest = b""
        self._sending = threading.Lock()
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        sys.stdout.flush()
        os.dup2(2, 1)
        sys.stdout = sys.stderr

    def send(self, text: str) -> None:
        """Send a message without buffering."""
        data = text.encode() + b"\n"
        with self._sending:
            while data:
                data = data[os.write(self._out, data):]

    def receive(self, wait: bool) -> bytes | None:
        """Return the next message as bytes, or None at the end. Without wait, return
        b"" if no message is ready."""
        while not self._lines:
            if not wait and not select.select([self._in], [], [], 0)[0]:
                return b""
            data = os.read(self._in, 1 << 16)
            if not data:
                return None
            *lines, self._rest = (self._rest + data).split(b"\n")
            self._lines.extend(filter(None, lines))
        return self._lines.popleft()

    def close(self) -> None:
        """Do nothing, since the pipes close when the process exits."""
