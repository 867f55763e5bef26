"""The surge factors in force, cached per process. While surge is off, nothing is read."""

import time
from collections.abc import Collection
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from apps.core.platform import CACHE_SECONDS, Platform
from apps.core.platform_settings import AppCategory
from apps.fares.models import SurgeFactor
from apps.fares.surge.engine import NO_SURGE

EXPIRES_SECONDS: Final = CACHE_SECONDS
"""How long other processes may use a factor after it changed."""
EVERYWHERE: Final = ""
"""The zone of places outside all zones."""


@dataclass(frozen=True, slots=True)
class Surge:
    """A factor above 1 and the id of its record."""

    factor: Decimal
    record_id: int


@dataclass(frozen=True, slots=True)
class AgreedSurge:
    """The surge agreed at booking, which edits of the booking do not change."""

    surge: Surge | None
    """None without surge."""


@dataclass(frozen=True, slots=True)
class _Factors:
    read_at: float
    by_place: dict[tuple[str, int], Surge]


_cached: _Factors | None = None


def is_surge_on(settings: Platform) -> bool:
    """Return whether factors are calculated and applied; never to deliveries."""
    return settings.surge and not settings.surge_stopped and settings.app_category == AppCategory.TAXI


def surge_at(zones: Collection[str], car_type_id: int, settings: Platform) -> Surge | None:
    """Return the highest factor of a pickup in these zones, or None without surge."""
    if not is_surge_on(settings):
        return None
    factors = _read()
    if not factors:
        return None
    matching = [factors[key] for zone in zones or (EVERYWHERE,) if (key := (zone, car_type_id)) in factors]
    # Of equal factors, use the earlier record, so that the order of zones does not matter.
    return max(matching, key=lambda surge: (surge.factor, -surge.record_id), default=None)


def clear_surge() -> None:
    """Clear the cache, so that the next call reads the database."""
    global _cached
    _cached = None


def _read() -> dict[tuple[str, int], Surge]:
    global _cached
    cached = _cached
    if cached is None or time.monotonic() - cached.read_at >= EXPIRES_SECONDS:
        read_at = time.monotonic()
        rows = SurgeFactor.objects.filter(ended_at__isnull=True, factor__gt=NO_SURGE)
        fields = rows.values_list("zone", "car_type_id", "factor", "id")
        by_place = {(zone, car_type): Surge(factor, pk) for zone, car_type, factor, pk in fields}
        _cached = cached = _Factors(read_at, by_place)
    return cached.by_place
