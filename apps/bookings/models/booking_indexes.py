"""Indexes of bookings: one for each list of each role, each filter and each sum."""

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
"""The SQL of Booking.charged_amount."""


def _ordered(owner: str, name: str) -> list[models.Index]:
    """Return the indexes of one user's bookings by date and by cost."""
    has_owner = Q(**{f"{owner}__isnull": False})
    return [
        models.Index(fields=[owner, "trip_date", "id"], condition=has_owner, name=f"{name}_by_date"),
        models.Index(owner, CHARGED, "id", condition=has_owner, name=f"{name}_by_charge"),
    ]


def _settled(name: str, *owner: str) -> list[models.Index]:
    """Return the index of settled bookings by settlement time."""
    settled = Q(settled_at__isnull=False, **{f"{field}__isnull": False for field in owner})
    return [models.Index(fields=[*owner, "settled_at", "id"], condition=settled, name=name)]


INDEXES: Final[list[models.Index]] = [
    # Answers whether there was ever a delivery without scanning all bookings.
    models.Index(fields=["id"], condition=Q(app_category="delivery"), name="booking_delivery"),
    # The lists of each role, newest first.
    models.Index(fields=["customer", "-id"], name="booking_of_customer"),
    models.Index(fields=["driver", "-id"], name="booking_of_driver"),
    # Includes the customer for an index-only count of a fleet's riders.
    models.Index(fields=["fleet_admin", "-id"], include=["customer"], name="booking_of_fleet"),
    models.Index(fields=["status", "-id"], name="booking_by_status"),
    models.Index(F("id").desc(), condition=Q(status__in=ACTIVE), name="booking_active"),
    models.Index(fields=["dispatch_after"], condition=Q(status=Status.NEW), name="booking_searching"),
    models.Index(fields=["trip_date"], condition=Q(book_later=True), name="booking_scheduled"),
    models.Index(
        fields=["planned_driver", "trip_date"],
        condition=Q(planned_driver__isnull=False),
        name="booking_planned",
    ),
    models.Index(
        fields=["backup_driver", "trip_date"],
        condition=Q(backup_driver__isnull=False),
        name="booking_backup",
    ),
    models.Index(fields=["held_until"], condition=Q(held_until__isnull=False), name="booking_held"),
    # The history's filters and orderings. A rider's bookings are few enough to sort.
    models.Index(fields=["car_type", "-id"], name="booking_of_car_type"),
    models.Index(fields=["payment_mode", "-id"], name="booking_by_payment"),
    models.Index(F("id").desc(), condition=Q(street_trip=True), name="booking_street_trips"),
    models.Index(fields=["trip_date", "id"], name="booking_by_date"),
    models.Index(CHARGED, "id", name="booking_by_charge"),
    # Most cancelled bookings were free of charge. Without this index, a list skips all other bookings.
    models.Index(CHARGED, "id", condition=Q(status=Status.CANCELLED), name="booking_cancelled_by_charge"),
    *_ordered("driver", "booking_driver"),
    *_ordered("fleet_admin", "booking_fleet"),
    # All bookings settled in a period, as used by reports.
    *_settled("booking_settled"),
    *_settled("booking_driver_settled", "driver"),
    *_settled("booking_fleet_settled", "fleet_admin"),
    # The dashboard: cancelled, waiting and unpaid bookings.
    models.Index(fields=["ended_at"], condition=Q(status=Status.CANCELLED), name="booking_cancelled_by_time"),
    models.Index(
        fields=["fleet_admin", "ended_at"],
        condition=Q(status=Status.CANCELLED, fleet_admin__isnull=False),
        name="booking_fleet_cancelled",
    ),
    models.Index(fields=["trip_date"], condition=Q(status=Status.NEW), name="booking_waiting"),
    models.Index(fields=["trip_end_time", "id"], condition=Q(status__in=UNPAID), name="booking_unpaid"),
    # In addition, booking_words indexes the search column (migration 0007). Few bookings have an image; the
    # clean-up of files checks whether an image still has its row.
    models.Index(fields=["pickup_image"], condition=~Q(pickup_image=""), name="booking_pickup_image"),
    models.Index(fields=["deliver_image"], condition=~Q(deliver_image=""), name="booking_deliver_image"),
]
