"""Reading the platform settings, cached, and changing them."""

import time
from typing import Any, Final

from django.db import transaction

from apps.core.files.stored_files import delete_file_after_commit
from apps.core.media import PUBLIC
from apps.core.models import PlatformSettings
from apps.core.outbox import events
from apps.core.platform_settings import SETTINGS, Platform

__all__ = [
    "CACHE_SECONDS",
    "Platform",
    "clear_platform_cache",
    "platform_settings",
    "update_platform_settings",
]

CACHE_SECONDS: Final = 1.0
"""How long another process may still use a value that was changed."""

_cached: tuple[float, Platform] | None = None


def platform_settings() -> Platform:
    """Return the settings in force, at most CACHE_SECONDS old."""
    global _cached
    if _cached is not None and time.monotonic() - _cached[0] < CACHE_SECONDS:
        return _cached[1]
    row = PlatformSettings.objects.values(*SETTINGS).filter(pk=1).first()
    if row is None:
        PlatformSettings.objects.get_or_create(pk=1)
        row = PlatformSettings.objects.values(*SETTINGS).get(pk=1)
    platform = Platform(**row)
    _cached = (time.monotonic(), platform)
    return platform


def clear_platform_cache() -> None:
    """Clear the cache, so that the next call reads the database."""
    global _cached
    _cached = None


@transaction.atomic
def update_platform_settings(**changes: Any) -> Platform:
    """Validate and store the changes, publish `settings.changed`, and return the settings in force.

    Raises django.core.exceptions.ValidationError when a value is not allowed.
    """
    PlatformSettings.objects.get_or_create(pk=1)
    row = PlatformSettings.objects.select_for_update().get(pk=1)
    before = {name: getattr(row, name) for name in SETTINGS}
    logo = row.logo.name or ""
    for name, value in changes.items():
        if name not in SETTINGS:
            raise TypeError(f"no such setting: {name}")
        setattr(row, name, value)
    row.full_clean()
    row.save()
    if logo and row.logo.name != logo:
        delete_file_after_commit(PUBLIC, logo)
    for name, value in changes.items():
        if (job := SETTINGS[name].job_on_change) and value != before[name]:
            # Other processes may use the settings from before the change until then.
            events.enqueue(job, delay_seconds=CACHE_SECONDS + 1)
    events.publish("settings", "settings.changed", {"changed": sorted(changes)})
    transaction.on_commit(clear_platform_cache)
    clear_platform_cache()
    return platform_settings()
