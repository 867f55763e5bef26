"""Fields that every app's serializers share."""

from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.dateparse import parse_date
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.core.demo_mode import shown_in
from apps.core.money import MONEY_DIGITS, MONEY_PLACES
from apps.core.platform import platform_settings


class AmountField(serializers.DecimalField):
    """Money: a decimal string with four places."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_digits=MONEY_DIGITS, decimal_places=MONEY_PLACES, **kwargs)


class HiddenInDemoField(serializers.CharField):
    """A text that is read only, and in demo mode not even that."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(read_only=True, help_text="Hidden in demo mode.", **kwargs)

    def to_representation(self, value: Any) -> str:
        return shown_in(platform_settings(), super().to_representation(value))


class PlatformTimeField(serializers.DateTimeField):
    """A time without an offset is one of the platform's own time zone: what its clocks show."""

    def default_timezone(self) -> ZoneInfo:
        return platform_settings().tz


@extend_schema_field(OpenApiTypes.STR)
class DayOrTimeField(PlatformTimeField):
    """A time, or a day of the platform's own calendar: its beginning, or its end."""

    def __init__(self, *, end: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.end = end

    def to_internal_value(self, value: Any) -> datetime:
        try:
            day = parse_date(value) if isinstance(value, str) else None
        except ValueError:
            day = None
        if day is None:
            return super().to_internal_value(value)
        if self.end and day.year < 9999:
            day += timedelta(days=1)
        return datetime.combine(day, time.min, platform_settings().tz)
