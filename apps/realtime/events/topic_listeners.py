"""The listeners of a topic in this process: each receives every event once, in order."""

from dataclasses import dataclass, field
from typing import Final, Protocol

from apps.accounts.models import User
from apps.realtime import frames
from apps.realtime.events.log_reader import LoggedEvent
from apps.realtime.events.topics import client_name
from apps.realtime.sockets.outbound_queue import FleetBatch

MAX_MISSED: Final = 500
"""Whoever missed more is told to fetch instead."""


class Socket(Protocol):
    """An open socket of a logged-in user, as the hub and its topics use it."""

    user: User
    family: str
    """The device session that it was opened by."""
    signed_out_after: int
    """The last number of the person's own topic when the socket opened: an older sign-out is over."""

    @property
    def spare(self) -> int:
        """How many more frames may wait for it."""
        ...

    def put(self, text: str) -> None: ...

    def put_position(self, topic: str, text: str) -> None: ...

    def put_fleet(self, batch: FleetBatch) -> None: ...

    def forget_positions(self, topic: str) -> None: ...

    def kick(self, code: int) -> None: ...


@dataclass(slots=True, eq=False)
class Subscription:
    """How far one socket is in one topic: everything up to `seq` was sent, or is of no interest."""

    socket: Socket
    silent: bool = False
    """Only forced sign-outs matter; nothing is sent."""
    seq: int | None = None
    """None until the topic's last number is known."""


@dataclass(slots=True)
class TopicListeners:
    topic: str
    head: int = 0
    """The highest number known to be given out."""
    subscriptions: dict[Socket, Subscription] = field(default_factory=dict)
    name: str = field(init=False)

    def __post_init__(self) -> None:
        self.name = client_name(self.topic)

    def begin(self, subscription: Subscription, *, last_seq: int | None) -> None:
        """Say from where on the socket gets events: what it saw last, or the end."""
        known = last_seq is not None and last_seq <= self.head
        subscription.seq = last_seq if known else self.head
        if subscription.silent:
            return
        frame: frames.Subscribed = {"op": "subscribed", "topic": self.name, "seq": subscription.seq or 0}
        subscription.socket.put(frames.text_of(frame))
        if last_seq is not None and not known:
            # A number from the future: the log is not the one that the client knew.
            self._refetch(subscription, self.head)

    def take(self, event: LoggedEvent) -> list[Subscription]:
        """Send an event to those whose next one it is; returns them."""
        self.head = max(self.head, event.seq)
        receivers = [one for one in self.subscriptions.values() if one.seq == event.seq - 1]
        if not receivers:
            return receivers
        text = frames.text_of(
            {
                "op": "event",
                "topic": self.name,
                "seq": event.seq,
                "type": event.name,
                "at": event.at,
                "data": event.data,
            }
        )
        for subscription in receivers:
            subscription.seq = event.seq
            if not subscription.silent:
                subscription.socket.put(text)
            if event.name == frames.SIGNED_OUT and _ends(event, subscription.socket):
                subscription.socket.kick(frames.REVOKED)
        return receivers

    def behind(self) -> list[Subscription]:
        """Those who lack events that the log has, after giving up on those who lack too many."""
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
        """Tell those to fetch whose next event the log has no more."""
        for subscription in late:
            if subscription.seq is not None and subscription.seq < upto:
                self._refetch(subscription, upto)

    def _refetch(self, subscription: Subscription, seq: int) -> None:
        subscription.seq = seq
        if not subscription.silent:
            subscription.socket.put(frames.text_of({"op": "refetch", "topic": self.name, "seq": seq}))


def _ends(event: LoggedEvent, socket: Socket) -> bool:
    """Whether a sign-out is about this socket: of its device or of all, and after it was opened."""
    return event.seq > socket.signed_out_after and event.data.get("family", socket.family) == socket.family
