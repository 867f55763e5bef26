"""Routes of the React app (frontend/src/app/router.tsx and routes.ts)."""

import re
from typing import Final

PUBLIC: Final = ("/", "/about-us", "/privacy-policy", "/login", "/register")
"""Pages that search engines may index; the same for everyone."""
BY_LINK: Final = ("/setup", "/reset-password", "/verify-email", "/trip/:token")
BEHIND_LOGIN: Final = (
    "/bookings",
    "/bookings/calendar",
    "/bookings/history",
    "/bookings/:id",
    "/bookings/:id/receipt",
    "/profile",
    "/wallet",
    "/statements",
    "/payments/:ref",
    "/payments/test/:ref",
    "/dashboard",
    "/drivers",
    "/driverearning",
    "/addbookings",
    "/cartypes",
    "/cancelreasons",
    "/promos",
    "/riders",
    "/alladmin",
    "/fleetadmins",
    "/notifications",
    "/earningreports",
    "/addtowallet",
    "/withdraws",
    "/settings",
    "/appinfo",
    "/languagesetting",
    "/people",
    "/people/:id",
    "/audit",
    "/transactions",
    "/payment-accounts",
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
