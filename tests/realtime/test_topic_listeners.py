"""TopicListeners: each listener gets every event once, in order, or is asked to refetch."""

import json
from typing import Any

import pytest

from apps.accounts.models import User
from apps.realtime import frames
from apps.realtime.events.log_reader import LoggedEvent
from apps.realtime.events.topic_listeners import MAX_MISSED, Subscription, TopicListeners
from apps.realtime.sockets.outbound_queue import FleetBatch


class Ear:
    """A socket that remembers what it was told."""

    def __init__(self, *, spare: int = 1000, signed_out_after: int = 0) -> None:
        self.user = User(pk=1)
        self.family = "here"
        self.signed_out_after = signed_out_after
        self.spare = spare
        self.heard: list[dict[str, Any]] = []
        self.kicked: int | None = None

    def put(self, text: str) -> None:
        self.heard.append(json.loads(text))

    def put_position(self, topic: str, text: str) -> None: ...

    def put_fleet(self, batch: FleetBatch) -> None: ...

    def drop_positions(self, topic: str) -> None: ...

    def kick(self, code: int) -> None:
        self.kicked = code

    @property
    def story(self) -> list[str | int]:
        """Numbers of events, names of everything else."""
        return [frame["seq"] if frame["op"] == "event" else frame["op"] for frame in self.heard]


def event(seq: int, name: str = "booking.accepted", **data: Any) -> LoggedEvent:
    return LoggedEvent(seq, name, "2026-01-01T00:00:00Z", data or {"id": 81})


def joined(
    listeners: TopicListeners, ear: Ear, *, last_seq: int | None = None, silent: bool = False
) -> Subscription:
    subscription = listeners.subscriptions[ear] = Subscription(ear, silent=silent)
    listeners.begin(subscription, last_seq=last_seq)
    return subscription


@pytest.fixture
def listeners() -> TopicListeners:
    return TopicListeners("booking:81", head=10)


def test_a_new_listener_begins_at_the_end(listeners: TopicListeners) -> None:
    ear = Ear()
    joined(listeners, ear)
    listeners.take(event(11))
    assert ear.heard[0] == {"op": "subscribed", "topic": "booking:81", "seq": 10}
    assert ear.story == ["subscribed", 11]


def test_a_returning_listener_begins_where_it_was(listeners: TopicListeners) -> None:
    ear = Ear()
    subscription = joined(listeners, ear, last_seq=7)
    assert ear.heard == [{"op": "subscribed", "topic": "booking:81", "seq": 7}]
    assert listeners.behind() == [subscription]
    for seq in (8, 9, 10):
        listeners.take(event(seq))
    assert ear.story == ["subscribed", 8, 9, 10]
    assert listeners.behind() == []


def test_an_event_that_comes_twice_is_told_once(listeners: TopicListeners) -> None:
    ear = Ear()
    joined(listeners, ear)
    for seq in (11, 11, 12, 11, 12):
        listeners.take(event(seq))
    assert ear.story == ["subscribed", 11, 12]


def test_an_event_after_a_gap_waits_for_the_gap_to_be_filled(listeners: TopicListeners) -> None:
    ear = Ear()
    joined(listeners, ear)
    listeners.take(event(13))
    assert ear.story == ["subscribed"]
    assert len(listeners.behind()) == 1
    for seq in (11, 12, 13):
        listeners.take(event(seq))
    assert ear.story == ["subscribed", 11, 12, 13]


def test_live_events_while_one_catches_up_reach_the_others_at_once(listeners: TopicListeners) -> None:
    late, live = Ear(), Ear()
    joined(listeners, late, last_seq=9)
    joined(listeners, live)
    listeners.take(event(11))
    assert live.story == ["subscribed", 11]
    assert late.story == ["subscribed"]
    listeners.take(event(10))
    listeners.take(event(11))
    assert late.story == ["subscribed", 10, 11]
    assert live.story == ["subscribed", 11]


def test_who_missed_too_much_is_told_to_fetch_and_goes_on_from_there() -> None:
    listeners = TopicListeners("booking:81", head=MAX_MISSED + 6)
    near, far = Ear(), Ear()
    joined(listeners, near, last_seq=6)
    joined(listeners, far, last_seq=5)
    assert [late.socket for late in listeners.behind()] == [near]
    assert far.heard[-1] == {"op": "refetch", "topic": "booking:81", "seq": MAX_MISSED + 6}
    listeners.take(event(MAX_MISSED + 7))
    assert far.story == ["subscribed", "refetch", MAX_MISSED + 7]


def test_who_has_no_room_for_what_was_missed_is_told_to_fetch() -> None:
    listeners = TopicListeners("booking:81", head=30)
    ear = Ear(spare=5)
    joined(listeners, ear, last_seq=10)
    assert listeners.behind() == []
    assert ear.story == ["subscribed", "refetch"]


def test_whose_next_event_was_pruned_is_told_to_fetch(listeners: TopicListeners) -> None:
    ear = Ear()
    subscription = joined(listeners, ear, last_seq=3)
    listeners.take(event(9))
    listeners.give_up([subscription], upto=10)
    assert ear.story == ["subscribed", "refetch"]
    assert subscription.seq == 10


def test_a_number_from_the_future_is_answered_with_the_truth(listeners: TopicListeners) -> None:
    ear = Ear()
    joined(listeners, ear, last_seq=99)
    assert [frame["seq"] for frame in ear.heard] == [10, 10]
    assert ear.story == ["subscribed", "refetch"]


def test_a_topic_of_ones_own_goes_by_its_short_name() -> None:
    ear = Ear()
    joined(TopicListeners("user:5"), ear)
    joined(TopicListeners("tasks:5"), ear)
    joined(TopicListeners("fleet:5"), ear)
    joined(TopicListeners("bookings:5"), ear)
    assert [frame["topic"] for frame in ear.heard] == ["me", "tasks", "fleet", "bookings"]


def test_a_forced_sign_out_closes_also_a_socket_that_did_not_ask_to_hear_of_it() -> None:
    listeners = TopicListeners("user:5", head=3)
    ear = Ear(signed_out_after=3)
    joined(listeners, ear, silent=True)
    listeners.take(event(4, frames.SIGNED_OUT))
    assert ear.heard == []
    assert ear.kicked == frames.REVOKED


def test_a_sign_out_of_one_device_closes_its_sockets_and_no_other() -> None:
    listeners = TopicListeners("user:5", head=3)
    here, there = Ear(), Ear()
    there.family = "there"
    for ear in (here, there):
        joined(listeners, ear)
    listeners.take(event(4, frames.SIGNED_OUT, family="there"))
    assert (here.kicked, there.kicked) == (None, frames.REVOKED)
    assert here.story == ["subscribed", 4]


def test_a_sign_out_of_an_earlier_session_is_only_history() -> None:
    listeners = TopicListeners("user:5", head=3)
    ear = Ear(signed_out_after=3)
    joined(listeners, ear, last_seq=2)
    listeners.take(event(3, frames.SIGNED_OUT))
    assert ear.story == ["subscribed", 3]
    assert ear.kicked is None
