"""What time does to bookings; beat calls these every few seconds, and any of them may run twice."""

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
from apps.bookings.services.dispatching import dispatch_waiting
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
"""A run stops here; what is left is done at the next."""


def renew_searches() -> int:
    """Close offers past their time, and look again for whoever has nobody asked; bookings looked at."""
    now = timezone.now()
    stale = open_offers().filter(expires_at__lte=now).values_list("booking_id", flat=True).distinct()[:BATCH]
    expired = list(stale)
    _each(expired, lambda pk: apply_transition("expire_offers", booking_id=pk, by=None))
    due = Booking.objects.filter(status=Status.NEW, dispatch_after__lte=now).exclude(pk__in=expired)
    waiting = list(due.order_by("dispatch_after").values_list("pk", flat=True)[:BATCH])
    dispatch_waiting(booking_ids=waiting)
    return len(expired) + len(waiting)


def replace_silent_drivers() -> int:
    """Give bookings whose driver went silent on the way to the rider to other drivers; how many.

    Who was given a trip for later may be silent until its last minutes; who has arrived keeps the booking,
    for the rider may be in the car (docs/decisions/0037).
    """
    now = timezone.now()
    long_ago = now - SILENT_DRIVER
    unheard = Q(driver__position__at__lte=long_ago) | Q(driver__position__at__isnull=True)
    lost = Booking.objects.filter(
        unheard, status=Status.ACCEPTED, accepted_at__lte=long_ago, pickup_image=""
    ).exclude(book_later=True, trip_date__gt=now + RELEASE)
    bookings = list(lost.values_list("pk", flat=True)[:BATCH])
    return _each(bookings, lambda pk: apply_transition("driver_timeout", booking_id=pk, by=None))


def retire_stale_drivers() -> int:
    """Take free drivers offline whose phones went silent, and notify each once a gap; how many."""
    retired = retire_silent_drivers(older_than_seconds=STALE_DRIVER / timedelta(seconds=1))
    for driver_id in retired:
        try:
            _notify_signal_lost(driver_id)
        except Exception:
            # They are offline already; the next one is notified all the same.
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
    """Cancel what nobody took within half an hour of its time, or of losing its driver; how many."""
    long_ago = timezone.now() - NO_RESPONSE
    late = Booking.objects.filter(status=Status.NEW, trip_date__lte=long_ago).exclude(
        redispatched_at__gt=long_ago
    )
    return _each(list(late.values_list("pk", flat=True)[:BATCH]), lambda pk: auto_cancel(booking_id=pk))


def expire_unpaid() -> int:
    """Cancel deliveries whose riders did not pay in time; how many."""
    late = Booking.objects.filter(status=Status.PAYMENT_PENDING, payment_due_at__lte=timezone.now())
    unpaid = list(late.values_list("pk", flat=True)[:BATCH])
    return _each(unpaid, lambda pk: apply_transition("expire_payment", booking_id=pk, by=None))


def remind_of_trips() -> int:
    """Remind riders, and drivers who have one already, of trips for later that come soon; how many."""
    now = timezone.now()
    soon = Booking.objects.filter(
        book_later=True,
        reminded_at__isnull=True,
        status__in=(Status.NEW, Status.ACCEPTED),
        trip_date__range=(now, now + REMINDER),
        # Who has booked only now needs no reminder.
        created_at__lte=F("trip_date") - REMINDER,
    )
    return _each(list(soon.values_list("pk", flat=True)[:BATCH]), lambda pk: remind_of(booking_id=pk))


def close_paid() -> int:
    """Complete paid trips that their riders have left open for a day; how many."""
    old = Booking.objects.filter(status=Status.PAID, trip_end_time__lte=timezone.now() - UNCLOSED)
    paid = list(old.values_list("pk", flat=True)[:BATCH])
    return _each(paid, lambda pk: apply_transition("close", booking_id=pk, by=None))


def withdraw_offers(*, driver_id: int) -> int:
    """Take a driver who went offline out of every search; how many there were."""
    asked = list(open_offers().filter(driver_id=driver_id).values_list("booking_id", flat=True))
    inputs = TransitionInput(driver_id=driver_id)
    return _each(asked, lambda pk: apply_transition("withdraw_offer", booking_id=pk, by=None, inputs=inputs))


def _each(booking_ids: Iterable[int], do: Callable[[int], object]) -> int:
    """One after the other, each in its own transaction: one that fails holds up none."""
    done = 0
    for booking_id in booking_ids:
        try:
            do(booking_id)
            done += 1
        except DomainError:
            # Somebody was faster: it is no longer as it was when it was listed.
            continue
        except Exception:
            logger.exception("housekeeping of booking %s failed", booking_id)
    return done
