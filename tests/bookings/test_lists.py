"""Booking lists: each role's rows, filters, pages and query counts."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.fares.models import CarType
from tests.bookings.api import API
from tests.bookings.builders import make_booking, make_offer
from tests.personas import client_of, make_driver

pytestmark = pytest.mark.django_db


def test_each_role_lists_its_bookings_newest_first(
    ada: User, ben: User, bob: User, cleo: User, fay: User, dora: User, economy: CarType
) -> None:
    old = make_booking(ada, economy, Status.COMPLETE, driver=bob)
    new = make_booking(ada, economy, Status.NEW)
    others = make_booking(cleo, economy, Status.CANCELLED)
    make_offer(new, ben)

    def listed(person: User, query: str = "") -> list[int]:
        return [row["id"] for row in client_of(person).get(f"{API}/bookings/{query}").json()["results"]]

    assert listed(ada) == [new.pk, old.pk]
    assert listed(bob) == [old.pk]
    assert listed(fay) == [old.pk]
    assert listed(ben) == []
    assert listed(dora) == [others.pk, new.pk, old.pk]
    assert listed(dora, "?active=true") == [new.pk]
    assert listed(dora, "?active=false") == [others.pk, old.pk]
    assert listed(dora, "?status=complete,cancelled") == [others.pk, old.pk]
    assert listed(dora, "?search=cleo") == [others.pk]
    assert listed(dora, f"?search={old.reference}") == [old.pk]
    assert client_of(ada).get(f"{API}/bookings/?status=FLYING").json()["code"] == "invalid"


def test_list_pages_continue_where_the_last_ended(ada: User, economy: CarType) -> None:
    bookings = [make_booking(ada, economy, Status.CANCELLED) for _ in range(5)]
    client, cursor, ids = client_of(ada), "", []
    while cursor is not None:
        body = client.get(f"{API}/bookings/?page_size=2&cursor={cursor}").json()
        ids += [row["id"] for row in body["results"]]
        cursor = body["next"]
    assert ids == [booking.pk for booking in reversed(bookings)]


def test_list_queries_do_not_grow_with_the_rows(ada: User, dora: User, economy: CarType) -> None:
    def queries(address: str, person: User) -> int:
        client = client_of(person)
        client.get(address)
        with CaptureQueriesContext(connection) as captured:
            client.get(address)
        return len(captured)

    first = make_booking(ada, economy, Status.CANCELLED)
    addresses = [f"{API}/bookings/", f"{API}/bookings/{first.pk}/offers/"]
    few = [queries(address, dora) for address in addresses]
    for number in range(10):
        driver = make_driver(f"Driver{number}", economy)
        make_booking(ada, economy, Status.COMPLETE, driver=driver)
        make_offer(first, driver)

    assert [queries(address, dora) for address in addresses] == few
    # The offers, and the dispatch policy of each round.
    assert few == [2, 4]
