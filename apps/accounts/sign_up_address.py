"""The network address that a user signs up from: hashed for comparison, limited, counted for the captcha."""

from typing import Final

from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request

from apps.accounts import rate_limit
from apps.accounts.captcha.gate import require_captcha
from apps.core.api_errors import SENTENCES
from apps.core.errors import BadInput, TooMany
from apps.core.platform import platform_settings
from apps.core.rate_limit import Limit, Rate, consume, network_of

LIMIT: Final = "sign_up_without_captcha"
HOUR_SECONDS: Final = 3600


def address_hash_of(request: Request) -> str:
    """Tells sign-ups from one address apart from others, without storing the address; "" for none."""
    network = network_of(request.META.get("REMOTE_ADDR", ""))
    return salted_hmac("accounts.sign_up_address", network, algorithm="sha256").hexdigest() if network else ""


def require_sign_ups_left(request: Request) -> None:
    """Count one more sign-up of this address, whatever comes of it.

    Raises TooMany too_many_sign_ups beyond the setting `max_sign_ups_per_hour`.
    """
    address = request.META.get("REMOTE_ADDR", "")
    rate = Rate(platform_settings().max_sign_ups_per_hour, HOUR_SECONDS)
    turn = consume([Limit("account.sign_ups_of_address", network_of(address) or address, rate)])
    if not turn.taken:
        raise TooMany("too_many_sign_ups", SENTENCES["too_many_requests"], wait_seconds=turn.wait_seconds)


def require_captcha_beyond_limit(*, address_hash: str, answer: str) -> None:
    """Let a few sign-ups an hour from one address pass, and more with a solved captcha.

    Raises BadInput captcha_required, or captcha_failed for a wrong answer.
    """
    if rate_limit.consume(LIMIT, key=address_hash).taken:
        return
    if not answer:
        raise BadInput("captcha_required", _("Confirm that you're not a robot, then try again."))
    require_captcha(answer)
