"""The sockets of one process: their subscriptions, and delivery of every event to each.

Events arrive by one channel of the channel layer, which is fast but can lose messages. The log in the
database is complete: a socket that missed events, because a message or the connection was lost, gets them
from there. The hub checks for missed events every RESYNC_SECONDS.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any, Final
from weakref import WeakKeyDictionary

import psycopg
from django.conf import settings
from django.db import DatabaseError

from apps.accounts.choices import UserType
from apps.accounts.login.two_factor_policy import STAFF
from apps.accounts.staff_roles.access import role_state
from apps.core.monitoring import metrics
from apps.realtime import frames
from apps.realtime.events.log_reader import LoggedEvent, LogReader
from apps.realtime.events.subscriptions import Subscriptions
from apps.realtime.events.topic_listeners import MAX_MISSED, Socket, Subscription, TopicListeners
from apps.realtime.events.topics import TopicRefused, booking_of, client_name, personal_topic, topic_for
from apps.realtime.positions.broadcaster import Broadcaster, is_fleet
from apps.realtime.positions.bus import PositionBus
from apps.realtime.positions.position_inbox import LANES, PositionInbox
from apps.realtime.sockets.closes import Closes
from apps.realtime.sockets.open_sockets import RENEW_SECONDS, OpenSockets
from apps.realtime.sockets.threads import Threads

log = logging.getLogger(__name__)

RESYNC_SECONDS: Final = 2.0
"""How long a lost message can remain unnoticed."""
SESSIONS_SECONDS: Final = 0.8
"""How long a user who was disabled, disapproved or logged out keeps a socket."""
STOP_SECONDS: Final = 5.0
FIRST_PAUSE_SECONDS: Final = 0.1
LAST_PAUSE_SECONDS: Final = 2.0


class Hub:
    def __init__(self) -> None:
        self.threads = Threads(4, "sockets")
        self.log = LogReader()
        self._topics: dict[str, TopicListeners] = {}
        self._sockets: dict[Socket, set[str]] = {}
        """Every open socket and the topics it is subscribed to."""
        self.bus = PositionBus(settings.REDIS_URL, on_connect=self.resync)
        self._fleets: set[str] = set()
        self.broadcaster = Broadcaster(self._topics, self._fleets, self.bus)
        self.inbox = PositionInbox(broadcast=self.broadcaster.broadcast)
        self._subscriptions = Subscriptions(self._topics, self.bus)
        self.closes = Closes()
        self.open_sockets = OpenSockets(self.bus.redis)
        self._stale = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._catching_up: set[str] = set()

    def start(self) -> None:
        """Start the background loops; each restarts after an error."""
        loops: dict[str, Callable[[], Awaitable[None]]] = {
            "receive events": partial(self._subscriptions.receive_events, self._receive, on_open=self.resync),
            "sync subscriptions": self._sync_forever,
            "resync": self._resync_forever,
            "check sessions": self._check_sessions,
            "receive positions": partial(self.bus.receive, self.broadcaster),
            "send positions": self.bus.publish,
            "count processes": self.bus.count_peers,
            "refresh fleets": self.broadcaster.refresh_fleets,
            "record positions": self.inbox.record,
            "report closes": self.closes.report,
            "renew sockets": self._renew_sockets,
            **{f"store points {lane}": partial(self.inbox.store_lane, lane) for lane in range(LANES)},
        }
        for name, loop in loops.items():
            self._spawn(_forever(name, loop))

    async def stop(self) -> None:
        """Store pending positions and close all connections."""
        for _ in range(5):
            # Repeated, because a library may swallow a cancellation.
            for task in self._tasks:
                task.cancel()
            if self._tasks:
                await asyncio.wait(self._tasks, timeout=1)
        for part in (
            self.inbox.stop,
            self.broadcaster.stop,
            self._subscriptions.stop,
            self.bus.stop,
            self.log.close,
            partial(asyncio.to_thread, self.threads.stop),
        ):
            # A failing part must not keep the process from ending.
            with contextlib.suppress(Exception):
                async with asyncio.timeout(STOP_SECONDS):
                    await part()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- sockets -------------------------------------------------------------------------------
    async def connect(self, socket: Socket) -> None:
        """Register a socket, and close it when its user is logged out. Raises psycopg.Error."""
        self._sockets[socket] = set()
        metrics.SOCKETS.set(len(self._sockets))
        topic = personal_topic(socket.user.pk)
        socket.signed_out_after = (await self.log.heads([topic]))[topic]
        await self.join(socket, topic, last_seq=socket.signed_out_after, silent=True)

    def disconnect(self, socket: Socket) -> None:
        for topic in self._sockets.pop(socket, set()):
            self._remove_listener(socket, topic)
        metrics.SOCKETS.set(len(self._sockets))

    async def join(self, socket: Socket, topic: str, *, last_seq: int | None, silent: bool = False) -> None:
        """Subscribe a socket to the events of a topic after `last_seq`, or from now on. Raises
        psycopg.Error.
        """
        listeners = self._topics.setdefault(topic, TopicListeners(topic))
        if is_fleet(topic):
            self._fleets.add(topic)
        subscription = listeners.subscriptions[socket] = Subscription(socket, silent=silent)
        self._sockets[socket].add(topic)
        await self._subscriptions.sync_topic(topic)
        # Read after subscribing: an event is either in this result or received, unless it is lost.
        heads = await self.log.heads([topic])
        listeners.head = max(listeners.head, heads[topic])
        listeners.begin(subscription, last_seq=last_seq)
        self._catch_up(listeners)

    def leave(self, socket: Socket, topic: str) -> None:
        """Unsubscribe a socket from a topic."""
        if topic == personal_topic(socket.user.pk):
            # Forced logouts must still be received.
            subscription = self._topics[topic].subscriptions[socket]
            subscription.silent = True
        elif topic in self._sockets[socket]:
            self._sockets[socket].discard(topic)
            socket.drop_positions(topic)
            self._remove_listener(socket, topic)

    def _remove_listener(self, socket: Socket, topic: str) -> None:
        listeners = self._topics[topic]
        listeners.subscriptions.pop(socket, None)
        if not listeners.subscriptions:
            del self._topics[topic]
            self._fleets.discard(topic)
            self._spawn(self._subscriptions.sync_topic(topic))

    def topics_of(self, socket: Socket) -> int:
        """Return the number of topics of a socket."""
        return len(self._sockets[socket])

    # -- events --------------------------------------------------------------------------------
    def _receive(self, message: dict[str, Any]) -> None:
        listeners = self._topics.get(message["topic"])
        if listeners is not None:
            seq, name, at, data = (message[field] for field in ("seq", "name", "at", "data"))
            self._deliver(listeners, LoggedEvent(seq, name, at, data, trace=message.get("trace")))
            self._catch_up(listeners)

    def _deliver(self, listeners: TopicListeners, event: LoggedEvent) -> None:
        receivers = listeners.take(event)
        if event.name.startswith("booking.") and booking_of(listeners.topic):
            # A transition changes the participants: a driver who cancelled must not see more of the trip.
            for subscription in receivers:
                self._spawn(self._check_permission(subscription.socket, listeners.topic))

    def _catch_up(self, listeners: TopicListeners) -> None:
        if listeners.topic not in self._catching_up and listeners.behind():
            self._catching_up.add(listeners.topic)
            self._spawn(self._catch_up_from_log(listeners))

    async def _catch_up_from_log(self, listeners: TopicListeners) -> None:
        try:
            while late := listeners.behind():
                upto = listeners.head
                start = min(subscription.seq or 0 for subscription in late)
                for event in await self.log.after(listeners.topic, start, limit=MAX_MISSED):
                    self._deliver(listeners, event)
                listeners.give_up(late, upto=upto)
        except psycopg.Error as error:
            log.warning("event log not read topic=%s error=%r", listeners.topic, error)
        finally:
            self._catching_up.discard(listeners.topic)

    def resync(self) -> None:
        """Check for missed events now, because messages may have been lost."""
        self._stale.set()

    async def _resync_forever(self) -> None:
        while True:
            # Not wait_for, which before Python 3.12 can swallow a cancellation.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(RESYNC_SECONDS):
                    await self._stale.wait()
            self._stale.clear()
            heads = await self.log.heads(list(self._topics)) if self._topics else {}
            for topic, head in heads.items():
                listeners = self._topics.get(topic)
                if listeners is not None:
                    listeners.head = max(listeners.head, head)
                    self._catch_up(listeners)

    async def _sync_forever(self) -> None:
        while True:
            await self._subscriptions.sync_all()
            await asyncio.sleep(RESYNC_SECONDS)

    async def _renew_sockets(self) -> None:
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            await self.open_sockets.renew()

    # -- rights --------------------------------------------------------------------------------
    async def _check_sessions(self) -> None:
        while True:
            await asyncio.sleep(SESSIONS_SECONDS)
            sessions = {(socket.family, str(socket.user.user_type)) for socket in self._sockets}
            ended_sessions = await self.log.ended_sessions(list(sessions)) if sessions else set()
            for socket in [socket for socket in self._sockets if socket.family in ended_sessions]:
                socket.kick(frames.REVOKED)
            admins = [socket for socket in self._sockets if socket.user.user_type == UserType.ADMIN]
            known = [(socket.family, role_state(socket.user)) for socket in admins]
            changed = await self.log.role_changed(known) if known else set()
            for socket in [socket for socket in self._sockets if socket.family in changed]:
                # The login is still valid: the client connects again with its new permissions.
                socket.kick(frames.TRY_AGAIN)
            staff = [socket.family for socket in self._sockets if socket.user.user_type in STAFF]
            due = await self.log.setup_due(staff) if staff else set()
            for socket in [socket for socket in self._sockets if socket.family in due]:
                # The login is still valid, but a new ticket is refused until two-factor login is set up.
                socket.kick(frames.NOT_SIGNED_IN)

    async def _check_permission(self, socket: Socket, topic: str) -> None:
        """Unsubscribe a socket from a topic that its user can no longer see."""
        try:
            await self.threads.run(topic_for, socket.user, topic)
        except TopicRefused as refusal:
            if topic in self._sockets.get(socket, ()):
                self.leave(socket, topic)
                name = client_name(topic)
                socket.put(frames.text_of({"op": "refused", "topic": name, "code": refusal.code}))
        except DatabaseError as error:
            log.warning("permissions not checked topic=%s error=%r", topic, error)
            socket.kick(frames.TRY_AGAIN)


async def _forever(name: str, loop: Callable[[], Awaitable[None]]) -> None:
    """Run a loop forever; it is restarted after errors, mostly of Redis or PostgreSQL."""
    pause = FIRST_PAUSE_SECONDS
    while True:
        started = asyncio.get_running_loop().time()
        try:
            await loop()
        except Exception as error:
            log.warning("restarting loop=%s error=%r", name, error)
        if asyncio.get_running_loop().time() - started > LAST_PAUSE_SECONDS:
            pause = FIRST_PAUSE_SECONDS
        await asyncio.sleep(pause)
        pause = min(LAST_PAUSE_SECONDS, pause * 2)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def get_hub() -> Hub:
    """Return the hub of the running event loop, started on first use."""
    loop = asyncio.get_running_loop()
    hub = _hubs.get(loop)
    if hub is None:
        hub = _hubs[loop] = Hub()
        hub.start()
    return hub


async def stop_hub() -> None:
    """Stop the hub of the running event loop, if there is one."""
    hub = _hubs.pop(asyncio.get_running_loop(), None)
    if hub is not None:
        await hub.stop()
