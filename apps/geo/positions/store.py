"""The only writers of DriverPosition, and queries other than the search for the nearest."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Final

from django.contrib.auth import get_user_model
from django.db import connection
from django.db.models import Q
from django.utils import timezone
from psycopg import sql

from apps.core.compiled_queries import CompiledQuery
from apps.core.postgres import prepared_cursor
from apps.geo.geometry.sphere import is_on_earth, rounded
from apps.geo.models import DriverPosition
from apps.geo.port import LatLng

CLOCK_SKEW: Final = timedelta(seconds=30)
"""How far a phone's clock may be ahead of the server's."""


@dataclass(frozen=True, slots=True)
class PositionReport:
    """One position sent by a driver's phone."""

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


# Sorted by driver in record_positions_sql, so that parallel batches cannot deadlock. The subselect reads the
# row before the update.
_RECORD = sql.SQL("""
INSERT INTO geo_driverposition AS p (driver_id, lat, lng, at, heading, speed, received_at, online, free)
SELECT r.driver_id, r.lat, r.lng, r.at, r.heading, r.speed, %s::timestamptz, false, false
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


_POSITION = CompiledQuery(
    lambda driver_id: DriverPosition.objects.filter(driver_id=driver_id, at__isnull=False).defer("spot"),
    driver_id=-1,
)


def is_credible(report: PositionReport, *, now: datetime) -> bool:
    """Return False for a position outside the Earth or in the future."""
    return is_on_earth(report.lat, report.lng) and report.at <= now + CLOCK_SKEW


def record_positions(reports: Iterable[PositionReport]) -> int:
    """Store each driver's latest valid position in one statement and return how many changed.

    Older reports than the stored one do not change the position, so batches can arrive in any order; the time
    of receipt is updated anyway. Unknown drivers are skipped.
    """
    statement, params = record_positions_sql(reports)
    if not statement:
        return 0
    with prepared_cursor() as cursor:
        cursor.execute(statement, params)
        return sum(row[0] for row in cursor.fetchall())


def record_positions_sql(reports: Iterable[PositionReport]) -> tuple[str, list[Any]]:
    """Return the statement of `record_positions` and its parameters, for use with other writes.

    An empty statement if there is nothing to store.
    """
    now = timezone.now()
    newest: dict[int, PositionReport] = {}
    for report in reports:
        latest = newest.get(report.driver_id)
        if is_credible(report, now=now) and (latest is None or report.at > latest.at):
            newest[report.driver_id] = report
    if not newest:
        return "", []
    batch = [newest[driver_id] for driver_id in sorted(newest)]
    spots = [rounded(LatLng(report.lat, report.lng)) for report in batch]
    return _record(), [
        now,
        [report.driver_id for report in batch],
        [spot.lat for spot in spots],
        [spot.lng for spot in spots],
        [report.at for report in batch],
        [report.heading for report in batch],
        [report.speed for report in batch],
    ]


@cache
def _record() -> str:
    return _RECORD.format(users=sql.Identifier(get_user_model()._meta.db_table)).as_string(None)


def set_driver_availability(
    *, driver_id: int, online: bool, free: bool, car_type_id: int | None, fleet_admin_id: int | None
) -> None:
    """Set whether a driver can get bookings; `free` requires `online`.

    Called in the transaction that changes the availability: logout, approval, start or end of a trip.
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


def copy_availability(changed: str) -> str:
    """Return the statement that copies the availability of the drivers in a part `changed` of a statement."""
    return f"""
INSERT INTO {DriverPosition._meta.db_table} (driver_id, online, free, car_type_id, fleet_admin_id)
SELECT driver_id, online, online AND NOT busy, car_type_id, fleet_admin_id FROM {changed}
ON CONFLICT (driver_id) DO UPDATE SET online = excluded.online, free = excluded.free,
    car_type_id = excluded.car_type_id, fleet_admin_id = excluded.fleet_admin_id
"""  # noqa: S608


def set_fit_until(*, driver_id: int, fit_until: datetime | None) -> None:
    """Set when a driver's documents expire; called in the transaction that changes a document."""
    DriverPosition.objects.bulk_create(
        [DriverPosition(driver_id=driver_id, fit_until=fit_until)],
        update_conflicts=True,
        unique_fields=["driver"],
        update_fields=["fit_until"],
    )


def fleet_on_map(driver_id: int) -> int | None:
    """Return the fleet that the map shows a driver in; None for drivers without a fleet or position."""
    latest = DriverPosition.objects.filter(driver_id=driver_id).values_list("fleet_admin_id", flat=True)
    return latest.first()


def clear_old_position(*, driver_id: int, older_than_seconds: float) -> None:
    """Delete a position older than this, so that the next one counts as the first.

    Without this, a driver who comes back online would be silent for too long and be taken offline at once.
    """
    cutoff = timezone.now() - timedelta(seconds=older_than_seconds)
    DriverPosition.objects.filter(driver_id=driver_id, at__lt=cutoff).update(
        lat=None, lng=None, at=None, heading=None, speed=None
    )


def mark_stale(older_than_seconds: float) -> list[int]:
    """Take drivers offline who have been silent for this long and return their ids.

    A driver who went online without a position yet is not silent.
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
    """Return the driver's last position, or None."""
    row = _POSITION.first(driver_id=driver_id)
    return None if row is None else _known(row)


def positions_for(
    *,
    driver_ids: Sequence[int] | None = None,
    fleet_admin_id: int | None = None,
    online_only: bool = False,
) -> list[KnownPosition]:
    """Return known positions, filtered by drivers or fleet, in order of driver id."""
    condition = Q(at__isnull=False)
    if driver_ids is not None:
        condition &= Q(driver_id__in=driver_ids)
    if fleet_admin_id is not None:
        condition &= Q(fleet_admin_id=fleet_admin_id)
    if online_only:
        condition &= Q(online=True)
    rows = DriverPosition.objects.filter(condition).order_by("driver_id").defer("spot")
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
