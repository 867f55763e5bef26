"""How the operator appears in emails and on receipts: name, logo, colour, postal address."""

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
"""The platform's own, until the operator chooses one."""
COLOR: Final = "#[0-9a-fA-F]{6}"
WHITE: Final = "#ffffff"
BLACK: Final = "#000000"


@dataclass(frozen=True, slots=True)
class Logo:
    """A JPEG of ours, on white; the size is in pixels."""

    content: bytes
    width: int
    height: int

    def within(self, *, width: float, height: float) -> tuple[float, float]:
        """The largest size in a box of this many units that keeps the proportions."""
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
    """The lines of the postal address; none where it is blank."""
    logo: Logo | None

    @property
    def shown_website(self) -> str:
        """The address as people say it."""
        return re.sub(r"^https?://(www\.)?", "", self.website).rstrip("/")

    @property
    def on_color(self) -> str:
        """Black or white, whichever is easier to read on the brand's colour: 4.5:1 at the least."""
        return max(WHITE, BLACK, key=lambda text: contrast(text, self.color))

    @property
    def edge(self) -> str:
        """The colour itself, or a grey where it would not be seen on white."""
        return self.color if contrast(self.color, WHITE) >= 3 else "#8a8f98"


def brand_of(platform: "Platform") -> Brand:
    """The brand that these settings describe; without the logo while the storage does not answer."""
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
    """A name as it may stand in a header."""
    return re.sub(r"[\s\x00-\x1f\x7f]+", " ", text).strip()


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours (WCAG 2), from 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def rgb(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def logo_name() -> str:
    """A new name, so that no browser shows the logo of before."""
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
        # A bucket that does not answer: a password is reset without a logo, too.
        log.exception("logo not read: %s", name)
        return None


@lru_cache(maxsize=4)
def _read(name: str) -> Logo:
    """Kept in memory: a name is used for one file alone."""
    with storages[PUBLIC].open(name) as file:
        content = file.read()
    with Image.open(BytesIO(content), formats=["JPEG"]) as image:
        return Logo(content, image.width, image.height)
