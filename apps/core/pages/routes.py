"""Routes of the React app (frontend/src/app/router.tsx)."""

import json
import re
from typing import Final

from django.conf import settings

PUBLIC: Final = ("/", "/about-us", "/privacy-policy", "/terms-of-use", "/login", "/register")
"""Pages that search engines may index; the same for everyone."""
BY_LINK: Final = (
    "/setup",
    "/reset-password",
    "/verify-email",
    "/trip/:token",
    "/inspection/:token",
    "/payments/test/:ref",
)
BACK_OFFICE: Final[dict[str, list[str]]] = json.loads(
    (settings.BASE_DIR / "frontend/src/app/admin-roles.json").read_text()
)
"""The roles of each page of the back office, from their declaration in admin-pages.ts."""
BEHIND_LOGIN: Final = (
    "/bookings",
    "/bookings/calendar",
    "/bookings/history",
    "/bookings/:id",
    "/bookings/:id/receipt",
    "/profile",
    "/wallet",
    "/statements",
    "/help",
    "/help/:id",
    "/payments/:ref",
    *BACK_OFFICE,
)
PAGES: Final = PUBLIC + BY_LINK + BEHIND_LOGIN

# Like the router, ignore case and a trailing slash.
_PAGE: Final = re.compile(
    "|".join(re.sub(r":\w+", "[^/]+", page.rstrip("/")) + "/?" for page in PAGES), re.IGNORECASE
)


def is_page(path: str) -> bool:
    return _PAGE.fullmatch(path) is not None


def public_page(path: str) -> str | None:
    """Return the canonical path of a public page; None for other pages."""
    plain = path.lower().rstrip("/") or "/"
    return plain if plain in PUBLIC else None
