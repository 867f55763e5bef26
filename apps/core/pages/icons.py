"""The app's icons: the operator's logo in several sizes, or the icons of the build."""

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_safe
from PIL import Image

from apps.core.brand import WHITE, Logo, brand_of
from apps.core.platform import platform_settings

YEAR: Final = 31_536_000


@dataclass(frozen=True, slots=True)
class Icon:
    """A square image; `share` is the logo's share of the side, or of the diameter with `in_circle`."""

    size: int
    share: float
    in_circle: bool = False


ICONS: Final = {
    "192": Icon(192, 0.86),
    "512": Icon(512, 0.86),
    # Devices crop maskable icons outside a circle of 80 percent (W3C).
    "maskable-512": Icon(512, 0.8, in_circle=True),
}


@require_safe
def icon(request: HttpRequest, name: str) -> HttpResponseBase:
    """Return the icon with the operator's logo; without one, redirect to the icon of the build."""
    if name not in ICONS:
        raise Http404("There is no such icon.")
    platform = platform_settings()
    logo = brand_of(platform).logo
    if logo is None:
        reply: HttpResponseBase = redirect(f"/static/icon-{name}.png")
        # Short, because a logo may be set, or the storage may recover.
        reply["Cache-Control"] = "public, max-age=300"
        return reply
    reply = HttpResponse(draw_icon(logo, ICONS[name]), content_type="image/png")
    named = request.GET.get("v") == icon_version(platform.logo)
    reply["Cache-Control"] = f"public, max-age={YEAR}, immutable" if named else "public, max-age=300"
    return reply


def icon_address(name: str, logo_name: str) -> str:
    """Return the URL of an icon; each logo has its own, so that it can be cached permanently."""
    if not logo_name:
        return f"/static/icon-{name}.png"
    return f"/icons/{name}.png?v={icon_version(logo_name)}"


def icon_version(logo_name: str) -> str:
    return hashlib.sha256(logo_name.encode()).hexdigest()[:12]


@lru_cache(maxsize=2 * len(ICONS))
def draw_icon(logo: Logo, icon: Icon) -> bytes:
    """Draw the logo in the middle of a white square as PNG, because logos have a white background (0048)."""
    side = icon.share * icon.size
    if icon.in_circle:
        # A box with this diagonal is within the circle.
        scale = side / (logo.width**2 + logo.height**2) ** 0.5
        width, height = logo.width * scale, logo.height * scale
    else:
        width, height = logo.within(width=side, height=side)
    size = (max(1, round(width)), max(1, round(height)))
    square = Image.new("RGB", (icon.size, icon.size), WHITE)
    with Image.open(BytesIO(logo.content), formats=["JPEG"]) as picture:
        drawn = picture.convert("RGB").resize(size, Image.Resampling.LANCZOS)
    square.paste(drawn, ((icon.size - size[0]) // 2, (icon.size - size[1]) // 2))
    out = BytesIO()
    square.save(out, "PNG", optimize=True)
    return out.getvalue()
