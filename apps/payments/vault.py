"""Gateways' credentials at rest."""

import json
from collections.abc import Mapping
from typing import Final

from apps.core.key_rotation import SealedColumn
from apps.core.sealing import Unreadable, reseal_text, seal_text, unseal_text

__all__ = ["CREDENTIALS", "Unreadable", "seal", "unseal"]

_PURPOSE: Final = b"hansom.payments.credentials.1"


def seal(credentials: Mapping[str, str]) -> str:
    """The credentials as text that only a holder of the key can read."""
    return seal_text(json.dumps(dict(credentials)), purpose=_PURPOSE)


def unseal(sealed: str) -> dict[str, str]:
    """The credentials again. Raises Unreadable."""
    if not sealed:
        return {}
    values: dict[str, str] = json.loads(unseal_text(sealed, purpose=_PURPOSE))
    return values


def _reseal(sealed: str) -> str:
    return reseal_text(sealed, purpose=_PURPOSE) if sealed else sealed


CREDENTIALS: Final = SealedColumn("payments.ProviderAccount", "sealed_credentials", _PURPOSE, _reseal)
