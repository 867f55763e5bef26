"""The scripts of a page, named in its head: the browser loads them at once instead of one after the other."""

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from apps.core.pages.routes import PAGES

_PATTERNS: Final = tuple(
    (page, re.compile(re.sub(r":\w+", "[^/]+", page.rstrip("/")) + "/?", re.IGNORECASE))
    # Those without a blank first: /bookings/history is no booking.
    for page in sorted(PAGES, key=lambda page: page.count(":"))
)


def preload_links(path: str, role: str, language: str) -> str:
    """Return a link for each script that the role's page needs beside those that index.html names.

    A page behind the login is the login page for those who are no one's; none while the app is not built.
    """
    manifest = settings.BASE_DIR / "frontend/dist/pages/preloads.json"
    try:
        return _links(manifest, manifest.stat().st_mtime_ns, _page_of(path), role, language)
    except FileNotFoundError:
        return ""


def _page_of(path: str) -> str:
    return next((page for page, pattern in _PATTERNS if pattern.fullmatch(path)), "")


# More than there are pages, roles and languages together.
@lru_cache(maxsize=2048)
def _links(manifest: Path, written: int, page: str, role: str, language: str) -> str:
    built: dict[str, Any] = json.loads(manifest.read_text())
    by_role = built["pages"].get(page, {})
    scripts = by_role.get(role) or by_role.get("") or (built["pages"]["/login"][""] if by_role else [])
    translated = built["words"].get(language, {})
    # A language's words take the place of the English ones.
    names = [translated.get(script, script) for script in scripts]
    # What the page shows before any script has run comes first.
    link = '<link rel="modulepreload" crossorigin fetchpriority="low" href="/static/{}">'
    return "".join(link.format(name) for name in names)
