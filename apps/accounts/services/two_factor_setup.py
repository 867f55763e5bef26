"""Staff's own two-factor login: set up, renew recovery codes, turn off."""

from dataclasses import dataclass
from typing import Final

from allauth.mfa.adapter import get_adapter
from allauth.mfa.totp.internal.auth import generate_totp_secret, validate_totp_code
from django.core.cache import cache
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.login.two_factor_policy import (
    has_authenticator,
    has_second_factor,
    is_two_factor_required,
)
from apps.accounts.models import User
from apps.accounts.services.code_tries import Source, take_code_try
from apps.accounts.services.confirmation import confirm_password
from apps.accounts.services.second_factor import (
    check_code,
    enrol,
    remove_second_factor,
    renew_recovery_codes,
    unused_recovery_codes,
    wrong_code,
)
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import Conflict
from apps.core.platform import platform_settings
from apps.core.qr_codes import qr_code
from apps.core.security.encryption import decrypt_text, encrypt_text

SETUP_SECONDS: Final = 900
_PURPOSE: Final = b"hansom.accounts.two_factor_setup.1"


@dataclass(frozen=True, slots=True)
class TwoFactorState:
    enabled: bool
    required: bool
    recovery_codes_left: int


@dataclass(frozen=True, slots=True)
class Setup:
    """The secret for an authenticator app, as text and as a QR code."""

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
    """Create a secret, which takes effect when its first code is entered on the same device.

    Raises Conflict already_enrolled; Forbidden demo_mode, because accounts are shared there.
    """
    require_critical_edits(platform_settings())
    _require_none(user)
    secret = generate_totp_secret()
    cache.set(_key(user, family), encrypt_text(secret, purpose=_PURPOSE), SETUP_SECONDS)
    url = get_adapter().build_totp_url(user, secret)
    return Setup(secret=secret, otpauth_url=url, qr_code=qr_code(url))


def confirm_setup(*, user: User, family: str, code: str) -> list[str]:
    """Turn on two-factor login by the first code; return the recovery codes, shown only once.

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
    """Replace the recovery codes after a code of the user.

    Raises Conflict nothing_enrolled, what check_code raises, and Forbidden demo_mode.
    """
    require_critical_edits(platform_settings())
    _require_some(has_second_factor(user.pk))
    check_code(user=user, code=code, source=Source.of_session(family))
    renew_recovery_codes(user=user)
    return unused_recovery_codes(user)


def turn_off(*, user: User, family: str, password: str, code: str) -> None:
    """Remove the user's authenticator app after the password, if there is one, and a code.

    Raises Conflict nothing_enrolled; BadInput wrong_password; TooMany; what check_code raises; Forbidden
    demo_mode.
    """
    require_critical_edits(platform_settings())
    _require_some(has_authenticator(user.pk))
    if user.has_usable_password():
        confirm_password(user=user, family=family, password=password)
    with transaction.atomic():
        # check_code records the code in the cache, which a rollback does not undo.
        check_code(user=user, code=code, source=Source.of_session(family))
        remove_second_factor(user=user)


def _require_none(user: User) -> None:
    if has_authenticator(user.pk):
        raise Conflict("already_enrolled", _("Two-factor login is already on."))


def _require_some(has_some: bool) -> None:
    if not has_some:
        raise Conflict("nothing_enrolled", _("Two-factor login isn't on."))


def _key(user: User, family: str) -> str:
    return f"two_factor_setup:{user.pk}:{family}"
