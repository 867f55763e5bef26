"""The texts of emails and text messages, in every language."""

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.utils.html import escape

from apps.accounts.outgoing import EmailTemplate, Text
from apps.core.platform import update_platform_settings
from apps.notifications.messages.emails import EMAILS, render_email
from apps.notifications.messages.texts import TEXTS, USEFUL_SECONDS, render_text
from tests.notifications.branding import with_brand

pytestmark = pytest.mark.django_db
LINK = "https://hansom.example/reset-password?key=a-b&next=%2F"


def rendered(template: EmailTemplate, language: str = "en", first_name: str = "Ada", **params: Any) -> Any:
    return render_email(
        template,
        params={"link": LINK, "device": "Firefox", "passkey": "Phone"} | params,
        first_name=first_name,
        language=language,
    )


class Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.hrefs: list[str] = []
        self.roles: list[str | None] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if tag == "a":
            self.hrefs.append(named["href"] or "")
        if tag == "table":
            self.roles.append(named.get("role"))
        if tag in {"img", "script", "link", "iframe"}:
            self.loads.append(tag)


def test_every_email_and_text_message_has_a_text() -> None:
    assert EMAILS.keys() == set(EmailTemplate)
    assert TEXTS.keys() == USEFUL_SECONDS.keys() == set(Text)


@pytest.mark.parametrize("language", dict(django_settings.LANGUAGES))
@pytest.mark.parametrize("template", list(EmailTemplate))
def test_email_is_complete_and_in_the_requested_language(template: EmailTemplate, language: str) -> None:
    email = rendered(template, language)
    for part in (email.subject, email.text, email.html):
        assert part
        assert "%(" not in part
        assert bool(re.search(r"[\u0600-\u06ff]", part)) == (language == "ar")
    assert f'<html lang="{language}" dir="{"rtl" if language == "ar" else "ltr"}">' in email.html
    assert "Ada" in email.text


@pytest.mark.parametrize("template", list(EmailTemplate))
def test_email_has_its_link_in_text_and_html_and_loads_nothing(template: EmailTemplate) -> None:
    email = rendered(template)
    page = Links()
    page.feed(email.html)
    has_link = bool(EMAILS[template].button)
    assert (LINK in email.text) == has_link
    assert (LINK in page.hrefs) == has_link
    assert page.loads == []
    # Tables are for the layout, and screen readers must ignore them.
    assert set(page.roles) == {"presentation"}


def test_email_names_the_platform_and_its_company() -> None:
    update_platform_settings(
        app_name="Island <Cabs>",
        company_name="Ferry & Sons",
        company_website="https://ferry.example",
        contact_email="help@ferry.example",
    )
    got = rendered(EmailTemplate.PASSWORD_CHANGED)
    assert got.subject == "Your password was changed · Island <Cabs>"
    assert "Ferry & Sons" in got.text
    assert "Island &lt;Cabs&gt;" in got.html
    assert "Ferry &amp; Sons" in got.html
    assert "<Cabs>" not in got.html
    assert "mailto:help@ferry.example" in got.html


def test_users_name_is_escaped_in_html() -> None:
    got = rendered(EmailTemplate.PASSWORD_CHANGED, first_name="<b>100%s</b>")
    assert "&lt;b&gt;100%s&lt;/b&gt;" in got.html
    assert "Hello <b>100%s</b>," in got.text


def test_user_without_a_name_is_greeted() -> None:
    assert rendered(EmailTemplate.PASSWORD_CHANGED, first_name="").text.startswith("Hello,\n")


@pytest.mark.parametrize("language", dict(django_settings.LANGUAGES))
def test_text_message_has_the_code(language: str) -> None:
    text = render_text(Text.PHONE_CODE, params={"code": "012345"}, language=language)
    assert "012345" in text
    assert "Hansom" in text
    assert "%(" not in text


@pytest.mark.parametrize("language", ["", "xx"])
def test_unsupported_language_becomes_english(language: str) -> None:
    got = rendered(EmailTemplate.PASSWORD_CHANGED, language)
    assert "Your password was changed" in got.subject
    assert got.language == "en"
    assert '<html lang="en" dir="ltr">' in got.html


BLANK = {"company_website": "", "contact_email": "", "postal_address": "", "company_name": "", "logo": ""}
WHY = {
    "en": "You're receiving this email because you",
    "ar": "تصلك هذه الرسالة لأن",
}


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize("template", list(EmailTemplate))
def test_every_email_has_the_operators_brand(template: EmailTemplate, language: str) -> None:
    with_brand()
    got = rendered(template, language)
    brand = got.brand
    assert f'dir="{"rtl" if language == "ar" else "ltr"}"' in got.html
    assert 'bgcolor="#0b5d3b"' in got.html
    assert '<img src="cid:logo" alt="Island &lt;Cabs&gt;" width="220" height="55"' in got.html
    assert (brand.app_name, brand.contact_email) == ("Island <Cabs>", "help@ferry.example")
    assert brand.logo is not None
    # Both parts have the same content; the operator's input is escaped in the HTML.
    for expected in (
        "Ferry & Sons",
        "1 Quay <Street>",
        "Newport PO30 2QS",
        "United Kingdom",
        "help@ferry.example",
        "Island <Cabs>",
        WHY[language],
    ):
        assert expected in got.text
        assert escape(expected) in got.html
    assert "https://www.ferry.example/" in got.text
    assert 'href="https://www.ferry.example/"' in got.html
    assert "<Cabs>" not in got.html
    assert "<Street>" not in got.html
    if EMAILS[template].button:
        assert "color:#ffffff; text-decoration:none" in got.html


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize("template", list(EmailTemplate))
def test_blank_settings_leave_no_trace_in_the_email(template: EmailTemplate, language: str) -> None:
    update_platform_settings(**BLANK)
    got = rendered(template, language)
    assert "<img" not in got.html
    assert "mailto:" not in got.html
    assert "<bdi></bdi>" not in got.html
    assert 'alt=""' not in got.html
    assert re.search(r">\s*Hansom\s*<", got.html)
    footer = got.text.partition("-- \n")[2]
    assert footer.splitlines()[:2] == ["Hansom", django_settings.PUBLIC_URL]
    assert "\n\n\n" not in got.text


def test_pale_brand_colour_has_black_text_and_a_border() -> None:
    update_platform_settings(brand_color="#FFFBE6")
    got = rendered(EmailTemplate.RESET_PASSWORD)
    assert "color:#000000; text-decoration:none" in got.html
    assert "border:1px solid #8a8f98" in got.html
