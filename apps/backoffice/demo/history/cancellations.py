"""Cancelled bookings: no driver, an early cancellation, a late one with its fee, a no-show."""

from datetime import datetime, timedelta
from decimal import Decimal
from enum import Enum
from functools import partial
from random import Random
from typing import Final

from apps.backoffice.demo.history.days import seeded_random
from apps.backoffice.demo.history.money import draft_of
from apps.backoffice.demo.history.participants import Driver
from apps.backoffice.demo.history.past import Past
from apps.backoffice.demo.history.trip import Trip, later
from apps.backoffice.setup.catalogue import CANCEL_REASONS
from apps.bookings.cancellation.fees import slab_fee
from apps.bookings.cancellation.no_shows import NO_SHOW_REASON
from apps.bookings.choices import Role
from apps.bookings.services.cancelling import NO_RESPONSE_REASON
from apps.bookings.timing import NO_RESPONSE
from apps.core.money import ZERO
from apps.notifications.choices import Occasion
from apps.wallet.choices import FEES_OWED, EntryKind
from apps.wallet.journal import Party, Receivable
from apps.wallet.models import OwedFee


class Fate(Enum):
    DRIVEN = "driven"
    EARLY = "cancelled before anyone accepted"
    SOON = "cancelled right after"
    LATE = "cancelled late"
    NO_SHOW = "the rider was not there"
    NO_DRIVER = "no driver accepted"


SHARES: Final = {
    Fate.EARLY: 22,
    Fate.SOON: 26,
    Fate.LATE: 18,
    Fate.NO_SHOW: 8,
    Fate.NO_DRIVER: 12,
    Fate.DRIVEN: 914,
}
OWING: Final = (timedelta(days=4, hours=16), timedelta(days=2, hours=11), timedelta(days=1, hours=18))
"""Age in days of the unpaid fees."""
MAX_FEE: Final = 30


def fate_of(rng: Random) -> Fate:
    return rng.choices(list(SHARES), list(SHARES.values()))[0]


def auto_cancel(trip: Trip, driver: Driver | None, fate: Fate, at: datetime) -> None:
    trip.booking.promo = None
    if fate in (Fate.LATE, Fate.NO_SHOW) and not _has_late_fee(trip, at):
        fate = Fate.SOON
    if fate is Fate.NO_DRIVER or driver is None:
        trip.rider.free_at = at + NO_RESPONSE
        _cancel(trip, at + NO_RESPONSE, NO_RESPONSE_REASON, name="auto_cancel", by_rider=False)
        return
    rng, rider = trip.rng, trip.rider
    if fate is Fate.EARLY:
        ended = later(at, rng, 6, 25)
        trip.move("dispatch", later(at, rng, 1, 3), None, drivers=[driver.user.pk], round=1)
        _cancel(trip, ended, rng.choice(CANCEL_REASONS[2:3] + CANCEL_REASONS[4:]))
        rider.free_at = ended
        return
    accepted = later(at, rng, 8, 40)
    trip.offer(later(at, rng, 1, 3), driver, [], accepted)
    trip.accept(accepted, driver)
    driver.free_at = rider.free_at = at + timedelta(minutes=25)
    if fate is Fate.NO_SHOW:
        arrived = later(accepted, rng, 240, 500)
        trip.booking.driver_arrive_time = arrived
        trip.move("arrive", arrived, driver.user)
        _charge(trip, driver, arrived + timedelta(minutes=6), NO_SHOW_REASON, "no_show")
    elif fate is Fate.LATE:
        _charge(trip, driver, later(accepted, rng, 150, 420), rng.choice(CANCEL_REASONS), "cancel")
    else:
        _cancel(trip, later(accepted, rng, 20, 110), rng.choice(CANCEL_REASONS))


def plan_owed_fees(past: Past) -> None:
    """Some riders with an empty wallet cancel late and still owe the fee."""
    for number, ago in enumerate(OWING):
        past.clock.at(past.now - ago, partial(_add_owed_fee, past, number))


