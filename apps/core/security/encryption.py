"""Encrypts stored secrets with keys derived from SECRET_KEY, one per purpose."""

import base64
import hashlib
from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings


class Unreadable(Exception):
    """The secret was encrypted with an unknown key."""


def encrypt_text(text: str, *, purpose: bytes) -> str:
    """Return the text encrypted with the current key."""
    return _fernet(purpose).encrypt(text.encode()).decode()


def decrypt_text(encrypted: str, *, purpose: bytes) -> str:
    """Return the decrypted text. Raises Unreadable."""
    try:
        return _fernet(purpose).decrypt(encrypted.encode()).decode()
    except InvalidToken as error:
        raise Unreadable("this was encrypted with another key") from error


def reencrypt_text(encrypted: str, *, purpose: bytes) -> str:
    """Return the secret encrypted with SECRET_KEY; unchanged if it already is. Raises Unreadable."""
    try:
        _fernet_of(purpose, (settings.SECRET_KEY,)).decrypt(encrypted.encode())
    except InvalidToken:
        return encrypt_text(decrypt_text(encrypted, purpose=purpose), purpose=purpose)
    return encrypted


def _fernet(purpose: bytes) -> MultiFernet:
    return _fernet_of(purpose, (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS))


@lru_cache(maxsize=32)
def _fernet_of(purpose: bytes, secrets: tuple[str, ...]) -> MultiFernet:
    # SECRET_KEY_FALLBACKS keep stored secrets readable after a key change.
    return MultiFernet([Fernet(_key(purpose, secret)) for secret in secrets])


@lru_cache(maxsize=32)
def _key(purpose: bytes, secret: str) -> bytes:
    return base64.urlsafe_b64encode(
        hashlib.scrypt(secret.encode(), salt=purpose, n=2**14, r=8, p=1, dklen=32)
    )
