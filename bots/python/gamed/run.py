"""Runs a bot as its command line says."""

import argparse
import os
import sys
import time

from .client import Client
from .errors import GamedError
from .stdio import Stdio
from .websocket import WebSocket

# How long a bot tries to come back to a server, in seconds.
_COME_BACK = 600


def parser():
    """Return an argparse.ArgumentParser with what every bot understands, for bots
    with options of their own."""
    p = argparse.ArgumentParser(description="Without --url the bot plays over standard input and output, as an arena starts it.")
    p.add_argument("--url", help="play over a WebSocket, as in ws://127.0.0.1:8080/ws")
    p.add_argument("--token", help="what the arena at --url has given out, or a token of the server")
    p.add_argument("--game", help="the id of a game on a server; without it the arena at --url deals")
    p.add_argument("--seat", type=int, help="which seat of --game; any open one unless given")
    p.add_argument("--key", help="of a seat that was taken before, to come back to it")
    p.add_argument("--name", help="what the bot is called at the table")
    return p


def run(bot, args=None):
    """Play with bot until there is nothing more to play, and end the process.
    args is what parser().parse_args() gave; it is read from the command line
    unless given."""
    if args is None:
        args = parser().parse_args()
    bot.name = args.name or bot.name or os.path.splitext(os.path.basename(sys.argv[0]))[0]
    try:
        if args.url:
            _connect(bot, args)
        else:
            Client(Stdio(), bot, orphan=True).play()
    except BrokenPipeError:
        pass  # the arena has gone
    except KeyboardInterrupt:
        sys.exit(130)
    except (OSError, GamedError) as error:
        sys.exit(f"{bot.name}: {error}")


def _connect(bot, args):
    """Play at a WebSocket. At a server a lost connection is made again, and the
    seat taken again with its key, or with the bot's token alone."""
    if not args.game:
        client = Client(WebSocket(args.url, args.token), bot)
        client.play()
        if client.lost:
            raise client.lost
        return
    first = {"game": args.game}
    if args.key:
        first["key"] = args.key
    elif args.seat is not None:
        first["seat"] = args.seat
    join = first
    client, wait, since, told = None, 0.5, time.monotonic(), False
    while True:
        before = client
        try:
            client = Client(WebSocket(args.url, args.token), bot, join)
            if before is not None:
                client.resume(before)
            client.play()
            if client.finished:
                return
            reason = client.lost or "the connection was closed"
        except OSError as error:
            reason = error
        if client is not None and client is not before and client.game is not None:
            since, wait = time.monotonic(), 0.5
        if client is None or client.key is None and not args.token or time.monotonic() - since > _COME_BACK:
            raise GamedError(f"{args.url}: {reason}")
        if not told:
            how = "its token" if client.key is None else f"--key {client.key}"
            print(f"{bot.name}: {reason}; coming back with {how}", file=sys.stderr)
            told = True
        time.sleep(wait)
        wait = min(2 * wait, 10)
        join = {**first, "after": client.n}
        if client.key is not None:
            join = {"game": args.game, "key": client.key, "after": client.n}
