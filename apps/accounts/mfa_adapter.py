"""How django-allauth's second factor fits this platform."""

from typing import Any, Final

from allauth.mfa.adapter import DefaultMFAAdapter

from apps.core.key_rotation import SealedColumn
from apps.core.platform import platform_settings
from apps.core.sealing import reseal_text, seal_text, unseal_text

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


def _reseal(data: dict[str, Any]) -> dict[str, Any]:
    """An authenticator's data, with what is sealed in it under the current key."""
    new = dict(data)
    for name in ("secret", "seed"):
        if name in new:
            new[name] = reseal_text(new[name], purpose=_PURPOSE)
    if "migrated_codes" in new:
        new["migrated_codes"] = [reseal_text(code, purpose=_PURPOSE) for code in new["migrated_codes"]]
    return new


AUTHENTICATORS: Final = SealedColumn("mfa.Authenticator", "data", _PURPOSE, _reseal)
