"""Drivers' availability; only this module writes `active` and `busy`.

The map has a copy for its searches (apps.geo). Both are written in one transaction, the profile first, so
that concurrent writes for one driver cannot deadlock.
"""

from collections.abc import Callable
from typing import Any, Final

from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.choices import UserType
from apps.accounts.models import DriverProfile, User
from apps.accounts.services.fitness import update_fit_until
from apps.accounts.terms.selectors import require_terms_agreed
from apps.core.errors import Conflict, NotFound
from apps.core.outbox import events
from apps.geo.positions.store import (
    clear_old_position,
    copy_availability,
    fleet_on_map,
    mark_stale,
    set_driver_availability,
)

POSITION_MAX_AGE_SECONDS: Final = 60
"""The oldest position with which a driver may go online; older ones are deleted."""

DRIVER_OFFLINE: Final = "bookings.driver_offline"
"""The job that removes an offline driver from searches; apps.bookings is in a higher layer."""


Follower = Callable[[DriverProfile, bool], None]
_followers: list[Follower] = []

CHANGED: Final = "changed_driver"
SET_BUSY: Final = f"""
UPDATE {DriverProfile._meta.db_table} profile SET busy = %s FROM {User._meta.db_table} person
WHERE profile.user_id = %s AND profile.busy <> %s AND person.id = profile.user_id
RETURNING profile.user_id AS driver_id, profile.active AND person.approved AND person.is_active AS online,
    profile.busy, profile.car_type_id, profile.fleet_admin_id
"""  # noqa: S608
COPY_AVAILABILITY: Final = copy_availability(CHANGED)


def register_availability_follower(follower: Follower) -> None:
    """Register a function of a higher layer that is called when a driver goes online or offline.

    It gets the locked profile before the change, and may raise to refuse it; called in AppConfig.ready.
    """
    _followers.append(follower)


@transaction.atomic
def mark_driver_busy(*, driver_id: int) -> None:
    """Mark a driver as on a trip. Raises Conflict driver_busy if there is another one."""
    profile = _locked(driver_id)
    if profile.busy:
        raise Conflict("driver_busy", _("The driver is on another trip."))
    profile.busy = True
    _save(profile, "busy")


@transaction.atomic
def free_driver(*, driver_id: int) -> None:
    """Make a driver available for other trips again."""
    (changed, params), (copied, _) = busy_writes(driver_id=driver_id, busy=False)
    with connection.cursor() as cursor:
        cursor.execute(f"WITH {CHANGED} AS ({changed}) {copied}", params)


def busy_writes(*, driver_id: int, busy: bool) -> tuple[tuple[str, list[Any]], tuple[str, list[Any]]]:
    """Return the writes of `busy` as two parts of a statement; the second reads the first as CHANGED.

    Nothing changes if the driver is already busy, or free.
    """
    return (SET_BUSY, [busy, driver_id, busy]), (COPY_AVAILABILITY, [])


@transaction.atomic
def set_driver_active(*, driver_id: int, active: bool) -> bool:
    """Set a driver online or offline; return whether that changed anything.

    Raises Conflict terms_due when going online without having agreed to the current terms, vehicle_incomplete
    without car type, make, model and plate, driver_busy when going offline on a trip, and what the followers
    raise.
    """
    profile = _locked(driver_id)
    if profile.active == active:
        return False
    if active:
        require_terms_agreed(profile.user)
        _require_vehicle(profile)
    elif profile.busy:
        raise Conflict("driver_busy", _("Finish the trip before you go offline."))
    for follow in _followers:
        follow(profile, active)
    _set_active(profile, active)
    if active:
        update_fit_until(driver_id)
        clear_old_position(driver_id=driver_id, older_than_seconds=POSITION_MAX_AGE_SECONDS)
    return True


def retire_silent_drivers(*, older_than_seconds: float) -> list[int]:
    """Set drivers offline whose phones send no positions, except on a trip; return their ids."""
    # A transaction of its own, because it locks positions before profiles.
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
    """Update the map's copy after a change of approval, car type or fleet admin.

    A driver who moves to another fleet leaves the open maps of the first and appears on those of the second.
    """
    profile, old_fleet = _locked(driver_id), fleet_on_map(driver_id)
    _update_map_copy(profile)
    # Required documents depend on the car type and the fleet.
    update_fit_until(driver_id)
    if profile.active and old_fleet != profile.fleet_admin_id:
        for fleet, event in ((old_fleet, "driver.offline"), (profile.fleet_admin_id, "driver.online")):
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
        events.enqueue(DRIVER_OFFLINE, driver_id=profile.pk)


def _save(profile: DriverProfile, *fields: str) -> None:
    profile.save(update_fields=fields)
    _update_map_copy(profile)


def _update_map_copy(profile: DriverProfile) -> None:
    online = profile.active and profile.user.approved and profile.user.is_active
    set_driver_availability(
        driver_id=profile.pk,
        online=online,
        free=online and not profile.busy,
        car_type_id=profile.car_type_id,
        fleet_admin_id=profile.fleet_admin_id,
    )
