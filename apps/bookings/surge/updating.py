"""The job of each minute: counts, and records the factors that change."""

from django.utils import timezone

from apps.bookings.surge.counting import count_demand
from apps.core.platform import platform_settings
from apps.fares.selectors import car_types
from apps.fares.surge.current import is_surge_on
from apps.fares.surge.recording import record_next_factors, reset_factors


def update_surge() -> int:
    """Move each factor by at most one step, and return the number of changes; all to 1 while surge is off."""
    settings, now = platform_settings(), timezone.now()
    if not is_surge_on(settings):
        return reset_factors(now=now)
    offered = list(car_types())
    demand = count_demand(offered, settings, now=now)
    return record_next_factors(
        demand.waiting,
        demand.free,
        zones=demand.zones,
        car_type_ids=[car_type.pk for car_type in offered],
        settings=settings,
        now=now,
    )
