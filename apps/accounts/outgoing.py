"""Letters and text messages that sign-in needs; the senders stand above this app and take them as jobs.

No secret is written down with the job: it carries ids, and the sender asks `secret_params` for the code
or the link at the moment of sending.
"""

from enum import StrEnum
from typing import Any, Final

from apps.core import events

SEND_MAIL: Final = "notifications.send_mail"
SEND_TEXT: Final = "notifications.send_text"


class SecretGone(Exception):
    """Raised by `secret_params`: what the message was about is over, it is not to be sent any more."""


class Letter(StrEnum):
    """E-mails of sign-in, and the settings' test; each has its words in notifications."""

    VERIFY_EMAIL = "verify_email"
    RESET_PASSWORD = "reset_password"  # noqa: S105  # names of letters
    PASSWORD_CHANGED = "password_changed"  # noqa: S105
    EMAIL_CHANGED = "email_changed"
    SIGNED_OUT_FOR_SAFETY = "signed_out_for_safety"
    TWO_FACTOR_ON = "two_factor_on"
    TWO_FACTOR_OFF = "two_factor_off"
    TWO_FACTOR_RESET = "two_factor_reset"
    TEST = "test"


class Text(StrEnum):
    """Text messages of sign-in."""

    PHONE_CODE = "phone_code"


def send_mail(*, letter: Letter, to: str, user_id: int, params: dict[str, Any], key: str) -> None:
    """Send a letter once, when this transaction has committed; `key` names the reason."""
    events.enqueue(SEND_MAIL, key=key, letter=letter.value, to=to, user_id=user_id, params=params)


def send_text(*, text: Text, to: str, user_id: int, params: dict[str, Any], key: str) -> None:
    """Send a text message once, when this transaction has committed."""
    events.enqueue(SEND_TEXT, key=key, text=text.value, to=to, user_id=user_id, params=params)
