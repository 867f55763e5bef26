"""Whether a driver may be offered a trip: the only writers of `active` and `busy`.

The map keeps a copy for its searches (apps.geo); both are written in one transaction, always the
profile first, so that two writers of one driver wait for each other and never deadlock.
"""

from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.choices import UserType
from apps.accounts.models import DriverProfile
from apps.core import events
from apps.core.errors import Conflict, NotFound
from apps.geo.positions import fleet_on_map, forget_old_position, mark_stale, set_driver_availability

REMEMBER_SECONDS: Final = 60
"""A driver who comes online starts from a position this young, or from the next one."""

OFFLINE: Final = "bookings.driver_offline"
"""The job that takes a driver who went offline out of the searches, which stand above this app."""


@transaction.atomic
def mark_driver_busy(*, driver_id: int) -> None:
    """Take a driver for a trip. Raises Conflict driver_busy when on another one."""
    profile = _locked(driver_id)
    if profile.busy:
        raise Conflict("driver_busy", _("The driver is on another trip."))
    profile.busy = True
    _save(profile, "busy")


@transaction.atomic
def free_driver(*, driver_id: int) -> None:
    """Give a driver back for other trips; nothing happens to one who is free already."""
    profile = _locked(driver_id)
    if profile.busy:
        profile.busy = False
        _save(profile, "busy")


@transaction.atomic
def set_driver_active(*, driver_id: int, active: bool) -> bool:
    """Bring a driver online or take one off; True when that changed anything.

    Raises Conflict: vehicle_incomplete for going online without car type, make, model and plate,
    driver_busy for going offline on a trip.
    """
    profile = _locked(driver_id)
    if profile.active == active:
        return False
    if active:
        _require_vehicle(profile)
    elif profile.busy:
        raise Conflict("driver_busy", _("Finish the trip before you go offline."))
    _set_active(profile, active)
    if active:
        forget_old_position(driver_id=driver_id, older_than_seconds=REMEMBER_SECONDS)
    return True


def retire_silent_drivers(*, older_than_seconds: float) -> list[int]:
    """Take drivers offline whose phones went quiet; one on a trip stays with it. Returns their ids."""
    # Its own transaction: it locks positions first, and everyone else profiles first.
    silent = mark_stale(older_than_seconds)
    return [driver_id for driver_id in silent if _retire(driver_id)]


@transaction.atomic
def _retire(driver_id: int) -> bool:
    profile = DriverProfile.objects.select_for_update(of=("self",)).select_related("user").get(pk=driver_id)
    if profile.busy or not profile.active:
        return False
    _set_active(profile, False)
    return True


@transaction.atomic
def sync_driver_position(*, driver_id: int) -> None:
    """Tell the map again, after an approval, a car type or an owner was changed.

    A driver who changes the fleet goes off the one's open maps, and comes onto the other's.
    """
    profile, left = _locked(driver_id), fleet_on_map(driver_id)
    _tell_map(profile)
    if profile.active and left != profile.fleet_admin_id:
        for fleet, event in ((left, "driver.offline"), (profile.fleet_admin_id, "driver.online")):
            if fleet is not None:
                events.publish(f"fleet:{fleet}", event, {"driver_id": driver_id})


def _locked(driver_id: int) -> DriverProfile:
    profile = (
        DriverProfile.objects.select_for_update(of=("self",))
        .select_related("user")
        .filter(pk=driver_id, user__user_type=UserType.DRIVER)
        .first()
    )
    if profile is None:
        raise NotFound("not_found", _("Driver not found."))
    return profile


def _require_vehicle(profile: DriverProfile) -> None:
    missing = [
        name
        for name in ("car_type_id", "vehicle_make", "vehicle_model", "vehicle_number")
        if not getattr(profile, name)
    ]
    if missing:
        raise Conflict(
            "vehicle_incomplete",
            _("Complete your vehicle details first."),
            fields={name.removesuffix("_id"): _("Required") for name in missing},
        )


def _set_active(profile: DriverProfile, active: bool) -> None:
    profile.active = active
    profile.online_since = timezone.now() if active else None
    _save(profile, "active", "online_since")
    topics = ["fleet"] if profile.fleet_admin_id is None else ["fleet", f"fleet:{profile.fleet_admin_id}"]
    for topic in topics:
        events.publish(topic, "driver.online" if active else "driver.offline", {"driver_id": profile.pk})
    events.publish(f"user:{profile.pk}", "profile.changed", {})
    if not active:
        events.enqueue(OFFLINE, driver_id=profile.pk)


def _save(profile: DriverProfile, *fields: str) -> None:
    profile.save(update_fields=fields)
    _tell_map(profile)


def _tell_map(profile: DriverProfile) -> None:
    online = profile.active and profile.user.approved and profile.user.is_active
    set_driver_availability(
        driver_id=profile.pk,
        online=online,
        free=online and not profile.busy,
        car_type_id=profile.car_type_id,
        fleet_admin_id=profile.fleet_admin_id,
    )
