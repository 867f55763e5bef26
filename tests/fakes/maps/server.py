"""A fake map provider: an HTTP server on its own port whose replies come from one method."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from types import TracebackType
from typing import Any, ClassVar, Final, Self
from urllib.parse import parse_qsl, urlsplit

REQUESTS_PER_CONNECTION: Final = 40
"""A connection is closed after this many requests, as OSRM and many proxies do."""


@dataclass(frozen=True)
class ReceivedRequest:
    method: str
    path: str
    query: dict[str, list[str]]
    headers: dict[str, str]
    """Names in lower case."""
    body: Any
    at: float

    def param(self, name: str) -> str | None:
        """Return the parameter's value if it occurs exactly once."""
        values = self.query.get(name, [])
        return values[0] if len(values) == 1 else None


@dataclass(frozen=True)
class Reply:
    status: int
    body: Any
    headers: dict[str, str] = field(default_factory=dict)


class Rejected(Exception):
    """A request that the original would reject, with the original's reply."""

    def __init__(self, status: int, body: Any) -> None:
        super().__init__(f"{status}: {body}")
        self.reply = Reply(status, body)


Failure = Callable[["_Handler"], None]


class FakeMapServer:
    """Base of the fakes. `seen` contains every request, `rejected` every rejection with its reason."""

    name: ClassVar[str]

    def __init__(self) -> None:
        self.seen: list[ReceivedRequest] = []
        self.rejected: list[Rejected] = []
        self.failures: list[Failure] = []
        self._lock = Lock()
        self._server = _Server(self)

    def answer(self, request: ReceivedRequest) -> Any:
        """Return the body of a 200 reply. Raises Rejected."""
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

    def fail_next(self, *failures: Failure) -> None:
        """The next requests fail in these ways, in order."""
        self.failures += failures

    def reply_to(self, request: ReceivedRequest) -> Reply:
        with self._lock:
            self.seen.append(request)
        try:
            return Reply(200, self.answer(request))
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
    """A reply is sent in one segment; a second one would wait for the acknowledgement of the first."""
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
        if self.answered > REQUESTS_PER_CONNECTION:
            hang_up(self)
            return
        if self.server.fake.failures:
            self.server.fake.failures.pop(0)(self)
            return
        reply = self.server.fake.reply_to(self._received(content))
        self.send(reply.status, json.dumps(reply.body).encode())

    def _received(self, content: bytes) -> ReceivedRequest:
        address = urlsplit(self.path)
        query: dict[str, list[str]] = {}
        for name, value in parse_qsl(address.query, keep_blank_values=True):
            query.setdefault(name, []).append(value)
        try:
            body = json.loads(content) if content else None
        except ValueError:
            body = content
        headers = {name.lower(): value for name, value in self.headers.items()}
        return ReceivedRequest(self.command, address.path, query, headers, body, time.monotonic())

    def send(self, status: int, content: bytes, content_type: str = "application/json") -> None:
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Do not log."""


def hang_up(handler: _Handler) -> None:
    handler.close_connection = True
    handler.connection.shutdown(2)


def time_out(handler: _Handler) -> None:
    time.sleep(1.5)
    hang_up(handler)


def respond(status: int, content: bytes) -> Failure:
    return lambda handler: handler.send(status, content)
