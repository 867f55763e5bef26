from django.db import models
from django.utils import timezone

from apps.core.money import MONEY_DIGITS, MONEY_PLACES


class TestCharge(models.Model):
    """A payment of the test gateway: the choice made on its page."""

    __test__ = False

    ref = models.CharField(max_length=32, unique=True)
    result = models.CharField(max_length=10)
    """success, decline or pending."""
    amount = models.DecimalField(max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES)
    currency = models.CharField(max_length=3)
    succeeds_at = models.DateTimeField(null=True, blank=True)
    """The time when a pending payment succeeds."""
    refunded_amount = models.DecimalField(max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES, default=0)

    def __str__(self) -> str:
        return f"{self.ref} {self.result}"

    @property
    def is_paid(self) -> bool:
        """Return whether it was approved, or a delayed approval is due."""
        due = self.succeeds_at is not None and self.succeeds_at <= timezone.now()
        return self.result == "success" or due
