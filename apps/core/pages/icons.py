"""The app's icons: the operator's logo in the sizes that devices want, else those of the build."""

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
    """A square picture; `share` is how much of its side or, in a circle, of its diameter the logo takes."""

    size: int
    share: float
    in_circle: bool = False


ICONS: Final = {
    "192": Icon(192, 0.86),
    "512": Icon(512, 0.86),
    # Devices cut as they like, but never into the circle of 80 percent (W3C, maskable icons).
    "maskable-512": Icon(512, 0.8, in_circle=True),
}


@require_safe
def icon(request: HttpRequest, name: str) -> HttpResponseBase:
    """The icon with the operator's logo; without one, on to the build's own."""
    if name not in ICONS:
        raise Http404("There is no such icon.")
    platform = platform_settings()
    logo = brand_of(platform).logo
    if logo is None:
        reply: HttpResponseBase = redirect(f"/static/icon-{name}.png")
        # The storage may answer the next time, and the operator may choose a logo.
        reply["Cache-Control"] = "public, max-age=300"
        return reply
    reply = HttpResponse(draw_icon(logo, ICONS[name]), content_type="image/png")
    named = request.GET.get("v") == icon_version(platform.logo)
    reply["Cache-Control"] = f"public, max-age={YEAR}, immutable" if named else "public, max-age=300"
    return reply


def icon_address(name: str, logo_name: str) -> str:
    """Where this icon is; with a logo another address for each, to be stored for ever."""
    if not logo_name:
        return f"/static/icon-{name}.png"
    return f"/icons/{name}.png?v={icon_version(logo_name)}"


def icon_version(logo_name: str) -> str:
    return hashlib.sha256(logo_name.encode()).hexdigest()[:12]


@lru_cache(maxsize=2 * len(ICONS))
def draw_icon(logo: Logo, icon: Icon) -> bytes:
    """The whole logo in the middle of a white square, as a PNG: logos are pictures on white (0048)."""
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
