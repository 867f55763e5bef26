"""Checks that prevent the deletion of a car type in use by drivers or by other apps."""

from collections.abc import Callable

from apps.accounts.models import DriverProfile
from apps.fleet.models import Vehicle

DeleteGuard = Callable[[int], bool]

_guards: list[DeleteGuard] = []


def register_delete_guard(guard: DeleteGuard) -> None:
    """Register `guard(car_type_id)`, which returns whether the car type is still in use."""
    _guards.append(guard)


def is_in_use(car_type_id: int) -> bool:
    return (
        DriverProfile.objects.filter(car_type_id=car_type_id).exists()
        or Vehicle.objects.filter(car_type_id=car_type_id).exists()
        or any(guard(car_type_id) for guard in _guards)
    )
