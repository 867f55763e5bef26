"""In by Google, Facebook and Apple, as somebody new and again, there and back in the browser."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.people import somebody
from tests.e2e.providers import Providers
from tests.fakes.social.people import Person
from tests.platform import Platform

pytestmark = pytest.mark.e2e


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
@pytest.mark.parametrize("name", ["google", "facebook", "apple"])
def test_somebody_new_comes_in_by_a_provider_and_later_is_the_same_one(
    platform: Platform,
    providers: Providers,
    open_page: OpenPage,
    snap: Callable[[Page, str], Path],
    name: str,
    phone: bool,
) -> None:
    email = somebody()[1]
    providers[name].person = Person(id=f"{name}-{email}", email=email, first_name="Grace")
    # Apple tells a name once, at the first consent: this is another person's.
    providers.apple.has_met = False
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


def test_who_changes_their_mind_at_the_provider_is_told_so_and_nobody_is_made(
    platform: Platform, providers: Providers, open_page: OpenPage
) -> None:
    google, email = providers["google"], somebody()[1]
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
