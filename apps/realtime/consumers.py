"""The WebSocket consumer of a client: authenticates by ticket, reads frames, and writes the hub's
messages.
"""

import asyncio
import contextlib
import logging
import time
from typing import Any, Final
from urllib.parse import parse_qs

import psycopg
from channels.consumer import AsyncConsumer
from django.db import DatabaseError
from django.utils import timezone
from redis.exceptions import RedisError

from apps.accounts.choices import UserType
from apps.accounts.models import DeviceSession, User
from apps.core.errors import BadInput
from apps.core.http.json_limits import load_json
from apps.core.monitoring import tracing
from apps.core.platform import platform_settings
from apps.realtime import frames
from apps.realtime.events.topics import TopicRefused, topic_for
from apps.realtime.sockets import closes
from apps.realtime.sockets.hub import Hub, get_hub
from apps.realtime.sockets.origin import is_allowed_origin
from apps.realtime.sockets.outbound_queue import FleetBatch, OutboundQueue, Send
from apps.realtime.sockets.rate_limit import FrameLimit
from apps.realtime.tickets import redeem_ticket

log = logging.getLogger(__name__)

MAX_FRAME: Final = 64 * 1024
MAX_TOPICS: Final = 100
MAX_NAME: Final = 64
CLOSE_SECONDS: Final = 20.0
"""Timeout for a closing client to receive the close code."""


