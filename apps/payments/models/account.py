from typing import ClassVar

from django.db import models

from apps.payments.choices import CheckOutcome
from apps.payments.gateways.credentials import decrypt_credentials, encrypt_credentials


class ProviderAccount(models.Model):
    """The merchant's account at a gateway in one mode. An attempt keeps the account it was started with."""

    provider = models.CharField(max_length=20)
    live = models.BooleanField(default=False)
    enabled = models.BooleanField(default=False)
    """Offered to payers, in at most one mode of each gateway."""
    sealed_credentials = models.TextField(blank=True, editable=False)
    checked_at = models.DateTimeField(null=True, blank=True, editable=False)
    """The time of the last check of these credentials."""
    check_outcome = models.CharField(
        max_length=12, choices=CheckOutcome.choices, blank=True, default="", editable=False
    )
    check_reason = models.CharField(max_length=200, blank=True, default="", editable=False)
    """The gateway's message, without credentials."""
    broken_at = models.DateTimeField(null=True, blank=True, editable=False)
    """The time when the gateway rejected these credentials in use. Not offered until a check succeeds."""
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
        """Raises apps.payments.gateways.credentials.Unreadable."""
        return decrypt_credentials(self.sealed_credentials)

    @credentials.setter
    def credentials(self, values: dict[str, str]) -> None:
        self.sealed_credentials = encrypt_credentials(values)
