"""Login by email and password, with rate limits for wrong passwords, without locking out the account's owner.

Devices on which the owner has logged in have their own limit. All other tries are counted by address, by
account and address, and by account; beyond the last limit each try needs a captcha.
"""

from allauth.account.adapter import get_adapter
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from apps.accounts.captcha.gate import require_captcha
from apps.accounts.login import rate_limit
from apps.accounts.login.known_device import device_known_to
from apps.accounts.login.rate_limit import limits_of
from apps.accounts.models import User
from apps.core.errors import BadInput, NotSignedIn, TooMany
from apps.core.rate_limits.rate_limit import RateLimitResult, consume, network_of


def check_password(*, request: HttpRequest, email: str, password: str, captcha: str = "") -> User:
    """Return the user with this password; `require_login_allowed` decides whether they may log in.

    Raises NotSignedIn login_error for a wrong password and for an unknown or disabled account, and the errors
    of `try_password`.
    """
    user = try_password(request=request, email=email, password=password, captcha=captcha)
    if user is None or not user.is_active:
        raise NotSignedIn("login_error", _("Incorrect email or password."))
    return user


def try_password(*, request: HttpRequest, email: str, password: str, captcha: str = "") -> User | None:
    """Return the user with this password, or None; only wrong passwords count.

    Raises TooMany too_many_requests, or BadInput captcha_required or captcha_failed, before checking the
    password.
    """
    results = _consume(request, email.lower(), captcha)
    user = get_adapter(request).authenticate(request, email=email, password=password)
    if not isinstance(user, User):
        return None
    for result in results:
        result.release()
    return user


def reset_wrong_passwords(*, request: HttpRequest, email: str) -> None:
    """Reset the counts for a user who has proven to be the account's owner."""
    email = email.lower()
    rate_limit.reset("failures_of_account", key=email)
    rate_limit.reset("failures_of_account_from_address", key=f"{email} {_address(request)}")
    device = device_known_to(request, email=email)
    if device:
        rate_limit.reset("failures_of_device", key=f"{email} {device}")


def _consume(request: HttpRequest, email: str, captcha: str) -> list[RateLimitResult]:
    device = device_known_to(request, email=email)
    if device:
        return [_require_allowed(rate_limit.consume("failures_of_device", key=f"{email} {device}"))]
    address = _address(request)
    own = _require_allowed(
        consume(
            [
                *limits_of("failures_of_address", key=address),
                *limits_of("failures_of_account_from_address", key=f"{email} {address}"),
            ]
        )
    )
    of_account = rate_limit.consume("failures_of_account", key=email)
    if of_account.allowed:
        return [own, of_account]
    if not captcha:
        own.release()
        raise BadInput("captcha_required", _("Confirm that you're not a robot, then try again."))
    require_captcha(captcha)
    return [own]


def _require_allowed(result: RateLimitResult) -> RateLimitResult:
    if not result.allowed:
        raise TooMany("too_many_requests", _("Too many attempts. Try again in a few minutes."))
    return result


def _address(request: HttpRequest) -> str:
    address = request.META.get("REMOTE_ADDR", "")
    return network_of(address) or address