class SocketConsumer(AsyncConsumer):
    """Runs its own loop, because Channels' dispatch costs three tasks and a thread per frame."""

    user: User
    family: str
    signed_out_after: int = 0

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Send) -> None:
        await receive()
        if not is_allowed_origin(scope):
            # Before the handshake, so that a foreign page learns nothing.
            await send({"type": "websocket.close", "code": frames.REVOKED})
            return
        hub = get_hub()
        # Accepted even if it is closed at once: browsers do not see the code of a rejected handshake.
        await send({"type": "websocket.accept"})
        try:
            session = await self._sign_in(hub, scope)
            slot = await self._take_slot(hub, session) if session is not None else ""
        except (RedisError, OSError, DatabaseError) as error:
            log.warning("authentication failed error=%r", error)
            hub.closes.note(frames.TRY_AGAIN)
            await send({"type": "websocket.close", "code": frames.TRY_AGAIN})
            return
        if session is None:
            await send({"type": "websocket.close", "code": frames.NOT_SIGNED_IN})
            return
        if not slot:
            hub.closes.note(frames.TOO_MANY_SOCKETS, user_id=session.user_id)
            await send({"type": "websocket.close", "code": frames.TOO_MANY_SOCKETS})
            return
        self.user, self.family = session.user, session.family
        try:
            await self._run(hub, receive, send)
        finally:
            # An entry that cannot be deleted expires.
            with contextlib.suppress(RedisError, OSError):
                await hub.open_sockets.leave(slot)

    async def _sign_in(self, hub: Hub, scope: dict[str, Any]) -> DeviceSession | None:
        ticket = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("ticket", [""])[0]
        holder = await redeem_ticket(hub.bus.redis, ticket)
        if holder is None:
            return None
        sessions = DeviceSession.objects.select_related("user__staff_role").filter(
            family=holder.family,
            user_id=holder.user_id,
            ended_at__isnull=True,
            user__is_active=True,
            user__approved=True,
        )
        return await hub.threads.run(sessions.first)

    async def _take_slot(self, hub: Hub, session: DeviceSession) -> str:
        settings = await hub.threads.run(platform_settings)
        return await hub.open_sockets.enter(session.user_id, most=settings.max_sockets)

    async def _run(self, hub: Hub, receive: Any, send: Send) -> None:
        self._hub = hub
        self._opened_at = time.monotonic()
        self._left_with: int | None = None
        self._closed: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._outbound = OutboundQueue(send, on_full=lambda: self.kick(frames.TOO_SLOW))
        hello: frames.Hello = {
            "op": "hello",
            "user_id": self.user.pk,
            "server_time": frames.moment(timezone.now()),
        }
        if tracing.is_on():
            hello["traces"] = True
        self.put(frames.text_of(hello))
        writer = asyncio.create_task(self._outbound.write())
        reader = asyncio.create_task(self._read(receive))
        try:
            ends: list[asyncio.Future[Any]] = [reader, writer, self._closed]
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            reader.cancel()
            await asyncio.gather(reader, return_exceptions=True)
            hub.disconnect(self)
            self._note_close()
            await self._finish(writer, send)

    def _note_close(self) -> None:
        code = self._closed.result() if self._closed.done() else self._left_with
        # Without a code from either side, the write failed because the connection was lost.
        seconds = time.monotonic() - self._opened_at
        self._hub.closes.note(code or closes.LOST, user_id=self.user.pk, seconds=seconds)

    async def _finish(self, writer: asyncio.Task[None], send: Send) -> None:
        """Send the pending frames and the close code; errors are ignored if the client is gone."""
        code = self._closed.result() if self._closed.done() else None
        with contextlib.suppress(Exception):
            async with asyncio.timeout(CLOSE_SECONDS):
                if code is not None and code != frames.TOO_SLOW:
                    self._outbound.end()
                    await writer
                else:
                    self._outbound.clear()
                    writer.cancel()
                    await asyncio.gather(writer, return_exceptions=True)
                if code is not None:
                    await send({"type": "websocket.close", "code": code})
        writer.cancel()
        await asyncio.gather(writer, return_exceptions=True)

    # -- in ------------------------------------------------------------------------------------
    async def _read(self, receive: Any) -> None:
        try:
            await self._hub.connect(self)
            limit = FrameLimit()
            while (message := await receive())["type"] == "websocket.receive":
                text = message.get("text") or ""
                if len(text) > MAX_FRAME:
                    self.kick(frames.TOO_BIG)
                elif limit.allows(time.monotonic()):
                    await self._handle(text)
                elif limit.is_abused:
                    self.kick(frames.TOO_MANY)
                else:
                    self._send_error("too_many_requests")
            self._left_with = message.get("code", closes.LOST)
        except (psycopg.Error, DatabaseError, RedisError, OSError) as error:
            # The client reconnects with its last number and sends unacknowledged positions again.
            log.warning("socket closed user=%s error=%r", self.user.pk, error)
            self.kick(frames.TRY_AGAIN)
        except Exception:
            log.exception("socket failed user=%s", self.user.pk)
            self.kick(frames.BROKEN)

    async def _handle(self, text: str) -> None:
        try:
            frame = load_json(text)
        except ValueError:
            frame = None
        match frame:
            case {"op": "ping"}:
                self.put('{"op":"pong"}')
            case {"op": "subscribe", "topic": str(name), **rest} if _is_name(name):
                await self._subscribe(name, rest.get("last_seq"))
            case {"op": "unsubscribe", "topic": str(name)} if _is_name(name):
                self._unsubscribe(name)
            case {"op": "positions", "id": str(batch), "points": points} if _is_name(batch):
                await self._accept_positions(batch, points)
            case {"op": "subscribe" | "unsubscribe" | "positions"} | None:
                self._send_error("invalid")
            case {"op": _}:
                self._send_error("unknown_op")
            case _:
                self._send_error("invalid")

    async def _subscribe(self, name: str, last_seq: object) -> None:
        try:
            if self._hub.topics_of(self) >= MAX_TOPICS:
                raise TopicRefused("too_many_topics")
            # Only a booking's topic needs a database query.
            resolve = self._hub.threads.run if name.startswith("booking:") else _run_inline
            topic = await resolve(topic_for, self.user, name)
        except TopicRefused as refusal:
            self.put(frames.text_of({"op": "refused", "topic": name, "code": refusal.code}))
            return
        await self._hub.join(self, topic, last_seq=_number(last_seq))

    def _unsubscribe(self, name: str) -> None:
        with contextlib.suppress(TopicRefused):
            topic = name if name.startswith("booking:") else topic_for(self.user, name)
            self._hub.leave(self, topic)

    async def _accept_positions(self, batch: str, points: object) -> None:
        if self.user.user_type != UserType.DRIVER:
            self._send_error("forbidden", batch)
            return
        try:
            accepted, rejected = await self._hub.inbox.accept(self.user.pk, points)
        except BadInput:
            self._send_error("invalid", batch)
            return
        self.put(frames.text_of({"op": "ack", "id": batch, "accepted": accepted, "rejected": rejected}))

    # -- out -----------------------------------------------------------------------------------
    @property
    def spare(self) -> int:
        return self._outbound.spare

    def put(self, text: str) -> None:
        self._outbound.put(text)

    def put_position(self, topic: str, text: str) -> None:
        self._outbound.put_position(topic, text)

    def put_fleet(self, batch: FleetBatch) -> None:
        self._outbound.put_fleet(batch)

    def drop_positions(self, topic: str) -> None:
        self._outbound.drop_positions(topic)

    def kick(self, code: int) -> None:
        """Close the socket; later codes are ignored."""
        if not self._closed.done():
            self._closed.set_result(code)

    def _send_error(self, code: frames.ErrorCode, batch: str | None = None) -> None:
        frame: frames.Error = {"op": "error", "code": code}
        if batch is not None:
            frame["id"] = batch
        self.put(frames.text_of(frame))


def _is_name(text: str) -> bool:
    """Return whether the text is short and plain enough to be sent back to the client."""
    return 0 < len(text) <= MAX_NAME and text.isascii() and text.isprintable()


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


async def _run_inline(resolve: Any, user: User, name: str) -> str:
    topic: str = resolve(user, name)
    return topic