def _add_owed_fee(past: Past, number: int, at: datetime) -> None:
    rng = seeded_random("owes", number)
    poor = [
        rider
        for rider in past.participants.riders
        if rider.user.created_at < at - OWING[0]
        and rider.free_at < at
        and not past.books.balance(rider.user.pk)
    ]
    for rider in poor:
        way = past.roads.way(rider.home, rng.choice(rider.favourites))
        driver = past.participants.driver(at, car_type="Economy", pickup=way.pickup.at)
        if driver is not None:
            trip = Trip(past, rng, rider, way, car_type=past.car_types["Economy"], at=at)
            trip.move("create", at, rider.user)
            auto_cancel(trip, driver, Fate.LATE, at)
            return
    past.clock.at(at + timedelta(hours=1), partial(_add_owed_fee, past, number))


def _has_late_fee(trip: Trip, at: datetime) -> bool:
    """Return whether the rider's wallet covers the fee; in the last days, some may owe it."""
    past, held = trip.past, trip.past.books.balance(trip.rider.user.pk)
    return held >= MAX_FEE or (held == 0 and past.now - at <= OWING[0])


def _charge(trip: Trip, driver: Driver, at: datetime, reason: str, name: str) -> None:
    """Schedule the charge, because the wallet's balance depends on the time."""
    trip.past.clock.at(at, lambda when: _with_fee(trip, driver, when, reason, name))


def _with_fee(trip: Trip, driver: Driver, at: datetime, reason: str, name: str) -> None:
    past, booking, rider = trip.past, trip.booking, trip.rider
    assert booking.accepted_at is not None
    fee = slab_fee(
        booking.rates["cancel_slabs"],
        seconds=(at - booking.accepted_at).total_seconds(),
        decimals=past.platform.decimal,
    )
    paid = min(fee, max(past.books.balance(rider.user.pk), ZERO))
    amounts: dict[Party, Decimal] = {rider.user.pk: -paid, driver.user.pk: paid}
    past.books.post(at, draft_of(booking, "cancellation_fee", EntryKind.CANCELLATION_FEE, amounts))
    if fee > paid:
        _owe(trip, driver, at, fee - paid)
    booking.cancellation_fee, booking.cancellation_fee_owed = paid, fee - paid
    _cancel(trip, at, reason, name=name, fee=fee)


def _owe(trip: Trip, driver: Driver, at: datetime, owed: Decimal) -> None:
    past, booking, rider_id = trip.past, trip.booking, trip.rider.user.pk
    amounts: dict[Party, Decimal] = {Receivable(rider_id): -owed, FEES_OWED: owed}
    past.books.post(at, draft_of(booking, "cancellation_fee:owed", EntryKind.FEE_OWED, amounts))
    past.add(
        OwedFee(
            user_id=rider_id,
            payee_id=driver.user.pk,
            booking_id=booking.pk,
            reference=booking.reference,
            amount=owed,
            created_at=at,
        )
    )
    # The fee is paid by the next credit, which has not happened yet.
    trip.rider.free_at = past.now + timedelta(days=1)


def _cancel(
    trip: Trip,
    at: datetime,
    reason: str,
    *,
    name: str = "cancel",
    by_rider: bool = True,
    fee: Decimal = ZERO,
) -> None:
    booking, driver = trip.booking, trip.driver
    by = trip.rider.user if by_rider else None
    if name == "no_show" and driver is not None:
        by = driver.user
    booking.ended_at, booking.reason = at, reason
    booking.cancelled_by = Role.SYSTEM if by is None else Role(by.user_type)
    booking.search_until = booking.dispatch_after = None
    money = {
        "cancellation_fee": f"{booking.cancellation_fee:f}",
        "cancellation_fee_owed": f"{booking.cancellation_fee_owed:f}",
        "cancellation_fee_due": f"{fee:f}",
        "refunded_amount": "0",
    }
    trip.move(name, at, by, reason=reason, **(money if fee else {}))
    trip.notify(trip.rider.user, Occasion.CANCELLED, at)
    if driver is not None:
        trip.notify(driver.user, Occasion.CANCELLED, at)
