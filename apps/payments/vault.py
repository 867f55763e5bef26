"""Gateways' credentials at rest."""

import json
from collections.abc import Mapping
from typing import Final

from apps.core.sealing import Unreadable, seal_text, unseal_text

__all__ = ["Unreadable", "seal", "unseal"]

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
