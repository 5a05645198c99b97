"""An arena whose seats this process plays."""

import collections
import json
import os
import queue
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import threading

from .client import PROTOCOL
from .errors import GamedError

# Games per arena process.
GAMES = 100_000
_START = 30.0  # seconds
_HELLO = json.dumps({"type": "hello", "protocol": PROTOCOL, "name": "environment"}).encode() + b"\n"


class Seats:
    """The seats of consecutive games in an arena, which runs as a child process. This
    class needs Unix sockets."""

    def __init__(self, command, rules, bots, options=()):
        """command starts gamed. bots names the bot of each seat, or None for a seat
        played here."""
        self.command, self.rules, self.bots, self.options = command, rules, bots, list(options)
        self.mine = [seat for seat, bot in enumerate(bots) if bot is None]
        self._arena = None
        self._out = {}  # output pipes by seat
        self._came = queue.SimpleQueue()

    def start(self, seed):
        """Start or restart the arena. The seed fixes all its games."""
        self.stop()
        self._came = queue.SimpleQueue()
        self._stderr = tempfile.TemporaryFile()
        with tempfile.TemporaryDirectory(prefix="gamed-") as folder, socket.socket(socket.AF_UNIX) as listener:
            path = os.path.join(folder, "seats")
            listener.bind(path)
            listener.listen(len(self.mine))
            listener.settimeout(0.1)
            relay = os.path.join(os.path.dirname(os.path.abspath(__file__)), "relay.py")
            players = ["cmd:" + shlex.join([sys.executable, "-S", "-E", relay, path, str(seat)]) if bot is None else bot
                       for seat, bot in enumerate(self.bots)]
            self._arena = subprocess.Popen(
                [*self.command, "match", self.rules, *players, "-n", str(GAMES), "--seed", str(seed), "--no-swap",
                 "--parallel", "1", *self.options],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self._stderr)
            for _ in self.mine:
                self._accept(listener)

    def _accept(self, listener):
        for _ in range(int(_START / listener.gettimeout())):
            try:
                relay, _ = listener.accept()
                break
            except TimeoutError:
                if self._arena.poll() is not None:
                    break
        else:
            raise self._failed("it did not start its bots")
        if self._arena.poll() is not None:
            raise self._failed("it ended")
        relay.settimeout(_START)
        seat, pipes, _, _ = socket.recv_fds(relay, 16, 2)
        seat = int(seat)
        os.write(pipes[1], _HELLO)
        self._out[seat] = (pipes[1], relay)
        threading.Thread(target=_read, args=(seat, *pipes, self._came), daemon=True).start()

    def next(self):
        """Return the next message as (seat, message). _read answers pings."""
        seat, message = self._came.get()
        if message is None:
            raise self._failed("it closed a seat")
        return seat, message

    def send(self, seat, message):
        try:
            os.write(self._out[seat][0], json.dumps(message).encode() + b"\n")
        except OSError as error:
            raise self._failed(str(error)) from error

    def _failed(self, why):
        self._arena.terminate()
        self._arena.wait()
        self._stderr.seek(0)
        text = self._stderr.read().decode(errors="replace").strip()
        return GamedError(f"the arena {shlex.join(self._arena.args)} failed: {why}\n{text}")

    def stop(self):
        """Stop the arena, if it runs."""
        if self._arena is not None:
            self._arena.terminate()
        for _, relay in self._out.values():
            relay.close()
        self._out = {}
        if self._arena is not None:
            self._arena.wait()
            self._arena = None
            self._stderr.close()


def _read(seat, pipe, out, came):
    """Read the messages to a seat in its own thread. It answers pings, since training
    may pause between games."""
    with open(pipe, "rb") as lines:
        try:
            for line in lines:
                message = json.loads(line)
                if message.get("type") == "ping":
                    os.write(out, json.dumps({"type": "pong", "t": message["t"]}).encode() + b"\n")
                else:
                    came.put((seat, message))
        except (OSError, ValueError):
            pass
    os.close(out)
    came.put((seat, None))


def program():
    """Return the command that starts gamed: the environment variable GAMED, or gamed on
    the path."""
    if given := os.environ.get("GAMED"):
        return shlex.split(given)
    if found := shutil.which("gamed"):
        return [found]
    raise GamedError("gamed not found: add it to PATH or set GAMED")
