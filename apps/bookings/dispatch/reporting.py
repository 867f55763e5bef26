"""Metrics of the driver search, recorded after the commit."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from apps.bookings.models import Booking, Offer
from apps.core.monitoring import metrics


def report_offers(booking: Booking, offers: Sequence[Offer], *, at: datetime) -> None:
    """Count the offers of a round; for the first one, record how long the rider waited for it."""
    is_first = booking.dispatch_round == 1 and not booking.book_later
    seconds = _waited(booking, at)

    def report() -> None:
        metrics.OFFERS.inc(len(offers))
        if is_first and offers:
            metrics.FIRST_OFFER_SECONDS.observe(seconds)

    transaction.on_commit(report)


def report_acceptance(booking: Booking, *, at: datetime) -> None:
    """Count an acceptance and record how long the rider waited for it."""
    is_immediate = not booking.book_later
    seconds = _waited(booking, at)

    def report() -> None:
        metrics.OFFERS_ACCEPTED.inc()
        if is_immediate:
            metrics.ACCEPT_SECONDS.observe(seconds)

    transaction.on_commit(report)


def _waited(booking: Booking, at: datetime) -> float:
    """Return the seconds since the booking was made or last lost its driver."""
    return max(0.0, (at - (booking.redispatched_at or booking.trip_date)).total_seconds())
