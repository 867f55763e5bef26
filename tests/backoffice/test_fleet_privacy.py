"""A fleet admin sees nothing of other fleets or of the platform's own drivers, on any endpoint."""

import re
from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal as D
from typing import Any, Final

import pytest
import time_machine
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.choices import UserType
from apps.accounts.models import DriverDocument, User
from apps.backoffice.models import Audience, Case
from apps.bookings.choices import Role, Status
from apps.bookings.models import Booking, DailyEarnings, SosAlert
from apps.chat.models import ChatMessage
from apps.core.platform import platform_settings
from apps.exports import registry
from apps.fares.models import CarType
from apps.payments.choices import Purpose, State
from apps.payments.models import Attempt
from apps.wallet.history.statements import weeks_of
from tests.bookings.builders import make_booking, make_offer, put_online
from tests.personas import client_of, make_driver, make_user
from tests.test_access_matrix import CALLERS, IN, ROWS
from tests.wallet.stories import settle

pytestmark = pytest.mark.django_db

API: Final = "/api/v1/"
FAY: Final = CALLERS.index("fay")
PATHS: Final = sorted(
    path
    for (method, path), row in ROWS.items()
    # Public endpoints contain no fleet data; the demand is the platform's (tests/bookings/test_demand.py).
    if method == "get" and row.cells[FAY] == IN and row.cells[0] != IN and "<str:" not in path
    if path != "desk/demand/"
)
"""Every endpoint that a fleet admin may read."""
SEARCHED: Final = ("bookings/", "drivers/")
OWN_FILES: Final = ("bookings", "cases", "drivers", "driver_earnings", "wallet")
SUM: Final = D("7777.77")


@pytest.fixture
def noon() -> Iterator[None]:
    with time_machine.travel("2026-11-18T12:00:00Z", tick=False):
        yield


@pytest.fixture
def fred(db: None) -> User:
    """The admin of another fleet."""
    return make_user("Fred", UserType.FLEET_ADMIN)


@pytest.fixture
def fritz(fred: User, economy: CarType) -> User:
    """Drives for fred."""
    return make_driver("Fritz", economy, fleet_admin=fred)


@pytest.fixture
def rita(db: None) -> User:
    """Rides only with other drivers."""
    return make_user("Rita")


@pytest.fixture
def own(ada: User, bob: User, fritz: User, economy: CarType) -> Booking:
    """Belongs to fay's fleet; fritz accepted first and cancelled."""
    put_online(bob)
    booking = make_booking(ada, economy, Status.STARTED, driver=bob)
    acted = (("create", ada, Role.RIDER), ("accept", fritz, Role.DRIVER), ("accept", bob, Role.DRIVER))
    for version, (name, actor, role) in enumerate(acted, start=10):
        booking.events.create(
            version=version, name=name, to_status=Status.NEW, actor=actor, role=role, at=timezone.now()
        )
    for driver in (fritz, bob):
        message = {"source": "driver", "message": f"{driver.first_name} here", "client_id": "1"}
        ChatMessage.objects.create(booking=booking, driver=driver, **message)
    make_booking(ada, economy, Status.COMPLETE, driver=bob, rating=4, feedback="Kind")
    User.objects.filter(pk=bob.pk).update(signup_via_referral=fritz)
    return booking


def seed_others(rita: User, fritz: User, ben: User, bob: User, fred: User, economy: CarType) -> list[Booking]:
    """Create all data of other fleets and drivers, including a trip of bob for the other fleet."""
    made = []
    over = {"trip_end_time": long_ago(), "ended_at": timezone.now(), "estimate": SUM, "rating": 1}
    for driver in (fritz, ben):
        made += [
            make_booking(rita, economy, status, driver=driver, **over)
            for status in (Status.COMPLETE, Status.CANCELLED, Status.PENDING)
        ]
        put_online(driver, seconds_ago=3600)
        trip = make_booking(rita, economy, Status.STARTED, driver=driver, trip_start_time=long_ago())
        SosAlert.objects.create(booking=trip, by=rita)
        made.append(trip)
        DriverDocument.objects.create(
            driver=driver, kind="insurance", number="P-7777", expires_on=timezone.localdate()
        )
        earn(driver, driver.driver_profile.fleet_admin_id)
        Attempt.objects.create(
            provider="test", live=False, user=rita, purpose=Purpose.BOOKING, booking=trip,
            reference="wallet-7777", amount=SUM, currency="USD", state=State.FAILED, problem="declined",
            expires_at=timezone.now(),
        )  # fmt: skip
    make_offer(make_booking(rita, economy, Status.NEW, trip_date=long_ago()), fritz)
    made.append(make_booking(rita, economy, Status.COMPLETE, driver=bob, fleet_admin_id=fred.pk, **over))
    earn(bob, fred.pk)
    make_driver("Fritzi", economy, fleet_admin=fred, approved=False)
    return made


