"""Changes by drivers to their vehicle."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import DriverProfile
from apps.accounts.services.availability import sync_driver_position
from apps.core.errors import BadInput, Conflict, Sentence
from apps.core.outbox import events

REQUIRED: Final = ("vehicle_make", "vehicle_model", "vehicle_number")
"""Required to go online, so a driver who is online cannot clear them."""


@transaction.atomic
def update_vehicle(*, driver_id: int, changes: Mapping[str, Any]) -> None:
    """Change vehicle_make, vehicle_model, vehicle_number and other_info; choose a car type if there is none.

    Raises BadInput invalid for a car type that does not exist or that only admins may change; Conflict
    driver_busy on a trip, because the rider looks for the old plate, vehicle_incomplete for blank fields
    while online, and vehicle_assigned for the details of an assigned vehicle.
    """
    profile = DriverProfile.objects.select_for_update(no_key=True).get(pk=driver_id)
    given = {name: value.strip() for name, value in changes.items() if name != "car_type"}
    given = {name: value for name, value in given.items() if value != getattr(profile, name)}
    car_type_id = changes.get("car_type")
    if car_type_id is not None and car_type_id != profile.car_type_id:
        _check_car_type(profile, car_type_id)
        given["car_type_id"] = car_type_id
    if not given:
        return
    require_own_vehicle(profile, given)
    if profile.busy:
        raise Conflict("driver_busy", _("Finish the trip before you change the vehicle."))
    for name, value in given.items():
        setattr(profile, name, value)
    missing = [name for name in REQUIRED if not getattr(profile, name)]
    if profile.active and missing:
        sentence = _("Go offline before you clear this.")
        raise Conflict("vehicle_incomplete", sentence, fields=dict.fromkeys(missing, sentence))
    profile.save(update_fields=list(given))
    if "car_type_id" in given:
        sync_driver_position(driver_id=driver_id)
    events.publish(f"user:{driver_id}", "profile.changed", {})


def require_own_vehicle(profile: DriverProfile, changes: Iterable[str]) -> None:
    """Raise Conflict vehicle_assigned if these columns show an assigned vehicle, which staff edit."""
    changed = [name for name in (*REQUIRED, "car_type_id") if name in changes]
    if profile.vehicle_assigned and changed:
        sentence = _("This vehicle is assigned. Change it in the vehicle's record.")
        fields = dict.fromkeys((name.removesuffix("_id") for name in changed), sentence)
        raise Conflict("vehicle_assigned", sentence, fields=fields)


def _check_car_type(profile: DriverProfile, car_type_id: int) -> None:
    if profile.car_type_id is not None:
        raise _bad_car_type(_("Only support can change the car type."))
    # Through the column's relation, because apps.fares is in a higher layer.
    car_types: Any = DriverProfile._meta.get_field("car_type").related_model
    if not car_types._default_manager.filter(pk=car_type_id).exists():
        raise _bad_car_type(_("Car type not found."))


def _bad_car_type(sentence: Sentence) -> BadInput:
    return BadInput("invalid", _("Some values aren't allowed."), fields={"car_type": sentence})
