"""The socket's contract: frames match the documentation, and events lead to the fetched state."""

import re
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from apps.accounts.models import User
from apps.bookings.state_machine.lifecycle import TRANSITIONS
from apps.fares.models import CarType
from apps.realtime import frames
from tests.bookings.api import API, book, press, quote, work
from tests.bookings.conftest import ready, roads
from tests.personas import client_of
from tests.realtime.conftest import Client, Frame, Live, in_db
from tests.realtime.test_positions import point, sent

__all__ = ["ready", "roads"]
ROOT = Path(__file__).resolve().parents[2]


def types_of(topic: str) -> dict[str, Any]:
    return frames.EVENTS[topic.partition(":")[0]]


def ops(union: Any) -> set[str]:
    return {get_args(get_type_hints(frame)["op"])[0] for frame in get_args(union)}


def test_every_frame_and_event_is_documented() -> None:
    text = (ROOT / "docs/realtime.md").read_text()
    names = set(re.findall(r"`([a-z_.]+)[ `]", text))
    assert ops(frames.ClientFrame) | ops(frames.ServerFrame) <= names
    assert {event for events in frames.EVENTS.values() for event in events} <= names


def test_every_booking_transition_is_an_event_of_the_contract() -> None:
    assert {transition.event for transition in TRANSITIONS.values()} == {
        f"booking.{transition}" for transition in frames.BOOKING_EVENTS
    }


class Screen:
    """A page that knows only received events; `matches` compares it with a fresh fetch."""

    def __init__(self, user: User, client: Client) -> None:
        self.user = user
        self.client = client
        self.seqs: dict[str, int] = {}
        self.statuses: dict[str, str] = {}
        self.offers: dict[int, int] = {}
        """The booking of each open offer."""
        self.balance: str | None = None
        self.inbox: set[int] = set()

    async def read_events(self) -> None:
        while not await self.client.is_quiet(0.25):
            frame = await self.client.receive()
            if frame["op"] == "event":
                self.take(frame)

    def take(self, frame: Frame) -> None:
        topic, type_, data = frame["topic"], frame["type"], frame["data"]
        assert frame["seq"] == self.seqs.get(topic, frame["seq"] - 1) + 1, "a gap or a duplicate"
        self.seqs[topic] = frame["seq"]
        assert set(data) == get_type_hints(types_of(topic)[type_]).keys(), (topic, type_)
        if type_.startswith("booking."):
            self.statuses[topic] = data["status"]
            if type_ == "booking.accepted":
                # The booking's event closes the winner's offer, offer.closed those of the others.
                self.offers = {offer: id for offer, id in self.offers.items() if id != data["id"]}
        elif type_ == "offer.made":
            self.offers[data["offer_id"]] = data["booking_id"]
        elif type_ == "offer.closed":
            del self.offers[data["offer_id"]]
        elif type_ == "wallet.changed":
            self.balance = data["balance"]
        elif type_ == "inbox.new":
            self.inbox.add(data["id"])

    def matches(self, booking_id: int) -> None:
        """Fail if the received state and the fetched one differ."""

        def get(path: str) -> Any:
            return client_of(self.user).get(f"{API}/{path}/").json()

        fetched = client_of(self.user).get(f"{API}/bookings/{booking_id}/")
        if fetched.status_code == 200:
            assert set(self.statuses.values()) <= {fetched.json()["status"]}
        if self.user.user_type == "driver":
            tasks = get("me/tasks")
            assert set(self.offers) == {offer["id"] for offer in tasks["offers"]}
        if self.balance is not None:
            assert self.balance == get("me/wallet")["balance"]
        assert self.inbox <= {message["id"] for message in get("me/inbox")["results"]}


@pytest.mark.django_db(transaction=True)
async def test_received_events_equal_a_fetch_after_every_transition(
    live: Live, roads: object, ada: User, ready: User, dora: User, economy: CarType
) -> None:
    topics = {ada: ["me"], ready: ["me", "tasks"], dora: ["me", "bookings", "fleet"]}
    screens = []
    for user, names in topics.items():
        screens.append(Screen(user, await live.connect(user)))
        for name in names:
            assert (await screens[-1].client.join(name))["op"] == "subscribed"
    rider, driver, admin = screens
    booking_id = 0

    async def all_agree() -> None:
        for screen in screens:
            await screen.read_events()
            await in_db(screen.matches, booking_id)

    booking_id = (await in_db(book, ada, await in_db(quote, ada, economy))).json()["id"]
    for screen in screens:
        await screen.client.send("subscribe", topic=f"booking:{booking_id}")
    await in_db(work, "bookings.dispatch")
    await all_agree()
    assert len(driver.offers) == 1
    for who, action, fields in (
        (ready, "accept", {}),
        (ready, "arrive", {}),
        (ready, "start", {}),
        (ready, "reach", {}),
        (ready, "collect-cash", {}),
        (ada, "complete", {"rating": 5}),
    ):
        if action == "reach":
            assert (await sent(driver.client, point(4000)))["accepted"] == 1
        reply = await in_db(press, who, booking_id, action, **fields)
        assert reply.status_code == 200, reply.json()
        await all_agree()
    assert set(rider.statuses.values()) == {"COMPLETE"}
    assert set(driver.statuses.values()) == set(admin.statuses.values()) == {"COMPLETE"}
    assert driver.offers == {}
    assert driver.balance is not None
    assert rider.inbox
    assert driver.inbox
