"""Failed top-ups, scheduled trips and saved addresses as of today, and resolved SOS alerts."""

from datetime import datetime, time, timedelta
from typing import Final

from apps.accounts.models import SavedAddress
from apps.backoffice.demo.history import payments
from apps.backoffice.demo.history.builder import Builder
from apps.backoffice.demo.history.days import moment, seeded_random
from apps.backoffice.demo.history.trip import Trip
from apps.bookings.choices import PaymentMode
from apps.bookings.models import Booking, SosAlert
from apps.bookings.timing import SEARCH_TIME
from apps.payments.choices import Purpose, State

FAILED_TOP_UPS: Final = (timedelta(hours=3), timedelta(days=4), timedelta(days=16))
DECLINED: Final = "The card was declined: insufficient funds."
SOS_DAYS_AGO: Final = (12, 37)
"""Days since the two resolved alerts."""
UPCOMING: Final = ((1, time(7, 40)), (1, time(16, 15)), (2, time(9, 30)), (4, time(18, 5)))
"""Scheduled trips: days from now, and the time."""


def add_current_cases(builder: Builder) -> None:
    for number, age in enumerate(FAILED_TOP_UPS):
        _add_failed_top_up(builder, number, builder.now - age)
    for days in SOS_DAYS_AGO:
        _sos_alert(builder, builder.now - timedelta(days=days))
    for place, (ahead, hour) in enumerate(UPCOMING):
        _book_ahead(builder, place, ahead, hour)
    _save_addresses(builder)


def _add_failed_top_up(builder: Builder, number: int, at: datetime) -> None:
    """Create a top-up that the payer's bank declined."""
    rng = seeded_random("declined", number)
    rider = rng.choice([rider for rider in builder.participants.riders if rider.user.created_at < at])
    attempt = payments.paid_attempt(builder, rng, rider.user, rng.choice(payments.TOP_UPS), at, "stripe")
    attempt.purpose = Purpose.TOP_UP
    attempt.reference = f"wallet-{rider.user.pk}-{round(at.timestamp() * 1000)}"
    attempt.state, attempt.problem, attempt.paid_at = State.FAILED, DECLINED, None
    attempt.payment_id = ""
    builder.add(attempt)


def _sos_alert(builder: Builder, around: datetime) -> None:
    """Create an SOS alert that an admin resolved by phone."""
    trips = [row for row in builder.rows[Booking] if isinstance(row, Booking) and row.trip_end_time]
    booking = min(trips, key=lambda trip: abs(trip.trip_date - around))
    assert booking.trip_start_time is not None
    at = booking.trip_start_time + timedelta(minutes=3)
    admin = builder.participants.admin
    builder.add(
        SosAlert(
            booking_id=booking.pk,
            by_id=booking.customer_id,
            lat=booking.pickup_lat,
            lng=booking.pickup_lng,
            created_at=at,
            handled_at=at + timedelta(minutes=2),
            handled_by_id=admin.pk,
        )
    )
    handled = at + timedelta(minutes=2)
    after = {"raised_by": booking.customer_name, "raised_at": at}
    builder.audit(handled, "sos_handled", "booking", booking.pk, booking.reference, **after)


def _book_ahead(builder: Builder, place: int, days: int, hour: time) -> None:
    rng = seeded_random("ahead", place)
    rider = builder.participants.riders[place * 3 % len(builder.participants.riders)]
    made = builder.now - timedelta(hours=rng.uniform(2, 30))
    day = builder.now.astimezone(builder.platform.tz).date() + timedelta(days=days)
    trip = Trip(
        builder,
        rng,
        rider,
        builder.routes.between(rider.home, rng.choice(rider.favourites)),
        car_type=builder.car_types["Economy"],
        at=made,
    )
    booking = trip.booking
    booking.book_later, booking.trip_date = True, moment(day, hour, builder.platform.tz)
    booking.chosen_payment = booking.payment_mode = PaymentMode.CASH
    begins = booking.release_at
    booking.dispatch_after = begins
    booking.search_until = max(begins + SEARCH_TIME, booking.trip_date)
    trip.transition("create", made, rider.user)


def _save_addresses(builder: Builder) -> None:
    for rider in builder.participants.riders:
        for spot, visits in rider.visits.items():
            builder.add(
                SavedAddress(
                    user_id=rider.user.pk,
                    description=spot.name,
                    lat=spot.at.lat,
                    lng=spot.at.lng,
                    count=visits,
                )
            )
