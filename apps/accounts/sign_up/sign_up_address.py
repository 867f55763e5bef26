"""The network address of a sign-up: its rate limit, when it needs a captcha, and its stored hash."""

from typing import Final

from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request

from apps.accounts.captcha.gate import require_captcha
from apps.accounts.login import rate_limit
from apps.core.errors import BadInput, TooMany
from apps.core.http.api_errors import SENTENCES
from apps.core.platform import platform_settings
from apps.core.rate_limits.rate_limit import Limit, Rate, consume, network_of

CAPTCHA_LIMIT: Final = "sign_up_without_captcha"
HOUR_SECONDS: Final = 3600


def address_hash_of(request: Request) -> str:
    """Return a keyed hash of the network address, "" for none; it is stored in place of the address."""
    network = network_of(request.META.get("REMOTE_ADDR", ""))
    return salted_hmac("accounts.sign_up_address", network, algorithm="sha256").hexdigest() if network else ""


def limit_sign_ups(request: Request) -> None:
    """Count a sign-up attempt from this address.

    Raises TooMany too_many_sign_ups beyond the setting `max_sign_ups_per_hour`.
    """
    address = request.META.get("REMOTE_ADDR", "")
    rate = Rate(platform_settings().max_sign_ups_per_hour, HOUR_SECONDS)
    result = consume([Limit("account.sign_ups_of_address", network_of(address) or address, rate)])
    if not result.allowed:
        raise TooMany("too_many_sign_ups", SENTENCES["too_many_requests"], wait_seconds=result.wait_seconds)


def require_captcha_beyond_limit(*, address_hash: str, answer: str) -> None:
    """Require a solved captcha beyond a few sign-ups per hour from one address.

    Raises BadInput captcha_required, or captcha_failed for a wrong answer.
    """
    if rate_limit.consume(CAPTCHA_LIMIT, key=address_hash).allowed:
        return
    if not answer:
        raise BadInput("captcha_required", _("Confirm that you're not a robot, then try again."))
    require_captcha(answer)
