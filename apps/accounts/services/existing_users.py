"""Whether an email address or a phone number is someone's already (check_user_exists)."""

from collections.abc import Set as AbstractSet
from typing import Final

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import DatabaseError
from django.utils.translation import gettext_lazy as _

from apps.accounts.countries import home_mobile
from apps.accounts.models import User
from apps.core.errors import BadInput, Unavailable

ISSUE: Final = "email_or_mobile_issue"


def is_email(text: str) -> bool:
    """Whether this is an email address as Django knows them (docs/decisions/0004)."""
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


def anybody_has(*, email: str, mobile: str) -> bool:
    """Return whether the email or the phone is taken; either may be blank, and nothing else is revealed.

    Raises BadInput email_or_mobile_issue for what is neither an email address nor a number, or for
    nothing at all; Unavailable of the same code when it cannot be looked up.
    """
    email, kept = email.strip().lower(), home_mobile(mobile)
    if (email and not is_email(email)) or (mobile.strip() and not kept) or not (email or kept):
        raise BadInput(ISSUE, _("Check the email and phone number."))
    return bool(taken(email=email, mobile=kept or ""))


def taken(*, email: str, mobile: str) -> AbstractSet[str]:
    """Which of `email` and `mobile`, in the spellings that are stored, are someone's."""
    found = set()
    try:
        if email and (
            User.objects.filter(email=email).exists()
            # Theirs too when another address is the one that they log in with.
            or EmailAddress.objects.filter(email=email, verified=True).exists()
        ):
            found.add("email")
        if mobile and User.objects.filter(mobile=mobile).exists():
            found.add("mobile")
    except DatabaseError as error:
        raise Unavailable(ISSUE, _("Try again in a moment.")) from error
    return found
