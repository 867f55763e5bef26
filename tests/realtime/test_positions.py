"""Positions from the phone to the maps: stored first, shown to viewers, to fleets once a second."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.accounts.services.availability import set_driver_active
from apps.bookings.choices import Status
from apps.bookings.models import Booking, BookingStop, TrackingPoint
from apps.fares.models import CarType
from apps.geo.models import DriverPosition
from apps.geo.port import LatLng, Leg, Route
from apps.geo.providers.maps import using_maps
from apps.realtime.positions.position_inbox import RECORD_SECONDS
from tests.bookings.builders import DROP, PICKUP, make_booking
from tests.realtime.conftest import Client, Frame, Live, in_db, publish, until

pytestmark = pytest.mark.django_db(transaction=True)
METRE = 1 / 111_195
"""In degrees of latitude."""


def point(metres_north: float = 0, *, seconds_ago: float = 0, **fields: Any) -> dict[str, Any]:
    at = timezone.now() - timedelta(seconds=seconds_ago)
    return {"lat": PICKUP[0] + metres_north * METRE, "lng": PICKUP[1], "at": at.isoformat(), **fields}


@pytest.fixture
def trip(ada: User, bob: User, economy: CarType) -> Booking:
    """ada's trip with bob of fay's fleet."""
    return make_booking(ada, economy, Status.STARTED, driver=bob)


async def sent(driver: Client, *points: dict[str, Any], id: str = "b1") -> Frame:
    await driver.send("positions", id=id, points=list(points))
    return await driver.receive()


async def watching(live: Live, user: User, topic: str) -> Client:
    client = await live.connect(user)
    assert (await client.join(topic))["op"] == "subscribed"
    return client


def stored(trip: Booking) -> list[int]:
    points = TrackingPoint.objects.filter(booking=trip).order_by("at")
    return [round((point.lat - PICKUP[0]) / METRE) for point in points]


async def test_position_is_stored_when_acknowledged_and_shown_to_the_rider(
    live: Live, ada: User, bob: User, trip: Booking
) -> None:
    rider, driver = await watching(live, ada, f"booking:{trip.pk}"), await live.connect(bob)
    assert await sent(driver, point(50, heading=90, speed=12.5)) == {
        "op": "ack", "id": "b1", "accepted": 1, "rejected": 0,
    }  # fmt: skip
    assert await in_db(stored, trip) == [50]
    frame = await rider.receive()
    assert (frame["op"], frame["topic"]) == ("position", f"booking:{trip.pk}")
    data = frame["data"]
    assert data["driver_id"] == bob.pk
    assert data["lat"] == pytest.approx(PICKUP[0] + 50 * METRE)
    assert (data["heading"], data["speed"]) == (90, 12.5)


async def test_other_users_do_not_see_the_position(
    live: Live, cleo: User, ben: User, bob: User, trip: Booking
) -> None:
    strangers = [await live.connect(cleo), await live.connect(ben)]
    for stranger in strangers:
        assert (await stranger.join(f"booking:{trip.pk}"))["code"] == "not_found"
        await stranger.join("me")
    driver = await live.connect(bob)
    await sent(driver, point())
    for stranger in strangers:
        assert await stranger.is_quiet()


async def test_queued_points_are_stored_in_order_and_only_the_newest_is_shown(
    live: Live, ada: User, bob: User, trip: Booking
) -> None:
    rider, driver = await watching(live, ada, f"booking:{trip.pk}"), await live.connect(bob)
    gap = [point(100 * n, seconds_ago=100 - n) for n in range(100)]
    shuffled = gap[50:] + gap[:50]
    assert (await sent(driver, *shuffled, {"lat": "nowhere"}))["rejected"] == 1
    assert await in_db(stored, trip) == [100 * n for n in range(100)]
    frame = await rider.receive()
    assert frame["data"]["lat"] == pytest.approx(PICKUP[0] + 9900 * METRE)
    assert await rider.is_quiet()


async def test_batch_sent_again_is_stored_once(live: Live, bob: User, trip: Booking) -> None:
    driver = await live.connect(bob)
    batch = [point(100 * n, seconds_ago=10 - n) for n in range(5)]
    for _ in range(3):
        assert (await sent(driver, *batch))["accepted"] == 5
    assert await in_db(stored, trip) == [0, 100, 200, 300, 400]


async def test_trip_that_just_started_loses_no_point(
    live: Live, ada: User, bob: User, economy: CarType
) -> None:
    """The driver was free at the last batch, which must not be cached."""
    driver = await live.connect(bob)
    await sent(driver, point(0))
    trip = await in_db(make_booking, ada, economy, Status.STARTED, driver=bob)
    await sent(driver, point(100))
    assert await in_db(stored, trip) == [100]


async def test_free_driver_is_on_the_map_within_two_seconds(live: Live, ben: User) -> None:
    driver = await live.connect(ben)
    assert (await sent(driver, point(10), point(20)))["accepted"] == 2
    there = DriverPosition.objects.filter(driver=ben, lat__gt=PICKUP[0] + 15 * METRE)
    # The interval of writes; a busy machine may be slower, so the test waits.
    assert RECORD_SECONDS < 2
    await until(lambda: in_db(there.exists))


async def test_unwritten_positions_are_written_when_the_process_ends(live: Live, ben: User) -> None:
    driver = await live.connect(ben)
    await sent(driver, point(10))
    await live.stop()
    assert await in_db(DriverPosition.objects.filter(driver=ben, lat__isnull=False).exists)


async def test_fleet_receives_each_driver_at_most_once_a_second(
    live: Live, dora: User, fay: User, ben: User, bob: User, trip: Booking
) -> None:
    await in_db(set_driver_active, driver_id=ben.pk, active=True)
    everything, fleet = await watching(live, dora, "fleet"), await watching(live, fay, "fleet")
    drivers = {user: await live.connect(user) for user in (ben, bob)}

    async def drive(client: Client) -> None:
        for n in range(40):
            await sent(client, point(n * 10))
            await asyncio.sleep(0.05)

    started = asyncio.get_running_loop().time()
    await asyncio.gather(*(drive(client) for client in drivers.values()))
    seconds = asyncio.get_running_loop().time() - started
    await asyncio.sleep(1.1)
    seen: dict[int, list[Frame]] = {ben.pk: [], bob.pk: []}
    while not await everything.is_quiet(0.1):
        for item in (await everything.receive())["data"]:
            seen[item["driver_id"]].append(item)
    for items in seen.values():
        assert 1 <= len(items) <= seconds + 2
        assert items[-1]["lat"] == pytest.approx(PICKUP[0] + 390 * METRE)
        assert [item["at"] for item in items] == sorted(item["at"] for item in items)
    assert (seen[ben.pk][-1]["online"], seen[ben.pk][-1]["busy"]) == (True, False)
    assert (seen[bob.pk][-1]["online"], seen[bob.pk][-1]["busy"]) == (False, True)
    frame = await fleet.receive()
    assert {item["driver_id"] for item in frame["data"]} == {bob.pk}


class Roads:
    """A fake router whose durations rise by 100 seconds with each request."""

    def __init__(self) -> None:
        self.requests: list[tuple[LatLng, ...]] = []

    def drive_time(self, start: LatLng, end: LatLng) -> Leg:
        self.requests.append((start, end))
        return Leg(Decimal(1), 100 * len(self.requests))

    def route_through(self, points: Sequence[LatLng]) -> Route:
        self.requests.append(tuple(points))
        return Route(Decimal(1), 100 * len(self.requests), "")


async def test_eta_is_sent_without_a_request_for_each_position(
    live: Live, ada: User, bob: User, trip: Booking
) -> None:
    roads = Roads()
    with using_maps(routing=roads):  # type: ignore[arg-type]  # only what the test needs
        rider, driver = await watching(live, ada, f"booking:{trip.pk}"), await live.connect(bob)
        etas = []
        for n in range(10):
            await sent(driver, point(n * 10))
            etas.append((await rider.receive())["data"].get("eta_seconds"))
            await asyncio.sleep(0.05)
    assert etas[0] is None
    assert etas[-1] in (99, 100)
    assert len(roads.requests) == 1
    assert roads.requests[0][1] == LatLng(*DROP)


async def test_eta_counts_the_stops_that_the_car_has_not_reached(
    live: Live, ada: User, bob: User, trip: Booking
) -> None:
    stops = [LatLng(50.70, -1.20), LatLng(50.71, -1.21)]
    await in_db(Booking.objects.filter(pk=trip.pk).update, stop_count=2)
    for position, at in enumerate(stops, start=1):
        await in_db(
            BookingStop.objects.create, booking=trip, position=position, lat=at.lat, lng=at.lng, add="x"
        )
    roads = Roads()
    with using_maps(routing=roads):  # type: ignore[arg-type]  # as above
        rider, driver = await watching(live, ada, f"booking:{trip.pk}"), await live.connect(bob)
        await sent(driver, point(0))
        await rider.receive()
        await asyncio.sleep(0.05)
        await in_db(BookingStop.objects.filter(position=1).update, reached_at=timezone.now())
        # A place less ahead: the result is for another way and requested again at once.
        await sent(driver, point(10))
        assert (await rider.receive())["data"].get("eta_seconds") is None
        await asyncio.sleep(0.05)
    assert [request[1:] for request in roads.requests] == [(*stops, LatLng(*DROP)), (stops[1], LatLng(*DROP))]


async def test_replaced_driver_no_longer_sees_the_trip(
    live: Live, bob: User, ben: User, trip: Booking
) -> None:
    topic = f"booking:{trip.pk}"
    before = await watching(live, bob, topic)
    await in_db(Booking.objects.filter(pk=trip.pk).update, driver=ben)
    await publish(topic, "booking.redispatched", id=trip.pk, status="NEW")
    assert [frame["op"] for frame in await before.receive_until("refused")] == ["event", "refused"]
    driver = await live.connect(ben)
    await sent(driver, point(30))
    await publish(topic, "booking.accepted", id=trip.pk, status="ACCEPTED")
    assert await before.is_quiet(1)


async def test_only_drivers_send_positions(live: Live, ada: User) -> None:
    client = await live.connect(ada)
    assert await sent(client, point()) == {"op": "error", "code": "forbidden", "id": "b1"}
    assert not await in_db(DriverPosition.objects.exists)


async def test_batch_that_is_not_a_list_is_refused(live: Live, ben: User) -> None:
    driver = await live.connect(ben)
    await driver.send("positions", id="b1", points="here")
    assert await driver.receive() == {"op": "error", "code": "invalid", "id": "b1"}
    assert await sent(driver) == {"op": "ack", "id": "b1", "accepted": 0, "rejected": 0}


# -- by POST -----------------------------------------------------------------------------------

AsUser = Callable[[User | None], APIClient]


async def test_post_does_the_same_as_the_socket(
    live: Live, ada: User, fay: User, bob: User, trip: Booking, as_user: AsUser
) -> None:
    rider, fleet = await watching(live, ada, f"booking:{trip.pk}"), await watching(live, fay, "fleet")
    await asyncio.sleep(0.2)
    body = {"points": [point(100), point(200), {"lat": 1}]}
    client = await in_db(as_user, bob)
    reply = await in_db(client.post, "/api/v1/me/location/", body)
    assert (reply.status_code, reply.data) == (202, {"accepted": 2, "rejected": 1})
    assert await in_db(stored, trip) == [100, 200]
    assert (await rider.receive())["data"]["lat"] == pytest.approx(PICKUP[0] + 200 * METRE)
    assert (await fleet.receive())["data"][0]["driver_id"] == bob.pk


def test_post_of_a_free_driver_is_on_the_map_at_once(ben: User, as_user: AsUser) -> None:
    assert as_user(ben).post("/api/v1/me/location/", {"points": [point(5)]}).status_code == 202
    assert DriverPosition.objects.filter(driver=ben, lat__isnull=False).exists()


def test_post_needs_a_driver_and_a_list_of_points(ada: User, ben: User, as_user: AsUser) -> None:
    path, body = "/api/v1/me/location/", {"points": [point()]}
    replies = [as_user(None).post(path, body), as_user(ada).post(path, body)]
    replies += [as_user(ben).post(path, bad) for bad in ({}, {"points": "here"}, {"points": [point()] * 501})]
    assert [(reply.status_code, reply.data["code"]) for reply in replies] == [
        (401, "not_logged_in"), (403, "forbidden"), (400, "invalid"), (400, "invalid"), (400, "invalid"),
    ]  # fmt: skip
    assert not DriverPosition.objects.exists()
