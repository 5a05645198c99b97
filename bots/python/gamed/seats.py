"""An arena whose seats are played by this process."""

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

# Games of one arena. It is started again after them.
GAMES = 100_000
_START = 30.0  # seconds
_HELLO = json.dumps({"type": "hello", "protocol": PROTOCOL, "name": "environment"}).encode() + b"\n"


class Seats:
    """The seats of one game after the other, in an arena that runs as a child
    process. Works where there are Unix sockets."""

    def __init__(self, command, rules, bots, options=()):
        """command starts gamed. bots has a name for each seat that the arena plays
        itself, and None for one that is played here."""
        self.command, self.rules, self.bots, self.options = command, rules, bots, list(options)
        self.mine = [seat for seat, bot in enumerate(bots) if bot is None]
        self._arena = None
        self._out = {}  # to write to, by seat
        self._came = queue.SimpleQueue()

    def start(self, seed):
        """Start the arena, or another one. All chance of its games comes from seed."""
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
            raise self._failed("it has not started its bots")
        if self._arena.poll() is not None:
            raise self._failed("it has ended")
        relay.settimeout(_START)
        seat, pipes, _, _ = socket.recv_fds(relay, 16, 2)
        seat = int(seat)
        os.write(pipes[1], _HELLO)
        self._out[seat] = (pipes[1], relay)
        threading.Thread(target=_read, args=(seat, *pipes, self._came), daemon=True).start()

    def next(self):
        """Return the next message for one of the seats, as (seat, message). Pings
        are answered elsewhere."""
        seat, message = self._came.get()
        if message is None:
            raise self._failed("it has let go of a seat")
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
        return GamedError(f"the arena {shlex.join(self._arena.args)} has failed: {why}\n{text}")

    def stop(self):
        """End the arena, if it is there."""
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
    """Read what a seat is sent, in a thread of its own, and answer pings there, as
    whoever trains may take its time between two games."""
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
    """Return the command that starts gamed: the variable GAMED, or what is on the
    path."""
    if given := os.environ.get("GAMED"):
        return shlex.split(given)
    if found := shutil.which("gamed"):
        return [found]
    raise GamedError("there is no gamed on the path: put it there, or name it in the variable GAMED")
