"""The WSGI application in threads, as the server calls it."""

import io
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from config.bodies import BODY, WholeBodies
from config.threads import InThreads, environ_of

SCOPE: dict[str, Any] = {
    "type": "http",
    "method": "POST",
    "path": "/café/",
    "query_string": b"a=1",
    "http_version": "1.1",
    "scheme": "https",
    "server": ("example.org", 443),
    "client": ("192.0.2.1", 5000),
    "headers": [
        (b"content-length", b"5"),
        (b"content-type", b"text/plain"),
        (b"x-request-id", b"one"),
        (b"x-request-id", b"two"),
        (b"x_forwarded_for", b"192.0.2.9"),
    ],
}


class Stream:
    streaming = True
    closed = False

    def __init__(self, *, fails: bool = False) -> None:
        self._fails = fails

    def __iter__(self) -> Iterator[bytes]:
        yield b"first"
        if self._fails:
            raise OSError("lost")
        yield b"second"

    def close(self) -> None:
        self.closed = True


async def replies_of(content: Any, *, body: bytes = b"hello", ahead: bool = False) -> list[dict[str, Any]]:
    """Return the messages of a reply with this content; its header has the body that the application read."""
    threads: set[str] = set()

    def application(environ: dict[str, Any], start_response: Any) -> Any:
        threads.add(threading.current_thread().name)
        read = environ["wsgi.input"].read().decode()
        start_response("201 Created", [("X-Body", read), ("Content-Type", " text/plain")])
        return content

    in_threads = InThreads(application, workers=1)
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def after_a_reader(scope: Any, receive: Any, send: Any) -> None:
        if ahead:
            await receive()
        await in_threads(scope, receive, send)

    try:
        await WholeBodies(after_a_reader, limit=lambda scope: 1_000_000)(SCOPE, receive, send)
    finally:
        in_threads.executor.shutdown()
        assert threads == {"WSGI_0"}
    return sent


@pytest.mark.parametrize("ahead", [False, True])
async def test_complete_reply_is_two_messages(ahead: bool) -> None:
    start, body = await replies_of([b"one", b"two"], ahead=ahead)
    assert start == {
        "type": "http.response.start",
        "status": 201,
        "headers": [(b"x-body", b"hello"), (b"content-type", b"text/plain")],
    }
    assert body == {"type": "http.response.body", "body": b"onetwo"}


async def test_stream_is_sent_as_it_comes() -> None:
    stream = Stream()
    start, first, second, end = await replies_of(stream)
    assert start["status"] == 201
    assert (first["body"], first["more_body"]) == (b"first", True)
    assert (second["body"], second["more_body"]) == (b"second", True)
    assert end == {"type": "http.response.body", "body": b""}
    assert stream.closed


async def test_stream_that_fails_is_closed_and_not_ended() -> None:
    stream = Stream(fails=True)
    with pytest.raises(OSError, match="lost"):
        await replies_of(stream)
    assert stream.closed


def test_environment_is_that_of_the_request() -> None:
    environ = environ_of({**SCOPE, BODY: io.BytesIO(b"hello")})
    assert environ["PATH_INFO"].encode("latin-1").decode() == "/café/"
    assert (environ["REQUEST_METHOD"], environ["QUERY_STRING"]) == ("POST", "a=1")
    assert (environ["CONTENT_LENGTH"], environ["CONTENT_TYPE"]) == ("5", "text/plain")
    assert environ["HTTP_X_REQUEST_ID"] == "one,two"
    assert "HTTP_X_FORWARDED_FOR" not in environ
    assert (environ["wsgi.url_scheme"], environ["SERVER_NAME"], environ["SERVER_PORT"]) == (
        "https",
        "example.org",
        "443",
    )
    assert (environ["REMOTE_ADDR"], environ["REMOTE_PORT"]) == ("192.0.2.1", "5000")


def test_body_that_was_not_received_is_empty() -> None:
    assert environ_of(SCOPE)["wsgi.input"].read() == b""
