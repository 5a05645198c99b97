"""The bot's side of the protocol with an arena or a server."""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING, Any

from .bot import RESIGN, Game, Result
from .decision import Decision
from .errors import Closed, GamedError, Refused
from .inbox import Inbox
from .transport import Message, Transport
from .websocket import WebSocket

if TYPE_CHECKING:
    from .bot import Answer, Bot

PROTOCOL = 1
_ARENA = "gamed arena"  # the name of an arena in its welcome

# Error codes after which the client resends the message, also without a retry_ms.
_AGAIN = ("busy", "too_fast", "unavailable")
_AGAIN_AFTER = 0.1  # seconds
# Error codes that end the client.
_FINAL = ("bad_key", "bad_version", "no_forks", "no_game", "no_seat")

# Messages that end a decision, unless the server repeats it.
_VOIDS = ("update", "over", "joined", "bye")

# Error codes of requests for worlds after the end of their decision. "" stands for Closed, which has no code.
_GONE = ("", "no_world", "not_asked")

_MOST_BYTES = 16 << 10  # of a message to the arena or the server

_dumps = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


def _retry(error: Message) -> float | None:
    """Return the seconds after which the refused message may be sent again, or None if it
    may not."""
    if "retry_ms" in error:
        return float(error["retry_ms"]) / 1000
    return _AGAIN_AFTER if error.get("code") in _AGAIN else None


