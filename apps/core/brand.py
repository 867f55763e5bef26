"""The operator's brand on emails and receipts: name, logo, colour, postal address."""

import logging
import re
import secrets
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.core.files.storage import storages
from PIL import Image

from apps.core.files.uploads import SUFFIX
from apps.core.media import PUBLIC

if TYPE_CHECKING:
    from apps.core.platform import Platform

log = logging.getLogger(__name__)

BRAND_COLOR: Final = "#ffbe38"
"""The default, until the operator chooses a colour."""
COLOR: Final = "#[0-9a-fA-F]{6}"
WHITE: Final = "#ffffff"
BLACK: Final = "#000000"


@dataclass(frozen=True, slots=True)
class Logo:
    """A re-encoded JPEG on white; sizes are in pixels."""

    content: bytes
    width: int
    height: int

    def within(self, *, width: float, height: float) -> tuple[float, float]:
        """Return the largest size within this box that keeps the proportions."""
        scale = min(width / self.width, height / self.height)
        return self.width * scale, self.height * scale


@dataclass(frozen=True, slots=True, kw_only=True)
class Brand:
    app_name: str
    company: str
    color: str
    website: str
    contact_email: str
    address: tuple[str, ...]
    """Lines of the postal address; empty if it is blank."""
    logo: Logo | None

    @property
    def shown_website(self) -> str:
        """The website without scheme and www."""
        return re.sub(r"^https?://(www\.)?", "", self.website).rstrip("/")

    @property
    def on_color(self) -> str:
        """Black or white, whichever has more contrast with the brand colour; at least 4.5:1."""
        return max(WHITE, BLACK, key=lambda text: contrast(text, self.color))

    @property
    def edge(self) -> str:
        """The brand colour, or a grey if the colour is hardly visible on white."""
        return self.color if contrast(self.color, WHITE) >= 3 else "#8a8f98"


def brand_of(platform: "Platform") -> Brand:
    """Return the brand of these settings; without logo if the storage does not respond."""
    app_name = one_line(platform.app_name)
    lines = (one_line(line) for line in platform.postal_address.splitlines())
    return Brand(
        app_name=app_name,
        company=one_line(platform.company_name) or app_name,
        color=platform.brand_color,
        website=platform.company_website or settings.PUBLIC_URL,
        contact_email=platform.contact_email,
        address=tuple(line for line in lines if line),
        logo=_logo(platform.logo) if platform.logo else None,
    )


def one_line(text: str) -> str:
    """Return a name as a single line, safe for email headers."""
    return re.sub(r"[\s\x00-\x1f\x7f]+", " ", text).strip()


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours (WCAG 2), from 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def rgb(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def logo_name() -> str:
    """Return a new file name, so that browsers do not show a cached logo."""
    return f"platform/{secrets.token_urlsafe(16)}{SUFFIX}"


def logo_path(row: Any, filename: str) -> str:
    return logo_name()


def _luminance(color: str) -> float:
    parts = [value / 255 for value in rgb(color)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _logo(name: str) -> Logo | None:
    try:
        return _read(name)
    except Exception:
        # Emails such as a password reset must be sent even when the storage is down.
        log.exception("logo not read: %s", name)
        return None


@lru_cache(maxsize=4)
def _read(name: str) -> Logo:
    """Cached permanently, because a name is used for one file only."""
    with storages[PUBLIC].open(name) as file:
        content = file.read()
    with Image.open(BytesIO(content), formats=["JPEG"]) as image:
        return Logo(content, image.width, image.height)
