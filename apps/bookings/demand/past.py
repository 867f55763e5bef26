"""Counts the requests of the past weeks by area and hour of the week, and reads the expected numbers."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Final

from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone

from apps.bookings.choices import Status
from apps.bookings.demand.areas import EVERYWHERE, Area, AreaMap, area_map
from apps.bookings.demand.hours import (
    MIN_WEEKS,
    HourLength,
    WeekHour,
    hour_lengths,
    hour_of,
    local_hour_start,
    next_hour_shares,
    weeks_before,
)
from apps.bookings.models import Booking
from apps.core.platform import Platform, platform_settings
from apps.fleet.choices import AreaKind
from apps.fleet.models import PastDemand

ADVISORY_LOCK: Final = 5_270_020
"""Advisory lock key: concurrent runs would insert each row twice."""
MIN_RIDERS: Final = 3
"""A cell counts only if its requests come from at least this many riders."""
CHUNK: Final = 5000
Key = tuple[Area, WeekHour]


@dataclass(frozen=True, slots=True)
class Expected:
    weeks: int
    """The number of weeks whose mean the numbers are."""
    requests: Mapping[Area, Decimal]
    """In the next 60 minutes, by area; empty with too few weeks."""


def counted_requests() -> Q:
    """Return the condition of bookings that count as requests: all except those waiting for payment."""
    return ~Q(status=Status.PAYMENT_PENDING)


def update_past_demand() -> int:
    """Recount the past weeks; return the number of rows."""
    now, tz = timezone.now(), platform_settings().tz
    end = local_hour_start(now, tz)
    start = weeks_before(end, tz)
    bookings = Booking.objects.filter(counted_requests())
    first = (
        bookings.filter(trip_date__lt=end).order_by("trip_date").values_list("trip_date", flat=True).first()
    )
    if first is None:
        return _rewrite([])
    start = max(start, local_hour_start(first, tz))
    rows = bookings.filter(trip_date__gte=start, trip_date__lt=end).values_list(
        "pickup_lat", "pickup_lng", "trip_date", "customer_id"
    )
    areas = area_map(now)
    located = (
        ((area, hour_of(at, tz)), rider)
        for lat, lng, at, rider in rows.iterator(chunk_size=CHUNK)
        for area in areas.at(lat, lng)
    )
    return _rewrite(_past_rows(_count(located), areas, hour_lengths(start, end, tz), now))


def expected_demand(settings: Platform, *, now: datetime) -> Expected:
    """Return the expected requests of the next 60 minutes by area, with one query."""
    shares = next_hour_shares(now, settings.tz)
    wanted = Q(pk__in=())
    for hour in shares:
        wanted |= Q(weekday=hour.weekday, hour=hour.hour)
    requests: defaultdict[Area, Decimal] = defaultdict(Decimal)
    weeks: dict[WeekHour, int] = {}
    for row in PastDemand.objects.filter(wanted):
        hour, area = WeekHour(row.weekday, row.hour), Area(AreaKind(row.kind), row.name)
        requests[area] += shares[hour] * row.requests / row.hours
        if area == EVERYWHERE:
            weeks[hour] = row.weeks
    known = min((weeks.get(hour, 0) for hour in shares), default=0)
    return Expected(known, dict(requests) if known >= MIN_WEEKS else {})


def _count(located: Iterable[tuple[Key, int]]) -> Counter[Key]:
    """Count requests; those of a cell with too few riders in its hour are left out."""
    counted: Counter[Key] = Counter()
    riders: dict[Key, tuple[int, ...]] = {}
    for key, rider in located:
        counted[key] += 1
        before = riders.get(key, ())
        if key[0].kind == AreaKind.CELL and len(before) < MIN_RIDERS and rider not in before:
            riders[key] = (*before, rider)
    few = [key for key, those in riders.items() if len(those) < MIN_RIDERS]
    for key in few:
        del counted[key]
    return counted


def _past_rows(
    counted: Counter[Key], areas: AreaMap, lengths: Mapping[WeekHour, HourLength], now: datetime
) -> Iterator[PastDemand]:
    # Areas without requests have rows too: none are expected there.
    named = (EVERYWHERE, *areas.named)
    keys = {(area, hour) for area in named for hour in lengths} | set(counted)
    for area, hour in sorted(keys):
        seen = lengths[hour]
        yield PastDemand(
            kind=area.kind,
            name=area.name,
            weekday=hour.weekday,
            hour=hour.hour,
            requests=counted[area, hour],
            hours=seen.hours,
            weeks=seen.weeks,
            computed_at=now,
        )


@transaction.atomic
def _rewrite(rows: Iterable[PastDemand]) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [ADVISORY_LOCK])
    PastDemand.objects.all().delete()
    return len(PastDemand.objects.bulk_create(rows, batch_size=CHUNK))
