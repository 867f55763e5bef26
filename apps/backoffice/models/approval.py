from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.core.approvals import ApprovalKind
from apps.core.money import MONEY_DIGITS, MONEY_PLACES

MAX_REASON = 250


class ApprovalState(models.TextChoices):
    WAITING = "waiting", _("Waiting")
    APPROVED = "approved", _("Approved")
    """The action was carried out."""
    REFUSED = "refused", _("Refused")
    CANCELLED = "cancelled", _("Cancelled")
    VOID = "void", _("No longer possible")
    """The action was refused when a second admin approved it; nothing moved."""
    EXPIRED = "expired", _("Expired")


DECIDED_BY_ANOTHER = (ApprovalState.APPROVED, ApprovalState.REFUSED, ApprovalState.VOID)


class Approval(models.Model):
    """An action with money above its limit, which a second admin approves or refuses."""

    kind = models.CharField(max_length=20, choices=ApprovalKind.choices)
    state = models.CharField(max_length=10, choices=ApprovalState.choices, default=ApprovalState.WAITING)
    target_id = models.BigIntegerField()
    """Of the booking, the withdrawal, the bank file or the user, by kind."""
    booking = models.ForeignKey(
        "bookings.Booking", on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    withdrawal = models.ForeignKey(
        "wallet.Withdrawal", on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    batch = models.ForeignKey(
        "wallet.PayoutBatch", on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    """The user whose money it is; empty for a bank file."""
    amount = models.DecimalField(max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES)
    data: "models.JSONField[Any, Any]" = models.JSONField(default=dict, blank=True)
    """The other input of the action, in the shape of its kind (apps.backoffice.approvals.inputs)."""
    reason = models.CharField(max_length=MAX_REASON, blank=True)
    """Why the action was requested."""
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    requested_at = models.DateTimeField(default=timezone.now, editable=False)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    decision_code = models.CharField(max_length=60, blank=True)
    """The error code of an approval that is no longer possible."""
    decision_reason = models.CharField(max_length=MAX_REASON, blank=True)
    """Why it was refused or is no longer possible."""

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(kind__in=ApprovalKind.values), name="approval_kind_known"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="approval_of_something"),
            models.CheckConstraint(
                condition=Q(state="waiting", decided_by__isnull=True, decided_at__isnull=True)
                | (
                    Q(state__in=DECIDED_BY_ANOTHER, decided_by__isnull=False, decided_at__isnull=False)
                    & ~Q(decided_by=F("requested_by"))
                )
                | Q(state="cancelled", decided_by__isnull=False, decided_at__isnull=False)
                | Q(state="expired", decided_by__isnull=True, decided_at__isnull=False),
                name="approval_decided_by_another",
            ),
            models.UniqueConstraint(
                fields=["kind", "target_id"], condition=Q(state="waiting"), name="approval_one_waiting"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["requested_at"], condition=Q(state="waiting"), name="approval_waiting"),
            models.Index(fields=["decided_at"], condition=~Q(state="waiting"), name="approval_decided"),
        ]

    def __str__(self) -> str:
        return f"#{self.pk}"
