"""Login with Google, Facebook and Apple, the first time and again, in the browser."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.people import new_person
from tests.e2e.providers import Providers
from tests.fakes.social.people import Person
from tests.platform import Platform

pytestmark = pytest.mark.e2e


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
@pytest.mark.parametrize("name", ["google", "facebook", "apple"])
def test_new_user_of_a_provider_logs_in_again_as_the_same_user(
    platform: Platform,
    providers: Providers,
    open_page: OpenPage,
    snap: Callable[[Page, str], Path],
    name: str,
    phone: bool,
) -> None:
    email = new_person()[1]
    providers[name].person = Person(id=f"{name}-{email}", email=email, first_name="Grace")
    # Apple sends a name only at the first consent: this one belongs to another user.
    providers.apple.name_was_sent = False
    for visit in ("new", "again"):
        page = open_page(phone=phone)
        page.goto("/login")
        snap(page, f"{visit}-login")
        page.get_by_role("button", name=name.title(), exact=True).click()
        page.wait_for_url(re.compile(r"/$"))
        page.goto("/profile")
        expect(page.get_by_role("textbox", name="First name")).to_have_value("Grace")
    snap(page, "profile")
    assert providers.refused == []
    found = platform.sql(f"SELECT user_type, approved, login_type FROM accounts_user WHERE email = '{email}'")
    assert found.split() == [f"rider|t|{name}"]


def test_user_who_cancels_at_the_provider_sees_why_and_no_user_is_created(
    platform: Platform, providers: Providers, open_page: OpenPage
) -> None:
    google, email = providers["google"], new_person()[1]
    google.person, google.consents = (
        replace(google.person, id=email, email=email),
        False,
    )
    try:
        page = open_page()
        page.goto("/login")
        page.get_by_role("button", name="Google", exact=True).click()
        page.wait_for_url(re.compile("/login"))
        expect(page.get_by_role("alert").first).to_be_visible()
    finally:
        google.consents = True
    assert platform.sql(f"SELECT count(*) FROM accounts_user WHERE email = '{email}'") == "0"
