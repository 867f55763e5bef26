"""Records changes of surge factors: each change is a new row and ends the previous one."""

from collections import Counter
from collections.abc import Collection
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Final, NamedTuple

from django.db import connection, transaction

from apps.core.platform import Platform
from apps.fares.models import SurgeFactor
from apps.fares.surge.current import clear_surge
from apps.fares.surge.engine import NO_SURGE, SurgeRules, next_factor

ADVISORY_LOCK: Final = 5_270_019
"""Advisory lock key: concurrent runs would record a change twice."""
PERCENT: Final = Decimal(100)


class SurgeKey(NamedTuple):
    """A zone and a car type, which together have one factor."""

    zone: str
    car_type_id: int


def surge_rules(settings: Platform) -> SurgeRules:
    return SurgeRules(
        threshold=settings.surge_threshold,
        step=settings.surge_step / PERCENT,
        cap=settings.surge_cap / PERCENT,
        min_duration=timedelta(minutes=settings.surge_minutes),
    )


@transaction.atomic
def record_next_factors(
    waiting: Counter[SurgeKey],
    free: Counter[SurgeKey],
    *,
    zones: Collection[str],
    car_type_ids: Collection[int],
    settings: Platform,
    now: datetime,
) -> int:
    """Record the next factor of each zone and car type whose factor changes; return the number of changes.

    The factor of a zone or car type that no longer exists returns to 1 at once.
    """
    _lock()
    rules, current = surge_rules(settings), _current()
    changed: dict[SurgeKey, Decimal] = {}
    for key in {*current, *waiting}:
        row = current.get(key)
        factor = NO_SURGE if row is None else row.factor
        if key.zone in zones and key.car_type_id in car_type_ids:
            after = next_factor(
                waiting[key],
                free[key],
                current=factor,
                since=None if row is None else row.computed_at,
                rules=rules,
                now=now,
            )
        else:
            after = NO_SURGE
        if after != factor:
            changed[key] = after
    _record(changed, current, waiting, free, now)
    return len(changed)


@transaction.atomic
def reset_factors(*, now: datetime) -> int:
    """Record a factor of 1 wherever it is higher; return the number of changes."""
    _lock()
    current = _current()
    changed = {key: NO_SURGE for key, row in current.items() if row.factor > NO_SURGE}
    waiting = Counter({key: row.waiting for key, row in current.items()})
    free = Counter({key: row.free for key, row in current.items()})
    _record(changed, current, waiting, free, now)
    return len(changed)


def _current() -> dict[SurgeKey, SurgeFactor]:
    rows = SurgeFactor.objects.filter(ended_at__isnull=True)
    return {SurgeKey(row.zone, row.car_type_id): row for row in rows}


def _record(
    changed: dict[SurgeKey, Decimal],
    current: dict[SurgeKey, SurgeFactor],
    waiting: Counter[SurgeKey],
    free: Counter[SurgeKey],
    now: datetime,
) -> None:
    if not changed:
        return
    ended = [current[key].pk for key in changed if key in current]
    SurgeFactor.objects.filter(pk__in=ended).update(ended_at=now)
    SurgeFactor.objects.bulk_create(
        SurgeFactor(
            zone=key.zone,
            car_type_id=key.car_type_id,
            factor=factor,
            previous=current[key].factor if key in current else NO_SURGE,
            waiting=waiting[key],
            free=free[key],
            computed_at=now,
        )
        for key, factor in sorted(changed.items())
    )
    clear_surge()
    transaction.on_commit(clear_surge)


def _lock() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [ADVISORY_LOCK])
