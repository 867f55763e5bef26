"""How django-allauth's second factor fits this platform."""

from typing import Any, Final

from allauth.mfa.adapter import DefaultMFAAdapter

from apps.core.platform import platform_settings
from apps.core.security.encryption import decrypt_text, encrypt_text, reencrypt_text
from apps.core.security.key_rotation import EncryptedColumn

_PURPOSE: Final = b"hansom.accounts.second_factor.1"


class MfaAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth carries no types
    """Secrets are encrypted: who reads the database cannot work out a code."""

    def encrypt(self, text: str) -> str:
        return encrypt_text(text, purpose=_PURPOSE)

    def decrypt(self, encrypted_text: str) -> str:
        """Raises apps.core.security.encryption.Unreadable."""
        return decrypt_text(encrypted_text, purpose=_PURPOSE)

    def get_totp_issuer(self) -> str:
        """What the phone calls it, whatever Host header came."""
        return platform_settings().app_name


def _reencrypt(data: dict[str, Any]) -> dict[str, Any]:
    """An authenticator's data, with its secrets encrypted with the current key."""
    new = dict(data)
    for name in ("secret", "seed"):
        if name in new:
            new[name] = reencrypt_text(new[name], purpose=_PURPOSE)
    if "migrated_codes" in new:
        new["migrated_codes"] = [reencrypt_text(code, purpose=_PURPOSE) for code in new["migrated_codes"]]
    return new


AUTHENTICATORS: Final = EncryptedColumn("mfa.Authenticator", "data", _PURPOSE, _reencrypt)
