"""Open cases of today besides unpaid trips, documents and applicants; and resolved SOS alerts."""

from datetime import datetime, time, timedelta
from typing import Final

from apps.accounts.models import SavedAddress
from apps.backoffice.demo.history import paying
from apps.backoffice.demo.history.days import moment, seeded_random
from apps.backoffice.demo.history.past import Past
from apps.backoffice.demo.history.trip import Trip
from apps.bookings.choices import PaymentMode
from apps.bookings.models import Booking, SosAlert
from apps.bookings.timing import SEARCH_TIME
from apps.payments.choices import Purpose, State

REFUSED_PAYMENTS: Final = (timedelta(hours=3), timedelta(days=4), timedelta(days=16))
DECLINED: Final = "The card was declined: insufficient funds."
ALARMS: Final = (12, 37)
"""Age in days of the two resolved alerts."""
UPCOMING: Final = ((1, time(7, 40)), (1, time(16, 15)), (2, time(9, 30)), (4, time(18, 5)))
"""Scheduled trips: days from now, and the time."""


def make_open_cases(past: Past) -> None:
    for place, ago in enumerate(REFUSED_PAYMENTS):
        _refuse_payment(past, place, past.now - ago)
    for days in ALARMS:
        _sos_alert(past, past.now - timedelta(days=days))
    for place, (ahead, hour) in enumerate(UPCOMING):
        _book_ahead(past, place, ahead, hour)
    _save_addresses(past)


def _refuse_payment(past: Past, place: int, at: datetime) -> None:
    """Create a top-up that the payer's bank declined."""
    rng = seeded_random("declined", place)
    rider = rng.choice([rider for rider in past.participants.riders if rider.user.created_at < at])
    attempt = paying.attempt_of(past, rng, rider.user, rng.choice(paying.TOP_UPS), at, "stripe")
    attempt.purpose = Purpose.TOP_UP
    attempt.reference = f"wallet-{rider.user.pk}-{round(at.timestamp() * 1000)}"
    attempt.state, attempt.problem, attempt.paid_at = State.FAILED, DECLINED, None
    attempt.payment_id = ""
    past.add(attempt)


def _sos_alert(past: Past, around: datetime) -> None:
    """Create an SOS alert that an admin resolved by phone."""
    trips = [row for row in past.rows[Booking] if isinstance(row, Booking) and row.trip_end_time]
    booking = min(trips, key=lambda trip: abs(trip.trip_date - around))
    assert booking.trip_start_time is not None
    at = booking.trip_start_time + timedelta(minutes=3)
    admin = past.participants.admin
    past.add(
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
    past.audit(handled, "sos_handled", "booking", booking.pk, booking.reference, **after)


def _book_ahead(past: Past, place: int, days: int, hour: time) -> None:
    rng = seeded_random("ahead", place)
    rider = past.participants.riders[place * 3 % len(past.participants.riders)]
    made = past.now - timedelta(hours=rng.uniform(2, 30))
    day = past.now.astimezone(past.platform.tz).date() + timedelta(days=days)
    trip = Trip(
        past,
        rng,
        rider,
        past.roads.way(rider.home, rng.choice(rider.favourites)),
        car_type=past.car_types["Economy"],
        at=made,
    )
    booking = trip.booking
    booking.book_later, booking.trip_date = True, moment(day, hour, past.platform.tz)
    booking.chosen_payment = booking.payment_mode = PaymentMode.CASH
    begins = booking.release_at
    booking.dispatch_after = begins
    booking.search_until = max(begins + SEARCH_TIME, booking.trip_date)
    trip.move("create", made, rider.user)


def _save_addresses(past: Past) -> None:
    for rider in past.participants.riders:
        for spot, visits in rider.visits.items():
            past.add(
                SavedAddress(
                    user_id=rider.user.pk,
                    description=spot.name,
                    lat=spot.at.lat,
                    lng=spot.at.lng,
                    count=visits,
                )
            )
