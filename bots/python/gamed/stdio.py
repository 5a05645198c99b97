"""The transport of a bot that an arena has started: a message a line."""

import collections
import os
import select
import sys
import threading


class Stdio:
    """Takes standard input and output for the protocol. What else the program
    prints goes to standard error, so a print that was left in does no harm."""

    def __init__(self):
        # Not sys.stdin: its buffer would hide what has come.
        self._in, self._out = os.dup(0), os.dup(1)
        self._lines, self._rest = collections.deque(), b""
        self._sending = threading.Lock()
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        sys.stdout.flush()
        os.dup2(2, 1)
        sys.stdout = sys.stderr

    def send(self, text):
        """Send a message, at once."""
        data = text.encode() + b"\n"
        with self._sending:
            while data:
                data = data[os.write(self._out, data):]

    def receive(self, wait):
        """Return the next message as bytes, or None at the end. Without wait it is
        empty if none has come."""
        while not self._lines:
            if not wait and not select.select([self._in], [], [], 0)[0]:
                return b""
            data = os.read(self._in, 1 << 16)
            if not data:
                return None
            *lines, self._rest = (self._rest + data).split(b"\n")
            self._lines.extend(filter(None, lines))
        return self._lines.popleft()

    def close(self):
        """Nothing is left to do: the process ends."""
