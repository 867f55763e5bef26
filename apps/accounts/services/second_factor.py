"""The second factor of the raw admin: a time-based code from a telephone, and recovery codes on paper."""

from typing import Any, Final

from allauth.mfa import app_settings
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.core.cache import cache
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.core import audit
from apps.core.errors import Conflict, Forbidden

KIND: Final = "second_factor"


def totp_of(user_id: int) -> Any:
    """The telephone that makes somebody's codes; None where none is enrolled."""
    return Authenticator.objects.filter(user_id=user_id, type=Authenticator.Type.TOTP).first()


@transaction.atomic
def enrol(*, user: User, secret: str, code: str) -> Any:
    """Make this secret somebody's second factor, with new recovery codes; `code` was made from it.

    Raises Conflict already_enrolled.
    """
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if totp_of(user.pk) is not None:
        raise Conflict("already_enrolled", _("There is a second factor already."))
    totp = TOTP.activate(user, secret).instance
    RecoveryCodes.activate(user)
    is_first_use(user_id=user.pk, code=code)
    _tell(user, by=user, action="enrolled")
    return totp


@transaction.atomic
def renew_recovery_codes(*, user: User) -> None:
    """Ten new ones; those on the old paper are worth nothing any more."""
    Authenticator.objects.filter(user_id=user.pk, type=Authenticator.Type.RECOVERY_CODES).delete()
    RecoveryCodes.activate(user)
    _tell(user, by=user, action="recovery_codes_renewed")


@transaction.atomic
def reset_second_factor(*, user: User, by: User) -> None:
    """Take somebody's second factor away: they enrol anew, and are out of the raw admin until then.

    One's own needs a code (`give_up`). Raises Forbidden for who is no superuser, and for one's own;
    Conflict nothing_enrolled.
    """
    if not by.is_superuser or by.pk == user.pk:
        raise Forbidden("forbidden", _("Another superuser has to do this."))
    if not Authenticator.objects.filter(user_id=user.pk).delete()[0]:
        raise Conflict("nothing_enrolled", _("There is no second factor to reset."))
    _tell(user, by=by, action="reset")


@transaction.atomic
def give_up(*, user: User) -> None:
    """Somebody who has just shown a code moves to another telephone."""
    Authenticator.objects.filter(user_id=user.pk).delete()
    _tell(user, by=user, action="removed")


def unused_recovery_codes(user: User) -> list[str]:
    found = Authenticator.objects.filter(user_id=user.pk, type=Authenticator.Type.RECOVERY_CODES).first()
    return list(RecoveryCodes(found).get_unused_codes()) if found else []


def note_use(*, user: User, authenticator: Any) -> None:
    """A code let somebody in; that it was one from the paper is worth knowing."""
    authenticator.record_usage()
    if authenticator.type == Authenticator.Type.RECOVERY_CODES:
        _tell(user, by=user, action="recovery_code_used")


def is_first_use(*, user_id: int, code: str) -> bool:
    """Whether this code of a telephone was not used before, in all the time in which it is good."""
    seconds = app_settings.TOTP_PERIOD * (2 * app_settings.TOTP_TOLERANCE + 1)
    return bool(cache.add(f"second_factor:{user_id}:{code}", 1, timeout=seconds))


def _tell(user: User, *, by: User, action: str) -> None:
    audit.record(by=by, action=action, kind=KIND, target_id=user.pk, label=str(user))
