"""Fees by the rules of a booking's tariff: preview, cancellation, no-show, receipt and ledger."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal as D
from typing import Any

import pytest
import time_machine
from django.core.management import call_command

from apps.accounts.models import User
from apps.bookings.choices import OfferState, Status
from apps.bookings.models import Booking, Offer
from apps.bookings.pricing.by_tariff import tariff_terms
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType, Tariff
from apps.fares.tariffs.in_force import agreed_tariff
from apps.fares.tariffs.trips import trip_along
from apps.wallet.choices import REVENUE
from apps.wallet.models import JournalEntry
from apps.wallet.selectors import balance_of, platform_balance
from tests.bookings.api import API, press
from tests.bookings.builders import PICKUP, credit_wallet, make_booking, move
from tests.bookings.conftest import Snapshot
from tests.bookings.promos import give_slabs
from tests.bookings.test_receipt import get_receipt, pdf_text
from tests.fares.tariffs import publish, rates
from tests.personas import client_of

pytestmark = pytest.mark.django_db

METER = {"name": "Meter", "then": rates("3.00", "2.00")}
TOWN = [
    [PICKUP[1] - 0.01, PICKUP[0] - 0.01],
    [PICKUP[1] + 0.01, PICKUP[0] - 0.01],
    [PICKUP[1], PICKUP[0] + 0.01],
]
KM_NORTH = 1 / 111.195
"""A kilometre to the north, in degrees."""


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(datetime.now(UTC), tick=False) as clock:
        yield clock


def cancellation(name: str, *slabs: dict[str, Any], **when: Any) -> dict[str, Any]:
    return {"name": name, "when": when, "then": {"kind": "cancellation", "slabs": list(slabs)}}


LATE = cancellation("Late", {"after": "2 min", "amount": "4"}, {"after": "5 min", "amount": "7.50"})


def agreed(tariff: Tariff, booking: Booking) -> Booking:
    """Store the tariff's terms with a booking, as at its booking."""
    loaded = agreed_tariff(tariff.pk, [])
    trip = trip_along(
        loaded, (), starts_at=booking.trip_date, distance_km=D(1), duration_seconds=1,
        booked_for_later=booking.book_later,
    )  # fmt: skip
    booking.rates["tariff"] = tariff_terms(loaded, trip)
    booking.save(update_fields=["rates"])
    return booking


def accepted(
    tariff: Tariff,
    rider: User,
    driver: User,
    car_type: CarType,
    *,
    seconds: float,
    km: float = 0,
    **fields: Any,
) -> Booking:
    """Insert a booking whose driver accepted `seconds` ago and is so many km from the pickup."""
    moment = datetime.now(UTC) - timedelta(seconds=seconds)
    move(driver, (PICKUP[0] + km * KM_NORTH, PICKUP[1]))
    times = {"accepted_at": moment}
    return agreed(tariff, make_booking(rider, car_type, Status.ACCEPTED, driver=driver, **(times | fields)))


def arrived(
    tariff: Tariff, rider: User, driver: User, car_type: CarType, *, minutes: float, **fields: Any
) -> Booking:
    since = datetime.now(UTC) - timedelta(minutes=minutes)
    start = since - timedelta(minutes=3)
    times = {"trip_date": start, "accepted_at": start, "driver_arrive_time": since}
    move(driver, PICKUP)
    return agreed(tariff, make_booking(rider, car_type, Status.ARRIVED, driver=driver, **(times | fields)))


def shown(person: User, booking: Booking, language: str = "en") -> Any:
    client = client_of(person)
    return client.get(
        f"{API}/bookings/{booking.pk}/cancel-preview/", headers={"accept-language": language}
    ).json()


def cancel(person: User, booking: Booking, **body: Any) -> Any:
    return press(person, booking.pk, "cancel", reason="Cab is taking long time", **body)


@pytest.mark.parametrize(("seconds", "fee"), [(120, "0"), (121, "4"), (301, "7.5")])
def test_fee_follows_the_slabs_of_the_tariff_and_goes_to_the_driver(
    seconds: float, fee: str, ada: User, ben: User, dora: User, economy: CarType
) -> None:
    credit_wallet(ada, D(100))
    give_slabs(economy)
    tariff = publish(dora, LATE, METER)
    booking = accepted(tariff, ada, ben, economy, seconds=seconds)

    preview = shown(ada, booking)
    body = cancel(ada, booking, fee=preview["fee"]).json()

    assert D(preview["fee"]) == D(body["cancellation_fee"]) == D(fee)
    assert (balance_of(ada.pk), balance_of(ben.pk)) == (100 - D(fee), D(fee))
    entries = JournalEntry.objects.filter(booking_id=booking.pk)
    assert [entry.key for entry in entries] == ([f"booking:{booking.pk}:cancellation_fee"] if D(fee) else [])
    assert platform_balance(REVENUE) == 0
    call_command("verify_ledger", verbosity=0)


