"""Whose email addresses are whose: kept, and proven by a link, in django-allauth's EmailAddress.

The person's own `email` is the primary address. One that waits to replace it is another row, unverified.
"""

import contextlib
from typing import Final
from urllib.parse import quote
from uuid import uuid4

from allauth.account.models import EmailAddress
from django.core import signing
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts import rate_limit
from apps.accounts.models import User
from apps.accounts.outgoing import EmailTemplate, SecretGone, send_mail
from apps.accounts.services.existing_users import is_email
from apps.accounts.services.profile import EMAIL_LOGIN
from apps.accounts.services.referrals import promise_bonus
from apps.core import events
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, Conflict, TooMany
from apps.core.platform import platform_settings
from config.env import env

LINK_SALT: Final = "accounts.verify_email"
LINK_SECONDS: Final = 3 * 24 * 3600


def is_email_verified(user: User) -> bool:
    """Whether the person has shown that the address they have now is theirs."""
    return (
        bool(user.email) and EmailAddress.objects.filter(user=user, email=user.email, verified=True).exists()
    )


def pending_email(user: User) -> str | None:
    """The address that will be the person's when its link has been opened."""
    pending = EmailAddress.objects.filter(user=user, verified=False, primary=False).order_by("-pk").first()
    return pending.email if pending else None


@transaction.atomic
def primary_address(user: User) -> EmailAddress:
    """The row of the person's own address, made when it is missing; people may be older than their row."""
    User.objects.select_for_update(no_key=True).only("pk").get(pk=user.pk)
    EmailAddress.objects.filter(user=user, primary=True).exclude(email=user.email).update(primary=False)
    address, _created = EmailAddress.objects.update_or_create(
        user=user, email=user.email, defaults={"primary": True}
    )
    return address


@transaction.atomic
def mark_verified(user: User) -> None:
    """The person has opened an email at their own address; one that someone else proved stays theirs."""
    address = primary_address(user)
    with contextlib.suppress(IntegrityError), transaction.atomic():
        address.set_verified()
    _pay_what_waited(user)


@transaction.atomic
def send_verification_email(address: EmailAddress, *, device: str = "") -> None:
    """Send the link that proves an address; quietly not, when too many were sent already.

    `device` is one that the account knows: what strangers request is counted apart.
    """
    if not rate_limit.consume("verification_email", key=f"{address.email} {device}").taken:
        return
    send_mail(
        template=EmailTemplate.VERIFY_EMAIL,
        to=address.email,
        user_id=address.user_id,
        params={"email_address_id": address.pk},
        key=f"verify_email:{address.pk}:{uuid4().hex}",
    )


def verification_link(email_address_id: int) -> str:
    """Where the email sends its reader; raises SecretGone when the address needs no proof any more."""
    address = EmailAddress.objects.filter(pk=email_address_id, verified=False).first()
    if address is None:
        raise SecretGone
    key = signing.dumps([address.pk, address.email], salt=LINK_SALT)
    return f"{env.public_url}/verify-email?key={quote(key, safe='')}"


@transaction.atomic
def verify_email(*, key: str) -> str:
    """Take an address for proven by the key of its email, and for the person's own from now on.

    Returns the address; once proven, the same key says so again. Raises BadInput verify_link_invalid;
    Conflict user_exists when the address has become someone else's meanwhile.
    """
    address = _address_of(key)
    user = User.objects.select_for_update(no_key=True).filter(pk=address.user_id).first() if address else None
    if address is None or user is None:
        raise BadInput("verify_link_invalid", _("This link has expired. Request a new one."))
    if address.verified:
        return str(address.email)
    before = user.email
    try:
        with transaction.atomic():
            address.set_verified()
            if not address.verified:
                raise _taken()
            if address.email != before:
                _make_own(user, address)
    except IntegrityError as error:
        raise _taken() from error
    events.publish(f"user:{user.pk}", "profile.changed", {})
    _pay_what_waited(user)
    if before and address.email != before:
        send_mail(
            template=EmailTemplate.EMAIL_CHANGED,
            to=before,
            user_id=user.pk,
            params={},
            key=f"email_changed:{user.pk}:{address.pk}",
        )
    return str(address.email)


@transaction.atomic
def change_email(*, user_id: int, email: str) -> None:
    """Give a person another address: at once where they have none, else when its link is opened.

    Raises BadInput proper_email, or invalid for who logs in by email; Conflict user_exists; TooMany;
    Forbidden demo_mode for who has one.
    Changes nothing for the address that they have, but sends its link again where that was never opened.
    """
    user = User.objects.select_for_update(no_key=True).get(pk=user_id)
    if user.login_type == EMAIL_LOGIN:
        sentence = _("This can't be changed here.")
        raise BadInput("invalid", _("Some values aren't allowed."), fields={"email": sentence})
    if not rate_limit.consume("change_email", key=str(user_id)).taken:
        # Each one is an email to whom it may concern.
        raise TooMany("too_many_requests", _("Too many attempts. Try again later."))
    email = email.strip().lower()
    if not is_email(email):
        sentence = _("Enter a valid email.")
        raise BadInput("proper_email", sentence, fields={"email": sentence})
    if user.email and email != user.email:
        require_critical_edits(platform_settings())
    if _is_somebody_elses(user, email):
        raise _taken()
    if not user.email:
        user.email = email
        try:
            with transaction.atomic():
                user.save(update_fields=["email"])
        except IntegrityError as error:
            raise _taken() from error
        events.publish(f"user:{user_id}", "profile.changed", {})
    if email == user.email:
        # An address that was to come is not wanted any more.
        EmailAddress.objects.filter(user=user, verified=False, primary=False).delete()
        address = primary_address(user)
    else:
        EmailAddress.objects.filter(user=user, verified=False, primary=False).exclude(email=email).delete()
        address, _created = EmailAddress.objects.get_or_create(user=user, email=email)
    if not address.verified:
        send_verification_email(address)


def _pay_what_waited(user: User) -> None:
    """The referral bonus of a sign-up that had to prove its address first; paid once, whoever asks again."""
    if platform_settings().email_verify:
        promise_bonus(user)


def _address_of(key: str) -> EmailAddress | None:
    try:
        pk, email = signing.loads(key, salt=LINK_SALT, max_age=LINK_SECONDS)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return EmailAddress.objects.filter(pk=pk, email=email).first()


def _make_own(user: User, address: EmailAddress) -> None:
    EmailAddress.objects.filter(user=user).exclude(pk=address.pk).delete()
    address.primary = True
    address.save(update_fields=["primary"])
    user.email = address.email
    user.save(update_fields=["email"])


def _is_somebody_elses(user: User, email: str) -> bool:
    return (
        User.objects.exclude(pk=user.pk).filter(email=email).exists()
        or EmailAddress.objects.exclude(user=user).filter(email=email, verified=True).exists()
    )


def _taken() -> Conflict:
    sentence = _("Someone else already uses this.")
    return Conflict("user_exists", sentence, fields={"email": sentence})
