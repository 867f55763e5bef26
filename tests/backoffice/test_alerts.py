"""Alerts by kind, with their links; fleet admins see those of their own drivers."""

from datetime import timedelta
from decimal import Decimal as D
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.accounts.models import DriverDocument, User
from apps.accounts.profile.documents import today
from apps.accounts.services.availability import set_driver_active
from apps.bookings.choices import Status
from apps.bookings.models import SosAlert
from apps.bookings.timing import SEARCH_TIME, STALE_DRIVER
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.geo.positions.store import PositionReport, record_positions
from apps.payments.choices import Purpose, State
from apps.payments.models import Attempt
from apps.wallet.referrals import pay_referral_bonus
from tests.bookings.api import API
from tests.bookings.builders import DROP, PICKUP, SECONDS, make_booking, make_offer
from tests.personas import client_of, make_driver, make_user

pytestmark = pytest.mark.django_db

URL = f"{API}/dashboard/alerts/"


def listed(person: User) -> dict[str, dict[str, Any]]:
    reply = client_of(person).get(URL)
    assert reply.status_code == 200, reply.json()
    return {cases["kind"]: cases for cases in reply.json()["results"]}


def failed(payer: User, **fields: Any) -> Attempt:
    values: dict[str, Any] = {
        "provider": "test",
        "live": False,
        "user": payer,
        "purpose": Purpose.TOP_UP,
        "reference": "wallet-1-1",
        "amount": D(10),
        "currency": "USD",
        "state": State.FAILED,
        "problem": "card declined",
        "expires_at": timezone.now(),
    }
    return Attempt.objects.create(**(values | fields))


def test_no_alerts_when_all_is_well(dora: User, fay: User, ada: User, economy: CarType) -> None:
    make_booking(ada, economy, search_until=timezone.now() + SEARCH_TIME)
    assert listed(dora) == listed(fay) == {}


def test_sos_alert_links_to_its_booking(
    dora: User, fay: User, ada: User, ben: User, bob: User, economy: CarType
) -> None:
    for driver in (ben, bob):
        booking = make_booking(ada, economy, Status.STARTED, driver=driver)
        SosAlert.objects.create(booking=booking, by=ada)
    assert listed(dora)["sos"]["count"] == 2
    ((case,),) = (listed(fay)["sos"]["results"],)
    assert (case["booking_id"], case["reference"], case["name"]) == (
        booking.pk,
        booking.reference,
        ada.full_name,
    )


@pytest.mark.parametrize(
    ("minutes", "later", "offered", "waits"),
    [
        (-4, False, False, False),
        (-6, False, False, True),
        (-6, False, True, True),
        (8, True, False, True),
        (8, True, True, False),
        (20, True, False, False),
    ],
)
def test_booking_without_a_driver_is_listed_in_time(
    minutes: int, later: bool, offered: bool, waits: bool, dora: User, ada: User, ben: User, economy: CarType
) -> None:
    when, search_until = timezone.now() + timedelta(minutes=minutes), timezone.now() + SEARCH_TIME
    booking = make_booking(ada, economy, trip_date=when, book_later=later, search_until=search_until)
    if offered:
        make_offer(booking, ben)
    found = listed(dora)
    assert ("waiting" in found) is waits
    if waits:
        assert found["waiting"]["results"][0]["booking_id"] == booking.pk


@pytest.mark.parametrize("auto_dispatch", [True, False])
@pytest.mark.parametrize(
    ("state", "waits"),
    [
        ({}, True),
        ({"search_until": -1}, True),
        ({"book_later": True, "trip_date": 14}, True),
        ({"book_later": True, "trip_date": 16}, False),
        ({"offered": True}, False),
        ({"status": Status.PAYMENT_PENDING}, False),
    ],
)
def test_booking_that_needs_an_admin_is_listed_at_once(
    state: dict[str, Any],
    waits: bool,
    auto_dispatch: bool,
    dora: User,
    ada: User,
    ben: User,
    economy: CarType,
) -> None:
    update_platform_settings(auto_dispatch=auto_dispatch)
    now = timezone.now()
    fields: dict[str, Any] = {
        name: now + timedelta(minutes=value) if name in ("search_until", "trip_date") else value
        for name, value in state.items()
        if name != "offered"
    }
    booking = make_booking(ada, economy, **fields)
    if "offered" in state:
        make_offer(booking, ben)
    found = listed(dora)
    assert ("waiting" in found) is waits
    if waits:
        assert found["waiting"]["urgent"] is True
        assert found["waiting"]["ids"] == [booking.pk]
        actions = ["search"] if auto_dispatch else ["assign", "search"]
        assert found["waiting"]["results"][0]["actions"] == actions


