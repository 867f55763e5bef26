"""Calculates until when drivers' documents allow them to work, and writes the map's `fit_until`.

The nearest-drivers query reads it, and accepting a booking checks it again.
"""

from typing import Final

from django.db import transaction

from apps.accounts.models import DriverDocument, DriverProfile
from apps.accounts.profile.documents import fit_until
from apps.core.outbox import events
from apps.core.platform import clear_platform_cache
from apps.geo.positions.store import set_fit_until

TIME_ZONE_CHANGED: Final = "accounts.refresh_fitness"
"""The job after a change of the platform's time zone, which moves the end of each day."""
REFRESH_DRIVER: Final = "accounts.refresh_driver_fitness"


@transaction.atomic
def refresh_fitness(*, driver_id: int) -> None:
    """Recalculate `fit_until`; call it in the transaction that writes a document."""
    # The lock makes the second of two concurrent changes read the first one's result.
    profile = DriverProfile.objects.select_for_update(no_key=True).filter(pk=driver_id).first()
    if profile is None:
        return
    set_fit_until(driver_id=driver_id, fit_until=fit_until(driver_id))
    events.publish(f"user:{driver_id}", "profile.changed", {})


@transaction.atomic
def refresh_all_drivers() -> int:
    """Enqueue the recalculation for all drivers with a document; return their number."""
    drivers = sorted(set(DriverDocument.objects.values_list("driver_id", flat=True)))
    for driver_id in drivers:
        # One transaction per driver, to hold row locks only briefly.
        events.enqueue(REFRESH_DRIVER, driver_id=driver_id)
    return len(drivers)


def refresh_driver(*, driver_id: int) -> None:
    """Recalculate one driver's fitness in the current time zone; safe to run twice."""
    # This worker may have cached the settings before the change.
    clear_platform_cache()
    refresh_fitness(driver_id=driver_id)
