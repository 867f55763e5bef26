"""Demo mode: everybody may look and try, nobody may break it for the next (AllowCriticalEditsAdmin off)."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from apps.core.errors import Forbidden
from apps.core.platform import Platform

HIDDEN: Final = "Hidden"
"""The documents' word for what a demo does not show."""


def shown_in(settings: Platform, secret: str) -> str:
    """Something that only the office reads, or the word that stands for it in demo mode."""
    return HIDDEN if secret and settings.is_demo_mode else secret


def require_critical_edits(settings: Platform) -> None:
    """Raises Forbidden demo_mode while critical edits are switched off."""
    if settings.is_demo_mode:
        raise Forbidden("demo_mode", _("This is not possible in demo mode."))
