from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone


class Tariff(models.Model):
    """A version of the operator's tariff: a draft, or published and then never changed."""

    name = models.CharField(max_length=80)
    """The name in the document."""
    version = models.PositiveIntegerField(null=True, unique=True)
    """Counted over all published tariffs, from 1; NULL for a draft."""
    document = models.JSONField()
    """The tariff in the format of a file: zones and rules, as `tariff_engine.files` reads them."""
    revision = models.PositiveIntegerField(default=1)
    """The number of times that the draft was saved."""
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    published_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(version__isnull=True, published_at__isnull=True)
                | Q(version__gte=1, published_at__isnull=False),
                name="tariff_version_of_a_published_one",
            ),
        ]

    def __str__(self) -> str:
        return self.name if self.version is None else f"{self.name} {self.version}"


class TariffPeriod(models.Model):
    """The time from which a published tariff sets the prices, until the next period begins."""

    tariff = models.ForeignKey(Tariff, on_delete=models.PROTECT, null=True, related_name="periods")
    """NULL for the numbers of the car types."""
    valid_from = models.DateTimeField(unique=True)
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    published_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(valid_from__gte=F("published_at")), name="tariff_period_not_in_the_past"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tariff_id} from {self.valid_from}"


class PublicHoliday(models.Model):
    """A day that matches `PH` in the hours of a rule."""

    day = models.DateField(unique=True)
    name = models.CharField(max_length=80)

    def __str__(self) -> str:
        return f"{self.day} {self.name}"
