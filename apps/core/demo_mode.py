"""Demo mode (AllowCriticalEditsAdmin off): users can try everything, but critical data is read-only."""

import re
from collections.abc import Mapping
from typing import Final, TypeVar

from django.utils.translation import gettext_lazy as _

from apps.core.errors import Forbidden
from apps.core.platform import Platform

T = TypeVar("T")
HIDDEN: Final = "Hidden"
"""The documents' placeholder for values hidden in demo mode."""


CONTACT: Final = re.compile(r"[^\s@<>\"']+@[^\s@<>\"']+\.\w+|\+\d[\d ()-]{5,}")
"""An email address or phone number within a text."""


def mask_contacts(text: str) -> str:
    """Return the text with email addresses and phone numbers masked."""
    return CONTACT.sub(HIDDEN, text)


def shown_in(settings: Platform, secret: str) -> str:
    """Return a value for admins, or the placeholder in demo mode."""
    return HIDDEN if secret and settings.is_demo_mode else secret


def without_hidden(settings: Platform, changes: Mapping[str, T]) -> dict[str, T]:
    """Return the changes without values that a form in demo mode showed as the placeholder and sent back."""
    return {name: value for name, value in changes.items() if not settings.is_demo_mode or value != HIDDEN}


def require_critical_edits(settings: Platform) -> None:
    """Raise Forbidden demo_mode if critical edits are off."""
    if settings.is_demo_mode:
        raise Forbidden("demo_mode", _("This isn't available in demo mode."))
