"""Emails and text messages for login, queued as jobs because the senders are in a higher layer.

A job has ids and no secrets: the sender gets the code or the link from `secret_params` when it sends.
"""

from enum import StrEnum
from typing import Any, Final

from apps.core.outbox import events

SEND_MAIL: Final = "notifications.send_mail"
SEND_TEXT: Final = "notifications.send_text"


class SecretExpired(Exception):
    """Raised by `secret_params`: the message is obsolete and must not be sent."""


class EmailTemplate(StrEnum):
    """Emails of accounts, and the settings' test email; their texts are in notifications.messages.emails."""

    VERIFY_EMAIL = "verify_email"
    RESET_PASSWORD = "reset_password"  # noqa: S105  # names of templates
    PASSWORD_CHANGED = "password_changed"  # noqa: S105
    EMAIL_CHANGED = "email_changed"
    ACCOUNT_APPROVED = "account_approved"
    SIGNED_OUT_FOR_SAFETY = "signed_out_for_safety"
    NEW_DEVICE = "new_device"
    TWO_FACTOR_ON = "two_factor_on"
    TWO_FACTOR_OFF = "two_factor_off"
    TWO_FACTOR_RESET = "two_factor_reset"
    PASSKEY_ADDED = "passkey_added"
    PASSKEY_REMOVED = "passkey_removed"
    TEST = "test"


class Text(StrEnum):
    """Text messages of accounts; their texts are in notifications.messages.texts."""

    PHONE_CODE = "phone_code"
    ACCOUNT_APPROVED = "account_approved"


def send_mail(*, template: EmailTemplate, to: str, user_id: int, params: dict[str, Any], key: str) -> None:
    """Send an email once, after the transaction commits; `key` identifies it."""
    # Queued jobs use the name `letter`.
    events.enqueue(SEND_MAIL, key=key, letter=template.value, to=to, user_id=user_id, params=params)


def send_text(*, text: Text, to: str, user_id: int, params: dict[str, Any], key: str) -> None:
    """Send a text message once, after the transaction commits; `key` identifies it."""
    events.enqueue(SEND_TEXT, key=key, text=text.value, to=to, user_id=user_id, params=params)
