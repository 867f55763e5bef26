"""Surge from the counted requests to the paid trip: off by default, recorded, and stopped by one switch."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal as D
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.bookings.replay.prices import reprice
from apps.bookings.surge.updating import update_surge
from apps.core.models import AuditEntry
from apps.core.platform import platform_settings, update_platform_settings
from apps.core.privacy.retention import delete_expired
from apps.fares.models import CarType, SurgeFactor
from apps.fares.tariffs.in_force import agreed_tariff
from tests.bookings.api import API, ENDS, book, look, press, quote, work
from tests.bookings.builders import PICKUP, make_booking
from tests.bookings.conftest import Snapshot
from tests.bookings.test_receipt import get_receipt, pdf_text
from tests.bookings.test_tariff_pricing import at_hour, booked, quote_at
from tests.fares.tariffs import publish, rates
from tests.personas import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]

LAT, LNG = PICKUP
HARBOUR = [
    [LNG - 0.01, LAT - 0.01],
    [LNG + 0.01, LAT - 0.01],
    [LNG + 0.01, LAT + 0.01],
    [LNG - 0.01, LAT + 0.01],
]
EXPLAINED = "Fare × 1.3, because many people requested rides"


@pytest.fixture
def surge() -> None:
    update_platform_settings(surge=True)


@pytest.fixture
def factor(surge: None, economy: CarType) -> SurgeFactor:
    """1.3 for the whole city."""
    return set_factor(economy, "1.3")


def set_factor(car_type: CarType, factor: str, zone: str = "") -> SurgeFactor:
    return SurgeFactor.objects.create(
        zone=zone, car_type=car_type, factor=D(factor), waiting=9, free=1, computed_at=timezone.now()
    )


def wait(rider: User, car_type: CarType, number: int = 1, **fields: Any) -> list[Booking]:
    return [make_booking(rider, car_type=car_type, **fields) for _ in range(number)]


def option_of(person: User, car_type: CarType, **fields: Any) -> dict[str, Any]:
    body = client_of(person).post(f"{API}/estimates/", {**ENDS, "car_type_id": car_type.pk, **fields}).json()
    found: dict[str, Any] = body["options"][0]
    return found


def factors() -> dict[str, D]:
    current = SurgeFactor.objects.filter(ended_at__isnull=True)
    return {row.zone: row.factor for row in current}


# -- the job -----------------------------------------------------------------------------------


@pytest.mark.usefixtures("surge")
def test_factor_rises_a_step_a_run_and_is_recorded_with_its_numbers(
    ada: User, ready: User, economy: CarType
) -> None:
    wait(ada, economy, 4)
    assert [update_surge() for _ in range(3)] == [1, 1, 0]
    first, second = SurgeFactor.objects.order_by("id")
    assert (first.previous, first.factor, first.waiting, first.free) == (D(1), D("1.10"), 4, 1)
    assert (second.previous, second.factor, second.ended_at) == (D("1.10"), D("1.20"), None)
    assert first.ended_at == second.computed_at


@pytest.mark.usefixtures("surge")
def test_factor_falls_after_its_minutes(ada: User, economy: CarType) -> None:
    wait(ada, economy, 2)
    update_surge()
    Booking.objects.update(status=Status.CANCELLED)
    update_surge()
    assert factors() == {"": D("1.10")}
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        update_surge()
    assert factors() == {"": D("1.00")}


@pytest.mark.usefixtures("surge")
def test_only_requests_for_now_without_a_driver_count(ada: User, ben: User, economy: CarType) -> None:
    later = timezone.now() + timedelta(hours=2)
    wait(ada, economy, 5, book_later=True, trip_date=later)
    wait(ada, economy, 5, status=Status.PAYMENT_PENDING)
    assert (update_surge(), SurgeFactor.objects.count()) == (0, 0)


@pytest.mark.usefixtures("surge")
def test_zones_of_the_tariff_have_factors_of_their_own(ada: User, dora: User, economy: CarType) -> None:
    publish(dora, {"name": "Rates", "then": rates("3.00", "2.00")}, zones={"Harbour": {"rings": [HARBOUR]}})
    wait(ada, economy, 2)
    wait(ada, economy, 6, pickup_lat=LAT + 0.5)
    update_surge()
    update_surge()
    assert factors() == {"Harbour": D("1.10"), "": D("1.20")}
    assert option_of(ada, economy)["surge_factor"] == "1.10"


@pytest.mark.usefixtures("surge")
def test_zone_that_no_tariff_has_returns_to_the_usual_price(economy: CarType) -> None:
    set_factor(economy, "1.4", zone="Old town")
    update_surge()
    assert factors() == {"Old town": D("1.00")}


def test_job_counts_nothing_while_surge_is_off(ada: User, economy: CarType) -> None:
    wait(ada, economy, 9)
    assert (update_surge(), SurgeFactor.objects.count()) == (0, 0)


def test_switching_surge_off_ends_its_factors(factor: SurgeFactor) -> None:
    update_platform_settings(surge=False)
    assert update_surge() == 1
    assert factors() == {"": D("1.00")}


@pytest.mark.usefixtures("surge")
def test_deliveries_have_no_surge(ada: User, economy: CarType) -> None:
    update_platform_settings(app_category="delivery")
    wait(ada, economy, 9, app_category="delivery")
    assert update_surge() == 0


# -- prices ------------------------------------------------------------------------------------


def test_price_has_no_surge_and_costs_no_query_while_it_is_off(ada: User, economy: CarType) -> None:
    set_factor(economy, "1.3")
    quote(ada, economy)
    with CaptureQueriesContext(connection) as queries:
        shown = option_of(ada, economy)
    assert (shown["trip_cost"], shown["surge_factor"]) == ("56.0600", None)
    assert not [query for query in queries if "surgefactor" in query["sql"]]


@pytest.mark.usefixtures("factor")
def test_factors_are_read_once_for_many_prices(ada: User, economy: CarType) -> None:
    quote(ada, economy)
    with CaptureQueriesContext(connection) as queries:
        assert option_of(ada, economy)["surge_factor"] == "1.30"
    assert not [query for query in queries if "surgefactor" in query["sql"]]


def test_trip_is_booked_driven_and_paid_at_the_factor_of_its_quote(
    ada: User, dora: User, ready: User, economy: CarType, factor: SurgeFactor
) -> None:
    option = option_of(ada, economy)
    # 10 + 37.5 + 1.25 = 48.75, 0.3 of it is 14.625; the fee is 15 % of 48.75 alone.
    amounts = {line["key"]: line["amount"] for line in option["breakdown"]}
    assert (amounts["surge"], amounts["convenience_fee"]) == ("14.6300", "7.3100")
    assert (option["trip_cost"], option["surge_factor"]) == ("70.6900", "1.30")
    assert sum(map(D, amounts.values())) == D("70.69")

    booking = booked(book(ada, option["quote_id"]))
    terms = {"record": factor.pk, "factor": "1.3", "zone": "", "waiting": 9, "free": 1}
    assert (booking.trip_cost, booking.rates["surge"]) == (D("70.69"), terms)
    work("bookings.dispatch")
    set_factor_now(economy, "1.5")
    for action in ("accept", "arrive", "start", "reach", "collect-cash"):
        assert press(ready, booking.pk, action).status_code == 200, action
    booking.refresh_from_db()
    lines = {line["key"]: D(line["amount"]) for line in booking.breakdown}
    usual = lines["base_fare"] + lines["distance"] + lines["time"]
    assert abs(lines["surge"] - usual * D("0.3")) < D("0.01")
    assert booking.rates["surge"] == terms
    assert sum(lines.values()) == booking.trip_cost
    assert booking.driver_share == booking.trip_cost - lines["convenience_fee"]
    call_command("verify_ledger", verbosity=0)

    # A replay applies the trip's own factor to both tariffs.
    same = publish(
        dora,
        {"name": "Rates", "then": rates("10.00", "5.00", "5.00")},
        {"name": "Fee", "then": {"kind": "fee", "amount": "15", "percentage": True}},
    )
    repriced = reprice(booking, agreed_tariff(same.pk, []))
    assert (repriced.own, repriced.own.trip_cost) == (repriced.new, booking.trip_cost)

    surged = next(line for line in look(ready, booking.pk)["breakdown"] if line["key"] == "surge")
    assert surged["explanation"] == EXPLAINED
    shown = get_receipt(ada, booking).json()["breakdown"]
    assert EXPLAINED in [line["explanation"] for line in shown]
    assert "Fare × 1.3" in pdf_text(ada, booking)


def set_factor_now(car_type: CarType, factor: str) -> None:
    SurgeFactor.objects.filter(ended_at__isnull=True).update(ended_at=timezone.now())
    set_factor(car_type, factor)


def test_quote_keeps_its_factor_after_a_rise(
    ada: User, ready: User, economy: CarType, factor: SurgeFactor
) -> None:
    quoted = quote(ada, economy)
    set_factor_now(economy, "1.5")
    assert booked(book(ada, quoted)).trip_cost == D("70.69")


@pytest.mark.usefixtures("factor")
def test_tariff_is_surged_by_the_same_rule(ada: User, dora: User, ready: User, economy: CarType) -> None:
    publish(dora, {"name": "Rates", "then": rates("3.00", "2.00")})
    reply = book(ada, quote(ada, economy))
    # 3 + 15 = 18, and 0.3 of it.
    assert booked(reply).trip_cost == D("23.40")
    assert [line["explanation"] for line in reply.json()["breakdown"]][-1] == EXPLAINED


@pytest.mark.usefixtures("factor")
def test_booking_for_later_has_no_surge(ada: User, ready: User, economy: CarType) -> None:
    quoted = quote_at(ada, economy, at_hour(12))
    assert (quoted["trip_cost"], quoted["surge_factor"]) == ("56.0600", None)
    booking = booked(book(ada, quoted["quote_id"], trip_date=at_hour(12).isoformat()))
    assert "surge" not in booking.rates


@pytest.mark.usefixtures("factor")
@pytest.mark.parametrize("quoted_later", [True, False])
def test_quote_of_another_time_is_refused(
    ada: User, ready: User, economy: CarType, snapshot: Callable[[], Snapshot], quoted_later: bool
) -> None:
    quoted = quote_at(ada, economy, at_hour(12))["quote_id"] if quoted_later else quote(ada, economy)
    before = snapshot()
    reply = book(ada, quoted, **({} if quoted_later else {"trip_date": at_hour(12).isoformat()}))
    assert (reply.status_code, reply.json()["code"]) == (409, "quote_expired")
    assert snapshot() == before


@pytest.mark.usefixtures("factor")
def test_booking_by_staff_is_surged(ada: User, dora: User, ready: User, economy: CarType) -> None:
    assert booked(book(dora, quote(dora, economy), customer_id=ada.pk)).trip_cost == D("70.69")


@pytest.mark.parametrize("stopped", [True, False])
def test_edit_keeps_the_factor_of_the_booking(
    ada: User, dora: User, ready: User, economy: CarType, factor: SurgeFactor, stopped: bool
) -> None:
    booking = booked(book(ada, quote(ada, economy)))
    set_factor_now(economy, "1.5")
    update_platform_settings(surge_stopped=stopped)
    drop = {"lat": 50.7282, "lng": -1.1610, "add": "Union Street, Ryde"}
    shown = press(dora, booking.pk, "edit-preview", drop=drop).json()
    saved = press(dora, booking.pk, "edit", revision=shown["revision"], quote_id=shown["quote_id"])
    assert saved.status_code == 200, saved.json()
    booking.refresh_from_db()
    assert (booking.trip_cost, booking.rates["surge"]["record"]) == (D("70.69"), factor.pk)


# -- the emergency switch ----------------------------------------------------------------------


def test_stop_returns_all_prices_and_refuses_quotes_with_a_factor(
    ada: User,
    dora: User,
    ready: User,
    economy: CarType,
    factor: SurgeFactor,
    snapshot: Callable[[], Snapshot],
) -> None:
    quoted = quote(ada, economy)
    reply = client_of(dora).post(f"{API}/surge/stop/")
    assert (reply.status_code, reply.json()["stopped"]) == (200, True)
    assert {row["factor"] for row in reply.json()["places"]} == {"1.00"}
    assert option_of(ada, economy)["trip_cost"] == "56.0600"
    before = snapshot()
    refused = book(ada, quoted)
    assert (refused.status_code, refused.json()["code"]) == (409, "quote_expired")
    assert snapshot() == before
    wait(ada, economy, 9)
    assert update_surge() == 0

    entry = AuditEntry.objects.get(kind="settings")
    assert (entry.actor_id, entry.after) == (dora.pk, {"surge_stopped": True})
    client_of(dora).post(f"{API}/surge/stop/")
    assert AuditEntry.objects.filter(kind="settings").count() == 1
    client_of(dora).post(f"{API}/surge/resume/")
    assert not platform_settings().surge_stopped
    resumed = AuditEntry.objects.filter(kind="settings").latest("pk")
    assert (resumed.actor_id, resumed.after) == (dora.pk, {"surge_stopped": False})
    assert (update_surge(), factors()) == (1, {"": D("1.10")})


def test_stop_is_locked_in_demo_mode(dora: User, factor: SurgeFactor) -> None:
    update_platform_settings(allow_critical_edits_admin=False)
    reply = client_of(dora).post(f"{API}/surge/stop/")
    assert (reply.status_code, reply.json()["code"]) == (403, "demo_mode")
    assert not platform_settings().surge_stopped
    assert factors() == {"": D("1.30")}


# -- the record --------------------------------------------------------------------------------


@pytest.mark.usefixtures("surge")
def test_admins_read_the_factors_with_the_numbers_now(
    ada: User, dora: User, ready: User, economy: CarType
) -> None:
    wait(ada, economy, 3)
    update_surge()
    body = client_of(dora).get(f"{API}/surge/").json()
    (place,) = body["places"]
    assert (body["on"], body["stopped"]) == (True, False)
    assert (place["zone"], place["factor"], place["waiting"], place["free"]) == ("", "1.10", 3, 1)
    (row,) = client_of(dora).get(f"{API}/surge/changes/").json()["results"]
    assert (row["car_type_name"], row["previous"], row["factor"]) == ("Economy", "1.00", "1.10")


def test_record_never_changes(factor: SurgeFactor) -> None:
    for change in ({"factor": D(2)}, {"waiting": 0}):
        with pytest.raises(IntegrityError), transaction.atomic():
            SurgeFactor.objects.filter(pk=factor.pk).update(**change)


def test_ended_factors_are_deleted_after_their_period(economy: CarType) -> None:
    old = timezone.now() - timedelta(days=400)
    for zone, ended in (("A", old), ("B", timezone.now()), ("C", None)):
        SurgeFactor.objects.create(
            zone=zone, car_type=economy, factor=2, waiting=1, free=0, computed_at=old, ended_at=ended
        )
    delete_expired(short=False)
    assert sorted(SurgeFactor.objects.values_list("zone", flat=True)) == ["B", "C"]
