"""Reminders of scheduled trips."""

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.core.platform import platform_settings
from apps.notifications.choices import Occasion, Screen
from apps.notifications.services import notices_together, notify


@transaction.atomic
def remind_of(*, booking_id: int) -> bool:
    """Remind the rider and the driver of a scheduled trip once; return False if already done."""
    now = timezone.now()
    due = Q(pk=booking_id, reminded_at__isnull=True, status__in=(Status.NEW, Status.ACCEPTED))
    if not Booking.objects.filter(due).update(reminded_at=now):
        return False
    booking = Booking.objects.only("reference", "trip_date", "pickup_add", "customer_id", "driver_id").get(
        pk=booking_id
    )
    params = {
        "booking_id": booking.pk,
        "reference": booking.reference,
        "pickup": booking.pickup_add,
        "time": f"{booking.trip_date.astimezone(platform_settings().tz):%H:%M}",
    }
    recipients = ((booking.customer_id, Screen.BOOKING_CAB), (booking.driver_id, Screen.DRIVER_TRIPS))
    with notices_together():
        for user_id, screen in recipients:
            if user_id is not None:
                key = f"booking:{booking.pk}:reminder:{user_id}"
                notify(user_id=user_id, occasion=Occasion.REMINDER, screen=screen, params=params, key=key)
    return True
