"""Where drivers are likely to get requests: cells of a grid with a level, without places or people.

A number counts only if at least MIN_RIDERS different riders are behind it: the current requests of a
cell, and its past requests in an hour of the week, each by itself. Otherwise, a single current request
would change the level of a cell that is shown for its past ones.
"""

import logging
from bisect import bisect_right
from collections import Counter, defaultdict
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, Final

from django.core.cache import cache
from django.db.models import Q
from django.utils import timezone
from redis.exceptions import RedisError

from apps.bookings.demand.areas import Area, AreaMap, area_map, cell_area
from apps.bookings.demand.past import MIN_RIDERS, counted_requests, expected_demand
from apps.bookings.models import Booking
from apps.bookings.surge.counting import waiting_for_now
from apps.core.platform import Platform, platform_settings
from apps.fleet.choices import AreaKind
from apps.geo.geometry.cells import Cell, cell_at, cell_of
from apps.geo.localities import locality_names

log = logging.getLogger(__name__)

RECENT: Final = timedelta(minutes=30)
LEVELS: Final = (Decimal(4), Decimal(8), Decimal(16), Decimal(32))
"""From how many requests on a cell has level 2, 3, 4 and 5; the same at all times, so that levels compare."""
MOST_CELLS: Final = 200
CACHE_SECONDS: Final = 60
CACHE_KEY: Final = "demand:heat-map"


def heat_map() -> dict[str, Any]:
    """Return the busy cells, the busiest first, at most a minute old and the same for all drivers."""
    settings = platform_settings()
    if not settings.driver_heat_map:
        return {"on": False, "computed_at": timezone.now(), "cells": []}
    try:
        cached: dict[str, Any] | None = cache.get(CACHE_KEY)
    except RedisError as error:
        log.warning("heat map cache unavailable: %s", error)
        return _heat_map(settings, timezone.now())
    if cached is not None:
        return cached
    computed = _heat_map(settings, timezone.now())
    try:
        cache.set(CACHE_KEY, computed, CACHE_SECONDS)
    except RedisError as error:
        log.warning("the heat map was not cached: %s", error)
    return computed


def _heat_map(settings: Platform, now: datetime) -> dict[str, Any]:
    scores: defaultdict[Area, Decimal] = defaultdict(Decimal)
    for area, current in _current_requests(now).items():
        scores[area] += current
    for area, expected in expected_demand(settings, now=now).requests.items():
        if area.kind == AreaKind.CELL:
            scores[area] += expected
    busiest = sorted(scores, key=lambda area: (-scores[area], area.name))[:MOST_CELLS]
    cells = [cell_of(area.name) for area in busiest]
    return {
        "on": True,
        "computed_at": now,
        "cells": [
            _shown(cell, level_of(scores[area]), name)
            for area, cell, name in zip(busiest, cells, _names(cells, area_map(now)), strict=True)
        ],
    }


def level_of(requests: Decimal) -> int:
    """Return the level of a number of requests, from 1 to 5."""
    return 1 + bisect_right(LEVELS, requests)


def _current_requests(now: datetime) -> Counter[Area]:
    """Count the waiting requests and those of the last 30 minutes by cell, where enough riders made them."""
    recent = Q(trip_date__gt=now - RECENT, trip_date__lte=now) & counted_requests()
    rows = Booking.objects.filter(recent | waiting_for_now(now))
    requests: Counter[Area] = Counter()
    riders: defaultdict[Area, set[int]] = defaultdict(set)
    for lat, lng, rider in rows.values_list("pickup_lat", "pickup_lng", "customer_id"):
        area = cell_area(cell_at(lat, lng))
        requests[area] += 1
        riders[area].add(rider)
    return Counter({area: requests[area] for area, those in riders.items() if len(those) >= MIN_RIDERS})


def _names(cells: list[Cell], areas: AreaMap) -> list[str]:
    """Return the taxi rank or zone at the middle of each cell, else the nearest settlement."""
    localities = locality_names([cell.centre for cell in cells])
    named = ([area.name for area in areas.named_at(*cell.centre)] for cell in cells)
    return [those[-1] if those else locality for those, locality in zip(named, localities, strict=True)]


def _shown(cell: Cell, level: int, name: str) -> dict[str, Any]:
    south_west, north_east, centre = cell.south_west, cell.north_east, cell.centre
    return {
        "id": cell.key,
        "level": level,
        "name": name,
        "lat": centre.lat,
        "lng": centre.lng,
        "south": south_west.lat,
        "west": south_west.lng,
        "north": north_east.lat,
        "east": north_east.lng,
    }
