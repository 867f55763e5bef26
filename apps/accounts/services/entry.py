"""Who is let in, once it is clear who they are: asked before any session begins, however they logged in."""

from typing import Literal

from django.utils.translation import gettext_lazy as _

from apps.accounts.base_settings.check import check_installation
from apps.accounts.models import User
from apps.accounts.services.email_addresses import (
    is_email_verified,
    primary_address,
    send_verification_email,
)
from apps.core.errors import Forbidden, NotSignedIn
from apps.core.platform import platform_settings

Method = Literal["password", "phone", "social"]


def check_may_enter(user: User, method: Method) -> None:
    """Let a person in whose password, code or provider was right; nothing is logged in when this raises.

    Raises Forbidden base_settings_error_1 or _2, require_approval, or email_verify_message, which also
    sends the email that it speaks of; NotSignedIn login_error for a disabled account.
    """
    if not user.is_active:
        raise NotSignedIn("login_error", _("Incorrect email or password."))
    check_installation()
    if not user.approved:
        raise Forbidden("require_approval", _("This account isn't approved yet."))
    if method == "password" and platform_settings().email_verify and not is_email_verified(user):
        send_verification_email(primary_address(user))
        raise Forbidden("email_verify_message", _("Open the link we sent to your email, then log in."))
