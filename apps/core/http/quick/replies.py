"""Answers the usual requests of a few endpoints ahead of Django, whose own work costs more than theirs.

Django stays the reference: what is refused, fails or is unusual in any way is passed to it unchanged, so that
every error is its own (docs/decisions/0093-quick-replies.md).
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError, close_old_connections, connections
from django.urls import resolve
from django.utils import translation
from redis.exceptions import RedisError
from rest_framework.exceptions import APIException
from rest_framework.renderers import JSONRenderer

from apps.core.errors import DomainError
from apps.core.http.compression import MIN_BYTES
from apps.core.http.quick.frames import Frame, Frames, Headers, Heading, heading_of
from apps.core.monitoring import log_context, tracing
from apps.core.monitoring.requests import Answered, request_id_of

log = logging.getLogger(__name__)

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[dict[str, Any], Receive, Send], Awaitable[None]]

REFUSALS: Final = (DomainError, APIException, RedisError, OperationalError, InterfaceError, ValueError)
"""Django answers them; other exceptions are logged as well."""
_RENDERER: Final = JSONRenderer()


@dataclass(frozen=True, slots=True)
class QuickRequest:
    """A usual POST of JSON."""

    body: bytes
    authorization: bytes | None
    address: str
    """The client's."""


class Passed(Exception):
    """Django should answer this request."""


QuickReply = Callable[[QuickRequest], Any]
"""Returns the data of a good reply. Raises Passed, or what the view would raise, and then has no effect."""


class QuickReplies:
    """Calls the function of a path in a thread, and Django for everything else."""

    def __init__(self, django: App, replies: Mapping[str, QuickReply], *, executor: Executor) -> None:
        self._django = django
        self._replies = replies
        self._executor = executor
        self._frames = Frames()

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        reply = self._replies.get(scope.get("path", ""))
        heading = None if reply is None else heading_of(scope)
        if reply is None or heading is None:
            await self._django(scope, receive, send)
            return
        message = await receive()
        frame = self._frames.of(heading)
        if frame is None:
            await self._django(scope, _again(message, receive), self._learning(heading, send))
            return
        answer = None
        if message["type"] == "http.request" and not message.get("more_body"):
            request = QuickRequest(message.get("body", b""), heading.authorization, heading.address)
            loop = asyncio.get_running_loop()
            answer = await loop.run_in_executor(
                self._executor, _answer, reply, request, frame, scope["path"], heading.request_id
            )
        if answer is None:
            await self._django(scope, _again(message, receive), send)
            return
        headers, body = answer
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def _learning(self, heading: Heading, send: Send) -> Send:
        async def send_and_learn(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._frames.learn(heading, message["status"], message["headers"])
            await send(message)

        return send_and_learn


def _again(message: Message, receive: Receive) -> Receive:
    """Return a `receive` that starts with a message that was received."""
    first = [message]

    async def receive_again() -> Message:
        return first.pop() if first else await receive()

    return receive_again


def _answer(
    reply: QuickReply, request: QuickRequest, frame: Frame, path: str, given_id: str
) -> tuple[Headers, bytes] | None:
    """Return headers and body of the reply; None if Django should answer."""
    started = time.perf_counter()
    request_id = request_id_of(given_id)
    with log_context.log_fields(request_id=request_id), tracing.span("POST", server=True) as span:
        content = _content(reply, request, frame.language)
        # Django's frame of a shorter reply is another one.
        if content is None or len(content) < MIN_BYTES:
            if span is not None:
                span.update_name("passed to Django")
            return None
        answer = frame.around(content, request_id)
        answered = Answered("POST", _route(path), 200)
        answered.report(time.perf_counter() - started)
        if span is not None:
            answered.describe(span)
    return answer


def _content(reply: QuickReply, request: QuickRequest, language: str) -> bytes | None:
    try:
        _check_connection()
        translation.activate(language)
        content: bytes = _RENDERER.render(reply(request))
    except (Passed, *REFUSALS):
        return None
    except Exception:
        log.exception("a quick reply failed; Django answers")
        return None
    return content


@cache
def _route(path: str) -> str:
    return str(resolve(path).route)


def _check_connection() -> None:
    """Close a database connection that is too old or broken, as Django does before a request."""
    close_old_connections()
    connections[DEFAULT_DB_ALIAS].close_if_health_check_failed()
