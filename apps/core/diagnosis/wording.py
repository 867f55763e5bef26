"""How findings write times."""

from datetime import datetime

from django.utils.formats import date_format

from apps.core.platform import platform_settings


def moment(at: datetime) -> str:
    """Return the time in the platform's time zone, in the active language."""
    return date_format(at.astimezone(platform_settings().tz), "SHORT_DATETIME_FORMAT")
