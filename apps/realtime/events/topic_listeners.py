"""The listeners of a topic in this process: each receives every event once and in order."""

from dataclasses import dataclass, field
from typing import Final, Protocol

from apps.accounts.models import User
from apps.realtime import frames
from apps.realtime.events.log_reader import LoggedEvent
from apps.realtime.events.topics import client_name
from apps.realtime.sockets.outbound_queue import FleetBatch

MAX_MISSED: Final = 500
"""A client that missed more events must fetch the state instead."""


class Socket(Protocol):
    """An open socket of a logged-in user, as used by the hub and its topics."""

    user: User
    family: str
    """The device session that opened it."""
    signed_out_after: int
    """The last number of the user's own topic when the socket opened; earlier logouts do not apply."""

    @property
    def spare(self) -> int:
        """Return how many more frames fit into its queue."""
        ...

    def put(self, text: str) -> None: ...

    def put_position(self, topic: str, text: str) -> None: ...

    def put_fleet(self, batch: FleetBatch) -> None: ...

    def drop_positions(self, topic: str) -> None: ...

    def kick(self, code: int) -> None: ...


@dataclass(slots=True, eq=False)
class Subscription:
    """The progress of one socket in one topic: events up to `seq` were sent or are not needed."""

    socket: Socket
    silent: bool = False
    """Sends nothing; only forced logouts apply."""
    seq: int | None = None
    """None until the topic's last number is known."""


@dataclass(slots=True)
class TopicListeners:
    topic: str
    head: int = 0
    """The highest known number."""
    subscriptions: dict[Socket, Subscription] = field(default_factory=dict)
    name: str = field(init=False)

    def __post_init__(self) -> None:
        self.name = client_name(self.topic)

    def begin(self, subscription: Subscription, *, last_seq: int | None) -> None:
        """Start a subscription after `last_seq`, or at the end."""
        is_known = last_seq is not None and last_seq <= self.head
        subscription.seq = last_seq if is_known else self.head
        if subscription.silent:
            return
        frame: frames.Subscribed = {"op": "subscribed", "topic": self.name, "seq": subscription.seq or 0}
        subscription.socket.put(frames.text_of(frame))
        if last_seq is not None and not is_known:
            # A number from the future: the client knew another log.
            self._refetch(subscription, self.head)

    def take(self, event: LoggedEvent) -> list[Subscription]:
        """Send an event to the sockets whose next event it is, and return them."""
        self.head = max(self.head, event.seq)
        receivers = [
            subscription for subscription in self.subscriptions.values() if subscription.seq == event.seq - 1
        ]
        if not receivers:
            return receivers
        frame: frames.Event = {
            "op": "event",
            "topic": self.name,
            "seq": event.seq,
            "type": event.name,
            "at": event.at,
            "data": event.data,
        }
        if event.trace:
            frame["trace"] = event.trace
        text = frames.text_of(frame)
        for subscription in receivers:
            subscription.seq = event.seq
            if not subscription.silent:
                subscription.socket.put(text)
            if event.name == frames.SIGNED_OUT and _logs_out(event, subscription.socket):
                subscription.socket.kick(frames.REVOKED)
        return receivers

    def behind(self) -> list[Subscription]:
        """Return the subscriptions that lack events, after making those that lack too many fetch."""
        late = []
        for subscription in self.subscriptions.values():
            if subscription.seq is None or subscription.seq >= self.head:
                continue
            if self.head - subscription.seq > min(MAX_MISSED, subscription.socket.spare):
                self._refetch(subscription, self.head)
            else:
                late.append(subscription)
        return late

    def give_up(self, late: list[Subscription], *, upto: int) -> None:
        """Make the clients fetch whose next event is no longer in the log."""
        for subscription in late:
            if subscription.seq is not None and subscription.seq < upto:
                self._refetch(subscription, upto)

    def _refetch(self, subscription: Subscription, seq: int) -> None:
        subscription.seq = seq
        if not subscription.silent:
            subscription.socket.put(frames.text_of({"op": "refetch", "topic": self.name, "seq": seq}))


def _logs_out(event: LoggedEvent, socket: Socket) -> bool:
    """Return whether a logout applies to this socket: to its device or all, after it was opened."""
    return event.seq > socket.signed_out_after and event.data.get("family", socket.family) == socket.family
