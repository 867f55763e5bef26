"""Adds, changes and deletes vehicles."""

from collections.abc import Mapping
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext_lazy as _

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.core.audit import audited, columns_of, record, values_of
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, Conflict, Sentence
from apps.core.files.stored_files import delete_file_after_commit
from apps.core.media import PRIVATE
from apps.core.platform import platform_settings
from apps.fleet.models import Requirement, Vehicle
from apps.fleet.selectors import exists, is_fleet_admin, vehicle_for
from apps.fleet.vehicles.assignments import assigned_profile, lock_vehicles
from apps.fleet.vehicles.profile_vehicle import COPIED_COLUMNS, set_profile_vehicle

AUDITED: Final = columns_of(Vehicle, exclude=("created_at",))


@transaction.atomic
def add_vehicle(*, by: User, values: Mapping[str, Any]) -> Vehicle:
    """Add a vehicle, to their own fleet if `by` is a fleet admin.

    Raises BadInput invalid; Conflict plate_taken.
    """
    vehicle = Vehicle(**_validated(by, values, new=True))
    _save(vehicle)
    after = {name: value for name, value in values_of(vehicle, AUDITED).items() if value not in ("", None)}
    record(by=by, action="added", kind="vehicle", target_id=vehicle.pk, label=str(vehicle), after=after)
    return vehicle


def edit_vehicle(*, by: User, vehicle_id: int, changes: Mapping[str, Any]) -> Vehicle:
    """Change a vehicle and its copy in the driver's profile.

    Raises NotFound; BadInput invalid; Conflict plate_taken, driver_on_trip for details by which the rider
    recognises the car, and vehicle_assigned for taking an assigned vehicle out of use.
    """
    given = _validated(by, changes)
    with transaction.atomic():
        lock_vehicles()
        vehicle = vehicle_for(by, vehicle_id)
        profile = assigned_profile(vehicle.pk)
        if (
            profile is not None
            and profile.busy
            and any(vehicle.__dict__[name] != given[name] for name in COPIED_COLUMNS & set(given))
        ):
            raise Conflict("driver_on_trip", _("The driver is on a trip. End or reassign it first."))
        if profile is not None and given.get("active") is False:
            raise Conflict("vehicle_assigned", _("End the assignment of this vehicle first."))
        with audited(vehicle, by=by, kind="vehicle", names=AUDITED):
            for name, value in given.items():
                setattr(vehicle, name, value)
            _save(vehicle)
        if profile is not None:
            set_profile_vehicle(profile, vehicle)
    return vehicle


@transaction.atomic
def delete_vehicle(*, by: User, vehicle_id: int) -> None:
    """Delete a vehicle that was never assigned.

    Raises NotFound; Forbidden demo_mode; Conflict vehicle_in_use.
    """
    lock_vehicles()
    vehicle = vehicle_for(by, vehicle_id)
    require_critical_edits(platform_settings())
    record(
        by=by,
        action="deleted",
        kind="vehicle",
        target_id=vehicle.pk,
        label=str(vehicle),
        before=values_of(vehicle, AUDITED),
    )
    files = [document.file.name or "" for document in vehicle.documents.all()]
    try:
        vehicle.delete()
    except ProtectedError as error:
        raise Conflict(
            "vehicle_in_use", _("This vehicle was assigned to a driver. Mark it as not used.")
        ) from error
    for name in files:
        delete_file_after_commit(PRIVATE, name)


@transaction.atomic
def release_fleet(*, fleet_admin_id: int) -> None:
    """Detach the vehicles of a fleet admin who is deleted, and delete the fleet's requirements."""
    Vehicle.objects.filter(fleet_admin_id=fleet_admin_id).update(fleet_admin=None)
    Requirement.objects.filter(fleet_admin_id=fleet_admin_id).delete()


def _validated(by: User, values: Mapping[str, Any], *, new: bool = False) -> dict[str, Any]:
    """Return the values as columns. Raises BadInput invalid."""
    given = {
        f"{name}_id" if name in ("car_type", "fleet_admin") else name: value.strip()
        if isinstance(value, str)
        else value
        for name, value in values.items()
    }
    wrong: dict[str, Sentence] = {
        name: _("Required") for name in ("plate", "make", "model") if name in given and not given[name]
    }
    if "car_type_id" in given and not exists(Vehicle, "car_type", given["car_type_id"]):
        wrong["car_type"] = _("Car type not found.")
    if by.user_type != UserType.ADMIN:
        if new:
            given["fleet_admin_id"] = by.pk
        elif "fleet_admin_id" in given:
            wrong["fleet_admin"] = _("This can't be changed here.")
    elif given.get("fleet_admin_id") is not None and not is_fleet_admin(given["fleet_admin_id"]):
        wrong["fleet_admin"] = _("Fleet admin not found.")
    if wrong:
        raise BadInput("invalid", _("Some values aren't allowed."), fields=wrong)
    return given


def _save(vehicle: Vehicle) -> None:
    try:
        with transaction.atomic():
            vehicle.save()
    except IntegrityError as error:
        sentence = _("Another vehicle has this plate.")
        raise Conflict("plate_taken", sentence, fields={"plate": sentence}) from error
