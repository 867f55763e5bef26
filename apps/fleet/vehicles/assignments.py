"""Assigns vehicles to drivers, now or at a planned time.

One lock serializes all changes of vehicles and assignments. They then lock the profiles of the drivers
concerned, in order of id. Accepting a booking locks the driver's profile too.
"""

from datetime import datetime
from typing import Final

from django.db import IntegrityError, connection, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import DriverProfile, User
from apps.accounts.services.fitness import refresh_fitness
from apps.core.audit import record
from apps.core.errors import BadInput, Conflict
from apps.fleet.models import VehicleAssignment
from apps.fleet.selectors import driver_for, open_assignments, vehicle_for
from apps.fleet.vehicles.profile_vehicle import set_profile_vehicle

_LOCK: Final = 7_204_001


def lock_vehicles() -> None:
    """Serialize changes of vehicles and assignments until the end of the transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])


def assigned_profile(vehicle_id: int) -> DriverProfile | None:
    """Return the locked profile of the driver who has the vehicle."""
    drivers = VehicleAssignment.objects.filter(vehicle_id=vehicle_id, in_force=True).values("driver")
    return DriverProfile.objects.select_for_update(no_key=True).filter(pk__in=drivers).first()


@transaction.atomic
def assign_vehicle(
    *,
    by: User,
    vehicle_id: int,
    driver_id: int,
    starts_at: datetime | None = None,
    ends_at: datetime | None = None,
) -> VehicleAssignment:
    """Assign a vehicle to a driver from now on, or from a planned time on.

    An earlier assignment of the vehicle or the driver ends at that time.

    Raises NotFound; BadInput invalid for a period that is over; Conflict vehicle_inactive, driver_on_trip if
    one of the drivers would lose or change the car on a trip, and vehicle_taken if a later one overlaps.
    """
    lock_vehicles()
    vehicle, driver = vehicle_for(by, vehicle_id), driver_for(by, driver_id)
    related = open_assignments().filter(Q(vehicle=vehicle) | Q(driver=driver))
    profiles = _locked_profiles({driver.pk, *related.values_list("driver_id", flat=True)})
    # With the locks held, no booking can be accepted with the old vehicle.
    now = timezone.now()
    starts_at = max(starts_at or now, now)
    if ends_at is not None and ends_at <= starts_at:
        raise BadInput(
            "invalid", _("Some values aren't allowed."), fields={"ends_at": _("Choose a later time.")}
        )
    if not vehicle.active:
        raise Conflict("vehicle_inactive", _("This vehicle isn't used any more."))
    earlier = list(
        related.filter(starts_at__lte=starts_at).filter(
            Q(ends_at__isnull=True) | Q(ends_at__gt=starts_at) | Q(in_force=True)
        )
    )
    affected = {driver.pk, *(one.driver_id for one in earlier)}
    if starts_at == now and any(profiles[pk].busy for pk in affected):
        raise Conflict("driver_on_trip", _("The driver is on a trip. End or reassign it first."))
    for one in earlier:
        one.ends_at = starts_at if one.ends_at is None else min(one.ends_at, starts_at)
        one.save(update_fields=["ends_at"])
    assignment = VehicleAssignment(
        vehicle=vehicle, driver=driver, starts_at=starts_at, ends_at=ends_at, created_by=by
    )
    _save(assignment)
    record(
        by=by,
        action="assigned",
        kind="vehicle",
        target_id=vehicle.pk,
        label=str(vehicle),
        after={"driver": str(driver), "starts_at": starts_at, "ends_at": ends_at},
    )
    _apply(now, {assignment.vehicle_id, *(one.vehicle_id for one in earlier)})
    for driver_id in sorted(affected):
        refresh_fitness(driver_id=driver_id)
    assignment.refresh_from_db()
    return assignment


@transaction.atomic
def end_assignment(*, by: User, vehicle_id: int) -> None:
    """End the vehicle's assignment now and delete planned ones.

    Raises NotFound; Conflict driver_on_trip, nothing_assigned.
    """
    lock_vehicles()
    vehicle = vehicle_for(by, vehicle_id)
    assignments = list(open_assignments().filter(vehicle=vehicle).order_by("starts_at"))
    if not assignments:
        raise Conflict("nothing_assigned", _("This vehicle isn't assigned."))
    profiles = _locked_profiles({assignment.driver_id for assignment in assignments})
    now = timezone.now()
    if any(profiles[assignment.driver_id].busy for assignment in assignments if assignment.in_force):
        raise Conflict("driver_on_trip", _("The driver is on a trip. End or reassign it first."))
    for assignment in assignments:
        if assignment.starts_at > now:
            assignment.delete()
        elif assignment.ends_at is None or assignment.ends_at > now:
            assignment.ends_at = now
            assignment.save(update_fields=["ends_at"])
    record(
        by=by,
        action="unassigned",
        kind="vehicle",
        target_id=vehicle.pk,
        label=str(vehicle),
        before={"driver": str(assignments[0].driver)},
    )
    _apply(now, {vehicle.pk})


@transaction.atomic
def apply_due_assignments() -> int:
    """Start and end due assignments, except those of drivers on a trip; return how many changed.

    A driver on a trip keeps the vehicle until the trip ends, and gets no further offers.
    """
    lock_vehicles()
    now = timezone.now()
    ended = Q(in_force=True, ends_at__lte=now)
    started = Q(in_force=False, starts_at__lte=now) & (Q(ends_at__isnull=True) | Q(ends_at__gt=now))
    due = VehicleAssignment.objects.filter(ended | started)
    return _apply(now, set(due.values_list("vehicle_id", flat=True)))


@transaction.atomic
def release_vehicles(*, driver_id: int) -> None:
    """End all assignments of a driver who is deleted; call it after `lock_vehicles`, before other locks."""
    now = timezone.now()
    VehicleAssignment.objects.filter(driver_id=driver_id, starts_at__gt=now).delete()
    assignments = open_assignments(now).filter(driver_id=driver_id)
    vehicles = set(assignments.values_list("vehicle_id", flat=True))
    # One that has ended during a trip stays as it is: the vehicle's next assignment may have started.
    assignments.exclude(ends_at__lte=now).update(ends_at=now)
    _apply(now, vehicles)


def _apply(now: datetime, vehicle_ids: set[int]) -> int:
    """Update `in_force` and the drivers' profiles of these vehicles by time; return how many changed."""
    rows = VehicleAssignment.objects.filter(vehicle_id__in=vehicle_ids).select_related("vehicle")
    ending = list(rows.filter(in_force=True, ends_at__lte=now).order_by("pk"))
    starting = list(
        rows.filter(in_force=False, starts_at__lte=now)
        .filter(Q(ends_at__isnull=True) | Q(ends_at__gt=now))
        .order_by("pk")
    )
    profiles = _locked_profiles({one.driver_id for one in (*ending, *starting)})
    changed = 0
    for one in ending:
        if not profiles[one.driver_id].busy:
            _set_in_force(one, False)
            changed += 1
            if all(next_one.driver_id != one.driver_id for next_one in starting):
                set_profile_vehicle(profiles[one.driver_id], None)
    for one in starting:
        taken = VehicleAssignment.objects.filter(
            Q(vehicle_id=one.vehicle_id) | Q(driver_id=one.driver_id), in_force=True
        )
        if not profiles[one.driver_id].busy and not taken.exists():
            _set_in_force(one, True)
            changed += 1
            set_profile_vehicle(profiles[one.driver_id], one.vehicle)
    return changed


def _set_in_force(assignment: VehicleAssignment, in_force: bool) -> None:
    assignment.in_force = in_force
    assignment.save(update_fields=["in_force"])


def _locked_profiles(driver_ids: set[int]) -> dict[int, DriverProfile]:
    rows = DriverProfile.objects.select_for_update(no_key=True).filter(pk__in=driver_ids).order_by("pk")
    return {profile.pk: profile for profile in rows}


def _save(assignment: VehicleAssignment) -> None:
    try:
        with transaction.atomic():
            assignment.save()
    except IntegrityError as error:
        raise Conflict(
            "vehicle_taken", _("The vehicle or the driver has another assignment in this period.")
        ) from error
