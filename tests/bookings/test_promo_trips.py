"""Trips with promos, calculated by hand from document 1 section 9, and the ledger after each."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal as D
from typing import Any

import pytest
import time_machine
from django.core.management import call_command

from apps.accounts.models import User
from apps.bookings.choices import DistanceSource, Status
from apps.bookings.models import Booking
from apps.bookings.state_machine.machine import apply_transition
from apps.bookings.state_machine.transitions import TransitionInput, TripMeasurement
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType, Promo
from apps.wallet.choices import CASH_WITH_DRIVERS, PROMOTIONS, REVENUE, TRIPS
from apps.wallet.models import JournalEntry
from apps.wallet.selectors import balance_of, platform_balance
from tests.bookings.api import book, look, press, quote, work
from tests.bookings.builders import credit_wallet, make_booking
from tests.bookings.conftest import Snapshot
from tests.bookings.promos import apply, uses_of
from tests.fares.promos import make_promo
from tests.personas import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]

DEFAULT_KM, DEFAULT_SECONDS = "8.200", 1800
PERCENT: dict[str, Any] = {"promo_discount_type": "percentage"}


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(datetime.now(UTC), tick=False) as clock:
        yield clock


@dataclass(frozen=True)
class Trip:
    """A trip with Economy's rates: 10 + 5 a kilometre + 5 an hour, at least 10, plus a fee of 15 percent."""

    name: str
    promo: dict[str, Any]
    share: str
    fee: str
    discount: str
    paid: str
    by: str = "cash"
    km: str = DEFAULT_KM
    seconds: int = DEFAULT_SECONDS
    car: dict[str, Any] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)


# 8.2 km in half an hour: 10 + 41 + 2.50 = 53.50; 15 % of it, 8.025, is 8.03; together 61.53.
USUAL: dict[str, Any] = {"share": "53.50", "fee": "8.03"}
TRIPS_BY_HAND = [
    Trip("flat, cash", {}, discount="10", paid="51.53", **USUAL),
    Trip("flat, wallet", {}, by="wallet", discount="10", paid="51.53", **USUAL),
    Trip("flat under its cap", {"max_promo_discount_value": 50}, discount="10", paid="51.53", **USUAL),
    Trip("flat over its cap", {"max_promo_discount_value": "7.50"}, discount="7.50", paid="54.03", **USUAL),
    Trip("flat over the trip", {"promo_discount_value": 100}, discount="61.53", paid="0", **USUAL),
    Trip(
        "flat over the trip, wallet",
        {"promo_discount_value": 100},
        by="wallet",
        discount="61.53",
        paid="0",
        **USUAL,
    ),
    # 15 % of 61.53 is 9.2295.
    Trip("percentage", PERCENT | {"promo_discount_value": 15}, discount="9.23", paid="52.30", **USUAL),
    Trip(
        "percentage over its cap",
        PERCENT | {"promo_discount_value": 15, "max_promo_discount_value": 9},
        by="wallet",
        discount="9",
        paid="52.53",
        **USUAL,
    ),
    Trip(
        "percentage at its cap",
        PERCENT | {"promo_discount_value": 15, "max_promo_discount_value": "9.23"},
        discount="9.23",
        paid="52.30",
        **USUAL,
    ),
    Trip(
        "everything off",
        PERCENT | {"promo_discount_value": 100},
        by="wallet",
        discount="61.53",
        paid="0",
        **USUAL,
    ),
    # 10.2 km in half an hour: 63.50 + 9.525, together 73.03, exactly the minimum order.
    Trip(
        "exactly the least order",
        {"min_order": "73.03"},
        km="10.200",
        share="63.50",
        fee="9.53",
        discount="10",
        paid="63.03",
    ),
    # No decimals: 53.5 is 54, 15 % of it 8.1 is 8, of 62 again 15 % are 9.3.
    Trip(
        "no decimals",
        PERCENT | {"promo_discount_value": 15},
        settings={"decimal": 0},
        share="54",
        fee="8",
        discount="9",
        paid="53",
    ),
    # Three: the fee 8.025, together 61.525, of which 15 % are 9.22875.
    Trip(
        "three decimals",
        PERCENT | {"promo_discount_value": 15},
        by="wallet",
        settings={"decimal": 3},
        share="53.500",
        fee="8.025",
        discount="9.229",
        paid="52.296",
    ),
    # 16.093 km are 9.99973 miles, 49.9986 at the rate: 62.4986 is 62.50, and the fee 9.375 is 9.38.
    Trip(
        "miles",
        {"promo_discount_value": 20},
        settings={"convert_to_mile": True},
        km="16.093",
        share="62.50",
        fee="9.38",
        discount="20",
        paid="51.88",
    ),
    # A flat fee of 3: 56.50, of which 10 % are 5.65.
    Trip(
        "flat fee",
        PERCENT | {"promo_discount_value": 10},
        by="wallet",
        car={"convenience_fees": 3, "convenience_fee_type": "flat"},
        share="53.50",
        fee="3",
        discount="5.65",
        paid="50.85",
    ),
    # Document 3's promo on the minimum fare: 20 + 15 %, less 10.
    Trip(
        "minimum fare",
        {"max_promo_discount_value": 10, "min_order": 10},
        car={"min_fare": 20},
        km="0.100",
        seconds=60,
        share="20",
        fee="3",
        discount="10",
        paid="13",
    ),
]


