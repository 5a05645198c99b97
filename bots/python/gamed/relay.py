"""Hands the pipes of a bot over to the program that plays it.

An arena starts bots as its child processes. This one connects to a socket of the
environment that is behind the arena, gives it its standard input and output, and
waits until the environment has done with them. Then it ends the arena, which
would play on without anybody.
"""

import os
import signal
import socket
import sys


def main(path, seat):
    arena = os.getppid()
    with socket.socket(socket.AF_UNIX) as there:
        there.connect(path)
        socket.send_fds(there, [seat.encode()], [0, 1])
        there.recv(1)  # ends with the environment
    if os.getppid() == arena:
        os.kill(arena, signal.SIGTERM)


if __name__ == "__main__":
    main(*sys.argv[1:])
