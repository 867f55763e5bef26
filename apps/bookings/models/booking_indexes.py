"""What bookings are found by: each list of each role, each filter and each sum has its index."""

from typing import Final

from django.db import models
from django.db.models import Case, F, Q, When

from apps.bookings.choices import ACTIVE, UNPAID, Status

CHARGED: Final = Case(
    When(
        status=Status.CANCELLED,
        then=F("cancellation_fee") + F("cancellation_fee_owed") + F("cancellation_fee_written_off"),
    ),
    default=F("trip_cost"),
)
"""Booking.charged_amount, in SQL."""


def _ordered(whose: str, name: str) -> list[models.Index]:
    """One person's bookings by date and by cost."""
    theirs = Q(**{f"{whose}__isnull": False})
    return [
        models.Index(fields=[whose, "trip_date", "id"], condition=theirs, name=f"{name}_by_date"),
        models.Index(whose, CHARGED, "id", condition=theirs, name=f"{name}_by_charge"),
    ]


def _settled(name: str, *whose: str) -> list[models.Index]:
    """What was settled, by time."""
    settled = Q(settled_at__isnull=False, **{f"{person}__isnull": False for person in whose})
    return [models.Index(fields=[*whose, "settled_at", "id"], condition=settled, name=name)]


INDEXES: Final[list[models.Index]] = [
    # Whether there was ever a delivery, which a platform of rides need not search all bookings for.
    models.Index(fields=["id"], condition=Q(app_category="delivery"), name="booking_delivery"),
    # Each list of each role is one walk along one of these, newest first.
    models.Index(fields=["customer", "-id"], name="booking_of_customer"),
    models.Index(fields=["driver", "-id"], name="booking_of_driver"),
    # With the customers, who are counted from it alone.
    models.Index(fields=["fleet_admin", "-id"], include=["customer"], name="booking_of_fleet"),
    models.Index(fields=["status", "-id"], name="booking_by_status"),
    models.Index(F("id").desc(), condition=Q(status__in=ACTIVE), name="booking_active"),
    models.Index(fields=["dispatch_after"], condition=Q(status=Status.NEW), name="booking_searching"),
    models.Index(fields=["trip_date"], condition=Q(book_later=True), name="booking_scheduled"),
    # The history's filters and orderings; what a rider has had is sorted as it is read.
    models.Index(fields=["car_type", "-id"], name="booking_of_car_type"),
    models.Index(fields=["payment_mode", "-id"], name="booking_by_payment"),
    models.Index(fields=["trip_date", "id"], name="booking_by_date"),
    models.Index(CHARGED, "id", name="booking_by_charge"),
    # Most of those were free: they lie together, and are not to be walked to past all others.
    models.Index(CHARGED, "id", condition=Q(status=Status.CANCELLED), name="booking_cancelled_by_charge"),
    *_ordered("driver", "booking_driver"),
    *_ordered("fleet_admin", "booking_fleet"),
    # What is behind a number of a report: all that was settled between two days.
    *_settled("booking_settled"),
    *_settled("booking_driver_settled", "driver"),
    *_settled("booking_fleet_settled", "fleet_admin"),
    # The dashboard: what was called off, and who waits.
    models.Index(fields=["ended_at"], condition=Q(status=Status.CANCELLED), name="booking_cancelled_by_time"),
    models.Index(
        fields=["fleet_admin", "ended_at"],
        condition=Q(status=Status.CANCELLED, fleet_admin__isnull=False),
        name="booking_fleet_cancelled",
    ),
    models.Index(fields=["trip_date"], condition=Q(status=Status.NEW), name="booking_waiting"),
    models.Index(fields=["trip_end_time", "id"], condition=Q(status__in=UNPAID), name="booking_unpaid"),
    # Beside these booking_words, on the column of words that only searches know (migration 0007).
    # Whether a stored picture still has its row is asked of all bookings; few have one.
    models.Index(fields=["pickup_image"], condition=~Q(pickup_image=""), name="booking_pickup_image"),
    models.Index(fields=["deliver_image"], condition=~Q(deliver_image=""), name="booking_deliver_image"),
]
