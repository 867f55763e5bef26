"""Demo mode: everyone may look and try, no one may break it for the next (AllowCriticalEditsAdmin off)."""

import re
from collections.abc import Mapping
from typing import Final, TypeVar

from django.utils.translation import gettext_lazy as _

from apps.core.errors import Forbidden
from apps.core.platform import Platform

T = TypeVar("T")
HIDDEN: Final = "Hidden"
"""The documents' word for what a demo does not show."""


CONTACT: Final = re.compile(r"[^\s@<>\"']+@[^\s@<>\"']+\.\w+|\+\d[\d ()-]{5,}")
"""An email address or a phone number, anywhere in a text."""


def mask_contacts(text: str) -> str:
    """A text without the email addresses and phone numbers in it."""
    return CONTACT.sub(HIDDEN, text)


def shown_in(settings: Platform, secret: str) -> str:
    """A value for admins, or its placeholder in demo mode."""
    return HIDDEN if secret and settings.is_demo_mode else secret


def without_hidden(settings: Platform, changes: Mapping[str, T]) -> dict[str, T]:
    """Changes without the word that a form of demo mode was shown, and sent back, in place of a value."""
    return {name: value for name, value in changes.items() if not settings.is_demo_mode or value != HIDDEN}


def require_critical_edits(settings: Platform) -> None:
    """Raises Forbidden demo_mode while critical edits are switched off."""
    if settings.is_demo_mode:
        raise Forbidden("demo_mode", _("This isn't available in demo mode."))
