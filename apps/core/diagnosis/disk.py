"""Free space of the folders that this machine writes to."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _

from apps.core.diagnosis.registry import Finding, error, ok, warning

LOW_PERCENT: Final = 15
FULL_PERCENT: Final = 5


def disk() -> Iterator[Finding]:
    """Yield one finding per file system."""
    seen: set[int] = set()
    for folder in (settings.MEDIA_ROOT, settings.HEALTH_DIR):
        path = Path(folder)
        if not path.exists() or path.stat().st_dev in seen:
            continue
        seen.add(path.stat().st_dev)
        usage = shutil.disk_usage(path)
        free = 100 * usage.free // usage.total
        text = _("Free space at %(folder)s: %(percent)s %%.") % {"folder": path, "percent": free}
        remedy = _("Delete what is not needed, or enlarge the disk.")
        if free < FULL_PERCENT:
            yield error(text, remedy)
        elif free < LOW_PERCENT:
            yield warning(text, remedy)
        else:
            yield ok(text)
