"""Checks whether an email address or a phone number is taken (check_user_exists)."""

from collections.abc import Set as AbstractSet
from typing import Final

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import DatabaseError
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.accounts.phone_numbers.countries import home_mobile
from apps.core.errors import BadInput, Unavailable

ISSUE: Final = "email_or_mobile_issue"


def is_email(text: str) -> bool:
    """Return whether Django accepts this as an email address (docs/decisions/0004)."""
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


def is_registered(*, email: str, mobile: str) -> bool:
    """Return whether the email or the phone is taken; either may be blank, and nothing else is revealed.

    Raises BadInput email_or_mobile_issue if either is invalid or both are blank; Unavailable
    email_or_mobile_issue if the database fails.
    """
    email, stored = email.strip().lower(), home_mobile(mobile)
    if (email and not is_email(email)) or (mobile.strip() and not stored) or not (email or stored):
        raise BadInput(ISSUE, _("Check the email and phone number."))
    return bool(taken(email=email, mobile=stored or ""))


def taken(*, email: str, mobile: str) -> AbstractSet[str]:
    """Return which of `email` and `mobile`, both normalized, are taken."""
    found = set()
    try:
        if email and (
            User.objects.filter(email=email).exists()
            # Includes verified addresses other than the login address.
            or EmailAddress.objects.filter(email=email, verified=True).exists()
        ):
            found.add("email")
        if mobile and User.objects.filter(mobile=mobile).exists():
            found.add("mobile")
    except DatabaseError as error:
        raise Unavailable(ISSUE, _("Try again in a moment.")) from error
    return found
