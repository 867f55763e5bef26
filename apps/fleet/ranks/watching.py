"""Follows the drivers' positions: ends the places of drivers who left, and checks in those who arrive.

A task every few seconds, not the storing of positions, does it: positions are the platform's most frequent
write, and a place in a queue does not depend on seconds.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import F, Q
from django.utils import timezone

from apps.core.errors import DomainError
from apps.core.platform import platform_settings
from apps.fleet.choices import QueueEnd
from apps.fleet.models import Rank, RankQueueEntry
from apps.fleet.ranks.areas import RankArea, area_of
from apps.fleet.ranks.queue import FRESH, check_in, end_place, open_entries, set_outside
from apps.geo.geometry.sphere import KM_PER_DEGREE, great_circle_km
from apps.geo.models import DriverPosition
from apps.geo.port import LatLng

STAYED: Final = (QueueEnd.LEFT, QueueEnd.DECLINED, QueueEnd.REMOVED)
"""After these ends, a driver must leave the area before entering it counts again."""


def watch_ranks() -> None:
    """Update all queues from the latest positions; safe to run twice."""
    areas = {rank.pk: area_of(rank) for rank in Rank.objects.filter(active=True)}
    if not areas:
        return
    settings, now = platform_settings(), timezone.now()
    _watch_queued(areas, now, grace=timedelta(seconds=settings.rank_grace_seconds))
    if settings.rank_auto_check_in:
        _note_departures(areas, now)
        _check_in_arrivals(areas, now)


def _watch_queued(areas: dict[int, RankArea], now: datetime, *, grace: timedelta) -> None:
    for row in _with_positions(open_entries()):
        if not row["online"]:
            end_place(driver_id=row["driver_id"], reason=QueueEnd.OFFLINE)
        elif not row["free"]:
            end_place(driver_id=row["driver_id"], reason=QueueEnd.BOOKING)
        elif not _is_outside(areas, row):
            if row["outside_since"] is not None:
                set_outside(entry_id=row["id"], since=None)
        elif row["outside_since"] is None:
            set_outside(entry_id=row["id"], since=now)
        elif row["outside_since"] <= now - grace:
            end_place(driver_id=row["driver_id"], reason=QueueEnd.LEFT_AREA)


def _note_departures(areas: dict[int, RankArea], now: datetime) -> None:
    """Note that drivers who gave up or lost their place have left the area or went offline since."""
    ended = RankQueueEntry.objects.filter(end_reason__in=STAYED, outside_since__isnull=True)
    gone = [row["id"] for row in _with_positions(ended) if not row["online"] or _is_outside(areas, row)]
    RankQueueEntry.objects.filter(pk__in=gone).update(outside_since=now)


def _check_in_arrivals(areas: dict[int, RankArea], now: datetime) -> None:
    """Check in free and fit drivers in an area, in the order of their positions' times."""
    near = Q()
    for each in areas.values():
        degrees = each.radius_m / 1000 / KM_PER_DEGREE
        near |= Q(lat__range=(each.centre.lat - degrees, each.centre.lat + degrees))
    fit = Q(fit_until__isnull=True) | Q(fit_until__gt=now)
    rows = (
        DriverPosition.objects.filter(near, fit, free=True, at__gte=now - FRESH)
        .exclude(driver__in=open_entries().values("driver"))
        .order_by("at", "driver_id")
        .defer("spot")
    )
    arrived = [(row.driver_id, area) for row in rows if (area := _area_at(areas.values(), row)) is not None]
    stayed = set(
        RankQueueEntry.objects.filter(
            driver_id__in=[driver_id for driver_id, _ in arrived],
            end_reason__in=STAYED,
            outside_since__isnull=True,
        ).values_list("driver_id", "rank_id")
    )
    for driver_id, area in arrived:
        if (driver_id, area.id) in stayed:
            continue
        try:
            check_in(driver_id=driver_id, rank_id=area.id, automatic=True)
        except DomainError:
            # The rank is full, or the driver has left, accepted a booking or gone offline since.
            continue


def _with_positions(entries: Any) -> list[dict[str, Any]]:
    return list(
        entries.order_by("pk").values(
            "id",
            "driver_id",
            "rank_id",
            "outside_since",
            online=F("driver__position__online"),
            free=F("driver__position__free"),
            lat=F("driver__position__lat"),
            lng=F("driver__position__lng"),
        )
    )


def _is_outside(areas: dict[int, RankArea], row: dict[str, Any]) -> bool:
    """Return whether the driver is known to be outside; without a position, the place is not in danger."""
    area = areas.get(row["rank_id"])
    return area is None or (row["lat"] is not None and not area.contains(LatLng(row["lat"], row["lng"])))


def _area_at(areas: Iterable[RankArea], position: DriverPosition) -> RankArea | None:
    if position.lat is None or position.lng is None:
        return None
    at = LatLng(position.lat, position.lng)
    inside = [area for area in areas if area.contains(at)]
    return min(inside, key=lambda area: great_circle_km(area.centre, at), default=None)
