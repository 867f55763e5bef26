"""Events of cases: each reader's page gets those that the reader may see, and no others."""

from typing import Any

import pytest

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.fares.models import CarType
from tests.bookings.api import API
from tests.bookings.builders import make_booking
from tests.personas import client_of
from tests.realtime.conftest import Client, Live, in_db

pytestmark = pytest.mark.django_db(transaction=True)


def post(by: User, path: str, **body: Any) -> dict[str, Any]:
    reply = client_of(by).post(f"{API}/{path}", body, format="json")
    assert reply.status_code in (200, 201), reply.json()
    answer: dict[str, Any] = reply.json()
    return answer


async def states(client: Client) -> list[str]:
    """Return the states in the events of cases, once no more arrive."""
    received = []
    while not await client.is_quiet(0.25):
        frame = await client.receive()
        if frame["op"] == "event" and frame["type"] == "case.changed":
            received.append(frame["data"]["state"])
    return received


async def test_readers_get_the_events_that_they_may_see(
    live: Live, ada: User, bob: User, cleo: User, fay: User, dora: User, economy: CarType
) -> None:
    trip: Booking = await in_db(make_booking, ada, economy, driver=bob, status=Status.COMPLETE)
    clients = {}
    for user, topic in ((ada, "me"), (cleo, "me"), (bob, "me"), (fay, "cases"), (dora, "cases")):
        clients[user] = await live.connect(user)
        assert (await clients[user].join(topic))["op"] == "subscribed"

    async def seen() -> dict[str, list[str]]:
        return {user.first_name: await states(client) for user, client in clients.items()}

    def expected(state: str, *readers: User) -> dict[str, list[str]]:
        return {user.first_name: [state] if user in readers else [] for user in clients}

    case = (await in_db(post, ada, "me/cases/", kind="complaint", booking=trip.pk, text="Too fast"))["id"]
    assert await seen() == expected("open", ada, fay, dora)
    url = f"cases/{case}/messages/"
    for audience, state, readers in (
        ("staff", "open", (dora,)),
        ("fleet", "open", (dora, fay)),
        ("other", "open", (dora, fay)),
        ("person", "waiting", (dora, fay, ada)),
    ):
        await in_db(post, dora, url, text="Noted", audience=audience)
        assert await seen() == expected(state, *readers), audience
    await in_db(post, fay, url, text="Call me", audience="other")
    assert await seen() == expected("waiting", fay, dora)
    await in_db(post, dora, f"cases/{case}/close/", outcome="answered", text="Sorry.")
    assert await seen() == expected("closed", ada, fay, dora)


async def test_case_without_a_trip_is_no_event_of_a_fleet(
    live: Live, ada: User, fay: User, dora: User
) -> None:
    fleet, office = await live.connect(fay), await live.connect(dora)
    for client in (fleet, office):
        await client.join("cases")
    await in_db(post, ada, "me/cases/", kind="other", text="A question")
    assert (await states(office), await states(fleet)) == (["open"], [])
