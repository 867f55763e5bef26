"""Credentials at rest: encrypted with a key that is not in the database."""

import base64
import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings

_PURPOSE: Final = b"hansom.payments.credentials.1"


class Unreadable(Exception):
    """The credentials were encrypted with a key that is gone."""


def seal(credentials: Mapping[str, str]) -> str:
    """The credentials as text that only a holder of the key can read."""
    return _fernet().encrypt(json.dumps(dict(credentials)).encode()).decode()


def unseal(sealed: str) -> dict[str, str]:
    """The credentials again. Raises Unreadable."""
    if not sealed:
        return {}
    try:
        values: dict[str, str] = json.loads(_fernet().decrypt(sealed.encode()))
    except InvalidToken as error:
        raise Unreadable("these credentials were encrypted with another key") from error
    return values


def _fernet() -> MultiFernet:
    return _fernet_of((settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS))


@lru_cache(maxsize=4)
def _fernet_of(secrets: tuple[str, ...]) -> MultiFernet:
    # Each secret of its own; Django's fallbacks let the key change without losing what is stored.
    return MultiFernet([Fernet(_key(secret)) for secret in secrets])


def _key(secret: str) -> bytes:
    return base64.urlsafe_b64encode(
        hashlib.scrypt(secret.encode(), salt=_PURPOSE, n=2**14, r=8, p=1, dklen=32)
    )
