"""Forgotten and changed passwords."""

from typing import Final
from urllib.parse import quote
from uuid import uuid4

from django.contrib.auth.tokens import default_token_generator
from django.db import transaction
from django.http import HttpRequest
from django.utils.http import base36_to_int, int_to_base36
from django.utils.translation import gettext_lazy as _

from apps.accounts.login import rate_limit
from apps.accounts.models import DeviceSession, User
from apps.accounts.outgoing import EmailTemplate, SecretExpired, send_mail
from apps.accounts.services.confirmation import confirm_password
from apps.accounts.services.email_addresses import (
    is_email_verified,
    mark_verified,
    primary_address,
    send_verification_email,
)
from apps.accounts.services.password_attempts import reset_wrong_passwords
from apps.accounts.services.profile import EMAIL_LOGIN
from apps.accounts.services.sessions import Session, end_all_sessions, end_sessions_except
from apps.accounts.sign_up.password_policy import check_password_policy
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput
from apps.core.outbox import events
from apps.core.platform import platform_settings
from config.env import env

RESET_REQUESTED: Final = "accounts.send_reset_letter"
VERIFICATION_REQUESTED: Final = "accounts.send_verification_letter"


@transaction.atomic
def request_password_reset(*, email: str, device: str = "") -> None:
    """Record a password reset request, whether or not an account has the address.

    A job looks up the account, so that neither the response nor its time reveals whether it exists. Requests
    from `device`, a device that the account knows, are counted separately. Raises Forbidden demo_mode,
    because accounts are shared there.
    """
    require_critical_edits(platform_settings())
    if rate_limit.consume("password_reset_email", key=f"{email.lower()} {device}").allowed:
        events.enqueue(RESET_REQUESTED, email=email.lower())


@transaction.atomic
def request_verification_email(*, email: str, device: str = "") -> None:
    """Record a request for another verification link; reveals nothing about the account either."""
    events.enqueue(VERIFICATION_REQUESTED, email=email.lower(), device=device)


@transaction.atomic
def send_password_reset_email(*, email: str) -> None:
    """Send the link if an active account has the address and the mailbox is its owner's."""
    user = User.objects.filter(email=email, is_active=True).first()
    if user is not None and _is_owners_mailbox(user):
        send_mail(
            template=EmailTemplate.RESET_PASSWORD,
            to=email,
            user_id=user.pk,
            params={"user_id": user.pk},
            key=f"reset_password:{user.pk}:{uuid4().hex}",
        )


@transaction.atomic
def send_verification_again(*, email: str, device: str = "") -> None:
    """Send another verification link if the address is not verified yet."""
    user = User.objects.filter(email=email, is_active=True).first()
    if user is not None and not is_email_verified(user):
        send_verification_email(primary_address(user), device=device)


def reset_link(user_id: int) -> str:
    """Return the link for the email, valid for PASSWORD_RESET_TIMEOUT or until the password changes."""
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None:
        raise SecretExpired
    key = f"{int_to_base36(user.pk)}-{default_token_generator.make_token(user)}"
    return f"{env.public_url}/reset-password?key={quote(key, safe='')}"


@transaction.atomic
def reset_password(*, request: HttpRequest, key: str, password: str) -> None:
    """Set a new password by the key of an email, once; log out all devices and verify the address.

    Raises BadInput reset_link_invalid, or password_alphaNumeric_check, which leaves the link valid; Forbidden
    demo_mode, because accounts are shared there.
    """
    require_critical_edits(platform_settings())
    user = _user_of_key(key)
    if user is None:
        raise BadInput("reset_link_invalid", _("This link has expired. Request a new one."))
    check_password_policy(password, user)
    _set_password(user, password)
    end_all_sessions(user_id=user.pk, ending=DeviceSession.Ending.PASSWORD_CHANGED)
    mark_verified(user)
    # A user slowed down by wrong passwords can log in with the new one immediately.
    reset_wrong_passwords(request=request, email=user.email or "")


@transaction.atomic
def change_password(*, user_id: int, family: str, current: str, password: str) -> Session:
    """Change the user's password; log out other devices and issue new tokens for this one.

    Users without a password leave `current` blank. Raises BadInput wrong_password or
    password_alphaNumeric_check; TooMany after too many wrong passwords; Forbidden demo_mode, because accounts
    are shared there.
    """
    user = User.objects.select_for_update(no_key=True).get(pk=user_id)
    if user.has_usable_password():
        require_critical_edits(platform_settings())
        confirm_password(user=user, family=family, password=current, field="current")
    check_password_policy(password, user)
    _set_password(user, password)
    return end_sessions_except(user_id=user_id, family=family, ending=DeviceSession.Ending.PASSWORD_CHANGED)


def _user_of_key(key: str) -> User | None:
    """Return the user of an unused key, locked so that only one of two concurrent requests uses it."""
    number, _dash, token = key.partition("-")
    try:
        user_id = base36_to_int(number)
    except ValueError:
        return None
    user = User.objects.select_for_update(no_key=True).filter(pk=user_id, is_active=True).first()
    return user if user is not None and default_token_generator.check_token(user, token) else None


def _set_password(user: User, password: str) -> None:
    user.set_password(password)
    user.save(update_fields=["password"])
    if user.email:
        send_mail(
            template=EmailTemplate.PASSWORD_CHANGED,
            to=user.email,
            user_id=user.pk,
            params={},
            key=f"password_changed:{user.pk}:{uuid4().hex}",
        )


def _is_owners_mailbox(user: User) -> bool:
    """Return whether the mailbox is the user's: one who logs in by phone may have mistyped an unverified
    address.
    """
    return user.login_type == EMAIL_LOGIN or is_email_verified(user)
