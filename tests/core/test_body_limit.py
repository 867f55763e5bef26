"""A body that is too large is refused by its announced size, before it is read."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn
from django.test import Client, RequestFactory

from apps.core.body_limit import BodyLimitMiddleware
from apps.core.models import OutboxEntry
from embedded.ports import free_port

MEGABYTE = 1024 * 1024
MULTIPART = "multipart/form-data; boundary=x"


def announce(length: int | str, content_type: str) -> Any:
    """The reply to a request that says how large it is; reading its body would fail."""

    class Unread:
        def read(self, *size: int) -> bytes:
            raise AssertionError("read")

    request = RequestFactory().post("/api/v1/me/photo/")
    request.META |= {"CONTENT_LENGTH": str(length), "CONTENT_TYPE": content_type, "wsgi.input": Unread()}
    reached = object()
    reply = BodyLimitMiddleware(lambda _: reached)(request)  # type: ignore[arg-type, return-value]
    return None if reply is reached else reply


@pytest.mark.parametrize(
    ("length", "content_type", "code"),
    [
        (MEGABYTE + 1, "application/json", "too_large"),
        (20 * MEGABYTE, "application/json", "too_large"),
        (10**30, "application/json", "too_large"),
        (MEGABYTE + 1, "", "too_large"),
        (MEGABYTE + 1, "application/x-www-form-urlencoded", "too_large"),
        (9 * MEGABYTE + 1, MULTIPART, "image_too_large"),
        (20 * MEGABYTE, "Multipart/Form-Data; boundary=x", "image_too_large"),
    ],
)
def test_larger_body_than_its_kind_may_have_is_413(length: int, content_type: str, code: str) -> None:
    reply = announce(length, content_type)
    assert (reply.status_code, json.loads(reply.content)["code"]) == (413, code)


@pytest.mark.parametrize(
    ("length", "content_type"),
    [(MEGABYTE, "application/json"), (9 * MEGABYTE, MULTIPART), ("", "application/json"), ("nonsense", "")],
)
def test_body_within_its_limit_passes(length: int | str, content_type: str) -> None:
    assert announce(length, content_type) is None


def test_every_address_is_covered_and_nothing_happens(db: None) -> None:
    huge = "x" * (MEGABYTE + 1)
    for path in ("/api/v1/auth/sign-in/", "/functions/user_signup", "/django-admin/login/", "/nowhere"):
        response = Client().post(path, huge, content_type="application/json")
        assert response.status_code == 413
    assert not OutboxEntry.objects.exists()


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """The platform's own ASGI application behind its own server, with its threads."""
    config = uvicorn.Config("config.asgi:application", port=free_port(), log_level="error", lifespan="off")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield config.port
    server.should_exit = True
    thread.join()


def request(port: int, *headers: str, body: bytes = b"") -> bytes:
    """Send this much and no more, and see what comes back."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        lines = ("PUT /api/v1/me/photo/ HTTP/1.1", "Host: localhost", *headers)
        connection.sendall("\r\n".join((*lines, "", "")).encode() + body)
        reply = b""
        while not reply.endswith((b"0\r\n\r\n", b"}")):
            part = connection.recv(65536)
            assert part, reply
            reply += part
        return reply


def test_server_answers_20_megabytes_before_they_are_sent(port: int) -> None:
    for sent in (b"", b"x" * 100_000):
        reply = request(port, f"Content-Type: {MULTIPART}", f"Content-Length: {20 * MEGABYTE}", body=sent)
        assert reply.startswith(b"HTTP/1.1 413")
        assert b"image_too_large" in reply


def test_body_of_no_announced_size_is_not_read(port: int) -> None:
    reply = request(
        port, "Content-Type: application/json", "Transfer-Encoding: chunked", body=b"5\r\nhello\r\n0\r\n\r\n"
    )
    # An empty body from nobody: refused for that.
    assert reply.startswith(b"HTTP/1.1 401")
