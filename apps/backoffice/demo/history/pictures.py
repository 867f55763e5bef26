"""Photos of the demo's documents that wait for review."""

from io import BytesIO
from typing import Final

from django.core.files.base import ContentFile
from PIL import Image, ImageDraw

from apps.accounts.models import DriverDocument

SIZE: Final = (1000, 640)
GROUND, INK, RULE = "#f4f1e6", "#1f2937", "#c9bfa3"


def add_photo(document: DriverDocument, holder: str) -> None:
    """Store a picture of the document, marked as a specimen; the caller saves the row."""
    image = Image.new("RGB", SIZE, GROUND)
    draw = ImageDraw.Draw(image)
    draw.rectangle((20, 20, SIZE[0] - 20, SIZE[1] - 20), outline=RULE, width=6)
    expires_on = document.claimed_expires_on or document.expires_on
    lines = (
        "SPECIMEN",
        document.get_kind_display().upper(),
        holder,
        document.number,
        f"Expires {expires_on}",
    )
    for row, line in enumerate(line for line in lines if line):
        draw.text((70, 70 + 100 * row), line, fill=INK, font_size=52)
    content = BytesIO()
    image.save(content, "JPEG", quality=80)
    document.file.save("document.jpg", ContentFile(content.getvalue()), save=False)
