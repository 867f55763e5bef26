"""Until when a driver's documents let the driver work: the writer of the map's `fit_until`.

The nearest-drivers search reads it in its one statement, and accepting a booking reads it again.
"""

from typing import Final

from django.db import transaction

from apps.accounts.models import DriverDocument, DriverProfile
from apps.accounts.profile.documents import fit_until
from apps.core.outbox import events
from apps.core.platform import clear_platform_cache
from apps.geo.positions.store import set_fit_until

TIME_ZONE_CHANGED: Final = "accounts.refresh_fitness"
"""The job that follows a change of the platform's time zone, in which a day ends at another moment."""
REFRESH_DRIVER: Final = "accounts.refresh_driver_fitness"


@transaction.atomic
def refresh_fitness(*, driver_id: int) -> None:
    """Work out `fit_until` again; whoever writes a document calls this in the same transaction."""
    # Of two who write documents of one driver the second reads what the first has written.
    profile = DriverProfile.objects.select_for_update(no_key=True).filter(pk=driver_id).first()
    if profile is None:
        return
    set_fit_until(driver_id=driver_id, fit_until=fit_until(driver_id))
    events.publish(f"user:{driver_id}", "profile.changed", {})


@transaction.atomic
def refresh_everyone() -> int:
    """Have the same done for all who have a document; how many there are."""
    drivers = sorted(set(DriverDocument.objects.values_list("driver_id", flat=True)))
    for driver_id in drivers:
        # Each in a transaction of its own: one that holds all their rows would hold up all of them.
        events.enqueue(REFRESH_DRIVER, driver_id=driver_id)
    return len(drivers)


def refresh_driver(*, driver_id: int) -> None:
    """Recalculate until when one driver is fit to drive, in the current time zone; safe to run twice."""
    # The worker may hold the settings of a moment ago.
    clear_platform_cache()
    refresh_fitness(driver_id=driver_id)
