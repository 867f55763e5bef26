from typing import ClassVar

from django.db import models

from apps.payments.choices import CheckOutcome
from apps.payments.credentials import decrypt_credentials, encrypt_credentials


class ProviderAccount(models.Model):
    """The merchant's account at one gateway, in one mode; attempts keep to the one they began with."""

    provider = models.CharField(max_length=20)
    live = models.BooleanField(default=False)
    enabled = models.BooleanField(default=False)
    """Offered to payers; at most one mode of a provider is."""
    sealed_credentials = models.TextField(blank=True, editable=False)
    checked_at = models.DateTimeField(null=True, blank=True, editable=False)
    """When these credentials were last checked; null for those that never were."""
    check_outcome = models.CharField(
        max_length=12, choices=CheckOutcome.choices, blank=True, default="", editable=False
    )
    check_reason = models.CharField(max_length=200, blank=True, default="", editable=False)
    """The gateway's words, without a credential in them."""
    broken_at = models.DateTimeField(null=True, blank=True, editable=False)
    """The gateway refused these credentials while they were in use: not offered until a good check."""
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["provider", "live"], name="payment_account_once_a_mode"),
            models.UniqueConstraint(
                fields=["provider"], condition=models.Q(enabled=True), name="payment_account_one_mode_offered"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.provider} ({'live' if self.live else 'test'})"

    @property
    def credentials(self) -> dict[str, str]:
        """Raises apps.payments.credentials.Unreadable."""
        return decrypt_credentials(self.sealed_credentials)

    @credentials.setter
    def credentials(self, values: dict[str, str]) -> None:
        self.sealed_credentials = encrypt_credentials(values)
