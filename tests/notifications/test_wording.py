"""What notices say, in every language."""

import re
from decimal import Decimal

import pytest
from django.conf import settings

from apps.accounts.models import User
from apps.core.platform import platform_settings, update_platform_settings
from apps.notifications.choices import Occasion
from apps.notifications.models import InboxMessage
from apps.notifications.wording import WORDINGS, display_money, render
from tests.notifications.test_inbox import PARAMS, deliver_all, tell

pytestmark = pytest.mark.django_db


def test_every_occasion_has_sentences() -> None:
    # An announcement is in the back office's own words.
    assert WORDINGS.keys() == set(Occasion) - {Occasion.ANNOUNCEMENT}


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
@pytest.mark.parametrize("occasion", list(WORDINGS))
def test_every_sentence_is_whole_and_in_the_language_that_was_requested(
    occasion: Occasion, language: str
) -> None:
    for sentence in render(occasion, params=PARAMS, language=language):
        assert sentence
        assert "%(" not in sentence
        assert bool(re.search(r"[\u0600-\u06ff]", sentence)) == (language == "ar")


def test_message_is_in_the_language_of_its_person_and_not_of_the_worker(ada: User) -> None:
    ada.language = "ar"
    ada.save(update_fields=["language"])
    tell(ada)
    deliver_all()
    title, msg = render(Occasion.NEAR, params=PARAMS, language="ar")
    message = InboxMessage.objects.get()
    assert (message.title, message.msg) == (title, msg)
    assert title != "Your driver has arrived"


@pytest.mark.parametrize("language", ["", "xx"])
def test_language_that_we_do_not_speak_becomes_english(language: str) -> None:
    assert render(Occasion.NEAR, params=PARAMS, language=language)[0] == "Your driver has arrived"


def test_amounts_are_shown_with_the_currency_of_the_platform() -> None:
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
def test_amount_has_the_decimals_and_the_side_of_the_settings(
    amount: str, decimals: int, behind: bool, shown: str
) -> None:
    update_platform_settings(decimal=decimals, swipe_symbol=behind)
    assert display_money(Decimal(amount), platform_settings()) == shown


def test_names_with_percent_signs_do_no_harm(ada: User) -> None:
    tell(ada, driver_name="100%s %(reference)s")
    deliver_all()
    assert InboxMessage.objects.get().msg == "100%s %(reference)s is at the pickup."
