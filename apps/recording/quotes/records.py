"""Writes estimates as records, and links them to the bookings that were made from them."""

import logging
import secrets
from collections.abc import Sequence
from datetime import date
from hashlib import blake2b
from typing import Any, Final

from django.core.cache import cache
from django.db import connection
from django.utils import timezone
from redis.exceptions import RedisError

from apps.bookings.demand.areas import area_map
from apps.bookings.models import Booking
from apps.core.platform import Platform, platform_settings
from apps.fares.estimates.prices import Option
from apps.fares.estimates.quotes import reference_of
from apps.fares.estimates.shown import ShownEstimate
from apps.geo.geometry.cells import cell_at, cell_of
from apps.geo.localities import locality_names
from apps.recording.choices import Requester
from apps.recording.models import QuoteRecord

log = logging.getLogger(__name__)

KEY: Final = "recording:rider-key:{day}"
KEY_SECONDS: Final = 2 * 86400
MOST_LETTERS: Final = 120
LATE_IDS: Final = 2_000
"""Bookings with a smaller id can commit after the last linked one."""
MOST_IDS: Final = 50_000
"""The newest bookings that are searched after a long pause."""

_LINK: Final = f"""
WITH bounds AS (
    SELECT greatest(
        coalesce((SELECT max(booking_id) FROM {QuoteRecord._meta.db_table}) - {LATE_IDS}, 0),
        (SELECT max(id) FROM {Booking._meta.db_table}) - {MOST_IDS}
    ) AS after
), taken AS (
    SELECT rates ->> 'quote' AS reference, min(id) AS booking_id
    FROM {Booking._meta.db_table}, bounds
    WHERE id > bounds.after AND rates ? 'quote'
    GROUP BY 1
)
UPDATE {QuoteRecord._meta.db_table} AS record SET booking_id = taken.booking_id FROM taken
WHERE record.reference = taken.reference AND record.booking_id IS NULL
"""  # noqa: S608  # only names of tables and numbers


def write_quotes(shown: Sequence[ShownEstimate]) -> int:
    """Insert a record for each estimate; one that a client got twice in a second is one record."""
    settings = platform_settings()
    keys: dict[date, bytes | None] = {}
    records: dict[str, QuoteRecord] = {}
    for each in shown:
        day = each.at.date()
        if day not in keys:
            keys[day] = _key_of(day)
        record = _record(each, keys[day], settings)
        records.setdefault(record.reference, record)
    name_cells(list(records.values()))
    before = QuoteRecord.objects.filter(reference__in=records).count()
    QuoteRecord.objects.bulk_create(records.values(), ignore_conflicts=True)
    return len(records) - before


def link_taken_quotes() -> int:
    """Link the records of taken quotes to their bookings; return how many were linked.

    A booking names its estimate itself, so a run that was missed loses nothing.
    """
    with connection.cursor() as cursor:
        cursor.execute(_LINK)
        return int(cursor.rowcount)


def _record(shown: ShownEstimate, key: bytes | None, settings: Platform) -> QuoteRecord:
    estimate, quote = shown.estimate, shown.estimate.quotes[0]
    if shown.user_id is None:
        requester = Requester.VISITOR
    else:
        requester = Requester.STAFF if shown.by_staff else Requester.RIDER
    return QuoteRecord(
        reference=reference_of(quote),
        at=shown.at,
        requester=requester,
        rider_token=_token(key, shown.user_id) if requester == Requester.RIDER else None,
        pickup_cell=cell_at(quote.pickup.lat, quote.pickup.lng).key,
        drop_cell=cell_at(quote.drop.lat, quote.drop.lng).key,
        stop_count=len(quote.stops),
        for_later=quote.for_later,
        distance_km=quote.distance_km,
        duration_seconds=quote.duration_seconds,
        currency=settings.code,
        options=[_option(option) for option in estimate.options],
    )


def name_cells(records: Sequence[QuoteRecord]) -> None:
    """Set the names of the cells, by one query: the taxi rank or zone at the middle, else the settlement."""
    areas = area_map(timezone.now())
    cells = sorted({key for record in records for key in (record.pickup_cell, record.drop_cell)})
    centres = [cell_of(key).centre for key in cells]
    names = {
        key: ([area.name for area in areas.named_at(*centre)] or [locality])[-1][:MOST_LETTERS]
        for key, centre, locality in zip(cells, centres, locality_names(centres), strict=True)
    }
    for record in records:
        record.pickup_name, record.drop_name = names[record.pickup_cell], names[record.drop_cell]


def _option(option: Option) -> dict[str, Any]:
    return {
        "car_type": option.car_type.pk,
        "name": option.car_type.name,
        "price": f"{option.fare.trip_cost:.4f}",
        "surge": None if option.surge_factor is None else f"{option.surge_factor:.2f}",
        "eta_seconds": option.pickup_eta_seconds,
        "drivers": option.drivers_nearby,
    }


def _token(key: bytes | None, user_id: int | None) -> int | None:
    """Return a number that is the same for one rider on one day, and means nothing without the day's key."""
    if key is None:
        return None
    digest = blake2b(str(user_id).encode(), key=key, digest_size=8).digest()
    return int.from_bytes(digest, signed=True)


def _key_of(day: date) -> bytes | None:
    """Return the random key of a day, which all processes share; None without Redis."""
    name = KEY.format(day=day)
    try:
        cache.add(name, secrets.token_bytes(32), KEY_SECONDS)
        found: bytes | None = cache.get(name)
    except RedisError as error:
        log.warning("riders of quotes have no token error=%r", error)
        return None
    return found
