"""Users' email addresses in django-allauth's EmailAddress, verified by a link.

`User.email` is the primary address. A pending new address is a second row, unverified.
"""

import contextlib
from typing import Any, Final
from urllib.parse import quote
from uuid import uuid4

from allauth.account.models import EmailAddress
from django.core import signing
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.login import rate_limit
from apps.accounts.models import User
from apps.accounts.outgoing import EmailTemplate, SecretExpired, send_mail
from apps.accounts.services.existing_users import is_email
from apps.accounts.services.profile import EMAIL_LOGIN
from apps.accounts.services.referrals import enqueue_referral_bonus
from apps.core.compiled_queries import CompiledQuery
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, Conflict, TooMany
from apps.core.outbox import events
from apps.core.platform import platform_settings
from config.env import env

LINK_SALT: Final = "accounts.verify_email"
LINK_SECONDS: Final = 3 * 24 * 3600


_VERIFIED: Final[CompiledQuery[Any]] = CompiledQuery(
    lambda user_id, email: EmailAddress.objects.filter(user_id=user_id, email=email, verified=True),
    user_id=-1,
    email="someone@example.org",
)


def is_email_verified(user: User) -> bool:
    """Return whether the user's current address is verified."""
    return bool(user.email) and _VERIFIED.first(user_id=user.pk, email=user.email) is not None


def pending_email(user: User) -> str | None:
    """Return the address that replaces the current one when its link is opened."""
    pending = EmailAddress.objects.filter(user=user, verified=False, primary=False).order_by("-pk").first()
    return pending.email if pending else None


@transaction.atomic
def primary_address(user: User) -> EmailAddress:
    """Return the row of the user's current address, creating a missing one; old users may have none."""
    User.objects.select_for_update(no_key=True).only("pk").get(pk=user.pk)
    EmailAddress.objects.filter(user=user, primary=True).exclude(email=user.email).update(primary=False)
    address, _created = EmailAddress.objects.update_or_create(
        user=user, email=user.email, defaults={"primary": True}
    )
    return address


@transaction.atomic
def mark_verified(user: User) -> None:
    """Verify the user's current address, unless another user has verified it."""
    address = primary_address(user)
    with contextlib.suppress(IntegrityError), transaction.atomic():
        address.set_verified()
    _pay_delayed_bonus(user)


@transaction.atomic
def send_verification_email(address: EmailAddress, *, device: str = "") -> None:
    """Send the verification link, unless too many were sent.

    Requests from `device`, a device that the account knows, are counted separately from strangers'.
    """
    if not rate_limit.consume("verification_email", key=f"{address.email} {device}").allowed:
        return
    send_mail(
        template=EmailTemplate.VERIFY_EMAIL,
        to=address.email,
        user_id=address.user_id,
        params={"email_address_id": address.pk},
        key=f"verify_email:{address.pk}:{uuid4().hex}",
    )


def verification_link(email_address_id: int) -> str:
    """Return the link for the verification email. Raises SecretExpired if the address is already verified."""
    address = EmailAddress.objects.filter(pk=email_address_id, verified=False).first()
    if address is None:
        raise SecretExpired
    key = signing.dumps([address.pk, address.email], salt=LINK_SALT)
    return f"{env.public_url}/verify-email?key={quote(key, safe='')}"


@transaction.atomic
def verify_email(*, key: str) -> str:
    """Verify an address by the key of its email and make it the user's current one.

    Returns the address, also for a key that was already used. Raises BadInput verify_link_invalid; Conflict
    user_exists if another user has the address now.
    """
    address = _address_of(key)
    user = User.objects.select_for_update(no_key=True).filter(pk=address.user_id).first() if address else None
    if address is None or user is None:
        raise BadInput("verify_link_invalid", _("This link has expired. Request a new one."))
    if address.verified:
        return str(address.email)
    previous = user.email
    try:
        with transaction.atomic():
            address.set_verified()
            if not address.verified:
                raise _email_taken()
            if address.email != previous:
                _make_primary(user, address)
    except IntegrityError as error:
        raise _email_taken() from error
    events.publish(f"user:{user.pk}", "profile.changed", {})
    _pay_delayed_bonus(user)
    if previous and address.email != previous:
        send_mail(
            template=EmailTemplate.EMAIL_CHANGED,
            to=previous,
            user_id=user.pk,
            params={},
            key=f"email_changed:{user.pk}:{address.pk}",
        )
    return str(address.email)


@transaction.atomic
def change_email(*, user_id: int, email: str) -> None:
    """Change a user's address: immediately if there is none, otherwise when its link is opened.

    For the current address, only sends its link again if it is unverified.

    Raises BadInput proper_email, or invalid for users who log in by email; Conflict user_exists; TooMany;
    Forbidden demo_mode for users with an address.
    """
    user = User.objects.select_for_update(no_key=True).get(pk=user_id)
    if user.login_type == EMAIL_LOGIN:
        sentence = _("This can't be changed here.")
        raise BadInput("invalid", _("Some values aren't allowed."), fields={"email": sentence})
    if not rate_limit.consume("change_email", key=str(user_id)).allowed:
        # Each request sends an email to an address that may be a stranger's.
        raise TooMany("too_many_requests", _("Too many attempts. Try again later."))
    email = email.strip().lower()
    if not is_email(email):
        sentence = _("Enter a valid email.")
        raise BadInput("proper_email", sentence, fields={"email": sentence})
    if user.email and email != user.email:
        require_critical_edits(platform_settings())
    if _belongs_to_another_user(user, email):
        raise _email_taken()
    if not user.email:
        user.email = email
        try:
            with transaction.atomic():
                user.save(update_fields=["email"])
        except IntegrityError as error:
            raise _email_taken() from error
        events.publish(f"user:{user_id}", "profile.changed", {})
    if email == user.email:
        # Discard the pending address.
        EmailAddress.objects.filter(user=user, verified=False, primary=False).delete()
        address = primary_address(user)
    else:
        EmailAddress.objects.filter(user=user, verified=False, primary=False).exclude(email=email).delete()
        address, _created = EmailAddress.objects.get_or_create(user=user, email=email)
    if not address.verified:
        send_verification_email(address)


def _pay_delayed_bonus(user: User) -> None:
    """Pay the referral bonus that waited for the verification; the job's key makes repeats harmless."""
    if platform_settings().email_verify:
        enqueue_referral_bonus(user)


def _address_of(key: str) -> EmailAddress | None:
    try:
        pk, email = signing.loads(key, salt=LINK_SALT, max_age=LINK_SECONDS)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return EmailAddress.objects.filter(pk=pk, email=email).first()


def _make_primary(user: User, address: EmailAddress) -> None:
    EmailAddress.objects.filter(user=user).exclude(pk=address.pk).delete()
    address.primary = True
    address.save(update_fields=["primary"])
    user.email = address.email
    user.save(update_fields=["email"])


def _belongs_to_another_user(user: User, email: str) -> bool:
    return (
        User.objects.exclude(pk=user.pk).filter(email=email).exists()
        or EmailAddress.objects.exclude(user=user).filter(email=email, verified=True).exists()
    )


def _email_taken() -> Conflict:
    sentence = _("Someone else already uses this.")
    return Conflict("user_exists", sentence, fields={"email": sentence})
