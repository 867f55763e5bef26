from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from apps.core.money import MONEY_DIGITS, MONEY_PLACES


class RegisterEntry(models.Model):
    """What a licensing authority requires about one dispatch, as it was when the driver accepted.

    A trigger rejects changes and deletion; only the erasure of a driver removes the name.
    """

    booking = models.ForeignKey(
        "bookings.Booking", on_delete=models.PROTECT, related_name="register_entries", db_index=False
    )
    version = models.PositiveIntegerField()
    """The booking's version when the driver accepted."""
    accepted_at = models.DateTimeField()
    offered_at = models.DateTimeField()
    booked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
    )
    """The staff member who took the booking; NULL if the rider booked."""
    dispatched_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
    )
    """The staff member who chose the driver; NULL if the platform did."""
    driver = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    driver_name = models.CharField(max_length=170)
    driver_licence = models.CharField(max_length=60, blank=True)
    """The number of the driver permit, or of the driving licence without one."""
    vehicle_number = models.CharField(max_length=30, blank=True)
    vehicle_licence = models.CharField(max_length=30, blank=True)
    vehicle_make = models.CharField(max_length=80, blank=True)
    vehicle_model = models.CharField(max_length=80, blank=True)
    vehicle_colour = models.CharField(max_length=40, blank=True)
    pickup_add = models.CharField(max_length=300)
    drop_add = models.CharField(max_length=300)
    fare = models.DecimalField(max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES)
    """The fare agreed before the trip."""
    passengers = models.PositiveSmallIntegerField(null=True, blank=True)
    """NULL in entries from before the party size was recorded."""
    luggage = models.PositiveSmallIntegerField(null=True, blank=True)
    """Large pieces of luggage."""
    children = models.PositiveSmallIntegerField(null=True, blank=True)
    """How many of the passengers are children; NULL in entries from before it was recorded."""
    child_seats = models.PositiveSmallIntegerField(null=True, blank=True)
    return_wait_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    """As in the booking."""

    hire_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    """As in the booking."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["booking", "version"], name="register_entry_one_a_version"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["-accepted_at", "-id"], name="register_newest"),
            models.Index(fields=["driver", "-accepted_at", "-id"], name="register_of_driver"),
        ]

    def __str__(self) -> str:
        return f"{self.booking_id}#{self.version} {self.vehicle_number}".strip()


class InspectorAccess(models.Model):
    """A link with which an inspector reads the register of a period, until it ends or is revoked."""

    name = models.CharField(max_length=120)
    authority = models.CharField(max_length=120, blank=True)
    first_day = models.DateField()
    last_day = models.DateField()
    """The first and last day, in the platform's time zone, whose trips are shown."""
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", db_index=False
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    ends_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    used_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When the link was last used, to the minute."""

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(first_day__lte=F("last_day")), name="inspector_access_days_in_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.authority})" if self.authority else self.name
