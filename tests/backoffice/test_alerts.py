"""What somebody of the office has to look at: kind by kind, with a way there; a fleet's own for its admin."""

from datetime import timedelta
from decimal import Decimal as D
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.accounts.documents import today
from apps.accounts.models import DriverDocument, User
from apps.bookings.choices import Status
from apps.bookings.models import SosAlert
from apps.fares.models import CarType
from apps.payments.choices import Purpose, State
from apps.payments.models import Attempt
from tests.bookings.api import API
from tests.bookings.making import make_booking, make_offer
from tests.personas import client_of, make_driver

pytestmark = pytest.mark.django_db

URL = f"{API}/dashboard/alerts/"


def told(person: User) -> dict[str, dict[str, Any]]:
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


def test_nothing_is_told_while_all_is_well(dora: User, fay: User, ada: User, economy: CarType) -> None:
    make_booking(ada, economy)
    assert told(dora) == told(fay) == {}


def test_a_cry_for_help_leads_to_its_booking(
    dora: User, fay: User, ada: User, ben: User, bob: User, economy: CarType
) -> None:
    for driver in (ben, bob):
        booking = make_booking(ada, economy, Status.STARTED, driver=driver)
        SosAlert.objects.create(booking=booking, by=ada)
    assert told(dora)["sos"]["count"] == 2
    ((case,),) = (told(fay)["sos"]["results"],)
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
def test_a_booking_without_a_driver_is_told_in_time(
    minutes: int, later: bool, offered: bool, waits: bool, dora: User, ada: User, ben: User, economy: CarType
) -> None:
    when = timezone.now() + timedelta(minutes=minutes)
    booking = make_booking(ada, economy, trip_date=when, book_later=later)
    if offered:
        make_offer(booking, ben)
    found = told(dora)
    assert ("waiting" in found) is waits
    if waits:
        assert found["waiting"]["results"][0]["booking_id"] == booking.pk


def test_a_fleet_is_not_told_of_bookings_that_nobody_has(fay: User, ada: User, economy: CarType) -> None:
    make_booking(ada, economy, trip_date=timezone.now() - timedelta(hours=1))
    assert told(fay) == {}


def test_payments_that_failed_or_do_not_fit(
    dora: User, fay: User, ada: User, ben: User, bob: User, economy: CarType
) -> None:
    top_up = failed(ada)
    booking = make_booking(ada, economy, Status.PENDING, driver=bob)
    failed(ada, purpose=Purpose.BOOKING, booking=booking, reference=booking.reference, problem="")
    failed(ada, state=State.PAID, problem="", reference="all-is-well")
    failed(ada, state=State.EXPIRED, problem="nobody paid within a week")
    failed(ada, state=State.PAID, problem="paid a second time, by payment 7", reference="twice")
    old = failed(ada, reference="old")
    Attempt.objects.filter(pk=old.pk).update(updated_at=timezone.now() - timedelta(days=2))
    cases = told(dora)["payment"]
    assert [case["reference"] for case in cases["results"]] == ["twice", booking.reference, top_up.reference]
    assert [case["booking_id"] for case in cases["results"]] == [None, booking.pk, None]
    assert [case["reference"] for case in told(fay)["payment"]["results"]] == [booking.reference]
    paid = make_booking(ada, economy, Status.PAID, driver=ben)
    failed(ada, purpose=Purpose.BOOKING, booking=paid, reference=paid.reference, problem="")
    assert told(dora)["payment"]["count"] == 3


def test_papers_that_run_out_and_drivers_who_wait(
    dora: User, fay: User, ben: User, bob: User, economy: CarType
) -> None:
    soon = today() + timedelta(days=7)
    for driver in (ben, bob):
        DriverDocument.objects.create(driver=driver, kind="insurance", expires_on=soon, state="accepted")
    new = make_driver("New", economy)
    User.objects.filter(pk=new.pk).update(approved=False)
    everything, fleets = told(dora), told(fay)
    assert everything["document"]["count"] == 2
    assert everything["approval"]["results"][0]["person_id"] == new.pk
    ((case,),) = (fleets["document"]["results"],)
    assert (case["person_id"], case["at"], case["note"]) == (bob.pk, soon.isoformat(), "insurance")
    assert "approval" not in fleets


def test_the_alerts_cost_the_same_however_many_there_are(dora: User, ada: User, economy: CarType) -> None:
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
    assert [(cases["kind"], cases["count"], len(cases["results"])) for cases in found] == [
        ("waiting", 18, 5),
        ("payment", 18, 5),
    ]
