"""What a new password must be, as the platform's settings say."""

import re
from collections.abc import Sequence
from typing import Any, Final

from django.contrib.auth.password_validation import (
    CommonPasswordValidator,
    MinimumLengthValidator,
    UserAttributeSimilarityValidator,
)
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.core.errors import BadInput
from apps.core.models import PlatformSettings
from apps.core.platform import platform_settings

ALPHANUMERIC: Final = re.compile(r"[A-Za-z0-9@*#]{6,30}")
MAX_LENGTH: Final = 128
"""What the login accepts; hashing costs more the longer a password is."""
MODERN: Final[Sequence[Any]] = (
    MinimumLengthValidator(min_length=8),
    CommonPasswordValidator(),
    UserAttributeSimilarityValidator(),
)


def check_password_policy(password: str, user: User | None = None) -> None:
    """Refuse a password that the policy in force does not allow; `user` need not be saved yet.

    Raises BadInput password_alphaNumeric_check.
    """
    if platform_settings().password_policy == PlatformSettings.PasswordPolicy.MODERN:
        _check_modern(password, user)
    elif not ALPHANUMERIC.fullmatch(password):
        raise _refused(_("Use 6 to 30 letters and digits. @, * and # are allowed too."))


def _check_modern(password: str, user: User | None) -> None:
    if len(password) > MAX_LENGTH or "\x00" in password:
        raise _refused(_("Choose another password. This one isn't allowed."))
    try:
        for validator in MODERN:
            validator.validate(password, user)
    except ValidationError as error:
        # Django's own sentences, in the languages that Django has.
        raise _refused(error.messages[0]) from error


def _refused(sentence: Any) -> BadInput:
    return BadInput("password_alphaNumeric_check", sentence, fields={"password": sentence})