def earn(driver: User, fleet: int | None) -> None:
    DailyEarnings.objects.create(
        day=timezone.localdate(), driver=driver, fleet_admin_id=fleet, vehicle_number="FR1 TZ", rides=7,
        trip_cost=SUM, driver_share=SUM, convenience_fees=SUM, discount=0, cancellation_fees=SUM,
    )  # fmt: skip


def case_about(booking: Booking) -> Case:
    """Return a case of the rider with a message to each reader, from the first call on."""
    case, is_new = Case.objects.get_or_create(
        person=booking.customer, booking=booking, defaults={"kind": "complaint", "due_at": timezone.now()}
    )
    if is_new:
        for audience in Audience:
            case.messages.create(audience=audience, by_staff=True, text=f"About {booking.reference}")
    return case


def long_ago() -> Any:
    return timezone.now() - timedelta(days=3)


def replies(client: APIClient, ids: dict[str, list[int]], week: str) -> dict[str, str]:
    """Return the reply of each endpoint for every id."""
    got = {}
    for path in PATHS:
        kind = path.split("/")[0] if path.startswith(("bookings/", "cases/")) else "people"
        for address in (
            [path.replace("<int:pk>", str(pk)) for pk in ids[kind]] if "<int:pk>" in path else [path]
        ):
            address = re.sub(r"<slug:week>", week, address)
            address = re.sub(r"<slug:\w+>", "nothing", address)
            for query in ("", *(f"?search={word}" for word in ("fritz", "rita", "FR1") if path in SEARCHED)):
                reply = client.get(f"{API}{address}{query}")
                got[address + query] = f"{reply.status_code} {reply.content.decode()}"
    return got


def files(fay: User) -> str:
    content = ""
    for name in OWN_FILES:
        kind = registry.export_kind(name)
        table = kind.table(fay, kind.check(fay, {}))
        content += str([[str(column.value(row)) for column in table.columns] for row in table.rows()])
    return content


@pytest.mark.usefixtures("noon")
def test_other_fleets_data_does_not_change_what_a_fleet_admin_reads(
    fay: User, fred: User, bob: User, fritz: User, ben: User, rita: User, own: Booking, economy: CarType
) -> None:
    client = client_of(fay)
    week = weeks_of(bob.pk, platform_settings().tz)[0].monday.isoformat()
    ids = {"bookings": [own.pk], "people": [bob.pk], "cases": [case_about(own).pk]}
    before, files_before = replies(client, ids, week), files(fay)
    assert before["dashboard/alerts/"].startswith("200")
    assert "Bob" in before["drivers/"] + files_before

    foreign = seed_others(rita, fritz, ben, bob, fred, economy)

    for booking in foreign:
        case_about(booking)
    assert replies(client, ids, week) == before
    assert files(fay) == files_before
    content = "".join(before.values()) + files_before
    for word in ("Fritz", "Fred", "Ben", "Rita", fritz.driver_profile.vehicle_number, "7777"):
        assert word not in content, word
    # Another fleet's object is not found by its id.
    others = {
        "bookings": [booking.pk for booking in foreign],
        "cases": [case_about(booking).pk for booking in foreign],
        "people": [fritz.pk, ben.pk, fred.pk, rita.pk],
    }
    numbered = {
        address: reply
        for address, reply in replies(client, others, week).items()
        if any(f"/{pk}/" in f"/{address}" for pks in others.values() for pk in pks)
    }
    assert numbered
    assert {reply[:3] for reply in numbered.values()} == {"404"}


def test_fleet_admins_statement_covers_trips_driven_for_the_fleet(
    fay: User, fred: User, dora: User, bob: User, ada: User, economy: CarType
) -> None:
    trips = {
        fleet: make_booking(ada, economy, Status.COMPLETE, driver=bob, fleet_admin_id=fleet)
        for fleet in (fay.pk, fred.pk)
    }
    for trip in trips.values():
        settle(ada, bob, booking_id=trip.pk, cash=D("71.88"))
    week = weeks_of(bob.pk, platform_settings().tz)[0].monday.isoformat()
    address = f"{API}drivers/{bob.pk}/statements/{week}/"

    whole = client_of(dora).get(address).json()
    assert (whole["trips"], whole["fares"], whole["driver_share"]) == (2, "143.7600", "125.0000")
    assert client_of(fay).get(address).json() == {
        "week": week,
        "until": whole["until"],
        "so_far": True,
        "trips": 1,
        "fares": "71.8800",
        "convenience_fees": "9.3800",
        "driver_share": "62.5000",
    }
    assert client_of(fay).get(f"{address}?format=pdf").status_code == 200
