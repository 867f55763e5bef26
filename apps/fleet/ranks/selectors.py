"""Reads of ranks and their queues."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final

from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.core.errors import NotFound
from apps.core.platform import platform_settings
from apps.fleet.models import Rank, RankQueueEntry
from apps.fleet.ranks.areas import nearest_area, rank_areas
from apps.fleet.ranks.queue import open_entries, queue_of
from apps.geo.positions.store import position_of

NEAR_M: Final = 1000
"""A driver sees a rank within this distance."""
ENDED_SHOWN: Final = 300
"""Ended places of one day."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPlace:
    id: int
    rank_id: int
    rank_name: str
    place: int
    """From 1, in order of entry."""
    waiting: int
    entered_at: datetime
    missed_offers: int
    leaves_at: datetime | None
    """When the place is lost because the driver is outside the area; None inside."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NearRank:
    id: int
    name: str
    distance_m: int
    """To the edge of the area; 0 inside."""
    waiting: int
    max_drivers: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnRank:
    enabled: bool
    """Whether the platform has active ranks."""
    automatic: bool
    """Drivers are checked in by entering the area."""
    place: OwnPlace | None
    near: NearRank | None
    """The rank that the driver is at or near; None with a place."""


def ranks_with_waiting() -> QuerySet[Rank]:
    """Return all ranks, each with the number of its queued drivers as `waiting`."""
    return Rank.objects.annotate(waiting=Count("entries", filter=Q(entries__ended_at__isnull=True)))


def rank_for(rank_id: int) -> Rank:
    """Return a rank with `waiting`. Raises NotFound."""
    rank = ranks_with_waiting().filter(pk=rank_id).first()
    if rank is None:
        raise NotFound("not_found", _("Taxi rank not found."))
    return rank


def queue_for(rank_id: int) -> list[RankQueueEntry]:
    """Return the queue of a rank with its drivers. Raises NotFound."""
    if not Rank.objects.filter(pk=rank_id).exists():
        raise NotFound("not_found", _("Taxi rank not found."))
    return list(queue_of(rank_id).select_related("driver__driver_profile"))


def ended_places(rank_id: int, *, day: date | None = None) -> list[RankQueueEntry]:
    """Return the places of a rank that ended on a day of the platform's time zone, today by default.

    The last first, at most ENDED_SHOWN. Raises NotFound.
    """
    if not Rank.objects.filter(pk=rank_id).exists():
        raise NotFound("not_found", _("Taxi rank not found."))
    tz = platform_settings().tz
    start = datetime.combine(day or timezone.localdate(timezone=tz), time.min, tz)
    end = datetime.combine(start.date() + timedelta(days=1), time.min, tz)
    ended = RankQueueEntry.objects.filter(rank_id=rank_id, ended_at__gte=start, ended_at__lt=end)
    return list(ended.select_related("driver__driver_profile").order_by("-ended_at", "-id")[:ENDED_SHOWN])


def own_rank(driver_id: int) -> OwnRank:
    """Return the driver's place, or the rank nearby; it reads nothing while no rank is active."""
    settings = platform_settings()
    if not rank_areas():
        return OwnRank(enabled=False, automatic=settings.rank_auto_check_in, place=None, near=None)
    entry = open_entries().filter(driver_id=driver_id).select_related("rank").first()
    return OwnRank(
        enabled=True,
        automatic=settings.rank_auto_check_in,
        place=_place_of(entry, grace=timedelta(seconds=settings.rank_grace_seconds)) if entry else None,
        near=None if entry else _near(driver_id),
    )


def _place_of(entry: RankQueueEntry, *, grace: timedelta) -> OwnPlace:
    counts = queue_of(entry.rank_id).aggregate(
        before=Count("pk", filter=Q(pk__lt=entry.pk)), waiting=Count("pk")
    )
    return OwnPlace(
        id=entry.pk,
        rank_id=entry.rank_id,
        rank_name=entry.rank.name,
        place=counts["before"] + 1,
        waiting=counts["waiting"],
        entered_at=entry.entered_at,
        missed_offers=entry.missed_offers,
        leaves_at=None if entry.outside_since is None else entry.outside_since + grace,
    )


def _near(driver_id: int) -> NearRank | None:
    position = position_of(driver_id)
    area = nearest_area(position.at, within_m=NEAR_M) if position else None
    if position is None or area is None:
        return None
    return NearRank(
        id=area.id,
        name=area.name,
        distance_m=round(area.metres_outside(position.at)),
        waiting=queue_of(area.id).count(),
        max_drivers=area.max_drivers,
    )
