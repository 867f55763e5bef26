"""What a driver drives."""

from collections.abc import Mapping
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import DriverProfile
from apps.accounts.services.availability import sync_driver_position
from apps.core import events
from apps.core.errors import BadInput, Conflict, Sentence

REQUIRED: Final = ("vehicle_make", "vehicle_model", "vehicle_number")
"""Without these no one goes online, so no one who is online gives them up."""


@transaction.atomic
def update_vehicle(*, driver_id: int, changes: Mapping[str, Any]) -> None:
    """Change vehicle_make, vehicle_model, vehicle_number, other_info; choose a car type where there is none.

    Raises BadInput invalid for a car type that does not exist or is the admins' to change; Conflict
    driver_busy on a trip, whose rider looks for the old plate, and vehicle_incomplete for blanks online.
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


def _check_car_type(profile: DriverProfile, car_type_id: int) -> None:
    if profile.car_type_id is not None:
        raise _bad_car_type(_("Only support can change the car type."))
    # Fares stand above this app; the column knows what it points to.
    car_types: Any = DriverProfile._meta.get_field("car_type").related_model
    if not car_types._default_manager.filter(pk=car_type_id).exists():
        raise _bad_car_type(_("Car type not found."))


def _bad_car_type(sentence: Sentence) -> BadInput:
    return BadInput("invalid", _("Some values aren't allowed."), fields={"car_type": sentence})
