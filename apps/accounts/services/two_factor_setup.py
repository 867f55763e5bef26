"""A member of staff's own two-factor login: set up, new recovery codes, turned off."""

import base64
from dataclasses import dataclass
from typing import Final

from allauth.mfa.adapter import get_adapter
from allauth.mfa.totp.internal.auth import generate_totp_secret, validate_totp_code
from django.core.cache import cache
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts import rate_limit
from apps.accounts.models import User
from apps.accounts.services.code_tries import Source, take_code_try
from apps.accounts.services.second_factor import (
    check_code,
    enrol,
    give_up,
    renew_recovery_codes,
    unused_recovery_codes,
    wrong_code,
)
from apps.accounts.two_factor_policy import has_authenticator, is_two_factor_required
from apps.core.demo_mode import require_critical_edits
from apps.core.encryption import decrypt_text, encrypt_text
from apps.core.errors import BadInput, Conflict, TooMany
from apps.core.platform import platform_settings

SETUP_SECONDS: Final = 900
_PURPOSE: Final = b"hansom.accounts.two_factor_setup.1"


@dataclass(frozen=True, slots=True)
class TwoFactorState:
    enabled: bool
    required: bool
    recovery_codes_left: int


@dataclass(frozen=True, slots=True)
class Setup:
    """What the authenticator app has to learn, as a picture to scan and as text to type."""

    secret: str
    otpauth_url: str
    qr_code: str
    """A data URI."""


def two_factor_state(user: User) -> TwoFactorState:
    return TwoFactorState(
        enabled=has_authenticator(user.pk),
        required=is_two_factor_required(user),
        recovery_codes_left=len(unused_recovery_codes(user)),
    )


def begin_setup(*, user: User, family: str) -> Setup:
    """A new secret, which counts once its first code was entered on the same device.

    Raises Conflict already_enrolled; Forbidden demo_mode, for many share an account there.
    """
    require_critical_edits(platform_settings())
    _require_none(user)
    secret = generate_totp_secret()
    cache.set(_key(user, family), encrypt_text(secret, purpose=_PURPOSE), SETUP_SECONDS)
    adapter = get_adapter()
    url = adapter.build_totp_url(user, secret)
    picture = base64.b64encode(adapter.build_totp_svg(url).encode()).decode()
    return Setup(secret=secret, otpauth_url=url, qr_code=f"data:image/svg+xml;base64,{picture}")


def confirm_setup(*, user: User, family: str, code: str) -> list[str]:
    """Turn two-factor login on by the first code of the app; returns the recovery codes, shown this once.

    Raises Conflict two_factor_setup_expired or already_enrolled; BadInput two_factor_wrong_code; TooMany;
    Forbidden demo_mode.
    """
    require_critical_edits(platform_settings())
    _require_none(user)
    encrypted = cache.get(_key(user, family))
    if encrypted is None:
        raise Conflict("two_factor_setup_expired", _("This took too long. Scan the new code."))
    code_try = take_code_try(user=user, source=Source.of_session(family))
    secret = decrypt_text(encrypted, purpose=_PURPOSE)
    if not validate_totp_code(secret, code):
        raise wrong_code()
    code_try.succeed()
    with transaction.atomic():
        enrol(user=user, secret=secret, code=code, family=family)
        codes = unused_recovery_codes(user)
    cache.delete(_key(user, family))
    return codes


@transaction.atomic
def renew_own_recovery_codes(*, user: User, family: str, code: str) -> list[str]:
    """New recovery codes against a code; the old ones are worth nothing any more.

    Raises Conflict nothing_enrolled, what check_code raises, and Forbidden demo_mode.
    """
    require_critical_edits(platform_settings())
    _require_some(user)
    check_code(user=user, code=code, source=Source.of_session(family))
    renew_recovery_codes(user=user)
    return unused_recovery_codes(user)


def turn_off(*, user: User, family: str, password: str, code: str) -> None:
    """Remove one's own authenticator app against the password, where there is one, and a code.

    Raises Conflict nothing_enrolled; BadInput wrong_password; TooMany; what check_code raises; Forbidden
    demo_mode.
    """
    require_critical_edits(platform_settings())
    _require_some(user)
    if user.has_usable_password():
        _check_password(user, family, password)
    with transaction.atomic():
        # What check_code uses up stays used when a later step fails; nothing here does.
        check_code(user=user, code=code, source=Source.of_session(family))
        give_up(user=user)


def _check_password(user: User, family: str, password: str) -> None:
    # Of one session: who guesses at a stolen one does not stop the owner at theirs.
    key = f"{user.pk} {family}"
    if not rate_limit.consume("current_password", key=key).taken:
        raise TooMany("too_many_requests", _("Too many attempts. Try again in a few minutes."))
    if not user.check_password(password):
        sentence = _("Incorrect password.")
        raise BadInput("wrong_password", sentence, fields={"password": sentence})
    rate_limit.reset("current_password", key=key)


def _require_none(user: User) -> None:
    if has_authenticator(user.pk):
        raise Conflict("already_enrolled", _("Two-factor login is already on."))


def _require_some(user: User) -> None:
    if not has_authenticator(user.pk):
        raise Conflict("nothing_enrolled", _("Two-factor login isn't on."))


def _key(user: User, family: str) -> str:
    return f"two_factor_setup:{user.pk}:{family}"
