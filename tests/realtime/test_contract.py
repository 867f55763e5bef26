"""The contract of the socket: what is sent is what is written down, and events lead to what a fetch shows."""

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


def test_every_frame_and_every_event_stands_in_the_documentation() -> None:
    text = (ROOT / "docs/realtime.md").read_text()
    names = set(re.findall(r"`([a-z_.]+)[ `]", text))
    assert ops(frames.ClientFrame) | ops(frames.ServerFrame) <= names
    assert {event for events in frames.EVENTS.values() for event in events} <= names


def test_every_move_of_a_booking_is_an_event_of_the_contract() -> None:
    assert {transition.event for transition in TRANSITIONS.values()} == {
        f"booking.{transition}" for transition in frames.BOOKING_EVENTS
    }


class Screen:
    """A page that knows only what it heard; `matches` compares it with a page that was loaded now."""

    def __init__(self, user: User, client: Client) -> None:
        self.user = user
        self.client = client
        self.seqs: dict[str, int] = {}
        self.statuses: dict[str, str] = {}
        self.offers: dict[int, int] = {}
        """The booking of each open offer."""
        self.balance: str | None = None
        self.inbox: set[int] = set()

    async def hear(self) -> None:
        while not await self.client.is_quiet(0.25):
            frame = await self.client.hear()
            if frame["op"] == "event":
                self.take(frame)

    def take(self, frame: Frame) -> None:
        topic, type_, data = frame["topic"], frame["type"], frame["data"]
        assert frame["seq"] == self.seqs.get(topic, frame["seq"] - 1) + 1, "a gap, or one twice"
        self.seqs[topic] = frame["seq"]
        assert set(data) == get_type_hints(types_of(topic)[type_]).keys(), (topic, type_)
        if type_.startswith("booking."):
            self.statuses[topic] = data["status"]
            if type_ == "booking.accepted":
                # Who wins is told so by the booking, who loses by the offer.
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
        """Raises where what was heard and what is fetched differ."""

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
async def test_after_every_move_of_a_trip_what_pages_heard_is_what_they_would_fetch(
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
        await in_db(work, "notifications.deliver")
        for screen in screens:
            await screen.hear()
            await in_db(screen.matches, booking_id)

    booking_id = (await in_db(book, ada, await in_db(quote, ada, economy))).json()["id"]
    for screen in screens:
        await screen.client.say("subscribe", topic=f"booking:{booking_id}")
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
