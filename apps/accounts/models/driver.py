from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from apps.core.files.stored_files import document_name
from apps.core.image_fields import DocumentField
from apps.core.media import private_storage


def license_path(profile: "DriverProfile", filename: str) -> str:
    return document_name(profile.user_id)


class DriverProfile(models.Model):
    """A driver's vehicle, fleet admin, availability and rating."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="driver_profile"
    )
    car_type = models.ForeignKey(
        "fares.CarType", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    fleet_admin = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="fleet"
    )
    vehicle_make = models.CharField(max_length=80, blank=True)
    vehicle_model = models.CharField(max_length=80, blank=True)
    vehicle_number = models.CharField(max_length=30, blank=True)
    vehicle_assigned = models.BooleanField(default=False, db_default=False, editable=False)
    """The car type and the vehicle columns above are those of an assigned vehicle (apps.fleet)."""
    other_info = models.CharField(max_length=250, blank=True)
    license_image = DocumentField(upload_to=license_path, storage=private_storage, blank=True)

    active = models.BooleanField(default=False)
    """Online by the driver's own choice (driverActiveStatus)."""
    online_since = models.DateTimeField(null=True, blank=True, editable=False)
    """When the driver went online; NULL while offline."""
    busy = models.BooleanField(default=False)
    """On a trip (queue)."""

    rating_sum = models.PositiveIntegerField(default=0)
    rating_count = models.PositiveIntegerField(default=0)
    rating = models.DecimalField(max_digits=2, decimal_places=1, null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(rating__isnull=True) | Q(rating__range=(1, 5)), name="driver_rating_in_range"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["user"], condition=Q(active=True), name="driver_active"),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.vehicle_number})"