def started(rider: User, driver: User, car_type: CarType, promo: Promo, *, seconds: int) -> Booking:
    """Insert a running trip with a promo, quoted above any of the trips' fares."""
    moment = datetime.now(UTC) - timedelta(seconds=seconds)
    booking = make_booking(rider, car_type, Status.STARTED, driver=driver, trip_start_time=moment)
    booking.trip_cost, booking.driver_share, booking.convenience_fees = D(200), D(180), D(20)
    return apply(booking, promo)


def reach(booking: Booking, driver: User, *, km: str, source: str = DistanceSource.MULTI_WAYPOINT) -> None:
    measurement = TripMeasurement(distance_km=D(km), distance_source=source)
    apply_transition(
        "reach", booking_id=booking.pk, by=driver, inputs=TransitionInput(measurement=measurement)
    )


@pytest.mark.parametrize("trip", TRIPS_BY_HAND, ids=lambda trip: trip.name)
def test_promo_amounts(trip: Trip, ada: User, ben: User, economy: CarType) -> None:
    update_platform_settings(**trip.settings)
    CarType.objects.filter(pk=economy.pk).update(**trip.car)
    economy.refresh_from_db()
    credit_wallet(ada)
    credit_wallet(ben)
    promo = make_promo(**trip.promo)
    booking = started(ada, ben, economy, promo, seconds=trip.seconds)
    share, fee, discount, paid = D(trip.share), D(trip.fee), D(trip.discount), D(trip.paid)

    reach(booking, ben, km=trip.km)
    if trip.by == "cash":
        press(ben, booking.pk, "collect-cash")
    else:
        press(ben, booking.pk, "request-payment")
        press(ada, booking.pk, "pay", method="wallet")

    body = look(ben, booking.pk)
    assert body["status"] == "PAID"
    assert (D(body["trip_cost"]), D(body["driver_share"])) == (share + fee, share)
    assert (D(body["discount"]), D(body["payable_amount"]), D(body["customer_paid"])) == (
        discount,
        paid,
        paid,
    )
    assert (body["promo_applied"], body["promo"]["promo_name"], body["promo"]["reason_code"]) == (
        True,
        "TEN",
        None,
    )
    assert sum(D(line["amount"]) for line in body["breakdown"]) == share + fee
    cash, wallet = (paid, D(0)) if trip.by == "cash" else (D(0), paid)
    assert balance_of(ada.pk) == 1000 - wallet
    assert balance_of(ben.pk) == 1000 + share - cash
    assert (platform_balance(PROMOTIONS), platform_balance(REVENUE)) == (-discount, fee)
    assert platform_balance(TRIPS) == platform_balance(CASH_WITH_DRIVERS) == 0
    keys = {entry.key for entry in JournalEntry.objects.filter(booking_id=booking.pk)}
    money = {"cash_payment", "cash"} if cash else {"wallet_payment"} if wallet else set()
    assert keys == {f"booking:{booking.pk}:{fact}" for fact in {"discount", "driver_share", *money}}
    assert uses_of(promo) == 1
    call_command("verify_ledger", verbosity=0)


def test_promo_is_dropped_one_cent_below_its_minimum_order(ada: User, ben: User, economy: CarType) -> None:
    credit_wallet(ben)
    promo = make_promo(min_order="61.54")
    booking = started(ada, ben, economy, promo, seconds=DEFAULT_SECONDS)

    reach(booking, ben, km=DEFAULT_KM)

    body = look(ada, booking.pk)
    assert (body["trip_cost"], body["discount"], body["payable_amount"]) == ("61.5300", "0.0000", "61.5300")
    assert (body["promo_applied"], body["promo"]["reason_code"]) == (False, "promo_min_order")
    line = body["breakdown"][-1]
    assert (line["key"], D(line["rate"]), D(line["amount"])) == ("promo_min_order", D("61.54"), D(0))
    assert uses_of(promo) == 1
    press(ben, booking.pk, "collect-cash")
    assert uses_of(promo) == 0
    assert platform_balance(PROMOTIONS) == 0
    paid = look(ada, booking.pk)
    assert (paid["customer_paid"], paid["promo"]["reason_code"]) == ("61.5300", "promo_min_order")
    call_command("verify_ledger", verbosity=0)


