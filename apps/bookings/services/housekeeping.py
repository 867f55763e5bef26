"""Periodic tasks of bookings; beat calls them every few seconds, and each may run twice."""

import logging
from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from apps.accounts.services.availability import retire_silent_drivers
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.bookings.selectors import open_offers
from apps.bookings.services.cancelling import auto_cancel
from apps.bookings.services.dispatching import dispatch_waiting, offer_planned
from apps.bookings.services.reminding import remind_of
from apps.bookings.state_machine.machine import apply_transition
from apps.bookings.state_machine.transitions import TransitionInput
from apps.bookings.timing import NO_RESPONSE, RELEASE, REMINDER, SILENT_DRIVER, STALE_DRIVER, UNCLOSED
from apps.core.errors import DomainError
from apps.core.platform import platform_settings
from apps.geo.positions.store import position_of
from apps.notifications.choices import Occasion, Screen
from apps.notifications.services import notify

logger = logging.getLogger(__name__)

BATCH: Final = 200
"""The most bookings per run; the rest waits for the next run."""


def renew_searches() -> int:
    """Expire overdue offers, dispatch bookings that have none, and offer planned trips; return the number of
    bookings.
    """
    now = timezone.now()
    stale = open_offers().filter(expires_at__lte=now).values_list("booking_id", flat=True).distinct()[:BATCH]
    expired = list(stale)
    _each(expired, lambda pk: apply_transition("expire_offers", booking_id=pk, by=None))
    due = Booking.objects.filter(status=Status.NEW, dispatch_after__lte=now).exclude(pk__in=expired)
    waiting = list(due.order_by("dispatch_after").values_list("pk", flat=True)[:BATCH])
    dispatch_waiting(booking_ids=waiting)
    return len(expired) + len(waiting) + offer_planned()


def release_holds() -> int:
    """Continue the driver search of bookings whose hold is over, and return their number."""
    held = Booking.objects.filter(status=Status.NEW, held_until__lte=timezone.now()).order_by("held_until")
    over = list(held.values_list("pk", flat=True)[:BATCH])
    return _each(over, lambda pk: apply_transition("release_hold", booking_id=pk, by=None))


def replace_silent_drivers() -> int:
    """Return bookings to the search whose driver went silent on the way, and return their number.

    The driver of a scheduled trip may be silent until its last minutes. A driver who has arrived keeps the
    booking, because the rider may be in the car (docs/decisions/0037).
    """
    now = timezone.now()
    cutoff = now - SILENT_DRIVER
    silent = Q(driver__position__at__lte=cutoff) | Q(driver__position__at__isnull=True)
    lost = Booking.objects.filter(
        silent, status=Status.ACCEPTED, accepted_at__lte=cutoff, pickup_image=""
    ).exclude(book_later=True, trip_date__gt=now + RELEASE)
    bookings = list(lost.values_list("pk", flat=True)[:BATCH])
    return _each(bookings, lambda pk: apply_transition("driver_timeout", booking_id=pk, by=None))


def retire_stale_drivers() -> int:
    """Take silent free drivers offline, notify each once per gap, and return their number."""
    retired = retire_silent_drivers(older_than_seconds=STALE_DRIVER / timedelta(seconds=1))
    for driver_id in retired:
        try:
            _notify_signal_lost(driver_id)
        except Exception:
            # The driver is offline already; the others must still be notified.
            logger.exception("notifying driver %s of a lost signal failed", driver_id)
    return len(retired)


@transaction.atomic
def _notify_signal_lost(driver_id: int) -> None:
    position = position_of(driver_id)
    if position is None:
        return
    notify(
        user_id=driver_id,
        occasion=Occasion.SIGNAL_LOST,
        screen=Screen.DRIVER_TRIPS,
        params={"time": f"{position.seen_at.astimezone(platform_settings().tz):%H:%M}"},
        key=f"driver:{driver_id}:silent_since:{position.seen_at.isoformat()}",
    )


def cancel_unanswered() -> int:
    """Cancel bookings without a driver for half an hour after their time or the loss of a driver; return the
    number.
    """
    cutoff = timezone.now() - NO_RESPONSE
    late = Booking.objects.filter(status=Status.NEW, trip_date__lte=cutoff).exclude(
        redispatched_at__gt=cutoff
    )
    return _each(list(late.values_list("pk", flat=True)[:BATCH]), lambda pk: auto_cancel(booking_id=pk))


def expire_unpaid() -> int:
    """Cancel bookings that were not paid in time and return their number."""
    late = Booking.objects.filter(status=Status.PAYMENT_PENDING, payment_due_at__lte=timezone.now())
    unpaid = list(late.values_list("pk", flat=True)[:BATCH])
    return _each(unpaid, lambda pk: apply_transition("expire_payment", booking_id=pk, by=None))


def remind_of_trips() -> int:
    """Send reminders of scheduled trips to riders and their drivers and return the number."""
    now = timezone.now()
    soon = Booking.objects.filter(
        book_later=True,
        reminded_at__isnull=True,
        status__in=(Status.NEW, Status.ACCEPTED),
        trip_date__range=(now, now + REMINDER),
        # A trip booked within the reminder time needs no reminder.
        created_at__lte=F("trip_date") - REMINDER,
    )
    return _each(list(soon.values_list("pk", flat=True)[:BATCH]), lambda pk: remind_of(booking_id=pk))


def close_paid() -> int:
    """Complete paid trips that riders have not closed for a day and return their number."""
    old = Booking.objects.filter(status=Status.PAID, trip_end_time__lte=timezone.now() - UNCLOSED)
    paid = list(old.values_list("pk", flat=True)[:BATCH])
    return _each(paid, lambda pk: apply_transition("close", booking_id=pk, by=None))


def withdraw_offers(*, driver_id: int) -> int:
    """Withdraw the offers of a driver who went offline and return the number of bookings."""
    searches = list(open_offers().filter(driver_id=driver_id).values_list("booking_id", flat=True))
    inputs = TransitionInput(driver_id=driver_id)
    return _each(
        searches, lambda pk: apply_transition("withdraw_offer", booking_id=pk, by=None, inputs=inputs)
    )


def _each(booking_ids: Iterable[int], function: Callable[[int], object]) -> int:
    """Call the function per booking in its own transaction, so that a failure does not stop the others."""
    done = 0
    for booking_id in booking_ids:
        try:
            function(booking_id)
            done += 1
        except DomainError:
            # The booking changed after it was listed.
            continue
        except Exception:
            logger.exception("housekeeping of booking %s failed", booking_id)
    return done
