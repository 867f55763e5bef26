"""Records changes of surge factors: a row for each, which ends the row before."""

from collections import Counter
from collections.abc import Collection
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Final, NamedTuple

from django.db import connection, transaction

from apps.core.platform import Platform
from apps.fares.models import SurgeFactor
from apps.fares.surge.current import clear_surge
from apps.fares.surge.engine import USUAL, SurgeRules, next_factor

LOCK: Final = 5_270_019
"""The advisory lock of the records: two runs at once would record a change twice."""
PERCENT: Final = Decimal(100)


class Place(NamedTuple):
    """What has a factor of its own."""

    zone: str
    car_type_id: int


def rules_of(settings: Platform) -> SurgeRules:
    return SurgeRules(
        threshold=settings.surge_threshold,
        step=settings.surge_step / PERCENT,
        cap=settings.surge_cap / PERCENT,
        floor=timedelta(minutes=settings.surge_minutes),
    )


@transaction.atomic
def record_next_factors(
    waiting: Counter[Place],
    free: Counter[Place],
    *,
    zones: Collection[str],
    car_type_ids: Collection[int],
    settings: Platform,
    now: datetime,
) -> int:
    """Record the next factor of each place whose factor changes; return the number of changes.

    A place that does not exist any more returns to the usual price at once.
    """
    _lock()
    rules, current = rules_of(settings), _current()
    changed: dict[Place, Decimal] = {}
    for place in {*current, *waiting}:
        row = current.get(place)
        factor = USUAL if row is None else row.factor
        if place.zone in zones and place.car_type_id in car_type_ids:
            after = next_factor(
                waiting[place],
                free[place],
                current=factor,
                since=None if row is None else row.computed_at,
                rules=rules,
                now=now,
            )
        else:
            after = USUAL
        if after != factor:
            changed[place] = after
    _record(changed, current, waiting, free, now)
    return len(changed)


@transaction.atomic
def reset_factors(*, now: datetime) -> int:
    """Record that all prices are the usual ones; return the number of changes."""
    _lock()
    current = _current()
    changed = {place: USUAL for place, row in current.items() if row.factor > USUAL}
    waiting = Counter({place: row.waiting for place, row in current.items()})
    free = Counter({place: row.free for place, row in current.items()})
    _record(changed, current, waiting, free, now)
    return len(changed)


def _current() -> dict[Place, SurgeFactor]:
    rows = SurgeFactor.objects.filter(ended_at__isnull=True)
    return {Place(row.zone, row.car_type_id): row for row in rows}


def _record(
    changed: dict[Place, Decimal],
    current: dict[Place, SurgeFactor],
    waiting: Counter[Place],
    free: Counter[Place],
    now: datetime,
) -> None:
    if not changed:
        return
    ended = [current[place].pk for place in changed if place in current]
    SurgeFactor.objects.filter(pk__in=ended).update(ended_at=now)
    SurgeFactor.objects.bulk_create(
        SurgeFactor(
            zone=place.zone,
            car_type_id=place.car_type_id,
            factor=factor,
            previous=current[place].factor if place in current else USUAL,
            waiting=waiting[place],
            free=free[place],
            computed_at=now,
        )
        for place, factor in sorted(changed.items())
    )
    clear_surge()
    transaction.on_commit(clear_surge)


def _lock() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
