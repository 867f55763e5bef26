"""Passwords that were forgotten, and passwords that are changed."""

from typing import Final
from urllib.parse import quote
from uuid import uuid4

from django.contrib.auth.tokens import default_token_generator
from django.db import transaction
from django.http import HttpRequest
from django.utils.http import base36_to_int, int_to_base36
from django.utils.translation import gettext_lazy as _

from apps.accounts import rate_limit
from apps.accounts.models import DeviceSession, User
from apps.accounts.outgoing import EmailTemplate, SecretGone, send_mail
from apps.accounts.password_policy import check_password_policy
from apps.accounts.services.email_addresses import (
    is_email_verified,
    mark_verified,
    primary_address,
    send_verification_email,
)
from apps.accounts.services.password_attempts import forget_wrong_passwords
from apps.accounts.services.profile import EMAIL_LOGIN
from apps.accounts.services.sessions import Session, end_all_sessions, keep_only_session
from apps.core import events
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, TooMany
from apps.core.platform import platform_settings
from config.env import env

ASKED_FOR_RESET: Final = "accounts.send_reset_letter"
ASKED_FOR_VERIFICATION: Final = "accounts.send_verification_letter"


@transaction.atomic
def ask_for_reset(*, email: str, device: str = "") -> None:
    """Record a password reset request for an address, whether or not an account has it.

    Whether there is such an account is looked up by a job: the same work is done here either way, so
    that neither the reply nor the time that it takes tells anything. `device` is one that the account
    knows: what strangers request is counted apart. Raises Forbidden demo_mode: accounts are shared there.
    """
    require_critical_edits(platform_settings())
    if rate_limit.consume("password_reset_email", key=f"{email.lower()} {device}").taken:
        events.enqueue(ASKED_FOR_RESET, email=email.lower())


@transaction.atomic
def ask_for_verification(*, email: str, device: str = "") -> None:
    """Take note that someone wants the link that proves an address again; says as little as above."""
    events.enqueue(ASKED_FOR_VERIFICATION, email=email.lower(), device=device)


@transaction.atomic
def send_password_reset_email(*, email: str) -> None:
    """Write to the person of an address, if there is one whom an email there is safe to let in."""
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
    """Send the link of a person's own address once more, if that is not proven yet."""
    user = User.objects.filter(email=email, is_active=True).first()
    if user is not None and not is_email_verified(user):
        send_verification_email(primary_address(user), device=device)


def reset_link(user_id: int) -> str:
    """Where the email sends its reader; good for PASSWORD_RESET_TIMEOUT and until the password changes."""
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None:
        raise SecretGone
    key = f"{int_to_base36(user.pk)}-{default_token_generator.make_token(user)}"
    return f"{env.public_url}/reset-password?key={quote(key, safe='')}"


@transaction.atomic
def reset_password(*, request: HttpRequest, key: str, password: str) -> None:
    """Set a new password by the key of an email, once: every device is logged out, the address is proven.

    Raises BadInput reset_link_invalid, or password_alphaNumeric_check, after which the link is still good;
    Forbidden demo_mode, for many share an account there.
    """
    require_critical_edits(platform_settings())
    user = _owner_of(key)
    if user is None:
        raise BadInput("reset_link_invalid", _("This link has expired. Request a new one."))
    check_password_policy(password, user)
    _set_password(user, password)
    end_all_sessions(user_id=user.pk, ending=DeviceSession.Ending.PASSWORD_CHANGED)
    mark_verified(user)
    # Who was slowed down by wrong guesses gets in with the new password at once.
    forget_wrong_passwords(request=request, email=user.email or "")


@transaction.atomic
def change_password(*, user_id: int, family: str, current: str, password: str) -> Session:
    """Change one's own password; the other devices are logged out, this one gets new tokens.

    Who has none yet, because they log in otherwise, need not say it. Raises BadInput wrong_password or
    password_alphaNumeric_check; TooMany after too many wrong ones; Forbidden demo_mode, for many share an
    account there.
    """
    user = User.objects.select_for_update(no_key=True).get(pk=user_id)
    if user.has_usable_password():
        require_critical_edits(platform_settings())
        _check_current(user, family, current)
    check_password_policy(password, user)
    _set_password(user, password)
    return keep_only_session(user_id=user_id, family=family, ending=DeviceSession.Ending.PASSWORD_CHANGED)


def _check_current(user: User, family: str, current: str) -> None:
    # Of one session: who guesses at an open screen does not stop the owner at another device.
    key = f"{user.pk} {family}"
    if not rate_limit.consume("current_password", key=key).taken:
        raise TooMany("too_many_requests", _("Too many attempts. Try again in a few minutes."))
    if not user.check_password(current):
        sentence = _("Incorrect password.")
        raise BadInput("wrong_password", sentence, fields={"current": sentence})
    rate_limit.reset("current_password", key=key)


def _owner_of(key: str) -> User | None:
    """The person whose unused key this is, locked: of two who use it at once, one gets through."""
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
    """Someone who logs in by phone may have mistyped an address that they never proved."""
    return user.login_type == EMAIL_LOGIN or is_email_verified(user)
