from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone

from apps.core.money import MONEY_DIGITS, MONEY_PLACES
from apps.fares.choices import DiscountType


def _amount(**kwargs: Any) -> "models.DecimalField[Any, Any]":
    return models.DecimalField(max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES, **kwargs)


class Promo(models.Model):
    """A discount by code, at the platform's expense."""

    promo_name = models.CharField(max_length=60)
    """The promo code; not case-sensitive."""
    promo_description = models.CharField(max_length=200, blank=True)
    promo_discount_type = models.CharField(max_length=10, choices=DiscountType.choices)
    promo_discount_value = _amount()
    max_promo_discount_value = _amount(null=True, blank=True)
    min_order = _amount(default=0)
    """The minimum trip cost."""
    promo_validity = models.DateField()
    """The last day, inclusive, in the platform's time zone."""
    promo_usage_limit = models.PositiveIntegerField()
    user_avail = models.PositiveIntegerField(default=0, editable=False)
    """The number of current uses, counted under a lock together with the redemptions."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(Lower("promo_name"), name="promo_name_once"),
            models.CheckConstraint(
                condition=Q(promo_discount_value__gte=0)
                & Q(min_order__gte=0)
                & (Q(max_promo_discount_value__isnull=True) | Q(max_promo_discount_value__gte=0)),
                name="promo_amounts_not_negative",
            ),
            models.CheckConstraint(
                condition=~Q(promo_discount_type="percentage") | Q(promo_discount_value__lte=100),
                name="promo_at_most_everything",
            ),
        ]

    def __str__(self) -> str:
        return self.promo_name


class PromoRedemption(models.Model):
    """The use of a promo by a booking; deleted if the booking is cancelled unpaid."""

    promo = models.ForeignKey(Promo, on_delete=models.PROTECT, related_name="redemptions")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="promo_redemptions"
    )
    booking = models.OneToOneField(
        "bookings.Booking", on_delete=models.CASCADE, related_name="promo_redemption"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["promo", "user"], name="promo_once_a_user"),
        ]

    def __str__(self) -> str:
        return f"{self.promo} by {self.user_id}"
