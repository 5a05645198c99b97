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
from collections.abc import Iterable, Sequence

from .client import PROTOCOL
from .errors import GamedError
from .transport import Message

# Games per arena process.
GAMES = 100_000
_START = 30.0  # seconds
_LOOK = 0.1  # seconds between checks that a starting arena still runs
_HELLO = json.dumps({"type": "hello", "protocol": PROTOCOL, "name": "environment"}).encode() + b"\n"


class Seats:
    """The seats of consecutive games in an arena, which runs as a child process. This
    class needs Unix sockets."""

    def __init__(self, command: Sequence[str], rules: str, bots: Sequence[str | None], options: Iterable[str] = ()) -> None:
        """command starts gamed. bots names the bot of each seat, or None for a seat
        played here."""
        self.command, self.rules, self.bots, self.options = command, rules, bots, list(options)
        self.mine = [seat for seat, bot in enumerate(bots) if bot is None]
        self._arena: subprocess.Popen[bytes] | None = None
        self._line: list[str] = []
        self._out: dict[int, tuple[int, socket.socket]] = {}  # output pipes by seat
        self._came: queue.SimpleQueue[tuple[int, Message | None]] = queue.SimpleQueue()

    def start(self, seed: int) -> None:
        """Start or restart the arena. The seed fixes all its games."""
        self.stop()
        self._came = queue.SimpleQueue()
        self._stderr = tempfile.TemporaryFile()
        with tempfile.TemporaryDirectory(prefix="gamed-") as folder, socket.socket(socket.AF_UNIX) as listener:
            path = os.path.join(folder, "seats")
            listener.bind(path)
            listener.listen(len(self.mine))
            listener.settimeout(_LOOK)
            relay = os.path.join(os.path.dirname(os.path.abspath(__file__)), "relay.py")
            players = ["cmd:" + shlex.join([sys.executable, "-S", "-E", relay, path, str(seat)]) if bot is None else bot
                       for seat, bot in enumerate(self.bots)]
            self._line = [*self.command, "match", self.rules, *players, "-n", str(GAMES), "--seed", str(seed), "--no-swap",
                          "--parallel", "1", *self.options]
            self._arena = subprocess.Popen(
                self._line, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self._stderr)
            for _ in self.mine:
                self._accept(listener)

    def _accept(self, listener: socket.socket) -> None:
        for _ in range(int(_START / _LOOK)):
            try:
                relay, _ = listener.accept()
                break
            except TimeoutError:
                if self._running().poll() is not None:
                    break
        else:
            raise self._failed("it did not start its bots")
        if self._running().poll() is not None:
            raise self._failed("it ended")
        relay.settimeout(_START)
        text, pipes, _, _ = socket.recv_fds(relay, 16, 2)
        seat = int(text)
        os.write(pipes[1], _HELLO)
        self._out[seat] = (pipes[1], relay)
        threading.Thread(target=_read, args=(seat, *pipes, self._came), daemon=True).start()

    def next(self) -> tuple[int, Message]:
        """Return the next message as (seat, message). _read answers pings."""
        seat, message = self._came.get()
        if message is None:
            raise self._failed("it closed a seat")
        return seat, message

    def send(self, seat: int, message: Message) -> None:
        try:
            os.write(self._out[seat][0], json.dumps(message).encode() + b"\n")
        except OSError as error:
            raise self._failed(str(error)) from error

    def _running(self) -> "subprocess.Popen[bytes]":
        if self._arena is None:
            raise GamedError("the arena has been closed: call reset with a seed")
        return self._arena

    def _failed(self, why: str) -> GamedError:
        arena = self._running()
        arena.terminate()
        arena.wait()
        self._stderr.seek(0)
        text = self._stderr.read().decode(errors="replace").strip()
        return GamedError(f"the arena {shlex.join(self._line)} failed: {why}\n{text}")

    def stop(self) -> None:
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


def _read(seat: int, pipe: int, out: int, came: "queue.SimpleQueue[tuple[int, Message | None]]") -> None:
    """Read the messages to a seat. Each seat has a thread that runs _read. _read answers pings
    itself, because training may pause between games."""
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


def program() -> list[str]:
    """Return the command that starts gamed: the environment variable GAMED, or gamed on
    the path."""
    if given := os.environ.get("GAMED"):
        return shlex.split(given)
    if found := shutil.which("gamed"):
        return [found]
    raise GamedError("gamed not found: add it to PATH or set GAMED")
