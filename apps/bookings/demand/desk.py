"""Demand and cars by area, for the dispatcher."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Final

from django.utils import timezone

from apps.bookings.demand.areas import EVERYWHERE, Area, AreaMap, Rings, area_map, outline_of
from apps.bookings.demand.past import MIN_RIDERS, Expected, expected_demand
from apps.bookings.models import Booking
from apps.bookings.surge.counting import free_cars, waiting_for_now
from apps.core.platform import Platform, platform_settings
from apps.fares.selectors import car_types
from apps.fleet.choices import AreaKind
from apps.geo.geometry.cells import Cell, cell_of
from apps.geo.localities import locality_names

MOST_CELLS: Final = 20
"""Cells outside all zones and taxi ranks that are listed, those with the most requests first."""
_ORDER: Final = (AreaKind.ALL, AreaKind.ZONE, AreaKind.RANK, AreaKind.CELL)


@dataclass(frozen=True, slots=True)
class _Now:
    waiting: Counter[Area]
    free: Counter[Area]
    expected: Expected

    def need(self, area: Area) -> Decimal:
        """Return the waiting requests and those expected in the next hour."""
        return self.waiting[area] + self.expected.requests.get(area, Decimal(0))


def desk_demand(*, fleet_admin_id: int | None = None) -> dict[str, Any]:
    """Return each area with its waiting requests, free cars and expected requests.

    First the platform, then zones, taxi ranks, and cells outside both; of each kind the busiest first. A
    fleet sees the requests of the platform and its own free cars, and only cells with several requests.
    """
    settings, now = platform_settings(), timezone.now()
    areas = area_map(now)
    numbers = _count(areas, settings, now, fleet_admin_id)
    named = areas.named
    cells = _cells(numbers, least=0 if fleet_admin_id is None else MIN_RIDERS)
    names = locality_names([cell.centre for cell in cells.values()])
    labels = dict(zip(cells, names, strict=True))
    outlines: dict[Area, Rings] = {EVERYWHERE: [], **named}
    outlines |= {area: outline_of(cell) for area, cell in cells.items()}
    return {
        "computed_at": now,
        "weeks": numbers.expected.weeks,
        "areas": [
            _row(area, labels.get(area, area.name), outlines[area], numbers, own=fleet_admin_id is not None)
            for area in sorted(
                outlines,
                key=lambda area: (_ORDER.index(area.kind), -numbers.need(area), area.name.casefold()),
            )
        ],
    }


def _count(areas: AreaMap, settings: Platform, now: datetime, fleet_admin_id: int | None) -> _Now:
    requests = Booking.objects.filter(waiting_for_now(now)).values_list("pickup_lat", "pickup_lng")
    waiting = Counter(area for lat, lng in requests for area in areas.outside_at(lat, lng))
    cars = free_cars(list(car_types()), settings, now, fleet_admin_id=fleet_admin_id)
    free = Counter(area for _, lat, lng in cars for area in areas.outside_at(lat, lng))
    expected = expected_demand(settings, now=now)
    # The past requests of a cell include those in a zone or taxi rank.
    known = {
        area: number
        for area, number in expected.requests.items()
        if area.kind != AreaKind.CELL or not areas.touches(cell_of(area.name))
    }
    return _Now(waiting, free, Expected(expected.weeks, known))


def _cells(numbers: _Now, *, least: int) -> dict[Area, Cell]:
    """Return the busiest cells with requests or cars outside all zones and taxi ranks.

    Each has at least `least` waiting requests, or past requests of several riders.
    """
    known = {*numbers.waiting, *numbers.free, *numbers.expected.requests}
    cells = (
        area
        for area in known
        if area.kind == AreaKind.CELL
        and (numbers.waiting[area] >= least or area in numbers.expected.requests)
    )
    busiest = sorted(cells, key=lambda area: (-numbers.need(area), -numbers.free[area], area.name))
    return {area: cell_of(area.name) for area in busiest[:MOST_CELLS]}


def _row(area: Area, label: str, rings: Rings, numbers: _Now, *, own: bool) -> dict[str, Any]:
    waiting, free = numbers.waiting[area], numbers.free[area]
    # A cell without a row had too few riders, or touches a zone.
    expected = numbers.expected.requests.get(area)
    return {
        "id": f"{area.kind}/{area.name}",
        "kind": area.kind,
        "name": label,
        "rings": rings,
        "waiting": waiting,
        "free": free,
        "expected": None if expected is None else round(expected, 1),
        # The cars of one fleet do not serve all requests.
        "difference": None if own else round(free - numbers.need(area), 1),
    }
