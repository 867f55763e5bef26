"""What people may change about themselves."""

import re
from collections.abc import Mapping
from typing import Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.core import events
from apps.core.errors import BadInput, Conflict, Sentence

EMAIL_LOGIN: Final = "email"
CONTACT_FIELDS: Final = ("email", "mobile")
"""Read-only for people who sign in with them."""
MOBILE: Final = re.compile(r"\+?[0-9]{6,15}")


@transaction.atomic
def update_profile(*, user_id: int, changes: Mapping[str, str]) -> None:
    """Change first_name, last_name, language, and for other sign-ins than by e-mail email and mobile.

    Raises BadInput proper_input_name, proper_email, mobile_no_blank_error or invalid; Conflict
    user_exists for an e-mail or mobile of somebody else.
    """
    user = User.objects.select_for_update(no_key=True).get(pk=user_id)
    changes = {name: _clean(name, value) for name, value in changes.items()}
    changes = {name: value for name, value in changes.items() if value != (getattr(user, name) or "")}
    _check(user, changes)
    if not changes:
        return
    for name, value in changes.items():
        setattr(user, name, value)
    try:
        with transaction.atomic():
            user.save(update_fields=list(changes))
    except IntegrityError as error:
        raise _somebody_else_has(user, changes) from error
    events.publish(f"user:{user_id}", "profile.changed", {})


def _clean(name: str, value: str) -> str:
    return re.sub(r"[\s-]", "", value) if name == "mobile" else value.strip()


def _check(user: User, changes: Mapping[str, str]) -> None:
    if user.login_type == EMAIL_LOGIN:
        fixed: dict[str, Sentence] = {
            name: _("This cannot be changed here.") for name in CONTACT_FIELDS if name in changes
        }
        if fixed:
            raise BadInput("invalid", _("Some values are not allowed."), fields=fixed)
    for name in ("first_name", "last_name"):
        if name in changes and not changes[name]:
            raise _bad("proper_input_name", name, _("Enter a name."))
    if "language" in changes and changes["language"] not in dict(settings.LANGUAGES):
        raise _bad("invalid", "language", _("There is no such language."))
    if "email" in changes and not _is_email(changes["email"]):
        raise _bad("proper_email", "email", _("Enter a proper e-mail address."))
    if "mobile" in changes and not MOBILE.fullmatch(changes["mobile"]):
        raise _bad("mobile_no_blank_error", "mobile", _("Enter a proper telephone number."))


def _is_email(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


def _bad(code: str, name: str, sentence: Sentence) -> BadInput:
    return BadInput(code, sentence, fields={name: sentence})


def _somebody_else_has(user: User, changes: Mapping[str, str]) -> Conflict:
    sentence = _("Somebody else uses this already.")
    taken = [
        name
        for name in CONTACT_FIELDS
        if name in changes and User.objects.exclude(pk=user.pk).filter(**{name: changes[name]}).exists()
    ]
    return Conflict("user_exists", sentence, fields=dict.fromkeys(taken, sentence))
