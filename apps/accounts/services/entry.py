"""Checks before a session starts, for every way to log in."""

from typing import Literal

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from apps.accounts.base_settings.check import check_installation
from apps.accounts.login.two_factor_policy import STAFF
from apps.accounts.models import User
from apps.accounts.services.email_addresses import (
    is_email_verified,
    primary_address,
    send_verification_email,
)
from apps.core.errors import Forbidden, NotSignedIn
from apps.core.platform import platform_settings

Method = Literal["password", "phone", "social", "company", "passkey"]


def require_login_allowed(user: User, method: Method) -> None:
    """Raise unless the user, whose password, code, passkey or provider was right, may log in.

    Raises Forbidden base_settings_error_1 or _2, require_approval, or email_verify_message after sending the
    verification email, company_login_required of staff without it; NotSignedIn login_error for a disabled
    account.
    """
    if not user.is_active:
        raise NotSignedIn("login_error", _("Incorrect email or password."))
    check_installation()
    if not user.approved:
        raise Forbidden("require_approval", _("This account isn't approved yet."))
    if settings.COMPANY_LOGIN_REQUIRED and method != "company" and user.user_type in STAFF:
        raise Forbidden("company_login_required", _("Staff log in with the company login."))
    if method == "password" and platform_settings().email_verify and not is_email_verified(user):
        send_verification_email(primary_address(user))
        raise Forbidden("email_verify_message", _("Open the link we sent to your email, then log in."))
