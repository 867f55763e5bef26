"""Wrong passwords slow down who enters them, and never the account's owner.

A device on which the owner has logged in before has tries of its own. Everyone else is counted by address,
by account and address, and all of them together by account: beyond that each try costs a captcha.
"""

from allauth.account.adapter import get_adapter
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from apps.accounts import rate_limit
from apps.accounts.captcha.gate import require_captcha
from apps.accounts.known_device import device_known_to
from apps.accounts.models import User
from apps.accounts.rate_limit import limits_of
from apps.core.errors import BadInput, TooMany
from apps.core.rate_limit import Turn, consume, network_of


def try_password(*, request: HttpRequest, email: str, password: str, captcha: str = "") -> User | None:
    """The user whose password this is, else None; only wrong ones count.

    Raises TooMany too_many_requests, or BadInput captcha_required or captcha_failed, without looking at the
    password.
    """
    turns = _take_turns(request, email.lower(), captcha)
    user = get_adapter(request).authenticate(request, email=email, password=password)
    if not isinstance(user, User):
        return None
    for turn in turns:
        turn.release()
    return user


def forget_wrong_passwords(*, request: HttpRequest, email: str) -> None:
    """Begin the count again for who has just proven to be the account's owner."""
    email = email.lower()
    rate_limit.reset("failures_of_account", key=email)
    rate_limit.reset("failures_of_account_from_address", key=f"{email} {_address(request)}")
    device = device_known_to(request, email=email)
    if device:
        rate_limit.reset("failures_of_device", key=f"{email} {device}")


def _take_turns(request: HttpRequest, email: str, captcha: str) -> list[Turn]:
    device = device_known_to(request, email=email)
    if device:
        return [_taken(rate_limit.consume("failures_of_device", key=f"{email} {device}"))]
    address = _address(request)
    own = _taken(
        consume(
            [
                *limits_of("failures_of_address", key=address),
                *limits_of("failures_of_account_from_address", key=f"{email} {address}"),
            ]
        )
    )
    of_account = rate_limit.consume("failures_of_account", key=email)
    if of_account.taken:
        return [own, of_account]
    if not captcha:
        own.release()
        raise BadInput("captcha_required", _("Confirm that you're not a robot, then try again."))
    require_captcha(captcha)
    return [own]


def _taken(turn: Turn) -> Turn:
    if not turn.taken:
        raise TooMany("too_many_requests", _("Too many attempts. Try again in a few minutes."))
    return turn


def _address(request: HttpRequest) -> str:
    address = request.META.get("REMOTE_ADDR", "")
    return network_of(address) or address
