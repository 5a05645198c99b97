"""The process gamed env, which steps many games, and its messages, without numpy."""

import json
import shlex
import struct
import subprocess
import tempfile
from collections.abc import Sequence
from typing import Any

from .errors import GamedError
from .transport import Message

PROTOCOL = 1
RESET, STEP = 1, 2  # kinds of requests
_STATE = 0  # the kind of an answer with a state; all other answers are errors
_HEAD = struct.Struct("<II")  # the length of the content in bytes, and the kind
_PIPE = 1 << 20  # bytes: the most that Linux allows a user by default
_SIZES = {"float32": 4, "int32": 4, "int8": 1, "bool": 1}


class IllegalAction(ValueError):
    """An action that is not legal in its game. No game has changed. game is the index of the game,
    and options the number of legal actions."""

    def __init__(self, refusal: Message) -> None:
        super().__init__(refusal["error"])
        self.game: int = refusal["game"]
        self.action: int = refusal["action"]
        self.options: int = refusal["options"]


class Games:
    """gamed env as a child process. header describes the games and the arrays of a state, and size
    is the number of bytes of a state."""

    def __init__(self, command: Sequence[str], rules: str, options: Sequence[str]) -> None:
        """command starts gamed. options are the flags of gamed env."""
        self._line = [*command, "env", rules, *options]
        self._stderr = tempfile.TemporaryFile()
        self._process = subprocess.Popen(self._line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._stderr, bufsize=0)
        _enlarge(self._out().fileno())
        line = self._out().readline()
        if not line:
            raise self._failed("it ended")
        self.header: Message = json.loads(line)
        if self.header["protocol"] != PROTOCOL:
            raise self._failed(f"it uses version {self.header['protocol']} of the protocol, and this kit version {PROTOCOL}: use a kit of the same release")
        self.arrays: list[tuple[str, str, tuple[int, ...], int]] = []  # name, type, shape and offset
        self.size = 0
        for array in self.header["arrays"]:
            self.arrays.append((array["name"], array["type"], tuple(array["shape"]), self.size))
            count = _SIZES[array["type"]]
            for length in array["shape"]:
                count *= length
            self.size += count

    def ask(self, kind: int, content: bytes, state: bytearray | memoryview) -> None:
        """Send a request and read the next state of all games, of size bytes. After an IllegalAction, nothing has
        changed. After a GamedError, the process has ended."""
        if self._stderr.closed:
            raise GamedError("the environment has been closed: create a new one")
        try:
            self._write(_HEAD.pack(len(content), kind) + content)
            head = bytearray(_HEAD.size)
            self._read(memoryview(head))
            size, kind = _HEAD.unpack(head)
            if kind == _STATE:
                self._read(memoryview(state))
                return
            text = bytearray(size)
            self._read(memoryview(text))
        except (OSError, EOFError) as error:
            raise self._failed(str(error)) from error
        refusal = json.loads(text)
        if "game" in refusal:
            raise IllegalAction(refusal)
        raise self._failed(refusal["error"])

    def _write(self, data: bytes) -> None:
        rest = memoryview(data)
        assert self._process.stdin is not None
        while rest:
            rest = rest[self._process.stdin.write(rest):]

    def _read(self, to: memoryview) -> None:
        out = self._out()
        while to:
            count = out.readinto(to)
            if not count:
                raise EOFError("it ended")
            to = to[count:]

    def _out(self) -> Any:
        return self._process.stdout

    def _failed(self, why: str) -> GamedError:
        """End the process and return the error."""
        self._process.terminate()
        self._process.wait()
        self._stderr.seek(0)
        text = self._stderr.read().decode(errors="replace").strip()
        self.close()
        return GamedError(f"{shlex.join(self._line)} failed: {why}\n{text}")

    def close(self) -> None:
        """End the process."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.terminate()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._stderr.close()


def _enlarge(pipe: int) -> None:
    """Enlarge the buffer of a pipe, so that the two processes take turns less often. Only Linux can do
    this."""
    try:
        import fcntl

        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE)
    except (ImportError, AttributeError, OSError):
        pass  # the games are only slower
