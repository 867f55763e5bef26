"""The texts of notifications, in every language."""

import re
from decimal import Decimal

import pytest
from django.conf import settings

from apps.accounts.models import User
from apps.core.platform import platform_settings, update_platform_settings
from apps.notifications.choices import Occasion
from apps.notifications.messages.wording import WORDINGS, display_money, render
from apps.notifications.models import InboxMessage
from tests.notifications.test_inbox import PARAMS, deliver_all, send_notice

pytestmark = pytest.mark.django_db


def test_every_occasion_has_a_text() -> None:
    # The back office writes the text of an announcement.
    assert WORDINGS.keys() == set(Occasion) - {Occasion.ANNOUNCEMENT}


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
@pytest.mark.parametrize("occasion", list(WORDINGS))
def test_every_text_is_complete_and_in_the_requested_language(occasion: Occasion, language: str) -> None:
    # A dispatcher's text is in the language in which it was typed.
    params = PARAMS | {"text": "في الساعة العاشرة" if language == "ar" else "At ten"}
    for sentence in render(occasion, params=params, language=language):
        assert sentence
        assert "%(" not in sentence
        assert bool(re.search(r"[\u0600-\u06ff]", sentence)) == (language == "ar")


def test_message_is_in_the_users_language_not_the_workers(ada: User) -> None:
    ada.language = "ar"
    ada.save(update_fields=["language"])
    send_notice(ada)
    deliver_all()
    title, msg = render(Occasion.NEAR, params=PARAMS, language="ar")
    message = InboxMessage.objects.get()
    assert (message.title, message.msg) == (title, msg)
    assert title != "Your driver has arrived"


@pytest.mark.parametrize("language", ["", "xx"])
def test_unsupported_language_becomes_english(language: str) -> None:
    assert render(Occasion.NEAR, params=PARAMS, language=language)[0] == "Your driver has arrived"


def test_amounts_have_the_platforms_currency() -> None:
    assert "$12.35" in render(Occasion.PAYMENT_DONE, params=PARAMS, language="en")[1]
    assert "-$7.00" in render(Occasion.WALLET_UPDATED, params=PARAMS, language="en")[1]


@pytest.mark.parametrize(
    ("amount", "decimals", "behind", "shown"),
    [
        ("1234567.895", 2, False, "$1,234,567.90"),
        ("1234567.895", 0, False, "$1,234,568"),
        ("-0.5", 3, False, "-$0.500"),
        ("5", 2, True, "5.00 $"),
        ("-5", 2, True, "-5.00 $"),
    ],
)
def test_amount_follows_the_settings_decimals_and_symbol_side(
    amount: str, decimals: int, behind: bool, shown: str
) -> None:
    update_platform_settings(decimal=decimals, swipe_symbol=behind)
    assert display_money(Decimal(amount), platform_settings()) == shown


def test_percent_signs_in_names_are_unchanged(ada: User) -> None:
    send_notice(ada, driver_name="100%s %(reference)s")
    deliver_all()
    assert InboxMessage.objects.get().msg == "100%s %(reference)s is at the pickup."
