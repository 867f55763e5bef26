"""A photo of a parcel for simulated drivers."""

import io
from functools import cache

from PIL import Image, ImageDraw


@cache
def parcel_photo() -> bytes:
    """Return a JPEG of a brown box."""
    image = Image.new("RGB", (320, 240), (150, 150, 155))
    draw = ImageDraw.Draw(image)
    draw.rectangle((70, 60, 250, 200), fill=(170, 120, 70), outline=(110, 75, 40), width=3)
    draw.rectangle((150, 60, 170, 200), fill=(205, 180, 130))
    out = io.BytesIO()
    image.save(out, "JPEG")
    return out.getvalue()
