from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from apps.core.money import MONEY_DIGITS, MONEY_PLACES
from apps.wallet.choices import ReferralState


class ReferralBonus(models.Model):
    """The bonus of one referral, and whether it can be withdrawn (docs/decisions/0029).

    The money is in the ledger, with the key `referral:<guest>`; this row has the state.
    """

    guest = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="referral_bonus"
    )
    """The user who signed up with the referral id."""
    referrer = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="referral_bonuses",
        db_index=False,
    )
    amount = models.DecimalField(max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES)
    """The amount for each of the two users."""
    state = models.CharField(max_length=10, choices=ReferralState.choices, default=ReferralState.PENDING)
    address_hash = models.CharField(max_length=64, blank=True)
    """A keyed hash of the IP address that the guest signed up from."""
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "referral bonuses"
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(amount__gte=0), name="referral_bonus_not_negative"),
            models.CheckConstraint(
                condition=Q(state__in=ReferralState.values), name="referral_bonus_state_known"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["referrer", "created_at"], name="referral_bonus_of_referrer"),
            models.Index(
                fields=["created_at", "id"],
                condition=Q(state=ReferralState.PENDING),
                name="referral_bonus_pending",
            ),
            models.Index(fields=["created_at"], name="referral_bonus_by_time"),
        ]

    def __str__(self) -> str:
        return f"#{self.guest_id} {self.state}"
