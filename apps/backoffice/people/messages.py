"""How demo mode shows users' email addresses."""

from typing import Final

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.core.demo_mode import shown_in
from apps.core.platform import Platform

HIDDEN_FOR_DEMO: Final = "Hidden for Demo"


def email_in(settings: Platform, person: User) -> str:
    """Return the email address, or a placeholder in demo mode; admins have their own."""
    if person.user_type == UserType.ADMIN and person.email and settings.is_demo_mode:
        return HIDDEN_FOR_DEMO
    return shown_in(settings, person.email or "")
