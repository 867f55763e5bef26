"""When a driver has to stop working: the limit of hours in 24, a due break, or a break in progress."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.utils import timezone

from apps.accounts.models import DriverProfile
from apps.core.platform import Platform, platform_settings
from apps.fleet.choices import LimitReason
from apps.fleet.models import Shift
from apps.fleet.shifts.hours import DAY, Span, end_of_hours, without


def open_shift(driver_id: int) -> Shift | None:
    return Shift.objects.filter(driver_id=driver_id, ended_at__isnull=True).prefetch_related("breaks").first()


def work_of(shift: Shift, now: datetime) -> list[Span]:
    """Return the parts of a shift outside its breaks, up to now."""
    breaks = [(each.started_at, each.ended_at or now) for each in shift.breaks.all()]
    return without((shift.started_at, shift.ended_at or now), breaks)


def work_before(driver_id: int, now: datetime) -> list[Span]:
    """Return the driver's work of the last 24 hours, in order."""
    rows = Shift.objects.filter(driver_id=driver_id).exclude(ended_at__lte=now - DAY)
    spans = [span for shift in rows.prefetch_related("breaks") for span in work_of(shift, now)]
    return sorted(span for span in spans if span[1] > now - DAY)


def rest_until(driver_id: int, settings: Platform) -> datetime | None:
    """Return when the rest after the last shift is over; None if none is required."""
    last = Shift.objects.filter(driver_id=driver_id, ended_at__isnull=False).order_by("-ended_at").first()
    if last is None or last.ended_at is None or not settings.shift_rest_hours:
        return None
    return last.ended_at + timedelta(hours=settings.shift_rest_hours)


def shift_limits(profile: DriverProfile) -> Iterator[tuple[LimitReason, datetime]]:
    """Yield each time at which the driver has to stop working, with its reason; nothing if shifts are off."""
    settings = platform_settings()
    if not settings.shifts:
        return
    shift, now = open_shift(profile.pk), timezone.now()
    if shift is None:
        # The driver has been online since before shifts were turned on.
        if profile.active:
            yield LimitReason.SHIFT_OVER, profile.online_since or now
        return
    breaks = sorted(shift.breaks.all(), key=lambda each: each.started_at)
    running = next((each for each in breaks if each.ended_at is None), None)
    if running is not None:
        yield LimitReason.ON_BREAK, running.started_at
        return
    if settings.shift_hours:
        limit = timedelta(hours=settings.shift_hours)
        yield LimitReason.SHIFT_OVER, end_of_hours(work_before(profile.pk, now), now=now, limit=limit)
    if settings.shift_break_after_hours:
        length = timedelta(minutes=settings.shift_break_minutes)
        ends = [
            each.ended_at for each in breaks if each.ended_at and each.ended_at - each.started_at >= length
        ]
        since = max([shift.started_at, *ends])
        yield LimitReason.BREAK_DUE, since + timedelta(hours=settings.shift_break_after_hours)
