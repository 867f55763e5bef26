from django.conf import settings
from django.db import models
from django.utils import timezone


class MergedCaller(models.Model):
    """A rider whom staff had created for a phone call, and whose trips now belong to an account."""

    caller = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="merged_caller"
    )
    """The deleted user of the calls, to whom the ledger's entries still refer."""
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="merged_callers"
    )
    mobile = models.CharField(max_length=20, blank=True, db_index=True)
    """The caller's number, so that calls from it find the account."""
    merged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
    )
    merged_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return f"#{self.caller_id} into #{self.account_id}"