class Client:
    """Plays games with a bot over one connection."""

    def __init__(self, transport: Transport, bot: Bot, join: Message | None = None, orphan: bool = False) -> None:
        """join is the first join message to a server, or None for an arena, which
        assigns the games. If orphan is true, the process exits soon after the connection
        has ended, even if the bot is still thinking."""
        self.transport, self.bot, self.join = transport, bot, join
        self.game: Game | None = None
        self.key: str | None = (join or {}).get("key")  # the seat's key
        self.n = 0  # the number of the latest event
        self.finished = False  # the game of join is over
        self.result = ""  # the result of the game of join, for people
        self._inbox = Inbox(transport, self._on_ping, orphan)
        self._request: Message | None = None  # the latest message that an error may answer
        self._answered: int | None = None  # id of the latest decision with an answer
        self._answer_sent: Message | None = None  # that answer
        self._pending: Message | None = None  # the answer that may have been lost with the previous connection
        self._events: list[dict[str, Any]] = []
        self._gap = False
        self._view: Any = None

    def resume(self, before: Client) -> None:
        """Continue the game of a client that lost its connection."""
        self.game, self.key, self.n = before.game, before.key, before.n
        self._view, self._events, self._gap = before._view, before._events, before._gap
        if before._answer_sent:
            self._answered, self._pending = before._answered, before._answer_sent

    @property
    def lost(self) -> Exception | None:
        """The error that ended the connection, or None."""
        return self._inbox.lost

    def send(self, message: Message) -> None:
        """Send a message without a reply."""
        self.transport.send(_dumps(message))

    def play(self) -> None:
        """Play until the other side says bye or disconnects. On a server, play only
        the game of join. Then finished reports whether that game ended."""
        self._inbox.attend()
        hello = {"type": "hello", "protocol": PROTOCOL, "name": self.bot.name, "author": self.bot.author,
                 "version": self.bot.version, "repeats": self.bot.repeats, "forks": self.bot.forks,
                 "patches": self.join is not None}  # an arena sends no patches
        try:
            self._send_request({k: v for k, v in hello.items() if v})
            while not self.finished and (message := self._inbox.next()) is not None:
                handle = getattr(self, "_on_" + str(message.get("type")), None)
                if handle and handle(message):
                    break
        finally:
            self._inbox.done()
            self.transport.close()

    def call(self, message: Message) -> Message:
        """Send a fork, an apply or rollouts, and return the world or the values."""
        text = _dumps(message)
        if len(text) > _MOST_BYTES:  # the text has only ASCII characters, so each is one byte
            raise GamedError(f"{message['type']}: the message has {len(text)} bytes, and at most {_MOST_BYTES} are allowed; "
                             "split it into several calls, or use smaller seeds")
        self.transport.send(text)
        later: list[Message | None] = []
        try:
            while True:
                reply = self._inbox.next()
                kind = reply.get("type") if reply is not None else None
                if reply is not None and kind in ("world", "values"):
                    return reply
                if reply is not None and kind == "error" and (code := reply.get("code", "")) != "stale":  # a stale error refers to an earlier answer
                    if (wait := _retry(reply)) is None:
                        raise Refused(code, reply.get("text", ""))
                    time.sleep(wait)
                    self.transport.send(text)
                    continue
                later.append(reply)
                if kind is None or kind in _VOIDS and kind != "update":
                    raise Closed("the game moved on without this answer")
        finally:
            self._inbox.put_back(later)

    def _send_request(self, message: Message) -> None:
        self._request = message
        self.send(message)

    def _on_ping(self, message: Message) -> None:
        self.send({"type": "pong", "t": message.get("t", 0)})

    def _on_welcome(self, message: Message) -> None:
        if self.join is not None:
            self._send_request({"type": "join", **self.join})
        elif isinstance(self.transport, WebSocket) and message.get("server") != _ARENA:
            raise GamedError("this is a server: create a game there and name it with --game")

    def _on_joined(self, message: Message) -> None:
        self.key, self._request = message.get("key", self.key), None
        if self.game is None or self.game.id != message.get("game") or self.join is None:
            self.game = Game(message)
            self._answered, self._answer_sent, self._pending = None, None, None
            self._events, self._gap, self._view = [], False, None
            self.bot.begin(self.game)
        if self.join is not None:  # a bot answers every decision itself
            self.send({"type": "settings", "stops": ["*"]})
        self._inbox.ready()

    def _on_table(self, message: Message) -> None:
        if self.game is not None:
            self.game.seats = message.get("seats") or []

    def _on_update(self, message: Message) -> None:
        self.n = message.get("n", self.n)
        self._view = message.get("view")
        self._events += message.get("events") or []
        self._gap = self._gap or message.get("gap", False)
        if self._moved_on():
            return  # a newer message replaces this update
        asked = message.get("decision")
        pending, self._pending = self._pending, None
        if not asked or asked["id"] == self._answered:
            if asked and pending:
                self._send_request(pending)
            return
        decision = Decision(self, self._playing(), message, self._events, self._gap)
        try:
            answer = self.bot.choose(decision)
        except (Closed, Refused) as error:
            # After an update, any refusal may concern the decision of the update.
            if not self._moved_on(1 if getattr(error, "code", "") in _GONE else 0):
                raise
            return
        finally:
            decision._open = False
        self._events, self._gap = [], False
        self._answered = decision.id
        self._answer_sent = self._answer(decision, answer)
        self._send_request(self._answer_sent)

    def _playing(self) -> Game:
        """Return the game, or raise GamedError before it is joined."""
        if self.game is None:
            raise GamedError("the server sent a message of a game before joined")
        return self.game

    def _moved_on(self, wait: float = 0.0) -> bool:
        """Report whether a message that ends the decision has arrived, or arrives
        within wait seconds."""
        until = time.monotonic() + wait
        while True:
            if any(m is None or m.get("type") in _VOIDS for m in self._inbox.came()):
                return True
            if time.monotonic() >= until:
                return False
            time.sleep(_AGAIN_AFTER)

    @staticmethod
    def _answer(decision: Decision, answer: Answer) -> Message:
        """Return the message of an answer."""
        pick = decision.pick
        if answer is RESIGN:
            return {"type": "resign"}
        if pick and isinstance(answer, (list, tuple)):
            return {"type": "pick", "decision": decision.id, "cards": pick.ids(answer)}
        if pick and any(answer is card for card in pick.cards):
            raise GamedError(f"choose returned {answer!r} of decision.pick.cards; return a list of cards")
        number = getattr(answer, "id", answer)
        if type(number) is not int or not 0 <= number < len(decision.options):
            raise GamedError(f"choose returned {answer!r}; return one of decision.options, its id from 0 to "
                             f"{len(decision.options) - 1}, or gamed.RESIGN")
        return {"type": "choose", "decision": decision.id, "option": number}

    def _on_error(self, message: Message) -> None:
        code = message.get("code", "")
        if (wait := _retry(message)) is not None and self._request is not None:
            time.sleep(wait)
            self.send(self._request)
        elif code in _FINAL or (self._request or {}).get("type") == "join":
            raise Refused(code, message.get("text", ""))
        elif code not in ("stale", "not_asked", "game_over"):  # these are normal if the game moved on before the answer arrived
            print(f"{self.bot.name}: {code}: {message.get('text', '')}", file=sys.stderr)

    def _on_over(self, message: Message) -> None:
        game = self._playing()
        self.bot.over(game, Result(message, self._view, self._events))
        self._events, self._gap = [], False
        if self.join is not None:
            self.finished = True
            won = game.seat in (message.get("won") or [])
            self.result = f"game {game.id}: {'won' if won else 'drawn' if message.get('draw') else 'lost'} ({message.get('reason', '')})"
            self.send({"type": "bye"})

    def _on_bye(self, message: Message) -> bool:
        return True
