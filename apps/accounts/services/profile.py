"""What people may change about themselves."""

import re
from collections.abc import Mapping
from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.bank import BANK_FIELDS, bank_fields_due
from apps.accounts.models import User
from apps.accounts.services.existing_users import is_email
from apps.accounts.services.registration_checks import WRONG_MOBILE
from apps.core import events
from apps.core.demo_mode import without_hidden
from apps.core.errors import BadInput, Sentence
from apps.core.languages import languages
from apps.core.platform import platform_settings

EMAIL_LOGIN: Final = "email"
PHONE_LOGIN: Final = "phone"
"""Of who has no email address yet; they may add one."""
CONTACT_FIELDS: Final = ("email", "mobile")
"""Read-only for people who log in with them; for the others an email or a code proves a new one."""
MOBILE: Final = re.compile(r"\+?[0-9]{6,15}")


@transaction.atomic
def update_profile(*, user_id: int, changes: Mapping[str, str]) -> None:
    """Change first_name, last_name, language, and the bank fields of who is paid out.

    Raises BadInput proper_input_name, proper_email, mobile_no_blank_error, or invalid: for another email
    or mobile too, which have calls of their own.
    """
    user = User.objects.select_for_update(no_key=True).get(pk=user_id)
    changes = without_hidden(platform_settings(), changes)
    changes = {name: _clean(name, value) for name, value in changes.items()}
    changes = {name: value for name, value in changes.items() if value != (getattr(user, name) or "")}
    _check(user, changes)
    if not changes:
        return
    for name, value in changes.items():
        setattr(user, name, value)
    user.save(update_fields=list(changes))
    events.publish(f"user:{user_id}", "profile.changed", {})


def _clean(name: str, value: str) -> str:
    return re.sub(r"[\s-]", "", value) if name == "mobile" else value.strip()


def _check(user: User, changes: Mapping[str, str]) -> None:
    if user.login_type == EMAIL_LOGIN:
        _refuse(changes, CONTACT_FIELDS, _("This can't be changed here."))
    if not bank_fields_due(user.user_type, platform_settings()):
        _refuse(changes, BANK_FIELDS, _("This can't be changed here."))
    for name in ("first_name", "last_name"):
        if name in changes and not changes[name]:
            raise _bad("proper_input_name", name, _("Enter a name."))
    if "language" in changes and changes["language"] not in languages():
        raise _bad("invalid", "language", _("Language not found."))
    if "email" in changes and not is_email(changes["email"]):
        raise _bad("proper_email", "email", _("Enter a valid email."))
    if "mobile" in changes and not MOBILE.fullmatch(changes["mobile"]):
        raise _bad("mobile_no_blank_error", "mobile", WRONG_MOBILE)
    _refuse(changes, ("email",), _("Verify the new email with the link we send to it."))
    _refuse(changes, ("mobile",), _("Verify the new number with the code we send to it."))


def _refuse(changes: Mapping[str, str], names: tuple[str, ...], sentence: Sentence) -> None:
    fixed = {name: sentence for name in names if name in changes}
    if fixed:
        raise BadInput("invalid", _("Some values aren't allowed."), fields=fixed)


def _bad(code: str, name: str, sentence: Sentence) -> BadInput:
    return BadInput(code, sentence, fields={name: sentence})
