"""Entries of the ranks' queues: how drivers get a place and lose it.

Locks are taken in this order: the rank, the driver's profile, the entry. Dispatch locks the rank before the
booking, and accepting locks the booking before the profile.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import DriverProfile, User
from apps.core.audit import record
from apps.core.errors import Conflict, NotFound
from apps.core.outbox import events
from apps.fleet.choices import QueueEnd
from apps.fleet.models import Rank, RankQueueEntry
from apps.fleet.ranks.areas import area_of
from apps.geo.models import DriverPosition
from apps.geo.port import LatLng

FRESH: Final = timedelta(seconds=60)
"""A driver with an older position gets neither a place nor an offer from the rank."""
MISSED_OFFERS: Final = 2
"""So many offers from the rank, declined or not answered, cost the place."""
CHANGED: Final = "rank.changed"


def open_entries() -> QuerySet[RankQueueEntry]:
    return RankQueueEntry.objects.filter(ended_at__isnull=True)


def queue_of(rank_id: int) -> QuerySet[RankQueueEntry]:
    """Return the queue of a rank, the first driver first."""
    return open_entries().filter(rank_id=rank_id).order_by("pk")


def lock_queue(rank_id: int) -> Rank | None:
    """Lock an active rank, so that no driver enters its queue and no other booking is offered to it."""
    return Rank.objects.select_for_update(no_key=True).filter(pk=rank_id, active=True).first()


@transaction.atomic
def check_in(*, driver_id: int, rank_id: int, automatic: bool = False) -> RankQueueEntry:
    """Give a driver the last place in the queue of a rank.

    Raises NotFound without such an active rank; Conflict driver_offline, driver_busy, already_queued,
    driver_not_fit, not_in_rank, rank_full.
    """
    rank = lock_queue(rank_id)
    if rank is None:
        raise NotFound("not_found", _("Taxi rank not found."))
    profile = (
        DriverProfile.objects.select_for_update(no_key=True, of=("self",))
        .select_related("user")
        .get(pk=driver_id)
    )
    if not (profile.active and profile.user.approved and profile.user.is_active):
        raise Conflict("driver_offline", _("Go online first."))
    if profile.busy:
        raise Conflict("driver_busy", _("Finish the trip before you check in."))
    if open_entries().filter(driver_id=driver_id).exists():
        raise Conflict("already_queued", _("You're already in a queue. Leave it first."))
    now = timezone.now()
    position = DriverPosition.objects.filter(driver_id=driver_id).first()
    if position is not None and position.fit_until is not None and position.fit_until <= now:
        raise Conflict("driver_not_fit", _("You can't take trips now. Check your documents and your shift."))
    if position is None or not _is_inside(rank, position, now):
        raise Conflict("not_in_rank", _("You aren't at this taxi rank."))
    if queue_of(rank.pk).count() >= rank.max_drivers:
        raise Conflict("rank_full", _("This taxi rank is full."))
    entry = RankQueueEntry.objects.create(rank=rank, driver_id=driver_id, automatic=automatic, entered_at=now)
    publish_queue(rank.pk)
    return entry


def leave(*, driver_id: int) -> None:
    """Give up the driver's place. Raises Conflict not_queued."""
    if not end_place(driver_id=driver_id, reason=QueueEnd.LEFT):
        raise Conflict("not_queued", _("You aren't in a queue."))


@transaction.atomic
def remove_driver(*, by: User, entry_id: int, note: str) -> None:
    """Remove a driver from a queue. Raises NotFound; Conflict not_queued."""
    entry = (
        RankQueueEntry.objects.select_for_update(of=("self",))
        .select_related("rank", "driver")
        .filter(pk=entry_id)
        .first()
    )
    if entry is None:
        raise NotFound("not_found", _("Not found."))
    if entry.ended_at is not None:
        raise Conflict("not_queued", _("The driver is no longer in the queue."))
    _end(entry, QueueEnd.REMOVED, note=note)
    record(
        by=by,
        action="removed",
        kind="rank",
        target_id=entry.rank_id,
        label=entry.rank.name,
        after={"driver": entry.driver_id, "reason": note},
    )


@transaction.atomic
def end_place(*, driver_id: int, reason: QueueEnd) -> bool:
    """End the driver's place, if there is one; return whether there was one."""
    entry = open_entries().select_for_update().filter(driver_id=driver_id).first()
    if entry is None:
        return False
    _end(entry, reason)
    return True


@transaction.atomic
def count_missed_offer(*, entry_id: int) -> None:
    """Count an offer that the driver declined or did not answer; the second one costs the place."""
    entry = open_entries().select_for_update().filter(pk=entry_id).first()
    if entry is None:
        return
    entry.missed_offers += 1
    entry.save(update_fields=["missed_offers"])
    if entry.missed_offers >= MISSED_OFFERS:
        _end(entry, QueueEnd.DECLINED)
    else:
        publish_queue(entry.rank_id)


@transaction.atomic
def close_queue(rank_id: int) -> None:
    """End all places of a rank that is no longer active."""
    now = timezone.now()
    for entry in queue_of(rank_id).select_for_update():
        _end(entry, QueueEnd.CLOSED, at=now)


@transaction.atomic
def set_outside(*, entry_id: int, since: datetime | None) -> None:
    """Set when a queued driver left the area, or NULL on return."""
    entry = open_entries().select_for_update().filter(pk=entry_id).first()
    if entry is not None:
        entry.outside_since = since
        entry.save(update_fields=["outside_since"])
        publish_queue(entry.rank_id)


def publish_queue(rank_id: int) -> None:
    """Publish that the queue changed: its drivers and the admins fetch it again."""
    with events.batched():
        for topic in (f"rank:{rank_id}", "ranks"):
            events.publish(topic, CHANGED, {"rank_id": rank_id})


def follow_availability(profile: DriverProfile, active: bool) -> None:
    """End the place of a driver who goes offline."""
    if not active:
        end_place(driver_id=profile.pk, reason=QueueEnd.OFFLINE)


def _is_inside(rank: Rank, position: DriverPosition, now: datetime) -> bool:
    if position.lat is None or position.lng is None or position.at is None or position.at < now - FRESH:
        return False
    return area_of(rank).contains(LatLng(position.lat, position.lng))


def _end(entry: RankQueueEntry, reason: QueueEnd, *, note: str = "", at: datetime | None = None) -> None:
    entry.ended_at = max(at or timezone.now(), entry.entered_at)
    entry.end_reason, entry.note = reason, note
    entry.save(update_fields=["ended_at", "end_reason", "note"])
    publish_queue(entry.rank_id)
    events.publish(f"tasks:{entry.driver_id}", CHANGED, {"rank_id": entry.rank_id, "ended": str(reason)})
