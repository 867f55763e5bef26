"""The copy of the assigned vehicle in the driver's profile.

Bookings copy these columns when a driver accepts. They are written while the driver's profile is locked, as
it is on acceptance, so a booking always has the vehicle that was assigned at that time.
"""

from typing import Final

from apps.accounts.models import DriverProfile
from apps.accounts.services.availability import set_driver_active, sync_driver_position
from apps.accounts.services.fitness import refresh_fitness
from apps.fleet.models import Vehicle

COPIED_COLUMNS: Final = frozenset({"plate", "make", "model", "car_type_id"})
"""The vehicle's columns that are copied."""
_PROFILE_COLUMNS: Final = (
    *("vehicle_number", "vehicle_make", "vehicle_model", "car_type"),
    "vehicle_assigned",
)


def set_profile_vehicle(profile: DriverProfile, vehicle: Vehicle | None) -> None:
    """Copy a vehicle to the locked profile of its driver, or clear the columns and set the driver offline."""
    if vehicle is None:
        set_driver_active(driver_id=profile.pk, active=False)
        profile.vehicle_number = profile.vehicle_make = profile.vehicle_model = ""
        profile.car_type_id = None
    else:
        profile.vehicle_number, profile.vehicle_make = vehicle.plate, vehicle.make
        profile.vehicle_model, profile.car_type_id = vehicle.model, vehicle.car_type_id
    profile.vehicle_assigned = vehicle is not None
    profile.save(update_fields=_PROFILE_COLUMNS)
    sync_driver_position(driver_id=profile.pk)
    refresh_fitness(driver_id=profile.pk)
