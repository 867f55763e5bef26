"""Keys of Web Push: the platform's own (VAPID), and those of browsers."""

import base64
import binascii
from functools import lru_cache

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02

AUTH_BYTES = 16


def vapid() -> Vapid02 | None:
    """Return the platform's key pair; None without a configured key, which disables Web Push."""
    return _vapid(settings.VAPID_PRIVATE_KEY) if settings.VAPID_PRIVATE_KEY else None


def vapid_public_key() -> str | None:
    """Return the applicationServerKey for browsers."""
    pair = vapid()
    if pair is None:
        return None
    point = pair.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def is_public_key(text: str) -> bool:
    """Return whether the text is an uncompressed point of P-256 in base64url, as `p256dh` must be."""
    raw = _decoded(text)
    if raw is None:
        return False
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw)
    except ValueError:
        return False
    return len(raw) == 65


def is_auth_secret(text: str) -> bool:
    """Return whether the text is 16 bytes in base64url, as `auth` must be."""
    raw = _decoded(text)
    return raw is not None and len(raw) == AUTH_BYTES


def _decoded(text: str) -> bytes | None:
    bare = text.rstrip("=")
    try:
        return base64.b64decode(bare + "=" * (-len(bare) % 4), altchars="-_", validate=True)
    except (binascii.Error, ValueError):
        return None


@lru_cache(maxsize=2)
def _vapid(private_key: str) -> Vapid02:
    return Vapid02.from_string(private_key)
