from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from apps.core.money import MONEY_DIGITS, MONEY_PLACES
from apps.wallet.choices import PLATFORM_ACCOUNT_NAME, AccountKind


class Account(models.Model):
    """A user's wallet, a rider's debt, or one of the platform's own accounts.

    Created on first use, never changed. A positive balance is what the platform owes: a rider's wallet of 50,
    revenue of 50. A receivable is zero or negative. Triggers write the balance with each posting (migration
    0002_guards).
    """

    kind = models.CharField(max_length=10, choices=AccountKind.choices)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="wallet"
    )
    debtor = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="receivable"
    )
    """The rider of a receivable."""
    name = models.CharField(max_length=60, blank=True)
    """The name of a platform account; empty for others."""
    balance = models.DecimalField(
        max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES, null=True, editable=False
    )
    """Stored for wallets and receivables. Every trip posts to the platform's accounts, and a stored balance
    there would serialize all trips, so it is summed on request (docs/decisions/0003).
    """
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["name"], condition=Q(kind=AccountKind.PLATFORM), name="wallet_account_name_once"
            ),
            models.CheckConstraint(
                condition=Q(
                    kind=AccountKind.USER,
                    user__isnull=False,
                    debtor__isnull=True,
                    name="",
                    balance__isnull=False,
                )
                | Q(
                    kind=AccountKind.RECEIVABLE,
                    user__isnull=True,
                    debtor__isnull=False,
                    name="",
                    balance__isnull=False,
                    balance__lte=0,
                )
                | Q(
                    kind=AccountKind.PLATFORM,
                    user__isnull=True,
                    debtor__isnull=True,
                    name__regex=PLATFORM_ACCOUNT_NAME,
                    balance__isnull=True,
                ),
                name="wallet_account_of_a_user_or_the_platform",
            ),
        ]

    def __str__(self) -> str:
        if self.kind == AccountKind.RECEIVABLE:
            return f"receivable of #{self.debtor_id}"
        return self.name or f"wallet of #{self.user_id}"
