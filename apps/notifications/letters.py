"""The e-mails of the platform: their words, and how they look."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import get_language_bidi, gettext, override
from django.utils.translation import gettext_noop as _

from apps.accounts.outgoing import Letter
from apps.core.languages import django_language
from apps.core.platform import platform_settings


@dataclass(frozen=True, slots=True)
class Words:
    """The English sentences, with `%(name)s` where a parameter goes."""

    subject: str
    lines: tuple[str, ...]
    button: str = ""
    """What the link is called; a letter with one needs a `link`."""
    ending: str = ""


NOT_YOU: Final = _(
    "If this was not you, set a new password with “Forgot password?” on the sign-in page at once."
)

LETTERS: Final[Mapping[Letter, Words]] = {
    Letter.VERIFY_EMAIL: Words(
        _("Confirm your e-mail address"),
        (_("Please confirm that this e-mail address is yours, so that you can use %(app_name)s with it."),),
        button=_("Confirm this address"),
        ending=_("If you have not asked for this, do nothing: without you nothing happens."),
    ),
    Letter.RESET_PASSWORD: Words(
        _("Set a new password"),
        (
            _("Somebody, we hope you, has asked for a new password for your %(app_name)s account."),
            _("The link works once, and not for long."),
        ),
        button=_("Set a new password"),
        ending=_("If this was not you, do nothing: your password stays as it is."),
    ),
    Letter.PASSWORD_CHANGED: Words(
        _("Your password was changed"),
        (_("The password of your %(app_name)s account was changed just now."),),
        ending=NOT_YOU,
    ),
    Letter.EMAIL_CHANGED: Words(
        _("Your e-mail address was changed"),
        (_("Your %(app_name)s account uses another e-mail address from now on."),),
        ending=_("If this was not you, write to us at once."),
    ),
    Letter.SIGNED_OUT_FOR_SAFETY: Words(
        _("We have signed you out on one device"),
        (
            _(
                "A sign-in of your %(app_name)s account was used in two places. Somebody may have copied it, "
                "so we have ended it."
            ),
            _("Please sign in again on that device."),
        ),
        ending=NOT_YOU,
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedLetter:
    subject: str
    text: str
    html: str
    language: str
    """The one that it is in, which is English for people whose own we do not speak."""


def render_letter(
    letter: Letter, *, params: Mapping[str, Any], first_name: str, language: str
) -> RenderedLetter:
    """The letter in a language, right to left where that is its way; English where we have no other words."""
    words = LETTERS[letter]
    platform = platform_settings()
    values = {"app_name": platform.app_name, **params}
    spoken = django_language(language)
    with override(spoken):
        greeting = gettext("Hello %(name)s,") % {"name": first_name} if first_name else gettext("Hello,")
        subject = gettext(words.subject) % values
        context = {
            "language": spoken,
            "direction": "rtl" if get_language_bidi() else "ltr",
            "start": "right" if get_language_bidi() else "left",
            "subject": subject,
            "greeting": greeting,
            "lines": [gettext(line) % values for line in words.lines],
            "button": gettext(words.button) if words.button else "",
            "link": values["link"] if words.button else "",
            "link_line": gettext("If the button does not work, open this address:"),
            "ending": gettext(words.ending) % values,
            "app_name": platform.app_name,
            "company": platform.company_name or platform.app_name,
            "website": platform.company_website or settings.PUBLIC_URL,
            "contact_email": platform.contact_email,
            "reason": gettext("You get this letter because you have an account at %(app_name)s.") % values,
        }
        return RenderedLetter(
            # Names of platforms are typed by people; a header has one line.
            subject=re.sub(r"\s+", " ", f"{subject} · {platform.app_name}"),
            text=render_to_string("notifications/letter.txt", context).strip() + "\n",
            html=render_to_string("notifications/letter.html", context),
            language=spoken,
        )