def test_running_search_is_listed_only_with_automatic_dispatch_off(
    dora: User, ada: User, economy: CarType
) -> None:
    make_booking(ada, economy, search_until=timezone.now() + SEARCH_TIME)
    assert listed(dora) == {}
    update_platform_settings(auto_dispatch=False)
    assert listed(dora)["waiting"]["count"] == 1


def test_fleet_admin_sees_no_bookings_without_a_driver(fay: User, ada: User, economy: CarType) -> None:
    make_booking(ada, economy, trip_date=timezone.now() - timedelta(hours=1))
    assert listed(fay) == {}


def put_car(driver: User, place: tuple[float, float], *, silent: timedelta = timedelta()) -> None:
    record_positions([PositionReport(driver.pk, *place, timezone.now() - silent)])


MIDDLE = ((PICKUP[0] + DROP[0]) / 2, (PICKUP[1] + DROP[1]) / 2)
FAR_OFF = (PICKUP[0] + 0.2, PICKUP[1])


@pytest.mark.parametrize(
    ("status", "place", "silent", "minutes", "kinds"),
    [
        (Status.STARTED, MIDDLE, 0, 6, set()),
        (Status.STARTED, MIDDLE, 6, 6, {"silent_trip"}),
        (Status.STARTED, None, 0, 6, {"silent_trip"}),
        (Status.STARTED, MIDDLE, 6, 4, set()),
        (Status.ARRIVED, PICKUP, 0, 6, set()),
        (Status.ARRIVED, PICKUP, 6, 6, {"silent_trip"}),
        (Status.ARRIVED, PICKUP, 6, 4, set()),
        (Status.STARTED, FAR_OFF, 0, 6, {"off_route"}),
        (Status.STARTED, MIDDLE, 0, 16 + 2 * SECONDS / 60, {"late_trip"}),
        (Status.STARTED, MIDDLE, 0, 14 + 2 * SECONDS / 60, set()),
        (Status.ACCEPTED, FAR_OFF, 0, 21, {"late_trip"}),
        (Status.ACCEPTED, MIDDLE, 0, 19, set()),
        (Status.REACHED, FAR_OFF, 6, 600, set()),
    ],
)
def test_trip_with_a_silent_far_off_or_late_driver_is_an_urgent_alert(
    status: Status,
    place: tuple[float, float] | None,
    silent: int,
    minutes: float,
    kinds: set[str],
    dora: User,
    fay: User,
    ada: User,
    bob: User,
    economy: CarType,
) -> None:
    since = timezone.now() - timedelta(minutes=minutes)
    booking = make_booking(
        ada,
        economy,
        status,
        driver=bob,
        accepted_at=since,
        driver_arrive_time=since,
        trip_start_time=since,
        trip_date=since,
    )
    if place:
        put_car(bob, place, silent=timedelta(minutes=silent))
    for person in (dora, fay):
        found = listed(person)
        assert set(found) == kinds
        for kind in kinds:
            assert found[kind]["urgent"] is True
            assert found[kind]["results"][0]["booking_id"] == booking.pk


def test_scheduled_trip_is_late_relative_to_its_own_time(
    dora: User, ada: User, ben: User, economy: CarType
) -> None:
    now = timezone.now()
    for minutes in (-19, -21):
        make_booking(
            ada,
            economy,
            Status.ACCEPTED,
            driver=ben if minutes == -19 else make_driver("Late", economy),
            book_later=True,
            accepted_at=now - timedelta(hours=5),
            trip_date=now + timedelta(minutes=minutes),
        )
    assert listed(dora)["late_trip"]["count"] == 1


def test_fleet_admin_sees_no_silent_drivers_and_trips_of_others(
    dora: User, fay: User, ada: User, ben: User, economy: CarType
) -> None:
    long_ago = timezone.now() - timedelta(hours=9)
    make_booking(ada, economy, Status.STARTED, driver=ben, trip_start_time=long_ago)
    set_driver_active(driver_id=make_driver("Quiet", economy).pk, active=True)
    with time_machine.travel(timezone.now() + STALE_DRIVER, tick=False):
        assert {"silent_trip", "late_trip", "silent_driver"} <= set(listed(dora))
        assert listed(fay) == {}


def test_failed_and_mismatched_payments(
    dora: User, fay: User, ada: User, ben: User, bob: User, economy: CarType
) -> None:
    top_up = failed(ada)
    booking = make_booking(ada, economy, Status.PENDING, driver=bob)
    failed(ada, purpose=Purpose.BOOKING, booking=booking, reference=booking.reference, problem="")
    failed(ada, state=State.PAID, problem="", reference="all-is-well")
    failed(ada, state=State.EXPIRED, problem="not paid within a week")
    failed(ada, state=State.PAID, problem="paid a second time, by payment 7", reference="twice")
    old = failed(ada, reference="old")
    Attempt.objects.filter(pk=old.pk).update(updated_at=timezone.now() - timedelta(days=2))
    cases = listed(dora)["payment"]
    assert [case["reference"] for case in cases["results"]] == ["twice", booking.reference, top_up.reference]
    assert [case["booking_id"] for case in cases["results"]] == [None, booking.pk, None]
    assert [case["reference"] for case in listed(fay)["payment"]["results"]] == [booking.reference]
    paid = make_booking(ada, economy, Status.PAID, driver=ben)
    failed(ada, purpose=Purpose.BOOKING, booking=paid, reference=paid.reference, problem="")
    assert listed(dora)["payment"]["count"] == 3


