"""The transport of a bot that connects to a server or an arena: a WebSocket client
(RFC 6455)."""

import base64
import hashlib
import os
import select
import socket
import ssl
import struct
import threading
import urllib.parse

from .errors import GamedError

_MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_CONTINUATION, _TEXT, _BINARY, _CLOSE, _PING, _PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
_EXAMPLE = "ws://127.0.0.1:8080/ws"
_MOST = 16 << 20  # bytes per message
_CONNECT = 10.0  # seconds
# Seconds without a message before a ping, and until the connection counts as lost.
_QUIET = 8.0
_SILENT = 20.0


class WebSocket:
    """A connection. One thread may receive while others send."""

    def __init__(self, url: str, token: str | None = None) -> None:
        """Connect, or raise OSError. token authenticates the bot."""
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("ws", "wss") or not parts.hostname:
            raise GamedError(f"--url {url!r}: must begin with ws:// or wss://, such as {_EXAMPLE}")
        secure = parts.scheme == "wss"
        port = parts.port or (443 if secure else 80)
        self._sock = socket.create_connection((parts.hostname, port), timeout=_CONNECT)
        try:
            self._sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if secure:
                self._sock = ssl.create_default_context().wrap_socket(self._sock, server_hostname=parts.hostname)
            self._shake_hands(parts, token)
            self._sock.setblocking(False)
        except BaseException:
            self._sock.close()
            raise
        self._sending = threading.Lock()  # one message at a time
        self._using = threading.Lock()  # TLS connections are not thread-safe
        self._closed = False  # a close frame has been sent
        self._part: bytes | None = None  # the received part of an unfinished message

    def _shake_hands(self, parts: urllib.parse.SplitResult, token: str | None) -> None:
        key = base64.b64encode(os.urandom(16))
        path = (parts.path or "/") + ("?" + parts.query if parts.query else "")
        lines = [f"GET {path} HTTP/1.1", f"Host: {parts.netloc.rpartition('@')[2]}", "Upgrade: websocket", "Connection: Upgrade",
                 f"Sec-WebSocket-Key: {key.decode()}", "Sec-WebSocket-Version: 13"]
        if token:
            lines.append(f"Authorization: Bearer {token}")
        self._sock.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            data = self._sock.recv(4096)
            if not data or len(answer) > 1 << 16:
                raise ConnectionError("not a WebSocket server")
            answer += data
        head, _, rest = answer.partition(b"\r\n\r\n")
        self._have = bytearray(rest)  # received and not yet parsed
        status, *fields = head.decode("latin-1").split("\r\n")
        if status.split(" ", 2)[1:2] == ["401"]:  # a retry cannot succeed
            raise GamedError(f"the server refused the WebSocket: {status}: the token is wrong or has been revoked")
        if status.split(" ", 2)[1:2] != ["101"]:
            hint = f"; the path of a server is /ws, such as {_EXAMPLE}" if status.split(" ", 2)[1:2] in (["200"], ["404"]) else ""
            raise ConnectionError(f"the server refused the WebSocket: {status}{hint}")
        headers = {k.strip().lower(): v.strip() for k, _, v in (f.partition(":") for f in fields)}
        if headers.get("sec-websocket-accept") != base64.b64encode(hashlib.sha1(key + _MAGIC).digest()).decode():
            raise ConnectionError("not a WebSocket server: wrong Sec-WebSocket-Accept")

    def send(self, text: str) -> None:
        """Send a message."""
        self._frame(_TEXT, text.encode())

    def receive(self, wait: bool) -> bytes | None:
        """Return the next message as bytes, or None after a close. Without wait, return
        b"" if no message is complete. The method also answers pings."""
        while True:
            frame = self._frame_in()
            if frame is None:
                if not self._more(wait):
                    return b""
                continue
            kind, final, data = frame
            if kind == _PING:
                self._frame(_PONG, data)
            elif kind == _CLOSE:
                self._frame(_CLOSE, data[:2])
                return None
            elif kind in (_TEXT, _CONTINUATION) and (kind == _TEXT) == (self._part is None):
                self._part = (self._part or b"") + data
                if final:
                    message, self._part = self._part, None
                    return message
            elif kind != _PONG:
                raise self._fail("the server sent an unexpected frame")

    def _frame_in(self) -> tuple[int, bool, bytes] | None:
        """Return the kind, final flag and data of the next frame, or None if it
        is incomplete."""
        have = self._have
        if len(have) < 2:
            return None
        kind, final, size, begin = have[0] & 0x0F, bool(have[0] & 0x80), have[1] & 0x7F, 2
        if have[0] & 0x70 or have[1] & 0x80:
            raise self._fail("the server sent an invalid frame")
        if kind >= _CLOSE and (size > 125 or not final):
            raise self._fail("the server sent an invalid control frame")
        if size >= 126:
            wide = 2 if size == 126 else 8
            begin = 2 + wide
            if len(have) < begin:
                return None
            size = int.from_bytes(have[2:begin], "big")
        if size + len(self._part or b"") > _MOST:
            raise self._fail("the server sent a message over 16 MiB")
        if len(have) < begin + size:
            return None
        data = bytes(have[begin:begin + size])
        del have[:begin + size]
        return kind, final, data

    def close(self) -> None:
        """Send a close frame and disconnect."""
        try:
            self._frame(_CLOSE, struct.pack(">H", 1000))
        except OSError:
            pass
        try:
            self._sock.shutdown(socket.SHUT_RDWR)  # unblocks the receiving thread
        except OSError:
            pass

    def _fail(self, why: str) -> ConnectionError:
        self.close()
        return ConnectionError(why)

    def _frame(self, kind: int, data: bytes) -> None:
        """Send a masked frame."""
        size = len(data)
        head = bytes([0x80 | kind])
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 1 << 16:
            head += struct.pack(">BH", 0x80 | 126, size)
        else:
            head += struct.pack(">BQ", 0x80 | 127, size)
        mask = os.urandom(4)
        pad = (mask * (size // 4 + 1))[:size]
        masked = (int.from_bytes(data, "big") ^ int.from_bytes(pad, "big")).to_bytes(size, "big")
        with self._sending:
            if self._closed:
                return
            self._closed = kind == _CLOSE
            self._write(head + mask + masked)

    def _write(self, data: bytes) -> None:
        while data:
            readable: list[socket.socket] = []
            writable: list[socket.socket] = []
            with self._using:
                try:
                    data = data[self._sock.send(data):]
                except (BlockingIOError, ssl.SSLWantWriteError):
                    writable = [self._sock]
                except ssl.SSLWantReadError:
                    readable = [self._sock]
            if (readable or writable) and not any(select.select(readable, writable, [], _SILENT)):
                raise ConnectionError("the server stopped reading")

    def _more(self, wait: bool) -> bool:
        """Receive more bytes. Without wait, report whether any were ready."""
        asked = False
        while True:
            readable: list[socket.socket] = [self._sock]
            writable: list[socket.socket] = []
            with self._using:
                try:
                    data = self._sock.recv(1 << 16)
                    if not data:
                        raise ConnectionError("the server closed the connection")
                    self._have += data
                    return True
                except (BlockingIOError, ssl.SSLWantReadError):
                    pass
                except ssl.SSLWantWriteError:
                    readable, writable = [], [self._sock]
            if not wait:
                return False
            if not any(select.select(readable, writable, [], _SILENT - _QUIET if asked else _QUIET)):
                if asked:
                    raise ConnectionError(f"no message from the server for {_SILENT:.0f} seconds")
                self._frame(_PING, b"")
                asked = True
