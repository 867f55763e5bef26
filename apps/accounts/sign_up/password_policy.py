"""Rules for new passwords, chosen in the platform's settings."""

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
"""The longest password that login accepts; hashing time grows with length."""
MODERN: Final[Sequence[Any]] = (
    MinimumLengthValidator(min_length=8),
    CommonPasswordValidator(),
    UserAttributeSimilarityValidator(),
)


def check_password_policy(password: str, user: User | None = None) -> None:
    """Check a new password by the policy in force; `user` may be unsaved.

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
        # Django's messages are translated in all of Django's languages.
        raise _refused(error.messages[0]) from error


def _refused(sentence: Any) -> BadInput:
    return BadInput("password_alphaNumeric_check", sentence, fields={"password": sentence})
