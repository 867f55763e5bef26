from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from apps.core.money import MONEY_DIGITS, MONEY_PLACES
from apps.wallet.choices import EntryKind
from apps.wallet.models.account import Account


class JournalEntry(models.Model):
    """One business event; its postings sum to zero. Never changed, corrected by a reversing entry.

    Triggers enforce it (migration 0002). `created_at` is the time of the transaction.
    """

    key = models.CharField(max_length=160, unique=True)
    """Identifies the business event (`booking:81:driver_share`), so that it is posted once."""
    kind = models.CharField(max_length=20, choices=EntryKind.choices)
    memo = models.CharField(max_length=250, blank=True)
    booking_id = models.BigIntegerField(null=True, blank=True)
    """Not a foreign key, because bookings is a higher layer."""
    reference = models.CharField(max_length=60, blank=True)
    """The reference shown to users (txRef)."""
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
    )

    class Meta:
        verbose_name_plural = "journal entries"
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(kind__in=EntryKind.values), name="journal_entry_kind_known"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["booking_id"], condition=Q(booking_id__isnull=False), name="journal_entry_of_booking"
            ),
            models.Index(
                fields=["created_by"], condition=Q(created_by__isnull=False), name="journal_entry_by_admin"
            ),
        ]

    def __str__(self) -> str:
        return self.key


class Posting(models.Model):
    """The amount of one account in an entry."""

    entry = models.ForeignKey(JournalEntry, on_delete=models.PROTECT, related_name="postings")
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="postings", db_index=False)
    amount = models.DecimalField(max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES)
    balance_after = models.DecimalField(
        max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES, null=True, editable=False
    )
    """The balance of a wallet, set by a trigger."""
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(amount=0), name="posting_moves_something"),
        ]
        indexes: ClassVar = [
            # The history of a wallet, newest first.
            models.Index(fields=["account", "-id"], name="posting_of_account"),
        ]

    def __str__(self) -> str:
        return f"{self.amount} on #{self.account_id}"
