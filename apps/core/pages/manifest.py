"""The web app manifest: the operator's name, colours and icons for an installed app."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from django.conf import settings
from django.db import Error
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import get_language_info
from django.views.decorators.http import conditional_page, require_safe

from apps.core.brand import BRAND_COLOR, WHITE, one_line
from apps.core.languages import django_language
from apps.core.pages.icons import ICONS, icon_address
from apps.core.pages.language import offered, page_language
from apps.core.platform import platform_settings

NAME: Final = "Hansom"
INK: Final = "#0d121c"
"""Background of the build's icons, and theme colour without a brand colour."""
ROLE_COOKIE: Final = "hansom_role"

# Shortcuts per role of the last login: message key and page.
RIDER: Final = (("booking.book_now", "/"), ("nav.bookings", "/bookings"), ("nav.wallet", "/wallet"))
SHORTCUTS: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "driver": (("nav.drive", "/bookings"), ("nav.wallet", "/wallet")),
    "fleetadmin": (("nav.dashboard", "/dashboard"), ("nav.bookings", "/bookings")),
    "admin": (("nav.dashboard", "/dashboard"), ("nav.bookings", "/bookings")),
}


@conditional_page
@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Return the manifest in the user's language; with defaults during a database outage."""
    reply = HttpResponse(_manifest_text(request), content_type="application/manifest+json")
    patch_cache_control(reply, no_cache=True)
    patch_vary_headers(reply, ("Accept-Language", "Cookie"))
    return reply


def _manifest_text(request: HttpRequest) -> str:
    language = page_language(request, offered())
    try:
        platform = platform_settings()
        name, color, logo = one_line(platform.app_name), platform.brand_color, platform.logo
    except Error:
        name, color, logo = NAME, BRAND_COLOR, ""
    page = {
        # A fixed id keeps the installed app the same when the manifest's URL or content changes.
        "id": "/",
        "name": name,
        "short_name": name,
        "description": message(language, "home.slogan_lead"),
        "lang": language,
        "dir": "rtl" if get_language_info(django_language(language))["bidi"] else "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": WHITE if logo else INK,
        "theme_color": INK if color.lower() == BRAND_COLOR else color,
        "icons": icons(logo),
        "shortcuts": shortcuts(language, request.COOKIES.get(ROLE_COOKIE, ""), logo),
    }
    return json.dumps(page, ensure_ascii=False)


def icons(logo: str) -> list[dict[str, str]]:
    found = [
        {
            "src": icon_address(name, logo),
            "sizes": f"{icon.size}x{icon.size}",
            "type": "image/png",
            "purpose": "maskable" if icon.in_circle else "any",
        }
        for name, icon in ICONS.items()
    ]
    if not logo:
        found.insert(0, {"src": "/static/favicon.svg", "sizes": "any", "type": "image/svg+xml"})
    return found


def shortcuts(language: str, role: str, logo: str) -> list[dict[str, Any]]:
    drawn = [{"src": icon_address("192", logo), "sizes": "192x192", "type": "image/png"}]
    return [
        {"name": message(language, key), "url": url, "icons": drawn}
        for key, url in SHORTCUTS.get(role, RIDER)
    ]


def message(language: str, key: str) -> str:
    """Return a text of the app in a shipped language."""
    part, name = key.split(".")
    return _messages(language, "common" if part == "nav" else part)[part][name]


@lru_cache(maxsize=64)
def _messages(language: str, file: str) -> dict[str, dict[str, str]]:
    return dict(json.loads((settings.TRANSLATIONS_DIR / language / f"{file}.json").read_text()))
