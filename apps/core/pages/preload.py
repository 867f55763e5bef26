"""Links to a page's scripts in its head, so that the browser loads them in parallel."""

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from apps.core.pages.routes import PAGES

_PATTERNS: Final = tuple(
    (page, re.compile(re.sub(r":\w+", "[^/]+", page.rstrip("/")) + "/?", re.IGNORECASE))
    # Routes without parameters first: /bookings/history is not a booking's page.
    for page in sorted(PAGES, key=lambda page: page.count(":"))
)


def preload_links(path: str, role: str, language: str) -> str:
    """Return links to the scripts that the page needs for a role, besides those of index.html.

    Without login, a protected page loads the scripts of the login page. Returns "" if the app is not
    built.
    """
    manifest = settings.BASE_DIR / "frontend/dist/pages/preloads.json"
    try:
        return _links(manifest, manifest.stat().st_mtime_ns, _page_of(path), role, language)
    except FileNotFoundError:
        return ""


def _page_of(path: str) -> str:
    return next((page for page, pattern in _PATTERNS if pattern.fullmatch(path)), "")


# More than the number of pages, roles and languages together.
@lru_cache(maxsize=2048)
def _links(manifest: Path, written: int, page: str, role: str, language: str) -> str:
    built: dict[str, Any] = json.loads(manifest.read_text())
    by_role = built["pages"].get(page, {})
    scripts = by_role.get(role) or by_role.get("") or (built["pages"]["/login"][""] if by_role else [])
    translated = built["words"].get(language, {})
    # Scripts with translations replace the English ones.
    names = [translated.get(script, script) for script in scripts]
    # Low priority: styles and images of the prerendered page come first.
    link = '<link rel="modulepreload" crossorigin fetchpriority="low" href="/static/{}">'
    return "".join(link.format(name) for name in names)
