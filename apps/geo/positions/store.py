"""The only writers of DriverPosition, and the reads that are not a search for the nearest."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.contrib.auth import get_user_model
from django.db import connection
from django.db.models import Q
from django.utils import timezone
from psycopg import sql

from apps.geo.geometry.sphere import is_on_earth, rounded
from apps.geo.models import DriverPosition
from apps.geo.port import LatLng

CLOCK_SKEW: Final = timedelta(seconds=30)
"""How far ahead of ours a telephone's clock may run."""


@dataclass(frozen=True, slots=True)
class PositionReport:
    """One position as a driver's telephone sent it."""

    driver_id: int
    lat: float
    lng: float
    at: datetime
    heading: float | None = None
    speed: float | None = None


@dataclass(frozen=True, slots=True)
class KnownPosition:
    driver_id: int
    at: LatLng
    heading: float | None
    speed: float | None
    seen_at: datetime
    online: bool
    free: bool
    car_type_id: int | None
    fleet_admin_id: int | None


# Sorted by driver in record_positions, so that two batches that share drivers cannot deadlock.
# The subselect reads the row as it was before the statement.
_RECORD = sql.SQL("""
INSERT INTO geo_driverposition AS p (driver_id, lat, lng, at, heading, speed, received_at, online, free)
SELECT r.driver_id, r.lat, r.lng, r.at, r.heading, r.speed, %s, false, false
FROM unnest(%s::bigint[], %s::float8[], %s::float8[], %s::timestamptz[], %s::float8[], %s::float8[])
     AS r (driver_id, lat, lng, at, heading, speed)
JOIN {users} ON {users}.id = r.driver_id
ON CONFLICT (driver_id) DO UPDATE
SET lat = CASE WHEN p.at >= excluded.at THEN p.lat ELSE excluded.lat END,
    lng = CASE WHEN p.at >= excluded.at THEN p.lng ELSE excluded.lng END,
    at = GREATEST(p.at, excluded.at),
    heading = CASE WHEN p.at >= excluded.at THEN p.heading ELSE excluded.heading END,
    speed = CASE WHEN p.at >= excluded.at THEN p.speed ELSE excluded.speed END,
    received_at = GREATEST(p.received_at, excluded.received_at)
RETURNING at IS DISTINCT FROM (SELECT b.at FROM geo_driverposition AS b WHERE b.driver_id = p.driver_id)
""")


def is_credible(report: PositionReport, *, now: datetime) -> bool:
    """False for a position off the Earth or in the future."""
    return is_on_earth(report.lat, report.lng) and report.at <= now + CLOCK_SKEW


def record_positions(reports: Iterable[PositionReport]) -> int:
    """Store each driver's newest credible position, all in one statement; returns how many moved.

    A report older than what is stored changes no position, so batches may arrive late and in any order;
    that something was received from the driver is stored all the same.
    Drivers that do not exist are passed over.
    """
    now = timezone.now()
    newest: dict[int, PositionReport] = {}
    for report in reports:
        known = newest.get(report.driver_id)
        if is_credible(report, now=now) and (known is None or report.at > known.at):
            newest[report.driver_id] = report
    if not newest:
        return 0
    batch = [newest[driver_id] for driver_id in sorted(newest)]
    spots = [rounded(LatLng(report.lat, report.lng)) for report in batch]
    statement = _RECORD.format(users=sql.Identifier(get_user_model()._meta.db_table))
    with connection.cursor() as cursor:
        cursor.execute(
            statement,
            [
                now,
                [report.driver_id for report in batch],
                [spot.lat for spot in spots],
                [spot.lng for spot in spots],
                [report.at for report in batch],
                [report.heading for report in batch],
                [report.speed for report in batch],
            ],
        )
        return sum(row[0] for row in cursor.fetchall())


def set_driver_availability(
    *, driver_id: int, online: bool, free: bool, car_type_id: int | None, fleet_admin_id: int | None
) -> None:
    """Say whether bookings may go to a driver; `free` counts only while `online`.

    Whoever changes what `free` stands for (sign-off, approval, a trip's start or end) calls this in
    the same transaction.
    """
    DriverPosition.objects.bulk_create(
        [
            DriverPosition(
                driver_id=driver_id,
                online=online,
                free=online and free,
                car_type_id=car_type_id,
                fleet_admin_id=fleet_admin_id,
            )
        ],
        update_conflicts=True,
        unique_fields=["driver"],
        update_fields=["online", "free", "car_type_id", "fleet_admin_id"],
    )


def set_fit_until(*, driver_id: int, fit_until: datetime | None) -> None:
    """Say when a driver's documents end; whoever writes a document calls this in the same transaction."""
    DriverPosition.objects.bulk_create(
        [DriverPosition(driver_id=driver_id, fit_until=fit_until)],
        update_conflicts=True,
        unique_fields=["driver"],
        update_fields=["fit_until"],
    )


def fleet_on_map(driver_id: int) -> int | None:
    """Whose fleet the map shows a driver in; None for the office's own, and for who was never seen."""
    known = DriverPosition.objects.filter(driver_id=driver_id).values_list("fleet_admin_id", flat=True)
    return known.first()


def forget_old_position(*, driver_id: int, older_than_seconds: float) -> None:
    """Forget where a driver was that long ago, so that the next position counts as the first one.

    Without this a driver who comes back is silent since the last time, and is taken off at once.
    """
    long_ago = timezone.now() - timedelta(seconds=older_than_seconds)
    DriverPosition.objects.filter(driver_id=driver_id, at__lt=long_ago).update(
        lat=None, lng=None, at=None, heading=None, speed=None
    )


def mark_stale(older_than_seconds: float) -> list[int]:
    """Take drivers who have been silent this long off the road; returns their ids.

    A driver who went online but was never seen is not silent yet: the first position is awaited.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            """
            UPDATE geo_driverposition SET online = false, free = false
            WHERE driver_id IN (
                SELECT driver_id FROM geo_driverposition
                WHERE online AND at < now() - %s * interval '1 second'
                ORDER BY driver_id FOR UPDATE SKIP LOCKED
            ) RETURNING driver_id
            """,
            [older_than_seconds],
        )
        return sorted(row[0] for row in cursor.fetchall())


def position_of(driver_id: int) -> KnownPosition | None:
    """Where the driver was last seen, or None before the first time."""
    return next(iter(positions_for(driver_ids=[driver_id])), None)


def positions_for(
    *,
    driver_ids: Sequence[int] | None = None,
    fleet_admin_id: int | None = None,
    online_only: bool = False,
) -> list[KnownPosition]:
    """Known positions, narrowed to the drivers named or to one fleet, in order of driver id."""
    wanted = Q(at__isnull=False)
    if driver_ids is not None:
        wanted &= Q(driver_id__in=driver_ids)
    if fleet_admin_id is not None:
        wanted &= Q(fleet_admin_id=fleet_admin_id)
    if online_only:
        wanted &= Q(online=True)
    rows = DriverPosition.objects.filter(wanted).order_by("driver_id").defer("spot")
    return [_known(row) for row in rows]


def _known(row: DriverPosition) -> KnownPosition:
    if row.lat is None or row.lng is None or row.at is None:
        raise ValueError(f"driver {row.driver_id} has no position")
    return KnownPosition(
        driver_id=row.driver_id,
        at=LatLng(row.lat, row.lng),
        heading=row.heading,
        speed=row.speed,
        seen_at=row.at,
        online=row.online,
        free=row.free,
        car_type_id=row.car_type_id,
        fleet_admin_id=row.fleet_admin_id,
    )
