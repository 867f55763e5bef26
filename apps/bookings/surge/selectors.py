"""The surge factors now, for admins."""

from typing import Any

from django.utils import timezone

from apps.bookings.surge.counting import count_demand
from apps.core.platform import platform_settings
from apps.core.platform_settings import AppCategory
from apps.fares.models import SurgeFactor
from apps.fares.selectors import car_types
from apps.fares.surge.engine import NO_SURGE
from apps.fares.surge.recording import SurgeKey


def current_surge() -> dict[str, Any]:
    """Return whether surge is on, and each zone and car type with its factor and current numbers."""
    settings = platform_settings()
    is_on = settings.surge and settings.app_category == AppCategory.TAXI
    return {
        "on": is_on,
        "stopped": settings.surge_stopped,
        "places": _places() if is_on else [],
    }


def _places() -> list[dict[str, Any]]:
    settings, offered = platform_settings(), list(car_types())
    demand = count_demand(offered, settings, now=timezone.now())
    rows = {
        SurgeKey(row.zone, row.car_type_id): row for row in SurgeFactor.objects.filter(ended_at__isnull=True)
    }
    # The rest of the city is listed last.
    zones = sorted(demand.zones, key=lambda zone: (not zone, zone.casefold()))
    places = []
    for zone in zones:
        for car_type in offered:
            key = SurgeKey(zone, car_type.pk)
            row = rows.get(key)
            places.append(
                {
                    "zone": zone,
                    "car_type_id": car_type.pk,
                    "car_type_name": car_type.name,
                    "factor": NO_SURGE if row is None else row.factor,
                    "waiting": demand.waiting[key],
                    "free": demand.free[key],
                    "since": None if row is None else row.computed_at,
                }
            )
    return places