def test_promo_returns_when_the_recalculated_fare_is_high_enough(
    ada: User, ben: User, economy: CarType
) -> None:
    promo = make_promo(min_order="61.53")
    booking = started(ada, ben, economy, promo, seconds=DEFAULT_SECONDS)
    reach(booking, ben, km="6.500", source=DistanceSource.GREAT_CIRCLE)
    assert look(ada, booking.pk)["discount"] == "0.0000"

    measurement = TripMeasurement(distance_km=D(DEFAULT_KM), distance_source=DistanceSource.MULTI_WAYPOINT)
    apply_transition(
        "recalculate_fare", booking_id=booking.pk, by=None, inputs=TransitionInput(measurement=measurement)
    )

    body = look(ada, booking.pk)
    assert (body["trip_cost"], body["discount"], body["promo"]["reason_code"]) == ("61.5300", "10.0000", None)
    assert "promo_min_order" not in {line["key"] for line in body["breakdown"]}


def test_promo_terms_at_the_time_of_booking_apply(ada: User, ben: User, economy: CarType) -> None:
    promo = make_promo()
    booking = started(ada, ben, economy, promo, seconds=DEFAULT_SECONDS)
    Promo.objects.update(promo_discount_value=1, promo_validity="2020-01-01", promo_usage_limit=0)

    reach(booking, ben, km=DEFAULT_KM)

    assert look(ada, booking.pk)["discount"] == "10.0000"


# -- with the booking ---------------------------------------------------------------------------


def test_promo_entered_when_booking_is_counted_and_shown(ada: User, ready: User, economy: CarType) -> None:
    promo = make_promo(promo_description="Ten off")
    reply = book(ada, quote(ada, economy), promo_name=" ten ")

    body = reply.json()
    assert (reply.status_code, body["status"], body["estimate"]) == (201, "NEW", "56.0600")
    assert (body["trip_cost"], body["discount"], body["payable_amount"]) == ("56.0600", "10.0000", "46.0600")
    assert body["promo"] == {
        "promo_name": "TEN",
        "promo_discount_type": "flat",
        "promo_discount_value": "10.0000",
        "max_promo_discount_value": None,
        "min_order": "0.0000",
        "reason_code": None,
    }
    assert uses_of(promo) == 1
    events = client_of(ada).get(f"/api/v1/bookings/{body['id']}/events/").json()["results"]
    assert (events[0]["data"]["promo_name"], D(events[0]["data"]["discount"])) == ("TEN", D(10))
    work("bookings.dispatch")
    assert press(ready, body["id"], "accept").status_code == 200


def test_admin_uses_the_riders_promo(ada: User, dora: User, ready: User, economy: CarType) -> None:
    promo = make_promo()
    assert book(dora, quote(dora, economy), customer_id=ada.pk, promo_name="TEN").status_code == 201
    assert promo.redemptions.get().user == ada


@pytest.mark.parametrize(
    ("code", "fields", "sent"),
    [
        ("promo_not_found", {}, "ELEVEN"),
        ("promo_expired", {"promo_validity": "2020-01-01"}, "TEN"),
        ("promo_min_order", {"min_order": "56.07"}, "TEN"),
        ("promo_limit_reached", {"promo_usage_limit": 0}, "TEN"),
    ],
)
def test_refused_promo_books_nothing(
    code: str,
    fields: dict[str, Any],
    sent: str,
    ada: User,
    ready: User,
    economy: CarType,
    snapshot: Callable[[], Snapshot],
) -> None:
    make_promo(**fields)
    quote_id = quote(ada, economy)
    before = snapshot()
    reply = book(ada, quote_id, promo_name=sent)
    assert (reply.status_code, reply.json()["code"]) == (400, code)
    assert snapshot() == before


def test_second_booking_with_the_same_promo_is_refused(
    ada: User, ready: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    make_promo()
    book(ada, quote(ada, economy), promo_name="TEN")
    quote_id = quote(ada, economy)
    before = snapshot()
    reply = book(ada, quote_id, promo_name="TEN")
    assert (reply.status_code, reply.json()["code"]) == (400, "promo_already_used")
    assert snapshot() == before
