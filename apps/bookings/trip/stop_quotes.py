"""Signed prices of changed stops: a confirmation applies what its preview showed.

The server stores nothing. The id contains the stops and every amount, so that it cannot be changed.
"""

import hashlib
import json
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, Final

from django.core import signing
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.bookings.models import Booking
from apps.bookings.trip.stops import stops_of
from apps.core.errors import BadInput, Conflict
from apps.fares.estimates.quotes import MAX_LENGTH, Spot

_SALT: Final = "hansom.bookings.stop_quote.1"
"""Contains the version of the fields below; quotes of other versions are invalid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StopQuote:
    """The price of a booking with other stops."""

    booking_id: int
    issued_for: int
    """The user whom it was shown to."""
    revision: str
    """Of the booking at the preview."""
    stops: tuple[Spot, ...]
    """All stops in order, with those that the car has reached."""
    car: tuple[float, float] | None
    """Where the car was on a started trip; the route goes through it."""
    distance_km: Decimal
    duration_seconds: int
    trip_cost: Decimal
    convenience_fees: Decimal
    driver_share: Decimal
    breakdown: list[dict[str, Any]]
    charged: Decimal
    """Charged to the wallet at once, for a prepaid booking."""
    left_to_pay: Decimal
    """Due at the end, for a prepaid booking."""
    expires_at: datetime


_AMOUNTS: Final = (
    "distance_km", "trip_cost", "convenience_fees", "driver_share", "charged", "left_to_pay",
)  # fmt: skip


def stops_revision(booking: Booking) -> str:
    """Return a hash of what the price of the stops depends on; the status and the driver's marks do not
    count.
    """
    seen: list[Any] = [
        *(booking.pickup_lat, booking.pickup_lng),
        *(booking.drop_lat, booking.drop_lng),
        *([stop.lat, stop.lng, stop.add] for stop in stops_of(booking)),
        *(booking.passengers, booking.luggage, booking.children, booking.child_seats),
        booking.return_wait_minutes,
        booking.rates,
        booking.trip_date.isoformat() if booking.book_later else None,
        *(f"{amount:.4f}" for amount in (booking.trip_cost, booking.discount, booking.customer_paid)),
    ]
    return hashlib.sha256(json.dumps(seen, sort_keys=True).encode()).hexdigest()[:16]


def make_stop_quote(quote: StopQuote) -> str:
    """Return the quote's id: URL-safe text of a few hundred characters."""
    values = {field.name: getattr(quote, field.name) for field in fields(quote)}
    values["stops"] = [[stop.lat, stop.lng, stop.add] for stop in quote.stops]
    values["expires_at"] = int(quote.expires_at.timestamp())
    values |= {name: f"{values[name]:f}" for name in _AMOUNTS}
    return signing.Signer(salt=_SALT).sign_object(values, compress=True)


def read_stop_quote(quote_id: str, *, booking_id: int, user_id: int) -> StopQuote:
    """Return the quote of an id that was issued for this user and booking.

    Raises BadInput quote_invalid, Conflict quote_expired.
    """
    values: dict[str, Any] = {}
    if len(quote_id) <= MAX_LENGTH:
        try:
            values = signing.Signer(salt=_SALT).unsign_object(quote_id)
        except signing.BadSignature:
            values = {}
    if (values.get("booking_id"), values.get("issued_for")) != (booking_id, user_id):
        raise BadInput("quote_invalid", _("This price isn't valid. Get a new price."))
    values |= {name: Decimal(values[name]) for name in _AMOUNTS}
    values["stops"] = tuple(Spot(*stop) for stop in values["stops"])
    values["car"] = None if values["car"] is None else tuple(values["car"])
    values["expires_at"] = datetime.fromtimestamp(values["expires_at"], UTC)
    quote = StopQuote(**values)
    if timezone.now() >= quote.expires_at:
        raise Conflict("quote_expired", _("This price has expired. Get a new price."))
    return quote
