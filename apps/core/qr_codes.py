"""QR codes for screens."""

import base64

from allauth.mfa.adapter import get_adapter


def qr_code(text: str) -> str:
    """Return an SVG picture of the text's QR code as a data URI."""
    picture: str = get_adapter().build_totp_svg(text)
    return f"data:image/svg+xml;base64,{base64.b64encode(picture.encode()).decode()}"
