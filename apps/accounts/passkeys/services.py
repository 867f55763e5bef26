"""A user's passkeys: add, rename, remove; and removal by staff."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final
from uuid import uuid4

from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.socialaccount.models import SocialAccount
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.login.two_factor_policy import (
    STAFF,
    has_authenticator,
    has_second_factor,
    is_two_factor_required,
)
from apps.accounts.models import Passkey, User
from apps.accounts.outgoing import EmailTemplate, send_mail
from apps.accounts.passkeys.challenges import (
    PasskeyChallenge,
    client_of_session,
    store_challenge,
    take_challenge,
)
from apps.accounts.passkeys.login import KIND
from apps.accounts.passkeys.webauthn import creation_options, verify_creation
from apps.accounts.services.confirmation import confirm_owner
from apps.accounts.services.email_addresses import is_email_verified
from apps.accounts.services.second_factor import require_other_admin, unused_recovery_codes
from apps.accounts.services.sessions import end_all_sessions, end_other_sessions
from apps.core import audit
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import Conflict, NotFound
from apps.core.platform import platform_settings

MAX_PASSKEYS: Final = 20


@dataclass(frozen=True, slots=True)
class AddedPasskey:
    passkey: Passkey
    recovery_codes: list[str]
    """New ones if the passkey is the first second factor of a staff member; shown only once."""


def begin_passkey(*, user: User, family: str, password: str) -> PasskeyChallenge:
    """Return a challenge to create a passkey in this session.

    Raises what `confirm_owner` raises; Conflict too_many_passkeys; Forbidden demo_mode, because accounts are
    shared there.
    """
    require_critical_edits(platform_settings())
    confirm_owner(user=user, family=family, password=password)
    passkeys = list(Passkey.objects.filter(user=user))
    _require_room(len(passkeys))
    user_handle = bytes(passkeys[0].user_handle) if passkeys else secrets.token_bytes(32)
    options, state = creation_options(user, user_handle=user_handle, passkeys=passkeys)
    return store_challenge(
        options, state, client=client_of_session(user.pk, family), user_handle=user_handle.hex()
    )


def add_passkey(
    *, user: User, family: str, challenge: str, credential: dict[str, Any], name: str
) -> AddedPasskey:
    """Store a passkey that was created for a challenge of this session.

    The first second factor of staff logs out the user's other devices, because their sessions started without
    it, and comes with recovery codes. Raises BadInput passkey_expired or passkey_failed; Conflict
    passkey_exists or too_many_passkeys; Forbidden demo_mode.
    """
    require_critical_edits(platform_settings())
    stored = take_challenge(challenge, client=client_of_session(user.pk, family))
    created = verify_creation(stored["state"], credential)
    with transaction.atomic():
        _lock(user)
        _require_room(Passkey.objects.filter(user=user).count())
        is_first_factor = user.user_type in STAFF and not has_second_factor(user.pk)
        passkey = _create(
            user=user,
            name=name,
            user_handle=bytes.fromhex(stored["user_handle"]),
            credential_id=created.credential_id,
            public_key=created.public_key,
            sign_count=created.sign_count,
            transports=created.transports,
        )
        codes: list[str] = []
        if is_first_factor:
            RecoveryCodes.activate(user)
            codes = unused_recovery_codes(user)
            end_other_sessions(user_id=user.pk, family=family)
        _record(passkey, by=user, action="added", email=EmailTemplate.PASSKEY_ADDED)
    return AddedPasskey(passkey, codes)


@transaction.atomic
def rename_passkey(*, user: User, passkey_id: int, name: str) -> Passkey:
    """Raises NotFound; Forbidden demo_mode."""
    require_critical_edits(platform_settings())
    passkey = _own(user, passkey_id)
    before, passkey.name = passkey.name, name
    passkey.save(update_fields=["name"])
    audit.record(
        by=user,
        action="changed",
        kind=KIND,
        target_id=user.pk,
        label=str(user),
        before={"name": before},
        after={"name": name},
    )
    return passkey


def remove_passkey(*, user: User, family: str, passkey_id: int, password: str) -> None:
    """Remove one of the user's own passkeys if another way to log in remains.

    Raises what `confirm_owner` raises; NotFound; Conflict last_login_method, or last_second_factor if the
    platform requires one of the user; Forbidden demo_mode.
    """
    require_critical_edits(platform_settings())
    _own(user, passkey_id)
    confirm_owner(user=user, family=family, password=password)
    _remove(user, passkey_id, by=user, check=lambda: _require_another_way(user, passkey_id))


def remove_passkey_of(*, user: User, passkey_id: int, by: User) -> None:
    """Remove a passkey of another user, who is logged out everywhere.

    Raises Forbidden forbidden or demo_mode; NotFound.
    """
    require_critical_edits(platform_settings())
    require_other_admin(user, by)
    with transaction.atomic():
        _remove(user, passkey_id, by=by)
        end_all_sessions(user_id=user.pk)


@transaction.atomic
def _remove(user: User, passkey_id: int, *, by: User, check: Callable[[], None] | None = None) -> None:
    _lock(user)
    passkey = _own(user, passkey_id)
    if check is not None:
        check()
    passkey.delete()
    if not has_second_factor(user.pk):
        Authenticator.objects.filter(user_id=user.pk, type=Authenticator.Type.RECOVERY_CODES).delete()
    _record(passkey, by=by, action="removed", email=EmailTemplate.PASSKEY_REMOVED)


def _require_another_way(user: User, passkey_id: int) -> None:
    if Passkey.objects.filter(user=user).exclude(pk=passkey_id).exists():
        return
    if is_two_factor_required(user) and not has_authenticator(user.pk):
        raise Conflict("last_second_factor", _("Set up an authenticator app or another passkey first."))
    # A verified email address gets a link to set a password.
    has_another = (
        (bool(user.email) and user.has_usable_password())
        or is_email_verified(user)
        or (bool(user.mobile) and user.mobile_verified and platform_settings().mobile_login_enabled)
        or SocialAccount.objects.filter(user=user).exists()
    )
    if not has_another:
        raise Conflict("last_login_method", _("Set a password or add another passkey first."))


def _create(**fields: Any) -> Passkey:
    try:
        with transaction.atomic():
            return Passkey.objects.create(**fields)
    except IntegrityError as error:
        raise Conflict("passkey_exists", _("This passkey was already added.")) from error


def _own(user: User, passkey_id: int) -> Passkey:
    passkey = Passkey.objects.filter(user=user, pk=passkey_id).first()
    if passkey is None:
        raise NotFound("not_found", _("This passkey was removed."))
    return passkey


def _require_room(count: int) -> None:
    if count >= MAX_PASSKEYS:
        raise Conflict("too_many_passkeys", _("Remove a passkey before you add another one."))


def _lock(user: User) -> None:
    """Let changes of a user's factors wait for each other."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)


def _record(passkey: Passkey, *, by: User, action: str, email: EmailTemplate) -> None:
    user = passkey.user
    name = {"name": passkey.name}
    audit.record(
        by=by,
        action=action,
        kind=KIND,
        target_id=user.pk,
        label=str(user),
        before=name if action == "removed" else None,
        after=name if action == "added" else None,
    )
    if user.email:
        send_mail(
            template=email,
            to=user.email,
            user_id=user.pk,
            params={"passkey": passkey.name},
            key=f"{email}:{user.pk}:{uuid4().hex}",
        )
