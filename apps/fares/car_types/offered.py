"""The car types that estimates price, cached per process."""

import time
from collections.abc import Sequence
from typing import Final

from apps.core.platform import CACHE_SECONDS, platform_settings
from apps.fares.models import CarType
from apps.fares.selectors import car_types

EXPIRES_SECONDS: Final = CACHE_SECONDS
"""How long another process may still price with rates that were changed."""

_cached: tuple[float, str, Sequence[CarType]] | None = None


def offered_car_types() -> Sequence[CarType]:
    """Return the car types of the platform's category in the operator's order, at most EXPIRES_SECONDS old.

    Threads share the rows: do not change them, or load related rows into them.
    """
    global _cached
    category = platform_settings().app_category
    if _cached is not None:
        read_at, of_category, rows = _cached
        if of_category == category and time.monotonic() - read_at < EXPIRES_SECONDS:
            return rows
    read_at, rows = time.monotonic(), tuple(car_types())
    _cached = (read_at, category, rows)
    return rows


def clear_offered_car_types() -> None:
    """Clear the cache, so that the next call reads the database."""
    global _cached
    _cached = None
