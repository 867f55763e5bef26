"""TopicListeners: each listener gets every event once, in order, or must refetch."""

import json
from typing import Any

import pytest

from apps.accounts.models import User
from apps.realtime import frames
from apps.realtime.events.log_reader import LoggedEvent
from apps.realtime.events.topic_listeners import MAX_MISSED, Subscription, TopicListeners
from apps.realtime.sockets.outbound_queue import FleetBatch


class FakeSocket:
    """A socket that records what it is sent."""

    def __init__(self, *, spare: int = 1000, signed_out_after: int = 0) -> None:
        self.user = User(pk=1)
        self.family = "here"
        self.signed_out_after = signed_out_after
        self.spare = spare
        self.sent: list[dict[str, Any]] = []
        self.kicked: int | None = None

    def put(self, text: str) -> None:
        self.sent.append(json.loads(text))

    def put_position(self, topic: str, text: str) -> None: ...

    def put_fleet(self, batch: FleetBatch) -> None: ...

    def drop_positions(self, topic: str) -> None: ...

    def kick(self, code: int) -> None:
        self.kicked = code

    @property
    def summary(self) -> list[str | int]:
        """Numbers of events, and the op of every other frame."""
        return [frame["seq"] if frame["op"] == "event" else frame["op"] for frame in self.sent]


def event(seq: int, name: str = "booking.accepted", **data: Any) -> LoggedEvent:
    return LoggedEvent(seq, name, "2026-01-01T00:00:00Z", data or {"id": 81})


def joined(
    listeners: TopicListeners, socket: FakeSocket, *, last_seq: int | None = None, silent: bool = False
) -> Subscription:
    subscription = listeners.subscriptions[socket] = Subscription(socket, silent=silent)
    listeners.begin(subscription, last_seq=last_seq)
    return subscription


@pytest.fixture
def listeners() -> TopicListeners:
    return TopicListeners("booking:81", head=10)


def test_new_listener_starts_at_the_end(listeners: TopicListeners) -> None:
    socket = FakeSocket()
    joined(listeners, socket)
    listeners.take(event(11))
    assert socket.sent[0] == {"op": "subscribed", "topic": "booking:81", "seq": 10}
    assert socket.summary == ["subscribed", 11]


def test_returning_listener_continues_where_it_was(listeners: TopicListeners) -> None:
    socket = FakeSocket()
    subscription = joined(listeners, socket, last_seq=7)
    assert socket.sent == [{"op": "subscribed", "topic": "booking:81", "seq": 7}]
    assert listeners.behind() == [subscription]
    for seq in (8, 9, 10):
        listeners.take(event(seq))
    assert socket.summary == ["subscribed", 8, 9, 10]
    assert listeners.behind() == []


def test_duplicate_event_is_sent_once(listeners: TopicListeners) -> None:
    socket = FakeSocket()
    joined(listeners, socket)
    for seq in (11, 11, 12, 11, 12):
        listeners.take(event(seq))
    assert socket.summary == ["subscribed", 11, 12]


def test_event_after_a_gap_waits_for_the_missing_ones(listeners: TopicListeners) -> None:
    socket = FakeSocket()
    joined(listeners, socket)
    listeners.take(event(13))
    assert socket.summary == ["subscribed"]
    assert len(listeners.behind()) == 1
    for seq in (11, 12, 13):
        listeners.take(event(seq))
    assert socket.summary == ["subscribed", 11, 12, 13]


def test_live_events_reach_others_while_one_catches_up(listeners: TopicListeners) -> None:
    late, live = FakeSocket(), FakeSocket()
    joined(listeners, late, last_seq=9)
    joined(listeners, live)
    listeners.take(event(11))
    assert live.summary == ["subscribed", 11]
    assert late.summary == ["subscribed"]
    listeners.take(event(10))
    listeners.take(event(11))
    assert late.summary == ["subscribed", 10, 11]
    assert live.summary == ["subscribed", 11]


def test_listener_that_missed_too_much_must_refetch() -> None:
    listeners = TopicListeners("booking:81", head=MAX_MISSED + 6)
    near, far = FakeSocket(), FakeSocket()
    joined(listeners, near, last_seq=6)
    joined(listeners, far, last_seq=5)
    assert [late.socket for late in listeners.behind()] == [near]
    assert far.sent[-1] == {"op": "refetch", "topic": "booking:81", "seq": MAX_MISSED + 6}
    listeners.take(event(MAX_MISSED + 7))
    assert far.summary == ["subscribed", "refetch", MAX_MISSED + 7]


def test_listener_without_room_for_the_missed_events_must_refetch() -> None:
    listeners = TopicListeners("booking:81", head=30)
    socket = FakeSocket(spare=5)
    joined(listeners, socket, last_seq=10)
    assert listeners.behind() == []
    assert socket.summary == ["subscribed", "refetch"]


def test_listener_whose_next_event_was_pruned_must_refetch(listeners: TopicListeners) -> None:
    socket = FakeSocket()
    subscription = joined(listeners, socket, last_seq=3)
    listeners.take(event(9))
    listeners.give_up([subscription], upto=10)
    assert socket.summary == ["subscribed", "refetch"]
    assert subscription.seq == 10


def test_number_from_the_future_is_corrected_by_a_refetch(listeners: TopicListeners) -> None:
    socket = FakeSocket()
    joined(listeners, socket, last_seq=99)
    assert [frame["seq"] for frame in socket.sent] == [10, 10]
    assert socket.summary == ["subscribed", "refetch"]


def test_users_topics_have_short_names() -> None:
    socket = FakeSocket()
    joined(TopicListeners("user:5"), socket)
    joined(TopicListeners("tasks:5"), socket)
    joined(TopicListeners("fleet:5"), socket)
    joined(TopicListeners("bookings:5"), socket)
    joined(TopicListeners("cases:5"), socket)
    assert [frame["topic"] for frame in socket.sent] == ["me", "tasks", "fleet", "bookings", "cases"]


def test_sign_out_closes_a_socket_that_did_not_subscribe() -> None:
    listeners = TopicListeners("user:5", head=3)
    socket = FakeSocket(signed_out_after=3)
    joined(listeners, socket, silent=True)
    listeners.take(event(4, frames.SIGNED_OUT))
    assert socket.sent == []
    assert socket.kicked == frames.REVOKED


def test_sign_out_of_one_device_closes_only_its_sockets() -> None:
    listeners = TopicListeners("user:5", head=3)
    here, there = FakeSocket(), FakeSocket()
    there.family = "there"
    for socket in (here, there):
        joined(listeners, socket)
    listeners.take(event(4, frames.SIGNED_OUT, family="there"))
    assert (here.kicked, there.kicked) == (None, frames.REVOKED)
    assert here.summary == ["subscribed", 4]


def test_sign_out_of_an_earlier_session_closes_nothing() -> None:
    listeners = TopicListeners("user:5", head=3)
    socket = FakeSocket(signed_out_after=3)
    joined(listeners, socket, last_seq=2)
    listeners.take(event(3, frames.SIGNED_OUT))
    assert socket.summary == ["subscribed", 3]
    assert socket.kicked is None
