"""Demo deliveries: prepaid at the quoted price, picked up and delivered."""

from datetime import datetime, timedelta
from decimal import Decimal
from functools import partial
from random import Random
from typing import Any, Final

from apps.backoffice.demo.history import payments
from apps.backoffice.demo.history.builder import Builder
from apps.backoffice.demo.history.days import calendar, delivery_times, seeded_random
from apps.backoffice.demo.history.ledger import payment_drafts, settlement_drafts
from apps.backoffice.demo.history.participants import Driver
from apps.backoffice.demo.history.persons import RIDERS
from apps.backoffice.demo.history.rides import drive
from apps.backoffice.demo.history.trip import Trip, random_later
from apps.bookings.choices import PaymentMode
from apps.core.money import ZERO
from apps.fares.models import CarType
from apps.fares.parcels import as_json

CAR_TYPES: Final = (("PICKUP TRUCK", 58), ("MINI VAN", 32), ("TRUCK", 10))
MODES: Final = ((PaymentMode.WALLET, 45), (PaymentMode.CARD, 55))
MAX_PICKUP_KM: Final = 18
MAX_WAIT: Final = timedelta(hours=1)
_AT_PICKUP: Final = ("Ring at the side door.", "Go to the counter.", "Loading bay at the back.", "", "", "")
_AT_DROP: Final = ("Leave with the neighbour at no. 4.", "Second floor, no lift.", "Call on arrival.", "", "")


def plan_deliveries(builder: Builder) -> None:
    today = builder.now.astimezone(builder.platform.tz).date()
    for days_ago, day in calendar(today):
        for number, at in enumerate(delivery_times(days_ago, day, builder.platform.tz)):
            builder.clock.at(at, partial(_delivery, builder, days_ago, number))


def _delivery(builder: Builder, days_ago: int, number: int, at: datetime) -> None:
    rng = seeded_random("delivery", days_ago, number)
    sender = builder.participants.rider(at, rng)
    name = rng.choices([name for name, _ in CAR_TYPES], [weight for _, weight in CAR_TYPES])[0]
    car_type = builder.car_types.get(name)
    if sender is None or car_type is None:
        return
    route = builder.routes.between(rng.choice(sender.favourites), sender.home)
    driver = builder.participants.driver(at, car_type=name, pickup=route.pickup.at, within_km=MAX_PICKUP_KM)
    if driver is None or at + timedelta(seconds=route.seconds * 1.5) + MAX_WAIT > builder.now:
        return
    trip = Trip(builder, rng, sender, route, car_type=car_type, at=at, parcel=_parcel(car_type, rng))
    booking, due = trip.booking, trip.booking.payable_amount
    mode = rng.choices([mode for mode, _ in MODES], [weight for _, weight in MODES])[0]
    booking.chosen_payment = booking.payment_mode = mode
    booking.prepaid, booking.prepaid_amount = True, due
    trip.transition("create_unpaid", at, sender.user)
    sender.free_at = at + timedelta(hours=2)
    if mode == PaymentMode.CARD:
        booking.card_payment_amount, booking.gateway = due, payments.draw_gateway(rng)
    else:
        booking.used_wallet_money = due
        payments.top_up_if_needed(builder, rng, sender.user, due, at)
    driver.free_at = at + timedelta(hours=2)
    builder.clock.at(random_later(at, rng, 45, 140), partial(_prepaid, trip, driver))


def _prepaid(trip: Trip, driver: Driver, at: datetime) -> None:
    builder, booking, amount = trip.builder, trip.booking, f"{trip.booking.payable_amount:f}"
    builder.ledger.post(at, *payment_drafts(booking))
    booking.trip_date = at
    if booking.card_payment_amount:
        builder.add(payments.card_attempt(builder, trip.rng, booking, at))
        trip.transition("prepay_by_card", at, None, amount=amount)
    else:
        trip.transition("prepay", at, trip.rider.user, amount=amount)
    reached = drive(trip, driver, at)
    builder.clock.at(reached, partial(_share_link, trip))


def _share_link(trip: Trip, at: datetime) -> None:
    trip.builder.ledger.post(at, *settlement_drafts(trip.booking))
    trip.transition("settle_prepaid", at, None, amount=f"{trip.booking.payable_amount:f}")
    payments.finish(trip, at)


def _parcel(car_type: CarType, rng: Random) -> dict[str, Any]:
    """Return the parcel's contents and recipient, and the amount that it adds to the fare."""
    kinds, options = list(car_type.parceltypes.all()), list(car_type.parceloptions.all())
    kind = rng.choice(kinds) if kinds else None
    option = rng.choice(options) if options else None
    return {
        "parcel_type_selected": as_json(kind),
        "option_selected": as_json(option),
        "parcel_amount": ZERO if kind is None else Decimal(kind.amount),
        "option_amount": ZERO if option is None else Decimal(option.amount),
        "delivery_person": rng.choice(RIDERS),
        "delivery_person_phone": f"+447700900{rng.randrange(300, 999)}",
        "pickup_instructions": rng.choice(_AT_PICKUP),
        "delivery_instructions": rng.choice(_AT_DROP),
    }