def test_expiring_documents_and_drivers_awaiting_approval(
    dora: User, fay: User, ben: User, bob: User, economy: CarType
) -> None:
    soon = today() + timedelta(days=7)
    for driver in (ben, bob):
        DriverDocument.objects.create(driver=driver, kind="insurance", expires_on=soon, state="accepted")
    new = make_driver("New", economy)
    User.objects.filter(pk=new.pk).update(approved=False)
    everything, fleets = listed(dora), listed(fay)
    assert everything["document"]["count"] == 2
    assert everything["approval"]["results"][0]["person_id"] == new.pk
    ((case,),) = (fleets["document"]["results"],)
    assert (case["person_id"], case["at"], case["note"]) == (bob.pk, soon.isoformat(), "insurance")
    assert "approval" not in fleets


def test_number_of_queries_does_not_depend_on_the_cases(dora: User, ada: User, economy: CarType) -> None:
    client = client_of(dora)
    counts = []
    for _ in range(3):
        for _ in range(6):
            make_booking(ada, economy, trip_date=timezone.now() - timedelta(hours=1))
            failed(ada)
        with CaptureQueriesContext(connection) as queries:
            found = client.get(URL).json()["results"]
        counts.append(len(queries))
    assert len(set(counts)) == 1
    assert [
        (cases["kind"], cases["urgent"], cases["count"], len(set(cases["ids"])), len(cases["results"]))
        for cases in found
    ] == [
        ("waiting", True, 18, 18, 5),
        ("payment", False, 18, 18, 5),
    ]


def test_referrer_with_many_guests_from_one_address_or_without_trips_is_shown_to_admins_only(
    dora: User, fay: User, ben: User, bob: User, cleo: User
) -> None:
    def refer(referrer: User, guests: int, address: str) -> None:
        for number in range(guests):
            guest = make_user("Guest", sign_up_address_hash=address or f"{referrer.pk}-{number}")
            pay_referral_bonus(user_id=guest.pk, referrer_id=referrer.pk, amount=D(1))

    refer(ben, 4, "one machine")
    refer(bob, 5, "")
    refer(cleo, 3, "one household")
    cases = listed(dora)["referral"]
    assert cases["count"] == 2
    assert {(case["person_id"], case["note"]) for case in cases["results"]} == {(ben.pk, "4"), (bob.pk, "5")}
    assert "referral" not in listed(fay)


@pytest.mark.parametrize("status", [Status.REACHED, Status.PENDING])
def test_unpaid_trip_is_listed_after_the_hours_of_the_setting(
    status: Status, dora: User, fay: User, ada: User, ben: User, bob: User, economy: CarType
) -> None:
    """bob drives for fay, ben for no fleet."""
    update_platform_settings(unpaid_alert_hours=6)
    ended = timezone.now() - timedelta(hours=6, minutes=1)
    own = make_booking(ada, economy, status, driver=bob, trip_end_time=ended)
    old = make_booking(ada, economy, status, driver=ben, trip_end_time=ended - timedelta(hours=1))
    make_booking(ada, economy, Status.PENDING, driver=ben, trip_end_time=ended + timedelta(minutes=2))
    make_booking(ada, economy, Status.PAID, driver=ben, trip_end_time=ended)

    cases = listed(dora)["unpaid"]

    assert (cases["count"], cases["urgent"]) == (2, False)
    assert [case["booking_id"] for case in cases["results"]] == [old.pk, own.pk]
    assert (cases["results"][1]["name"], cases["results"][1]["reference"]) == (ada.full_name, own.reference)
    assert cases["results"][1]["at"]
    assert [case["booking_id"] for case in listed(fay)["unpaid"]["results"]] == [own.pk]


def test_written_off_trip_is_not_listed(dora: User, ada: User, ben: User, economy: CarType) -> None:
    ended = timezone.now() - timedelta(hours=25)
    booking = make_booking(ada, economy, Status.PENDING, driver=ben, trip_end_time=ended)
    assert "unpaid" in listed(dora)
    reply = client_of(dora).post(f"{API}/bookings/{booking.pk}/write-off/", {"reason": "Gone"})
    assert reply.status_code == 200
    assert "unpaid" not in listed(dora)
