from decimal import Decimal
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from apps.core.money import MONEY_DIGITS, MONEY_PLACES


class OwedFee(models.Model):
    """The part of a fee that exceeded the rider's wallet balance; the next credit pays it.

    The rider's receivable in the ledger has the same amounts; `verify_ledger` compares them.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="owed_fees", db_index=False
    )
    """The rider who owes it."""
    payee = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
    )
    """The driver who gets it; null for the platform."""
    booking_id = models.BigIntegerField(unique=True)
    """Not a foreign key, because bookings is a higher layer."""
    reference = models.CharField(max_length=60)
    """The reference of the booking."""
    amount = models.DecimalField(max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES)
    paid = models.DecimalField(max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES, default=0)
    written_off = models.DecimalField(max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES, default=0)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    settled_at = models.DateTimeField(null=True, blank=True)
    """When the whole fee was paid or written off."""
    written_off_at = models.DateTimeField(null=True, blank=True)
    written_off_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
    )
    reason = models.CharField(max_length=250, blank=True)
    """The reason of the write-off."""

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(amount__gt=0)
                & Q(paid__gte=0)
                & Q(written_off__gte=0)
                & Q(amount__gte=F("paid") + F("written_off")),
                name="owed_fee_amounts_fit",
            ),
            models.CheckConstraint(
                condition=Q(settled_at__isnull=True, amount__gt=F("paid") + F("written_off"))
                | Q(settled_at__isnull=False, amount=F("paid") + F("written_off")),
                name="owed_fee_settled_when_nothing_is_left",
            ),
            models.CheckConstraint(
                condition=Q(
                    written_off=0, written_off_at__isnull=True, written_off_by__isnull=True, reason=""
                )
                | (
                    Q(written_off__gt=0, written_off_at__isnull=False, written_off_by__isnull=False)
                    & ~Q(reason="")
                ),
                name="owed_fee_written_off_by_someone",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["user", "id"], name="owed_fee_of_user"),
            models.Index(
                fields=["user", "id"], condition=Q(settled_at__isnull=True), name="owed_fee_open_of_user"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.reference} {self.amount}"

    @property
    def left(self) -> Decimal:
        """Return the amount that is still owed."""
        return self.amount - self.paid - self.written_off
