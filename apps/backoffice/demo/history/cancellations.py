"""Cancelled bookings: no driver, an early cancellation, a late one with its fee, a no-show."""

from datetime import datetime, timedelta
from decimal import Decimal
from enum import Enum
from functools import partial
from random import Random
from typing import Final

from apps.backoffice.demo.history.builder import Builder
from apps.backoffice.demo.history.days import seeded_random
from apps.backoffice.demo.history.ledger import booking_draft
from apps.backoffice.demo.history.participants import Driver
from apps.backoffice.demo.history.trip import Trip, random_later
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


class TripOutcome(Enum):
    DRIVEN = "driven"
    EARLY = "cancelled before anyone accepted"
    SOON = "cancelled right after a driver accepted"
    LATE = "cancelled late"
    NO_SHOW = "the rider was not there"
    NO_DRIVER = "no driver accepted"


WEIGHTS: Final = {
    TripOutcome.EARLY: 22,
    TripOutcome.SOON: 26,
    TripOutcome.LATE: 18,
    TripOutcome.NO_SHOW: 8,
    TripOutcome.NO_DRIVER: 12,
    TripOutcome.DRIVEN: 914,
}
OWED_FEE_AGES: Final = (timedelta(days=4, hours=16), timedelta(days=2, hours=11), timedelta(days=1, hours=18))
"""How long ago the fees that are still owed were charged."""
MAX_FEE: Final = 30


def draw_outcome(rng: Random) -> TripOutcome:
    return rng.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]


def cancel(trip: Trip, driver: Driver | None, outcome: TripOutcome, at: datetime) -> None:
    """Cancel the booking by its outcome; a late one whose fee cannot be charged is cancelled soon."""
    trip.booking.promo = None
    if outcome in (TripOutcome.LATE, TripOutcome.NO_SHOW) and not _can_charge_fee(trip, at):
        outcome = TripOutcome.SOON
    if outcome is TripOutcome.NO_DRIVER or driver is None:
        trip.rider.free_at = at + NO_RESPONSE
        _cancel(trip, at + NO_RESPONSE, NO_RESPONSE_REASON, name="auto_cancel", by_rider=False)
        return
    rng, rider = trip.rng, trip.rider
    if outcome is TripOutcome.EARLY:
        ended = random_later(at, rng, 6, 25)
        trip.transition("dispatch", random_later(at, rng, 1, 3), None, drivers=[driver.user.pk], round=1)
        _cancel(trip, ended, rng.choice(CANCEL_REASONS[2:3] + CANCEL_REASONS[4:]))
        rider.free_at = ended
        return
    accepted = random_later(at, rng, 8, 40)
    trip.offer(random_later(at, rng, 1, 3), driver, [], accepted)
    trip.accept(accepted, driver)
    driver.free_at = rider.free_at = at + timedelta(minutes=25)
    if outcome is TripOutcome.NO_SHOW:
        arrived = random_later(accepted, rng, 240, 500)
        trip.booking.driver_arrive_time = arrived
        trip.transition("arrive", arrived, driver.user)
        _schedule_fee(trip, driver, arrived + timedelta(minutes=6), NO_SHOW_REASON, "no_show")
    elif outcome is TripOutcome.LATE:
        _schedule_fee(
            trip, driver, random_later(accepted, rng, 150, 420), rng.choice(CANCEL_REASONS), "cancel"
        )
    else:
        _cancel(trip, random_later(accepted, rng, 20, 110), rng.choice(CANCEL_REASONS))


def plan_owed_fees(builder: Builder) -> None:
    """Some riders with an empty wallet cancel late and still owe the fee."""
    for number, age in enumerate(OWED_FEE_AGES):
        builder.clock.at(builder.now - age, partial(_add_owed_fee, builder, number))


def _add_owed_fee(builder: Builder, number: int, at: datetime) -> None:
    rng = seeded_random("owes", number)
    candidates = [
        rider
        for rider in builder.participants.riders
        if rider.user.created_at < at - OWED_FEE_AGES[0]
        and rider.free_at < at
        and not builder.ledger.balance(rider.user.pk)
    ]
    for rider in candidates:
        route = builder.routes.between(rider.home, rng.choice(rider.favourites))
        driver = builder.participants.driver(at, car_type="Economy", pickup=route.pickup.at)
        if driver is not None:
            trip = Trip(builder, rng, rider, route, car_type=builder.car_types["Economy"], at=at)
            trip.transition("create", at, rider.user)
            cancel(trip, driver, TripOutcome.LATE, at)
            return
    builder.clock.at(at + timedelta(hours=1), partial(_add_owed_fee, builder, number))


def _can_charge_fee(trip: Trip, at: datetime) -> bool:
    """Return whether the wallet covers any fee, or is empty and the fee recent enough to be owed still."""
    builder, held = trip.builder, trip.builder.ledger.balance(trip.rider.user.pk)
    return held >= MAX_FEE or (held == 0 and builder.now - at <= OWED_FEE_AGES[0])


def _schedule_fee(trip: Trip, driver: Driver, at: datetime, reason: str, name: str) -> None:
    """Schedule the cancellation and its fee: the wallet's balance is known only at that time."""
    trip.builder.clock.at(at, lambda when: _cancel_with_fee(trip, driver, when, reason, name))


def _cancel_with_fee(trip: Trip, driver: Driver, at: datetime, reason: str, name: str) -> None:
    builder, booking, rider = trip.builder, trip.booking, trip.rider
    assert booking.accepted_at is not None
    fee = slab_fee(
        booking.rates["cancel_slabs"],
        seconds=(at - booking.accepted_at).total_seconds(),
        decimals=builder.platform.decimal,
    )
    paid = min(fee, max(builder.ledger.balance(rider.user.pk), ZERO))
    amounts: dict[Party, Decimal] = {rider.user.pk: -paid, driver.user.pk: paid}
    builder.ledger.post(at, booking_draft(booking, "cancellation_fee", EntryKind.CANCELLATION_FEE, amounts))
    if fee > paid:
        _owe(trip, driver, at, fee - paid)
    booking.cancellation_fee, booking.cancellation_fee_owed = paid, fee - paid
    _cancel(trip, at, reason, name=name, fee=fee)


def _owe(trip: Trip, driver: Driver, at: datetime, owed: Decimal) -> None:
    builder, booking, rider_id = trip.builder, trip.booking, trip.rider.user.pk
    amounts: dict[Party, Decimal] = {Receivable(rider_id): -owed, FEES_OWED: owed}
    builder.ledger.post(at, booking_draft(booking, "cancellation_fee:owed", EntryKind.FEE_OWED, amounts))
    builder.add(
        OwedFee(
            user_id=rider_id,
            payee_id=driver.user.pk,
            booking_id=booking.pk,
            reference=booking.reference,
            amount=owed,
            created_at=at,
        )
    )
    # The next credit would pay the fee, so the rider takes no more trips.
    trip.rider.free_at = builder.now + timedelta(days=1)


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
    trip.transition(name, at, by, reason=reason, **(money if fee else {}))
    trip.notify(trip.rider.user, Occasion.CANCELLED, at)
    if driver is not None:
        trip.notify(driver.user, Occasion.CANCELLED, at)
