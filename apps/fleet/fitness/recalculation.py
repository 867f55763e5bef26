"""Recalculates the drivers' fitness every night, in case something changed it past the services."""

from apps.accounts.models import DriverProfile
from apps.accounts.services.fitness import refresh_fitness
from apps.fleet.fitness.limits import fit_until
from apps.geo.models import DriverPosition

BATCH = 500


def recalculate_all() -> int:
    """Correct `fit_until` of drivers for whom it is wrong, one transaction each; return their number."""
    known = DriverPosition.objects.filter(driver__deleted_at__isnull=True).order_by("pk")
    corrected = 0
    for driver_id, stored in known.values_list("driver_id", "fit_until").iterator(BATCH):
        profile = DriverProfile.objects.select_related("user").filter(pk=driver_id).first()
        if profile is not None and fit_until(profile) != stored:
            refresh_fitness(driver_id=driver_id)
            corrected += 1
    return corrected
