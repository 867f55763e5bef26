"""The text messages of the platform: short, for seventy characters of Arabic are paid as one message."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext, override
from django.utils.translation import gettext_noop as _

from apps.accounts.outgoing import Text
from apps.core.languages import django_language
from apps.core.platform import platform_settings

TEXTS: Final[Mapping[Text, str]] = {
    Text.PHONE_CODE: _("%(code)s is your %(app_name)s code. Never share this code."),
    Text.ACCOUNT_APPROVED: _("Your %(app_name)s account is approved. Log in: %(link)s"),
}
USEFUL_SECONDS: Final[Mapping[Text, int]] = {Text.PHONE_CODE: 600, Text.ACCOUNT_APPROVED: 14_400}


def render_text(text: Text, *, params: Mapping[str, Any], language: str) -> str:
    """The message in a language; English where we have no other words."""
    with override(django_language(language)):
        return gettext(TEXTS[text]) % {"app_name": platform_settings().app_name, **params}
