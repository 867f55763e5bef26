from django.db import models
from django.utils import timezone

from apps.core.money import MONEY_DIGITS, MONEY_PLACES


class TestCharge(models.Model):
    """What a person decided on the test gateway's page: that gateway's own books."""

    __test__ = False

    ref = models.CharField(max_length=32, unique=True)
    result = models.CharField(max_length=10)
    """success, decline or pending."""
    amount = models.DecimalField(max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES)
    currency = models.CharField(max_length=3)
    succeeds_at = models.DateTimeField(null=True, blank=True)
    """A pending one that will be paid then."""
    refunded_amount = models.DecimalField(max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES, default=0)

    def __str__(self) -> str:
        return f"{self.ref} {self.result}"

    @property
    def is_paid(self) -> bool:
        """Approved, or approved for later and due."""
        due = self.succeeds_at is not None and self.succeeds_at <= timezone.now()
        return self.result == "success" or due
