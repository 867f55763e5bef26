"""PDF downloads."""

from typing import Final

from django.http import HttpResponse

PDF: Final = "application/pdf"


def pdf_response(content: bytes, name: str) -> HttpResponse:
    return HttpResponse(
        content,
        content_type=PDF,
        headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"},
    )
