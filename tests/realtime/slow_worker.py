"""A Celery app with a job that takes as long as a test wants.

Started as `celery -A tests.realtime.slow_worker worker`; the two sides meet in the directory FOLDER.
"""

import os
import time
from pathlib import Path

import django

from config.celery import app

django.setup()

from apps.core.models import PlatformSettings  # noqa: E402
from apps.core.outbox.jobs import job  # noqa: E402  # after the line above

__all__ = ["app"]


@job("tests.slow_rename")
def slow_rename(*, suffix: str) -> None:
    """Append to the platform's name, so that a second run is visible."""
    row, _ = PlatformSettings.objects.get_or_create(pk=1, defaults={"app_name": ""})
    PlatformSettings.objects.filter(pk=1).update(app_name=row.app_name + suffix)
    folder = Path(os.environ["FOLDER"])
    (folder / "started").touch()
    while not (folder / "finish").exists():
        time.sleep(0.01)
