"""The network address that somebody signs up from: hashed for comparison, counted for the captcha."""

from typing import Final

from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request

from apps.accounts.captcha.gate import require_captcha
from apps.accounts.limits import may_go_on
from apps.core.errors import BadInput
from apps.core.rate_limit import network_of

LIMIT: Final = "sign_up_without_captcha"


def address_hash_of(request: Request) -> str:
    """Tells sign-ups from one address apart from others, without storing the address; "" for none."""
    network = network_of(request.META.get("REMOTE_ADDR", ""))
    return salted_hmac("accounts.sign_up_address", network, algorithm="sha256").hexdigest() if network else ""


def require_captcha_beyond_limit(*, address_hash: str, answer: str) -> None:
    """Let a few sign-ups an hour from one address pass, and more with a solved captcha.

    Raises BadInput captcha_required, or captcha_failed for a wrong answer.
    """
    if may_go_on(LIMIT, key=address_hash):
        return
    if not answer:
        raise BadInput("captcha_required", _("Show that you are not a robot, and try again."))
    require_captcha(answer)
