"""The prices that the riders of the demo saw: those that they booked, and others that they did not take."""

from collections import defaultdict
from datetime import datetime, timedelta
from decimal import Decimal
from hashlib import blake2b
from random import Random
from typing import Any, Final

from apps.backoffice.demo.history.builder import Builder
from apps.backoffice.demo.history.days import seeded_random
from apps.bookings.models import Booking
from apps.bookings.pricing.fare import price, terms_of
from apps.fares.models import CarType
from apps.geo.geometry.cells import cell_at
from apps.recording.choices import Requester
from apps.recording.models import QuoteRecord
from apps.recording.quotes.records import name_cells

UNBOOKED_COUNTS: Final = (0, 0, 1, 1, 1, 2, 3)
"""How many quotes without a booking there are for each booking, by chance."""
VISITOR_SHARE: Final = 0.3
"""The share of quotes without a booking that a visitor got."""
MAX_LEAD: Final = timedelta(hours=3)


def plan_quotes(builder: Builder) -> None:
    """Add a record for each booking by the estimate that it names, and for estimates that led to none."""
    records: list[QuoteRecord] = []
    terms = {pk: terms_of(car_type, builder.platform) for pk, car_type in _by_id(builder).items()}
    for booking in builder.rows[Booking]:
        assert isinstance(booking, Booking)
        rng = seeded_random("quote", booking.reference)
        taken = _record(
            builder, booking, booking.created_at - timedelta(seconds=rng.uniform(8, 90)), terms, rng
        )
        taken.booking_id = booking.pk
        # The same terms are shared by the bookings of a car type.
        booking.rates = {**booking.rates, "quote": taken.reference}
        records.append(taken)
        for _number in range(rng.choice(UNBOOKED_COUNTS)):
            before = MAX_LEAD * rng.random() ** 3
            left = _record(builder, booking, taken.at - before, terms, rng)
            if rng.random() < VISITOR_SHARE:
                left.requester, left.rider_token = Requester.VISITOR, None
            records.append(left)
    records.sort(key=lambda record: record.at)
    name_cells(records)
    for record in records:
        builder.add(record)


def _by_id(builder: Builder) -> dict[int, CarType]:
    return {car_type.pk: car_type for car_type in builder.car_types.values()}


def _record(
    builder: Builder, booking: Booking, at: datetime, terms: dict[int, Any], rng: Random
) -> QuoteRecord:
    by_staff = booking.booking_type_admin
    return QuoteRecord(
        reference=f"{rng.getrandbits(64):016x}",
        at=at,
        requester=Requester.STAFF if by_staff else Requester.RIDER,
        rider_token=None if by_staff else _token(at, booking.customer_id),
        pickup_cell=cell_at(booking.pickup_lat, booking.pickup_lng).key,
        drop_cell=cell_at(booking.drop_lat, booking.drop_lng).key,
        for_later=booking.book_later,
        distance_km=booking.estimate_distance_km,
        duration_seconds=booking.estimate_duration_seconds,
        currency=builder.platform.code,
        options=_options(builder, booking, terms, rng),
    )


def _options(builder: Builder, booking: Booking, terms: dict[int, Any], rng: Random) -> list[dict[str, Any]]:
    """Return the car types of the booking's kind as they were shown."""
    found: dict[bool, list[dict[str, Any]]] = defaultdict(list)
    for pk, car_type in sorted(_by_id(builder).items()):
        fare = price(
            terms[pk],
            distance_km=Decimal(booking.estimate_distance_km),
            duration_seconds=booking.estimate_duration_seconds,
        )
        found[(car_type.app_category or builder.platform.app_category) == booking.app_category].append(
            {
                "car_type": pk,
                "name": car_type.name,
                "price": f"{fare.trip_cost:.4f}",
                "surge": None,
                "eta_seconds": rng.randrange(90, 660),
                "drivers": rng.randrange(1, 7),
            }
        )
    return found[True]


def _token(at: datetime, rider: int) -> int:
    """Return a number that is the same for one rider on one day."""
    digest = blake2b(f"{at.date()} {rider}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, signed=True)
