"""Language codes of user records and browsers, and Django's."""

import pytest
from django.conf import settings
from django.test import RequestFactory
from django.utils.translation import get_language_from_request, gettext, override

from apps.core.languages import current_language, django_language, languages


def test_every_language_has_a_plain_name() -> None:
    assert languages() == {"en", "es", "fr", "de", "pt", "ar", "hi", "zh"}
    assert {django_language(code) for code in languages()} == set(dict(settings.LANGUAGES))


@pytest.mark.parametrize("code", sorted({"en", "es", "fr", "de", "pt", "ar", "hi", "zh"}))
def test_stored_code_is_restored_from_djangos(code: str) -> None:
    with override(django_language(code)):
        assert current_language() == code
        assert (gettext("Driver") == "Driver") == (code == "en")


@pytest.mark.parametrize("code", ["", "xx", "tlh"])
def test_unsupported_language_is_english(code: str) -> None:
    assert django_language(code) == "en"


def test_unsupported_language_is_not_stored() -> None:
    with override("ja"):
        assert current_language() == ""


@pytest.mark.parametrize(
    ("accepted", "spoken"),
    [
        ("zh", "zh-hans"),
        ("zh-CN,zh;q=0.9", "zh-hans"),
        ("zh-Hans-CN", "zh-hans"),
        ("pt-PT", "pt"),
        ("de-AT,de;q=0.9,en;q=0.5", "de"),
        ("ja,hi;q=0.5", "hi"),
        ("tlh", "en"),
    ],
)
def test_reply_has_the_browsers_language(accepted: str, spoken: str) -> None:
    assert (
        get_language_from_request(RequestFactory().get("/", headers={"Accept-Language": accepted})) == spoken
    )
