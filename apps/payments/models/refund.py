from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from apps.core.money import MONEY_DIGITS, MONEY_PLACES
from apps.payments.choices import RefundState
from apps.payments.models.attempt import new_ref


class Refund(models.Model):
    """A refund through the payment's gateway, stored before it is requested there."""

    ref = models.CharField(max_length=32, unique=True, default=new_ref, editable=False)
    attempt = models.ForeignKey("payments.Attempt", on_delete=models.PROTECT, related_name="refunds")
    amount = models.DecimalField(max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES)
    state = models.CharField(max_length=10, choices=RefundState.choices, default=RefundState.REQUESTED)
    refund_id = models.CharField(max_length=200, blank=True)
    reason = models.CharField(max_length=250, blank=True)
    problem = models.CharField(max_length=250, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    checks = models.PositiveSmallIntegerField(default=0)
    next_check_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="payment_refund_is_of_something"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["next_check_at"],
                condition=Q(next_check_at__isnull=False),
                name="payment_refund_to_check",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ref} {self.state}"
