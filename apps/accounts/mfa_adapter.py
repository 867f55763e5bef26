"""How django-allauth's second factor fits this platform."""

from typing import Final

from allauth.mfa.adapter import DefaultMFAAdapter

from apps.core.platform import platform_settings
from apps.core.sealing import seal_text, unseal_text

_PURPOSE: Final = b"hansom.accounts.second_factor.1"


class MfaAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth carries no types
    """Secrets are sealed: who reads the database cannot work out a code."""

    def encrypt(self, text: str) -> str:
        return seal_text(text, purpose=_PURPOSE)

    def decrypt(self, encrypted_text: str) -> str:
        """Raises apps.core.sealing.Unreadable."""
        return unseal_text(encrypted_text, purpose=_PURPOSE)

    def get_totp_issuer(self) -> str:
        """What the telephone calls it, whatever Host header came."""
        return platform_settings().app_name