def test_rider_reads_the_rule_before_and_after_in_every_language(
    ada: User, ben: User, dora: User, economy: CarType
) -> None:
    credit_wallet(ada, D(100))
    booking = accepted(publish(dora, LATE, METER), ada, ben, economy, seconds=200)
    assert shown(ada, booking)["explanation"] == "Late: Cancelled after more than 2 mins"
    assert shown(ada, booking, "de")["explanation"] == "Late: Nach mehr als 2 Min. storniert"
    body = cancel(ada, booking).json()
    assert body["cancellation_explanation"] == "Late: Cancelled after more than 2 mins"
    assert get_receipt(ada, booking).json()["cancellation_explanation"] == body["cancellation_explanation"]
    assert "Cancelled after more than 2 mins" in pdf_text(ada, booking)


def test_fee_that_the_rider_did_not_see_is_refused_and_moves_nothing(
    ada: User,
    ben: User,
    dora: User,
    economy: CarType,
    clock: time_machine.Traveller,
    snapshot: Callable[[], Snapshot],
) -> None:
    credit_wallet(ada, D(100))
    booking = accepted(publish(dora, LATE, METER), ada, ben, economy, seconds=200)
    seen = shown(ada, booking)["fee"]
    clock.shift(timedelta(minutes=3))
    before = snapshot()
    refused = cancel(ada, booking, fee=seen)
    assert (refused.status_code, refused.json()["code"]) == (409, "fee_changed")
    assert snapshot() == before
    assert (balance_of(ada.pk), balance_of(ben.pk)) == (D(100), D(0))


def test_booking_keeps_the_rules_of_its_tariff(
    ada: User, ben: User, dora: User, economy: CarType, clock: time_machine.Traveller
) -> None:
    booking = accepted(publish(dora, LATE, METER), ada, ben, economy, seconds=400)
    clock.shift(timedelta(seconds=1))
    publish(dora, cancellation("Dear", {"after": "0 s", "amount": "99"}), METER)
    assert shown(ada, booking)["fee"] == "7.5000"


def test_without_a_rule_that_applies_the_fees_of_the_car_type_apply(
    ada: User, ben: User, dora: User, economy: CarType
) -> None:
    give_slabs(economy)
    vans = cancellation("Vans", {"after": "0 s", "amount": "99"}, car_types=["Van"])
    booking = accepted(publish(dora, vans, METER), ada, ben, economy, seconds=300)
    preview = shown(ada, booking)
    assert (preview["fee"], "explanation" in preview) == ("15.0000", False)


@pytest.mark.parametrize(("km", "fee"), [(4, "1"), (2.1, "1"), (1.9, "3"), (0, "6"), (9, "1")])
def test_fee_by_the_drivers_way(
    km: float, fee: str, ada: User, ben: User, dora: User, economy: CarType
) -> None:
    way = cancellation(
        "Way", {"way": 0, "amount": "1"}, {"way": 50, "amount": "3"}, {"way": 99, "amount": "6"}
    )
    booking = accepted(publish(dora, way, METER), ada, ben, economy, seconds=60, km=km)
    Offer.objects.filter(booking=booking, state=OfferState.ACCEPTED).update(distance_km=4)
    assert D(shown(ada, booking)["fee"]) == D(fee)


def test_way_that_is_not_known_counts_as_none(ada: User, ben: User, dora: User, economy: CarType) -> None:
    way = cancellation("Way", {"way": 0, "amount": "1"}, {"way": 50, "amount": "3"})
    booking = accepted(publish(dora, way, METER), ada, ben, economy, seconds=60)
    assert D(shown(ada, booking)["fee"]) == 1


@pytest.mark.parametrize(("minutes", "fee"), [(130, "0"), (119, "5"), (20, "12")])
def test_late_cancellation_of_a_scheduled_trip(
    minutes: int, fee: str, ada: User, ben: User, dora: User, economy: CarType
) -> None:
    planned = cancellation(
        "Planned", {"before_pickup": "2 h", "amount": "5"}, {"before_pickup": "30 min", "amount": "12"}
    )
    booking = accepted(
        publish(dora, planned, METER), ada, ben, economy, seconds=60, book_later=True,
        trip_date=datetime.now(UTC) + timedelta(minutes=minutes),
    )  # fmt: skip
    assert D(shown(ada, booking)["fee"]) == D(fee)


def test_rules_may_depend_on_the_pickup_zone(ada: User, ben: User, dora: User, economy: CarType) -> None:
    town = cancellation("Town", {"after": "0 s", "amount": "2"}, pickup_zones=["Town"])
    elsewhere = cancellation("Else", {"after": "0 s", "amount": "8"})
    tariff = publish(dora, town, elsewhere, METER, zones={"Town": {"rings": [TOWN]}})
    assert D(shown(ada, accepted(tariff, ada, ben, economy, seconds=60))["fee"]) == 2


