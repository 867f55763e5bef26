"""The life of a six-digit code: sent, tried at most five times within ten minutes, good once."""

import re
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import PhoneCode, User
from apps.accounts.phone_verifier import phone_verifier
from apps.accounts.services.phone_limits import DAY, LIFETIME, check_send_limits, take_turn
from apps.core.errors import BadInput, DomainError

MAX_TRIES: Final = 5
SIX_DIGITS: Final = re.compile(r"[0-9]{6}")


@transaction.atomic
def send_code(
    *, user: User, mobile: str, purpose: PhoneCode.Purpose, from_known_device: bool = False
) -> PhoneCode:
    """Have a code sent to a number. Raises TooMany too_many_requests.

    Codes that were sent before stay good: who starts one for a stranger's number takes nothing away.
    """
    take_turn(mobile)
    check_send_limits(mobile=mobile, from_known_device=from_known_device)
    now = timezone.now()
    phone_code = PhoneCode.objects.create(
        purpose=purpose,
        user=user,
        mobile=mobile,
        created_at=now,
        expires_at=now + LIFETIME,
        from_known_device=from_known_device,
    )
    phone_verifier().start(phone_code)
    return phone_code


def check_code(
    *, verification_id: str, code: str, purpose: PhoneCode.Purpose, user_id: int | None = None
) -> PhoneCode:
    """The live code that these digits are; use_up makes it theirs alone.

    Raises BadInput otp_validate_error for what is not six digits, and for wrong ones, which count;
    code_expired for a code that was used, given up, tried five times or is ten minutes old, and for one
    that never was. Not to be called inside a transaction, which would take the count back.
    """
    if not SIX_DIGITS.fullmatch(code):
        raise wrong_code()
    live = _unused(verification_id).filter(purpose=purpose)
    if user_id is not None:
        live = live.filter(user=user_id)
    # Counted before it is looked at: however many try at once, five are looked at.
    counted = live.filter(expires_at__gt=timezone.now(), tries__lt=MAX_TRIES).update(tries=F("tries") + 1)
    phone_code = live.select_related("user").first() if counted else None
    if phone_code is None:
        raise code_expired()
    try:
        is_right = phone_verifier().check(phone_code, code)
    except DomainError:
        # Who checks did not answer: no one's fault here.
        live.update(tries=F("tries") - 1)
        raise
    if not is_right:
        raise wrong_code()
    return phone_code


def use_up(phone_code: PhoneCode) -> None:
    """Take the code; of two who have it right at once the second gets code_expired."""
    if not PhoneCode.objects.filter(pk=phone_code.pk, used_at=None).update(used_at=timezone.now()):
        raise code_expired()


def cancel_code(*, verification_id: str) -> None:
    """Give a code up; one that is none is no error."""
    _unused(verification_id).update(used_at=timezone.now())


def forget_old_codes() -> int:
    """Remove codes that are past and no longer counted; returns their number."""
    return PhoneCode.objects.filter(expires_at__lte=timezone.now() - DAY - timedelta(hours=1)).delete()[0]


def wrong_code() -> BadInput:
    sentence = _("Incorrect code. Enter all six digits.")
    return BadInput("otp_validate_error", sentence, fields={"code": sentence})


def code_expired() -> BadInput:
    return BadInput("code_expired", _("This code has expired. Request a new one."))


def _unused(verification_id: str) -> QuerySet[PhoneCode]:
    try:
        return PhoneCode.objects.filter(pk=UUID(verification_id), used_at=None)
    except ValueError:
        return PhoneCode.objects.none()
