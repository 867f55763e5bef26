"""Encryption of gateways' credentials in the database."""

import json
from collections.abc import Mapping
from typing import Final

from apps.core.security.encryption import Unreadable, decrypt_text, encrypt_text, reencrypt_text
from apps.core.security.key_rotation import EncryptedColumn

__all__ = ["CREDENTIALS", "Unreadable", "decrypt_credentials", "encrypt_credentials"]

_PURPOSE: Final = b"hansom.payments.credentials.1"


def encrypt_credentials(credentials: Mapping[str, str]) -> str:
    """Return the credentials as encrypted text."""
    return encrypt_text(json.dumps(dict(credentials)), purpose=_PURPOSE)


def decrypt_credentials(encrypted: str) -> dict[str, str]:
    """Return the decrypted credentials. Raises Unreadable."""
    if not encrypted:
        return {}
    values: dict[str, str] = json.loads(decrypt_text(encrypted, purpose=_PURPOSE))
    return values


def _reencrypt(encrypted: str) -> str:
    return reencrypt_text(encrypted, purpose=_PURPOSE) if encrypted else encrypted


CREDENTIALS: Final = EncryptedColumn("payments.ProviderAccount", "sealed_credentials", _PURPOSE, _reencrypt)
