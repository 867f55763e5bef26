from typing import ClassVar

from django.db import models

from apps.payments import vault


class ProviderAccount(models.Model):
    """The merchant's account at one gateway, in one mode; attempts keep to the one they began with."""

    provider = models.CharField(max_length=20)
    live = models.BooleanField(default=False)
    enabled = models.BooleanField(default=False)
    """Offered to payers; at most one mode of a provider is."""
    sealed_credentials = models.TextField(blank=True, editable=False)
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
        """Raises apps.payments.vault.Unreadable."""
        return vault.unseal(self.sealed_credentials)

    @credentials.setter
    def credentials(self, values: dict[str, str]) -> None:
        self.sealed_credentials = vault.seal(values)
