"""Which captcha stands before a text message, and the one place that asks it."""

from functools import cache
from typing import Any

from django.utils.translation import gettext_lazy as _

from apps.accounts.captcha.port import Captcha
from apps.core.errors import BadInput


def new_challenge() -> dict[str, Any]:
    """A challenge for a page that is about to ask for a text message."""
    return _captcha().challenge()


def require_captcha(answer: str) -> None:
    """Let pass an answer that is right, in time and new; it is used up. BadInput captcha_failed otherwise."""
    if not _captcha().accept(answer):
        raise BadInput("captcha_failed", _("We couldn't verify that you're not a robot. Try again."))


@cache
def _captcha() -> Captcha:
    from apps.accounts.captcha.adapters.altcha import AltchaCaptcha

    return AltchaCaptcha()
