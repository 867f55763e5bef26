import secrets
from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.db.models.functions import Upper

from apps.core.files.uploads import SUFFIX
from apps.core.image_fields import PictureField
from apps.core.models import PlatformSettings
from apps.core.money import MONEY_DIGITS, MONEY_PLACES
from apps.fares.choices import FeeType


def car_image_name() -> str:
    """Return a new name, so that browsers do not show a cached image."""
    return f"car-types/{secrets.token_urlsafe(16)}{SUFFIX}"


def car_image_path(car_type: "CarType", filename: str) -> str:
    return car_image_name()


def _amount(**kwargs: Any) -> "models.DecimalField[Any, Any]":
    return models.DecimalField(max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES, default=0, **kwargs)


class CarType(models.Model):
    """A vehicle type and its rates, per unit of distance and per hour."""

    name = models.CharField(max_length=60, unique=True)
    image = PictureField(upload_to=car_image_path, blank=True)
    icon = models.CharField(max_length=30, default="economy")
    """A built-in drawing, shown without an uploaded image."""
    base_fare = _amount()
    rate_per_unit_distance = _amount()
    rate_per_hour = _amount()
    min_fare = _amount()
    convenience_fees = _amount()
    convenience_fee_type = models.CharField(
        max_length=10, choices=FeeType.choices, default=FeeType.PERCENTAGE
    )
    extra_info = models.CharField(max_length=200, blank=True)
    app_category = models.CharField(max_length=10, choices=PlatformSettings.AppCategory.choices, blank=True)
    """The platform's category that offers it; empty for both."""
    seats = models.PositiveSmallIntegerField(null=True, blank=True)
    """The most passengers; null for no limit."""
    luggage = models.PositiveSmallIntegerField(null=True, blank=True)
    """The most large pieces of luggage; null for no limit."""
    position = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["position", "id"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(base_fare__gte=0)
                & Q(rate_per_unit_distance__gte=0)
                & Q(rate_per_hour__gte=0)
                & Q(min_fare__gte=0)
                & Q(convenience_fees__gte=0),
                name="car_type_amounts_not_negative",
            ),
            models.CheckConstraint(
                condition=~Q(convenience_fee_type="percentage") | Q(convenience_fees__lte=100),
                name="car_type_fee_at_most_everything",
            ),
            models.UniqueConstraint(Upper("name"), name="car_type_name_once"),
        ]

    def __str__(self) -> str:
        return self.name
