from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import BigIntegerRangeField, DateTimeRangeField, RangeOperators
from django.db import models
from django.db.models import F, Func, Q, Value
from django.db.models.functions import Upper
from django.utils import timezone


class Vehicle(models.Model):
    """A vehicle of the platform or of a fleet, driven by one driver at a time."""

    plate = models.CharField(max_length=30)
    licence_number = models.CharField(max_length=30, blank=True)
    """The number of the plate that a licensing authority issues for private hire or taxi work."""
    make = models.CharField(max_length=80)
    model = models.CharField(max_length=80)
    colour = models.CharField(max_length=40, blank=True)
    year = models.PositiveSmallIntegerField(null=True, blank=True)
    seats = models.PositiveSmallIntegerField(null=True, blank=True)
    """Passenger seats."""
    wheelchair = models.BooleanField(default=False)
    child_seat = models.BooleanField(default=False)
    pets = models.BooleanField(default=False)
    luggage = models.PositiveSmallIntegerField(null=True, blank=True)
    """Large pieces of luggage."""
    car_type = models.ForeignKey("fares.CarType", on_delete=models.PROTECT, related_name="+")
    fleet_admin = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="vehicles"
    )
    active = models.BooleanField(default=True)
    """False for a vehicle that is no longer used."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(Upper("plate"), name="vehicle_plate_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.plate} {self.make} {self.model}".strip()


def _only(column: str) -> Func:
    """Return the id as a range of one, which a GiST index compares without an extension."""
    return Func(F(column), F(column), Value("[]"), function="int8range", output_field=BigIntegerRangeField())


_PERIOD = Func(
    F("starts_at"), F("ends_at"), Value("[)"), function="tstzrange", output_field=DateTimeRangeField()
)


class VehicleAssignment(models.Model):
    """The period in which a driver has a vehicle.

    `in_force` follows the period once the driver is off trip: then the driver's vehicle columns change.
    """

    vehicle = models.ForeignKey(Vehicle, on_delete=models.PROTECT, related_name="assignments")
    driver = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="vehicle_assignments"
    )
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True, blank=True)
    in_force = models.BooleanField(default=False)
    """The driver's profile shows this vehicle."""
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(ends_at__isnull=True) | Q(ends_at__gte=F("starts_at")),
                name="assignment_ends_after_start",
            ),
            ExclusionConstraint(
                name="assignment_one_driver_a_vehicle",
                expressions=[
                    (_only("vehicle_id"), RangeOperators.OVERLAPS),
                    (_PERIOD, RangeOperators.OVERLAPS),
                ],
            ),
            ExclusionConstraint(
                name="assignment_one_vehicle_a_driver",
                expressions=[
                    (_only("driver_id"), RangeOperators.OVERLAPS),
                    (_PERIOD, RangeOperators.OVERLAPS),
                ],
            ),
            models.UniqueConstraint(
                fields=["vehicle"], condition=Q(in_force=True), name="assignment_vehicle_in_force"
            ),
            models.UniqueConstraint(
                fields=["driver"], condition=Q(in_force=True), name="assignment_driver_in_force"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.vehicle}: {self.driver}"
