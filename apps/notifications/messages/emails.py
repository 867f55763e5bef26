"""The platform's emails: their text and layout."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.template.loader import render_to_string
from django.utils.translation import get_language_bidi, gettext, override
from django.utils.translation import gettext_noop as _

from apps.accounts.outgoing import EmailTemplate
from apps.core.brand import Brand, brand_of, one_line
from apps.core.languages import django_language
from apps.core.platform import platform_settings


@dataclass(frozen=True, slots=True)
class EmailText:
    """The English text of an email, with `%(name)s` for parameters; other apps define their own."""

    subject: str
    lines: tuple[str, ...]
    button: str = ""
    """The label of the link; an email with a button needs a `link` parameter."""
    ending: str = ""
    reason: str = _("You're receiving this email because you have an account with %(app_name)s.")
    """Why the user receives this email."""


class Row(NamedTuple):
    """A label with its value, both in the language of the email."""

    label: str
    value: str
    is_sum: bool = False


NOT_YOU: Final = _(
    "If this wasn't you, reset your password now with “Forgot your password?” on the login page."
)

EMAILS: Final[Mapping[EmailTemplate, EmailText]] = {
    EmailTemplate.VERIFY_EMAIL: EmailText(
        _("Verify your email"),
        (_("Verify this email to use it with %(app_name)s."),),
        button=_("Verify email"),
        ending=_("If this wasn't you, ignore this email."),
    ),
    EmailTemplate.RESET_PASSWORD: EmailText(
        _("Set a new password"),
        (
            _("We received a request to reset the password of your %(app_name)s account."),
            _("The link works once and expires soon."),
        ),
        button=_("Set a new password"),
        ending=_("If this wasn't you, ignore this email. Your password won't change."),
    ),
    EmailTemplate.PASSWORD_CHANGED: EmailText(
        _("Your password was changed"),
        (_("The password of your %(app_name)s account was just changed."),),
        ending=NOT_YOU,
    ),
    EmailTemplate.EMAIL_CHANGED: EmailText(
        _("Your email was changed"),
        (_("Your %(app_name)s account now uses a different email."),),
        ending=_("If this wasn't you, contact us right away."),
    ),
    EmailTemplate.ACCOUNT_APPROVED: EmailText(
        _("Your account is approved"),
        (_("You can now log in to %(app_name)s."),),
        button=_("Log in"),
    ),
    EmailTemplate.SIGNED_OUT_FOR_SAFETY: EmailText(
        _("We logged you out of a device"),
        (
            _(
                "A login to your %(app_name)s account was used in two places. It may have been copied, "
                "so we ended it."
            ),
            _("Log in again on that device."),
        ),
        ending=NOT_YOU,
    ),
    EmailTemplate.NEW_DEVICE: EmailText(
        _("Login on a new device"),
        (
            _("Your %(app_name)s account was used to log in on a new device: %(device)s."),
            _("If this was you, you can ignore this email."),
        ),
        ending=NOT_YOU,
    ),
    EmailTemplate.TWO_FACTOR_ON: EmailText(
        _("Two-factor login is on"),
        (
            _("Your %(app_name)s account now requires a code from an authenticator app at each login."),
            _("Store the recovery codes in a safe place. Each replaces one code if you lose the app."),
        ),
        ending=_("If this wasn't you, contact your administrator right away."),
    ),
    EmailTemplate.TWO_FACTOR_OFF: EmailText(
        _("Two-factor login is off"),
        (_("Your %(app_name)s account no longer requires a code from an authenticator app."),),
        ending=NOT_YOU,
    ),
    EmailTemplate.TWO_FACTOR_RESET: EmailText(
        _("Your two-factor login was reset"),
        (
            _(
                "An administrator removed the authenticator app and the passkeys from your %(app_name)s "
                "account and logged you out on all devices."
            ),
            _("Log in with your password, then set them up again under “Profile”."),
        ),
        ending=_("If you didn't request this, contact your administrator right away."),
    ),
    EmailTemplate.PASSKEY_ADDED: EmailText(
        _("A passkey was added"),
        (_("You can now log in to your %(app_name)s account with the passkey “%(passkey)s”."),),
        ending=NOT_YOU,
    ),
    EmailTemplate.PASSKEY_REMOVED: EmailText(
        _("A passkey was removed"),
        (_("The passkey “%(passkey)s” no longer logs in to your %(app_name)s account."),),
        ending=NOT_YOU,
    ),
    EmailTemplate.TEST: EmailText(
        _("Test email"),
        (
            _("This is how emails from %(app_name)s look."),
            _("The name, logo, colour, postal address and contact are set under “Application info”."),
        ),
        reason=_("You're receiving this email because you requested it in the %(app_name)s settings."),
    ),
}

LOGO_BOX: Final = {"width": 220, "height": 56}


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedEmail:
    subject: str
    text: str
    html: str
    language: str
    """The language of the email; English if the user's language has no translation."""
    brand: Brand


def render_email(
    template: EmailTemplate, *, params: Mapping[str, Any], first_name: str, language: str
) -> RenderedEmail:
    """Return the email in the user's language, or in English without a translation."""
    return render_text(EMAILS[template], params=params, first_name=first_name, language=language)


def render_text(
    text: EmailText,
    *,
    params: Mapping[str, Any],
    first_name: str,
    language: str,
    rows: Sequence[Row] = (),
) -> RenderedEmail:
    """Return an email in the operator's brand."""
    brand = brand_of(platform_settings())
    values = {"app_name": brand.app_name, **params}
    language_code = django_language(language)
    with override(language_code):
        greeting = gettext("Hello %(name)s,") % {"name": first_name} if first_name else gettext("Hello,")
        subject = gettext(text.subject) % values
        context = {
            "language": language_code,
            "direction": "rtl" if get_language_bidi() else "ltr",
            "start": "right" if get_language_bidi() else "left",
            "end": "left" if get_language_bidi() else "right",
            "subject": subject,
            "greeting": greeting,
            "lines": [gettext(line) % values for line in text.lines],
            "rows": rows,
            "button": gettext(text.button) if text.button else "",
            "link": values["link"] if text.button else "",
            "link_line": gettext("If the button doesn't work, open this link:"),
            "ending": gettext(text.ending) % values if text.ending else "",
            "reason": gettext(text.reason) % values,
            "questions": gettext("Questions?"),
            "brand": brand,
            "logo": _logo_size(brand),
        }
        return RenderedEmail(
            subject=one_line(f"{subject} · {brand.app_name}"),
            text=render_to_string("notifications/email.txt", context).strip() + "\n",
            html=render_to_string("notifications/email.html", context),
            language=language_code,
            brand=brand,
        )


def _logo_size(brand: Brand) -> dict[str, int] | None:
    """The size in the logo's tag; mail clients scale by it."""
    if brand.logo is None:
        return None
    width, height = brand.logo.within(**LOGO_BOX)
    return {"width": max(1, round(width)), "height": max(1, round(height))}
