"""Calculates until when drivers may work, and writes the map's `fit_until`.

The nearest-drivers query reads it, and accepting a booking checks it again. apps.fleet, a higher layer,
decides what limits a driver and registers its calculation.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Final

from django.db import transaction

from apps.accounts.models import DriverProfile
from apps.core.outbox import events
from apps.core.platform import clear_platform_cache
from apps.geo.positions.store import set_fit_until

REFRESH_ALL: Final = "accounts.refresh_fitness"
"""The job after a change of the platform's time zone or of a requirement."""
REFRESH_DRIVER: Final = "accounts.refresh_driver_fitness"

Calculation = Callable[[DriverProfile], datetime | None]
_registered: list[Calculation] = []


def register_fit_until(calculation: Calculation) -> None:
    """Register the calculation of `fit_until`; called in AppConfig.ready."""
    _registered[:] = [calculation]


@transaction.atomic
def refresh_fitness(*, driver_id: int) -> None:
    """Recalculate `fit_until`; call it in the transaction that writes what it depends on."""
    if update_fit_until(driver_id):
        events.publish(f"user:{driver_id}", "profile.changed", {})


@transaction.atomic
def update_fit_until(driver_id: int) -> bool:
    """Recalculate `fit_until` without an event; return False if there is no such driver."""
    # The lock makes the second of two concurrent changes read the first one's result.
    profile = DriverProfile.objects.select_for_update(no_key=True).filter(pk=driver_id).first()
    if profile is None:
        return False
    for calculation in _registered:
        set_fit_until(driver_id=driver_id, fit_until=calculation(profile))
    return True


@transaction.atomic
def refresh_all_drivers() -> int:
    """Enqueue the recalculation for all drivers; return their number."""
    drivers = list(
        DriverProfile.objects.filter(user__deleted_at__isnull=True)
        .order_by("pk")
        .values_list("pk", flat=True)
    )
    with events.batched():
        for driver_id in drivers:
            # One transaction per driver, to hold row locks only briefly.
            events.enqueue(REFRESH_DRIVER, driver_id=driver_id)
    return len(drivers)


def refresh_driver(*, driver_id: int) -> None:
    """Recalculate one driver's fitness in the current time zone; safe to run twice."""
    # This worker may have cached the settings before the change.
    clear_platform_cache()
    refresh_fitness(driver_id=driver_id)
