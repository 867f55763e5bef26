"""The captcha in use."""

from functools import cache
from typing import Any

from django.utils.translation import gettext_lazy as _

from apps.accounts.captcha.port import Captcha
from apps.core.errors import BadInput


def new_challenge() -> dict[str, Any]:
    """Return a challenge for a page that will request a text message."""
    return _captcha().challenge()


def require_captcha(answer: str) -> None:
    """Accept an answer once, before it expires. Raises BadInput captcha_failed."""
    if not _captcha().accept(answer):
        raise BadInput("captcha_failed", _("We couldn't verify that you're not a robot. Try again."))


@cache
def _captcha() -> Captcha:
    from apps.accounts.captcha.adapters.altcha import AltchaCaptcha

    return AltchaCaptcha()
