"""Serializer fields used by all apps."""

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
    """Read-only text that is hidden in demo mode."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(read_only=True, help_text="Hidden in demo mode.", **kwargs)

    def to_representation(self, value: Any) -> str:
        return shown_in(platform_settings(), super().to_representation(value))


class PlatformTimeField(serializers.DateTimeField):
    """A time without an offset is in the platform's time zone."""

    def default_timezone(self) -> ZoneInfo:
        return platform_settings().tz


@extend_schema_field(OpenApiTypes.STR)
class DayOrTimeField(PlatformTimeField):
    """A time, or a date that means the start or end of that day in the platform's time zone."""

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
