"""Two-factor login: a time-based code from an authenticator app, or a recovery code.

The same app serves the back office and the Django admin.
"""

from typing import Any, Final
from uuid import uuid4

from allauth.core.internal.cryptokit import normalize_user_code
from allauth.mfa import app_settings
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.core.cache import cache
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.login.two_factor_policy import STAFF, has_passkey
from apps.accounts.models import Passkey, User
from apps.accounts.outgoing import EmailTemplate, send_mail
from apps.accounts.services.code_tries import Source, take_code_try
from apps.accounts.services.sessions import end_all_sessions, end_other_sessions
from apps.core import audit
from apps.core.errors import BadInput, Conflict, Forbidden
from apps.core.security.encryption import Unreadable

KIND: Final = "second_factor"
EMAILS: Final = {
    "enrolled": EmailTemplate.TWO_FACTOR_ON,
    "removed": EmailTemplate.TWO_FACTOR_OFF,
    "reset": EmailTemplate.TWO_FACTOR_RESET,
}


def totp_of(user_id: int) -> Any:
    """Return the user's authenticator app; None if none is set up."""
    return Authenticator.objects.filter(user_id=user_id, type=Authenticator.Type.TOTP).first()


def check_code(*, user: User, code: str, source: Source) -> Any:
    """Use up a code and return its authenticator.

    Raises TooMany too_many_requests after five wrong codes in five minutes from the same source; BadInput
    two_factor_wrong_code or two_factor_used_code; Conflict two_factor_unreadable.
    """
    code_try = take_code_try(user=user, source=source)
    for authenticator in Authenticator.objects.filter(
        user=user, type__in=(Authenticator.Type.TOTP, Authenticator.Type.RECOVERY_CODES)
    ):
        try:
            is_right = authenticator.wrap().validate_code(code)
        except Unreadable as error:
            raise Conflict(
                "two_factor_unreadable",
                _("We can't verify your authenticator app. Have it reset."),
            ) from error
        if not is_right:
            continue
        is_of_app = authenticator.type == Authenticator.Type.TOTP
        if is_of_app and not is_first_use(user_id=user.pk, code=normalize_user_code(code)):
            sentence = _("This code was already used. Wait for the next one.")
            raise BadInput("two_factor_used_code", sentence, fields={"code": sentence})
        code_try.succeed()
        return authenticator
    raise wrong_code()


def wrong_code() -> BadInput:
    sentence = _("Incorrect code.")
    return BadInput("two_factor_wrong_code", sentence, fields={"code": sentence})


@transaction.atomic
def enrol(*, user: User, secret: str, code: str, family: str = "") -> Any:
    """Set up the user's second factor from a secret and its first code, and create recovery codes.

    Logs out all other devices, because their sessions started without a code. Raises Conflict
    already_enrolled.
    """
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if totp_of(user.pk) is not None:
        raise Conflict("already_enrolled", _("Two-factor login is already on."))
    totp = TOTP.activate(user, secret).instance
    RecoveryCodes.activate(user)
    is_first_use(user_id=user.pk, code=normalize_user_code(code))
    end_other_sessions(user_id=user.pk, family=family)
    _record(user, by=user, action="enrolled")
    return totp


@transaction.atomic
def renew_recovery_codes(*, user: User) -> None:
    """Replace the recovery codes with ten new ones."""
    Authenticator.objects.filter(user_id=user.pk, type=Authenticator.Type.RECOVERY_CODES).delete()
    RecoveryCodes.activate(user)
    _record(user, by=user, action="recovery_codes_renewed")


@transaction.atomic
def reset_second_factor(*, user: User, by: User | None) -> None:
    """Remove another user's app, recovery codes and passkeys, and log the user out everywhere.

    Users remove their own with a code (`remove_second_factor`). `by` is None on the command line. Raises
    Forbidden; Conflict nothing_enrolled.
    """
    require_other_admin(user, by)
    removed = Authenticator.objects.filter(user_id=user.pk).delete()[0]
    if not removed + Passkey.objects.filter(user_id=user.pk).delete()[0]:
        raise Conflict("nothing_enrolled", _("There is no two-factor login to reset."))
    end_all_sessions(user_id=user.pk)
    _record(user, by=by, action="reset")


def require_other_admin(user: User, by: User | None) -> None:
    """Raise Forbidden for oneself, and for users of the Django admin unless by a superuser."""
    if by is not None and by.pk == user.pk:
        raise Forbidden("forbidden", _("Another admin must do this."))
    if by is not None and (user.is_staff or user.is_superuser) and not by.is_superuser:
        raise Forbidden("forbidden", _("Another superuser must do this."))


@transaction.atomic
def remove_second_factor(*, user: User) -> None:
    """Remove the app of a user who has just entered a code.

    The recovery codes stay while a passkey is the second factor.
    """
    factors = Authenticator.objects.filter(user_id=user.pk)
    if user.user_type in STAFF and has_passkey(user.pk):
        factors = factors.filter(type=Authenticator.Type.TOTP)
    factors.delete()
    _record(user, by=user, action="removed")


def unused_recovery_codes(user: User) -> list[str]:
    found = Authenticator.objects.filter(user_id=user.pk, type=Authenticator.Type.RECOVERY_CODES).first()
    return list(RecoveryCodes(found).get_unused_codes()) if found else []


def note_use(*, user: User, authenticator: Any) -> None:
    """Record the use of a code, with an audit entry for a recovery code."""
    authenticator.record_usage()
    if authenticator.type == Authenticator.Type.RECOVERY_CODES:
        _record(user, by=user, action="recovery_code_used")


def is_first_use(*, user_id: int, code: str) -> bool:
    """Record a code and return whether it is its first use within its validity."""
    seconds = app_settings.TOTP_PERIOD * (2 * app_settings.TOTP_TOLERANCE + 1)
    return bool(cache.add(f"second_factor:{user_id}:{code}", 1, timeout=seconds))


def _record(user: User, *, by: User | None, action: str) -> None:
    audit.record(by=by, action=action, kind=KIND, target_id=user.pk, label=str(user))
    email = EMAILS.get(action)
    if email is not None and user.email:
        send_mail(
            template=email,
            to=user.email,
            user_id=user.pk,
            params={},
            key=f"{email}:{user.pk}:{uuid4().hex}",
        )
