"""Starts, pauses and ends shifts, under the lock of the driver's profile.

With the setting `shifts`, going online starts a shift and going offline ends it. A lost signal does not: the
shift ends if the driver stays away.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import DriverProfile
from apps.accounts.services.availability import set_driver_active
from apps.accounts.services.fitness import refresh_fitness
from apps.core.errors import Conflict
from apps.core.platform import platform_settings
from apps.fleet.models import Shift, ShiftBreak
from apps.fleet.shifts.hours import end_of_hours
from apps.fleet.shifts.limits import open_shift, rest_until, work_before

REOPENED_WITHIN: Final = timedelta(minutes=15)
"""A driver who is back online by then continues the shift; the time between is a break."""
ABANDONED_AFTER: Final = timedelta(hours=1)
"""A shift ends if the driver's phone has been silent and offline for so long."""


def follow_availability(profile: DriverProfile, active: bool) -> None:
    """Start or end the shift of a locked driver who goes online or offline.

    Raises Conflict shift_rest, shift_over when going online too early.
    """
    if not active:
        _end(profile.pk, timezone.now())
    elif platform_settings().shifts:
        _start(profile.pk, timezone.now())


@transaction.atomic
def start_shift(*, driver_id: int) -> None:
    """Go online, which starts a shift.

    Raises Conflict shifts_off, shift_rest, shift_over, vehicle_incomplete.
    """
    _require_shifts()
    _locked(driver_id)
    if not set_driver_active(driver_id=driver_id, active=True):
        _start(driver_id, timezone.now())
        refresh_fitness(driver_id=driver_id)


@transaction.atomic
def begin_break(*, driver_id: int) -> None:
    """Begin a break, in which the driver gets no offers.

    Raises Conflict shifts_off, no_shift, on_break, driver_busy on a trip.
    """
    _require_shifts()
    profile, shift = _locked(driver_id), _shift(driver_id)
    if profile.busy:
        raise Conflict("driver_busy", _("Finish the trip before you take a break."))
    if shift.breaks.filter(ended_at__isnull=True).exists():
        raise Conflict("on_break", _("You're on a break."))
    ShiftBreak.objects.create(shift=shift, started_at=timezone.now())
    refresh_fitness(driver_id=driver_id)


@transaction.atomic
def resume_shift(*, driver_id: int) -> None:
    """End the break. Raises Conflict shifts_off, no_shift, no_break."""
    _require_shifts()
    _locked(driver_id)
    if not _shift(driver_id).breaks.filter(ended_at__isnull=True).update(ended_at=timezone.now()):
        raise Conflict("no_break", _("You aren't on a break."))
    refresh_fitness(driver_id=driver_id)


@transaction.atomic
def end_shift(*, driver_id: int) -> None:
    """End the shift and go offline. Raises Conflict no_shift, driver_busy on a trip."""
    _locked(driver_id)
    _shift(driver_id)
    if not set_driver_active(driver_id=driver_id, active=False):
        _end(driver_id, timezone.now())
        refresh_fitness(driver_id=driver_id)


def close_abandoned_shifts() -> int:
    """End shifts of drivers who lost the signal and did not come back; return their number."""
    silent = Q(driver__position__received_at=None) | Q(
        driver__position__received_at__lte=timezone.now() - ABANDONED_AFTER
    )
    rows = Shift.objects.filter(
        silent,
        ended_at__isnull=True,
        started_at__lte=timezone.now() - ABANDONED_AFTER,
        driver__driver_profile__active=False,
        driver__driver_profile__busy=False,
    )
    drivers = rows.order_by("driver_id").values_list("driver_id", "driver__position__received_at")
    return sum(_close(driver_id, seen_at) for driver_id, seen_at in list(drivers))


@transaction.atomic
def _close(driver_id: int, seen_at: datetime | None) -> int:
    profile, shift = _locked(driver_id), open_shift(driver_id)
    if shift is None or profile.active or profile.busy:
        return 0
    _end(driver_id, max(shift.started_at, seen_at or shift.started_at))
    refresh_fitness(driver_id=driver_id)
    return 1


def _start(driver_id: int, now: datetime) -> None:
    if open_shift(driver_id) is not None:
        return
    last = Shift.objects.filter(driver_id=driver_id).order_by("-started_at").first()
    if last is not None and last.ended_at is not None and now - last.ended_at <= REOPENED_WITHIN:
        ShiftBreak.objects.create(shift=last, started_at=last.ended_at, ended_at=now)
        last.ended_at = None
        last.save(update_fields=["ended_at"])
        return
    settings = platform_settings()
    rest = rest_until(driver_id, settings)
    if rest is not None and rest > now:
        raise Conflict("shift_rest", _("Your rest between shifts isn't over yet."))
    if settings.shift_hours:
        limit = timedelta(hours=settings.shift_hours)
        if end_of_hours(work_before(driver_id, now), now=now, limit=limit) <= now:
            raise Conflict("shift_over", _("You've used up your working hours for now."))
    Shift.objects.create(driver_id=driver_id, started_at=now)


def _end(driver_id: int, at: datetime) -> None:
    """End the open shift and its break, neither before it started."""
    for shift in Shift.objects.filter(driver_id=driver_id, ended_at__isnull=True):
        for running in shift.breaks.filter(ended_at__isnull=True):
            running.ended_at = max(at, running.started_at)
            running.save(update_fields=["ended_at"])
            at = max(at, running.started_at)
        shift.ended_at = max(at, shift.started_at)
        shift.save(update_fields=["ended_at"])


def _locked(driver_id: int) -> DriverProfile:
    return DriverProfile.objects.select_for_update(no_key=True).get(pk=driver_id)


def _shift(driver_id: int) -> Shift:
    shift = open_shift(driver_id)
    if shift is None:
        raise Conflict("no_shift", _("Start a shift first."))
    return shift


def _require_shifts() -> None:
    if not platform_settings().shifts:
        raise Conflict("shifts_off", _("This platform doesn't use shifts."))
