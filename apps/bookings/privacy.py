"""What demo mode hides."""

from typing import Final

from apps.core.platform import Platform

HIDDEN: Final = "Hidden"


def contact_in(settings: Platform, contact: str) -> str:
    """A telephone number, or the word that stands for it in demo mode."""
    return HIDDEN if contact and settings.is_demo_mode else contact
