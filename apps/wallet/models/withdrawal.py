from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from apps.core.money import MONEY_DIGITS, MONEY_PLACES
from apps.wallet.choices import WithdrawalState


class PayoutBatch(models.Model):
    """A bank file; the withdrawals refer to it, so that none is in two files."""

    created_at = models.DateTimeField(db_default=Now(), editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )

    class Meta:
        verbose_name_plural = "payout batches"

    def __str__(self) -> str:
        return f"#{self.pk}"


class Withdrawal(models.Model):
    """A request for a payout. The amount has left the wallet and waits for an admin's decision.

    Name and bank account are copies from the time of the request.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="withdrawals", db_index=False
    )
    amount = models.DecimalField(max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES)
    reference = models.CharField(max_length=20, unique=True)
    """The time of the request in milliseconds (txRef of document 3)."""
    name = models.CharField(max_length=161, blank=True)
    bank_name = models.CharField(max_length=120, blank=True)
    bank_code = models.CharField(max_length=40, blank=True)
    bank_account = models.CharField(max_length=60, blank=True)

    state = models.CharField(
        max_length=10, choices=WithdrawalState.choices, default=WithdrawalState.REQUESTED
    )
    requested_at = models.DateTimeField(db_default=Now(), editable=False)
    process_date = models.DateField(null=True, blank=True)
    """The day of the transfer, entered by an admin (procesDate)."""
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
    )
    reason = models.CharField(max_length=250, blank=True)
    """The reason of a rejection."""
    batch = models.ForeignKey(
        PayoutBatch, on_delete=models.PROTECT, null=True, blank=True, related_name="withdrawals"
    )

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="withdrawal_of_something"),
            models.CheckConstraint(
                condition=Q(
                    state=WithdrawalState.REQUESTED,
                    decided_at__isnull=True,
                    decided_by__isnull=True,
                    process_date__isnull=True,
                    reason="",
                )
                | Q(
                    state=WithdrawalState.PROCESSED,
                    decided_at__isnull=False,
                    decided_by__isnull=False,
                    process_date__isnull=False,
                    reason="",
                )
                | (
                    Q(
                        state=WithdrawalState.REJECTED,
                        decided_at__isnull=False,
                        decided_by__isnull=False,
                        process_date__isnull=True,
                    )
                    & ~Q(reason="")
                ),
                name="withdrawal_decided_once",
            ),
            models.CheckConstraint(
                condition=Q(batch__isnull=True) | ~Q(bank_account=""), name="withdrawal_batch_has_an_account"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["user", "-id"], name="withdrawal_of_user"),
            models.Index(fields=["state", "requested_at", "id"], name="withdrawal_by_state"),
            models.Index(fields=["requested_at", "id"], name="withdrawal_by_time"),
            models.Index(fields=["amount", "id"], name="withdrawal_by_amount"),
        ]

    def __str__(self) -> str:
        return f"{self.reference} {self.state}"
