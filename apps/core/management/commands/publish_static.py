"""Collects this release's static files and keeps hashed files of earlier releases for some days."""

import json
import re
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.management.commands.collectstatic import Command as Collectstatic
from django.utils import timezone

RETENTION: Final = timedelta(days=7)
"""Pages that were opened before a release can load their files for this long."""
HASHED: Final = re.compile(r"assets/.+-[\w-]{8}\.\w+(?:\.br|\.gz)?")
"""Files named by content hash, which cannot conflict between releases."""


class Command(Collectstatic):
    help = __doc__

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._retained: frozenset[str] = frozenset()

    def handle(self, **options: Any) -> str | None:
        """Delete files of other releases first, except those that open pages may still load."""
        now = timezone.now()
        record = Path(settings.STATIC_ROOT).with_suffix(".releases.json")
        earlier = _in_reach(_read(record), now)
        self._retained = frozenset(name for release in earlier for name in release["files"])
        report = super().handle(**options | {"clear": True, "interactive": False})
        if options["dry_run"]:
            return report
        release = {"at": now.isoformat(), "files": sorted(_hashed_files())}
        if not earlier or earlier[-1]["files"] != release["files"]:
            earlier.append(release)
        record.write_text(json.dumps(earlier))
        return report

    def clear_dir(self, path: str) -> None:
        if not self.storage.exists(path):
            return
        folders, files = self.storage.listdir(path)
        for name in files:
            file = f"{path}/{name}" if path else name
            if file not in self._retained and not self.dry_run:
                self.storage.delete(file)
        for folder in folders:
            self.clear_dir(f"{path}/{folder}" if path else folder)


def _hashed_files() -> set[str]:
    found = (name for finder in get_finders() for name, _storage in finder.list(None))
    return {name for name in found if HASHED.fullmatch(name)}


def _read(record: Path) -> list[dict[str, Any]]:
    """Return earlier releases, oldest first; empty if the record is unreadable."""
    try:
        releases = json.loads(record.read_text())
    except (FileNotFoundError, json.JSONDecodeError):
        return []
    return list(releases)


def _in_reach(releases: list[dict[str, Any]], now: datetime) -> list[dict[str, Any]]:
    """Return the releases that open pages may use: the last one and those replaced recently."""
    published = [datetime.fromisoformat(release["at"]) for release in releases]
    replaced = [*published[1:], now][: len(releases)]
    return [release for release, at in zip(releases, replaced, strict=True) if at > now - RETENTION]
