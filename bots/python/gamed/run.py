"""Runs a bot from the command line."""

import argparse
import os
import sys
import time

from .bot import Bot
from .client import Client
from .errors import GamedError
from .stdio import Stdio
from .websocket import WebSocket

# The longest time to try to reconnect to a server, in seconds.
_RECONNECT = 600


def parser() -> argparse.ArgumentParser:
    """Return an argparse.ArgumentParser with the flags of every bot, for bots that
    add their own flags."""
    p = argparse.ArgumentParser(description="Without --url, the bot plays over standard input and output.")
    p.add_argument("--url", help="connect to this WebSocket, such as ws://127.0.0.1:8080/ws")
    p.add_argument("--token", help="token from the arena or the server")
    p.add_argument("--game", help="game id on a server; without it, --url is an arena")
    p.add_argument("--seat", type=int, help="seat of --game; by default any open seat")
    p.add_argument("--key", help="key to return to a seat")
    p.add_argument("--name", help="the bot's name at the table")
    return p


def run(bot: Bot, args: argparse.Namespace | None = None) -> None:
    """Play all games and exit. args is the result of parser().parse_args(), by
    default for the command line."""
    if args is None:
        args = parser().parse_args()
    bot.name = args.name or bot.name or os.path.splitext(os.path.basename(sys.argv[0]))[0]
    try:
        if args.url:
            _connect(bot, args)
        else:
            Client(Stdio(), bot, orphan=True).play()
    except BrokenPipeError:
        pass  # the arena is gone
    except KeyboardInterrupt:
        sys.exit(130)
    except (OSError, GamedError) as error:
        sys.exit(f"{bot.name}: {error}")


def _connect(bot: Bot, args: argparse.Namespace) -> None:
    """Play over a WebSocket. On a server, reconnect after a lost connection with the
    seat's key or the bot's token."""
    if not args.game:
        arena = Client(WebSocket(args.url, args.token), bot)
        arena.play()
        if arena.lost:
            raise arena.lost
        return
    first = {"game": args.game}
    if args.key:
        first["key"] = args.key
    elif args.seat is not None:
        first["seat"] = args.seat
    join = first
    client: Client | None = None
    wait, since, told = 0.5, time.monotonic(), False
    while True:
        before = client
        try:
            client = Client(WebSocket(args.url, args.token), bot, join)
            if before is not None:
                client.resume(before)
            client.play()
            if client.finished:
                print(f"{bot.name}: {client.result}", file=sys.stderr)
                return
            reason = client.lost or "the connection was closed"
        except OSError as error:
            reason = error
        if client is not None and client is not before and client.game is not None:
            since, wait = time.monotonic(), 0.5
        if client is None or client.key is None and not args.token or time.monotonic() - since > _RECONNECT:
            raise GamedError(f"{args.url}: {reason}")
        if not told:
            how = "its token" if client.key is None else f"--key {client.key}"
            print(f"{bot.name}: {reason}; reconnecting with {how}", file=sys.stderr)
            told = True
        time.sleep(wait)
        wait = min(2 * wait, 10)
        join = {**first, "after": client.n}
        if client.key is not None:
            join = {"game": args.game, "key": client.key, "after": client.n}
