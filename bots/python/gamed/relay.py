"""Passes a bot's pipes to the environment that plays for it.

An arena starts bots as child processes. This program sends its standard input and output
over a Unix socket to the environment that started the arena, and waits until the
environment exits. Then it stops the arena, which would otherwise keep running.
"""

import os
import signal
import socket
import sys


def main(path: str, seat: str) -> None:
    arena = os.getppid()
    with socket.socket(socket.AF_UNIX) as there:
        there.connect(path)
        socket.send_fds(there, [seat.encode()], [0, 1])
        there.recv(1)  # returns when the environment exits
    if os.getppid() == arena:
        os.kill(arena, signal.SIGTERM)


if __name__ == "__main__":
    main(*sys.argv[1:])
