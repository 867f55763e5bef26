"""Two-factor adapter for django-allauth."""

from typing import Any, Final

from allauth.mfa.adapter import DefaultMFAAdapter

from apps.core.platform import platform_settings
from apps.core.security.encryption import decrypt_text, encrypt_text, reencrypt_text
from apps.core.security.key_rotation import EncryptedColumn

_PURPOSE: Final = b"hansom.accounts.second_factor.1"


class MfaAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth carries no types
    """Encrypts secrets, so that access to the database is not enough to compute a code."""

    def encrypt(self, text: str) -> str:
        return encrypt_text(text, purpose=_PURPOSE)

    def decrypt(self, encrypted_text: str) -> str:
        """Return the decrypted text. Raises apps.core.security.encryption.Unreadable."""
        return decrypt_text(encrypted_text, purpose=_PURPOSE)

    def get_totp_issuer(self) -> str:
        """Return the name shown in the authenticator app, independent of the request's Host header."""
        return platform_settings().app_name


def _reencrypt(data: dict[str, Any]) -> dict[str, Any]:
    """Return an authenticator's data with its secrets encrypted with the current key."""
    new = dict(data)
    for name in ("secret", "seed"):
        if name in new:
            new[name] = reencrypt_text(new[name], purpose=_PURPOSE)
    if "migrated_codes" in new:
        new["migrated_codes"] = [reencrypt_text(code, purpose=_PURPOSE) for code in new["migrated_codes"]]
    return new


AUTHENTICATORS: Final = EncryptedColumn("mfa.Authenticator", "data", _PURPOSE, _reencrypt)