# -- at the pickup -----------------------------------------------------------------------------


def no_show(amount: str, **more: Any) -> dict[str, Any]:
    return {"name": "Absent", "then": {"kind": "no_show", "amount": amount, **more}}


WAITING = {
    "name": "Waiting",
    "then": {"kind": "waiting", "at": "pickup", "free": "5 min", "amount": "0.50", "every": "1 min"},
}


def test_no_show_costs_what_the_tariff_says_with_waiting(
    ada: User, ben: User, dora: User, economy: CarType
) -> None:
    update_platform_settings(no_show_fee=D("7.50"))
    credit_wallet(ada, D(100))
    tariff = publish(dora, no_show("6", waiting=True, at_most="8.25"), WAITING, METER)
    booking = arrived(tariff, ada, ben, economy, minutes=9.5)
    waiting = client_of(ben).get(f"{API}/bookings/{booking.pk}/").json()["waiting"]
    assert waiting["fee"] == "8.0000"
    body = press(ben, booking.pk, "no-show", fee="8").json()
    assert (body["status"], body["cancellation_fee"]) == ("CANCELLED", "8.0000")
    assert body["cancellation_explanation"].startswith("Absent: The rider did not come; Waiting: ")
    assert (balance_of(ada.pk), balance_of(ben.pk)) == (D(92), D(8))
    call_command("verify_ledger", verbosity=0)


def test_waiting_counts_up_to_the_cap(ada: User, ben: User, dora: User, economy: CarType) -> None:
    tariff = publish(dora, no_show("6", waiting=True, at_most="8.25"), WAITING, METER)
    assert D(shown(ada, arrived(tariff, ada, ben, economy, minutes=30))["fee"]) == D("8.25")


def test_rider_who_cancels_beside_a_waiting_driver_pays_the_rule_for_that_place(
    ada: User, ben: User, dora: User, economy: CarType
) -> None:
    there = cancellation("There", {"after": "0 s", "amount": "3"}, driver="arrived")
    tariff = publish(dora, there, LATE, no_show("6"), METER)
    booking = arrived(tariff, ada, ben, economy, minutes=6)
    assert shown(ada, booking)["explanation"].startswith("There: ")
    assert D(shown(ada, booking)["fee"]) == 3
    assert press(ben, booking.pk, "no-show", fee="6").json()["cancellation_fee_charged"] == "6.0000"


def test_waiting_driver_without_rules_for_the_place_gets_the_no_show_fee_of_the_platform(
    ada: User, ben: User, dora: User, economy: CarType
) -> None:
    update_platform_settings(no_show_fee=D("7.50"))
    booking = arrived(publish(dora, LATE, METER), ada, ben, economy, minutes=6)
    preview = shown(ada, booking)
    assert (preview["fee"], "explanation" in preview) == ("7.5000", False)


def test_without_any_no_show_fee_the_slabs_of_the_tariff_apply(
    ada: User, ben: User, dora: User, economy: CarType
) -> None:
    update_platform_settings(no_show_fee=D(0))
    booking = arrived(publish(dora, LATE, METER), ada, ben, economy, minutes=6)
    assert shown(ada, booking)["fee"] == "7.5000"


def test_cancellation_by_staff_is_free(ada: User, ben: User, dora: User, economy: CarType) -> None:
    credit_wallet(ada, D(100))
    booking = accepted(publish(dora, LATE, METER), ada, ben, economy, seconds=400)
    body = cancel(dora, booking).json()
    assert (body["cancellation_fee"], body["cancellation_explanation"]) == ("0.0000", "")
    assert Booking.objects.get(pk=booking.pk).cancellation_details is None


# -- test trips --------------------------------------------------------------------------------


def test_admin_sees_what_cancelling_a_test_trip_costs(dora: User, economy: CarType) -> None:
    tariff = publish(dora, LATE, no_show("6", waiting=True), WAITING, METER)
    body = {
        "car_type_id": economy.pk,
        "run": {"distance_km": "5", "minutes": "9"},
        "at": "2026-10-05T12:00",
        "after_minutes": "3",
        "waited_minutes": "9",
    }
    reply = client_of(dora).post(f"{API}/tariffs/{tariff.pk}/fees/", body, format="json")
    fees = {fee["occasion"]: (fee["amount"], fee["explanation"]) for fee in reply.json()["results"]}
    assert fees["on_the_way"] == ("4.0000", "Late: Cancelled after more than 2 mins")
    assert fees["arrived"] == (None, "")
    assert fees["no_show"][0] == "8.0000"
