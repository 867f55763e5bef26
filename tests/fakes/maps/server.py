"""One provider on a port of its own: HTTP as it is, and an answer or a refusal out of one function."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from types import TracebackType
from typing import Any, ClassVar, Final, Self
from urllib.parse import parse_qsl, urlsplit

LIFE_OF_A_CONNECTION: Final = 40
"""Requests, after which it is closed without a word, as OSRM and many proxies do."""


@dataclass(frozen=True)
class Asked:
    method: str
    path: str
    query: dict[str, list[str]]
    headers: dict[str, str]
    """Names in small letters."""
    body: Any
    at: float

    def only(self, name: str) -> str | None:
        """The one value of a parameter."""
        values = self.query.get(name, [])
        return values[0] if len(values) == 1 else None


@dataclass(frozen=True)
class Reply:
    status: int
    body: Any
    headers: dict[str, str] = field(default_factory=dict)


class Rejected(Exception):
    """What the original would not take; carries its words for it."""

    def __init__(self, status: int, body: Any) -> None:
        super().__init__(f"{status}: {body}")
        self.reply = Reply(status, body)


Mood = Callable[["_Handler"], None]


class FakeMapServer:
    """Subclasses answer; `seen` holds what was asked, `rejected` what was refused and why."""

    name: ClassVar[str]

    def __init__(self) -> None:
        self.seen: list[Asked] = []
        self.rejected: list[Rejected] = []
        self.moods: list[Mood] = []
        self._lock = Lock()
        self._server = _Server(self)

    def answer(self, asked: Asked) -> Any:
        """The body of a 200; raises Rejected."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def will(self, *moods: Mood) -> None:
        """How the next requests fare instead of being answered."""
        self.moods += moods

    def reply_to(self, asked: Asked) -> Reply:
        with self._lock:
            self.seen.append(asked)
        try:
            return Reply(200, self.answer(asked))
        except Rejected as refusal:
            self.rejected.append(refusal)
            return refusal.reply


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, fake: FakeMapServer) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.fake = fake


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1
    """An answer goes out in one piece; in two, the second waits until the first is acknowledged."""
    server: _Server

    def setup(self) -> None:
        super().setup()
        self.answered = 0

    def do_GET(self) -> None:
        self._handle()

    def do_POST(self) -> None:
        self._handle()

    def _handle(self) -> None:
        content = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.answered += 1
        if self.answered > LIFE_OF_A_CONNECTION:
            hang_up(self)
            return
        if self.server.fake.moods:
            self.server.fake.moods.pop(0)(self)
            return
        reply = self.server.fake.reply_to(self._asked(content))
        self.send(reply.status, json.dumps(reply.body).encode())

    def _asked(self, content: bytes) -> Asked:
        address = urlsplit(self.path)
        query: dict[str, list[str]] = {}
        for name, value in parse_qsl(address.query, keep_blank_values=True):
            query.setdefault(name, []).append(value)
        try:
            body = json.loads(content) if content else None
        except ValueError:
            body = content
        headers = {name.lower(): value for name, value in self.headers.items()}
        return Asked(self.command, address.path, query, headers, body, time.monotonic())

    def send(self, status: int, content: bytes, content_type: str = "application/json") -> None:
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet."""


def hang_up(handler: _Handler) -> None:
    handler.close_connection = True
    handler.connection.shutdown(2)


def dawdle(handler: _Handler) -> None:
    time.sleep(1.5)
    hang_up(handler)


def say(status: int, content: bytes) -> Mood:
    return lambda handler: handler.send(status, content)
