"""Settings, application information, languages and payment accounts, as an admin edits them."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Dialog, Locator, Page, expect

from apps.payments.providers.culqi.sandbox import Culqi
from tests.e2e.conftest import OpenPage
from tests.e2e.people import enter_as, sign_in_as
from tests.e2e.rides import Person
from tests.platform import Platform

pytestmark = pytest.mark.e2e


@pytest.fixture
def released(platform: Platform) -> Iterator[None]:
    """Restore the settings that these stories change for all users, before and after."""
    as_released(platform)
    yield
    as_released(platform)


def as_released(platform: Platform) -> None:
    dora = Person(platform, "dora")
    seen = dora.get("app-info/")
    if seen["app_name"] != "Hansom":
        dora.patch("app-info/", {"app_name": "Hansom", "version": seen["version"]})
    dora.put("payment-accounts/culqi/test/", {"enabled": True})
    dora.patch("me/", {"language": "en"})
    known = {language["code"]: language for language in dora.get("languages/")["results"]}
    english = f"languages/{known['en']['id']}/"
    if not known["en"]["default"]:
        dora.post(f"{english}make-default/")
    dora.patch(f"{english}words/", {"pairs": {"nav.home": None}})
    if "it" in known:
        dora.delete(f"languages/{known['it']['id']}/")


@pytest.fixture
def office(open_page: OpenPage, released: None) -> Page:
    page = open_page()
    enter_as(page, "Dora")
    return page


def go(page: Page, path: str, heading: str) -> None:
    page.goto(path)
    expect(page.get_by_role("heading", name=heading, level=1)).to_be_visible()


def save(page: Page) -> None:
    page.get_by_role("button", name="Save", exact=True).click()


def put(field: Locator, text: str) -> None:
    """Paste a long text; typing two thousand lines takes a minute."""
    field.evaluate(
        """(area, text) => {
            Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value").set.call(area, text);
            area.dispatchEvent(new Event("input", {bubbles: true}));
        }""",
        text,
    )


def snackbar(page: Page) -> Locator:
    return page.get_by_test_id("snackbar")


def test_settings_are_changed_validated_guarded_and_updated_elsewhere_at_once(
    office: Page, open_page: OpenPage
) -> None:
    other = open_page()
    sign_in_as(other, "Ada")
    other.goto("/")
    expect(other).to_have_title("Hansom")

    go(office, "/appinfo", "Application info")
    office.get_by_label("App name").fill("Island Cabs")
    expect(office.get_by_text("1 change", exact=True)).to_be_visible()
    save(office)
    expect(office.get_by_text("Saved", exact=True)).to_be_visible()
    # Another user's open home page, without a reload.
    expect(other).to_have_title("Island Cabs")
    expect(office.get_by_text(re.compile("Hansom → Island Cabs")).first).to_be_visible()
    office.get_by_label("App name").fill("Hansom")
    office.keyboard.press("Control+s")
    expect(other).to_have_title("Hansom")

    office.get_by_role("navigation", name="Back office").get_by_role("link", name="Settings").click()
    expect(office.get_by_role("heading", name="Settings", level=1)).to_be_visible()
    office.get_by_label("Search settings").fill("referral")
    office.get_by_label("Referral bonus", exact=True).fill("")
    save(office)
    expect(snackbar(office)).to_have_text(re.compile("Enter a referral bonus."))
    # The notice does not cover the bar that saves: it ends above the bar's button.
    notice = snackbar(office).bounding_box()
    button = office.get_by_role("button", name="Save", exact=True).bounding_box()
    assert notice
    assert button
    assert notice["y"] + notice["height"] <= button["y"]
    office.get_by_label("Referral bonus", exact=True).fill("10")
    office.get_by_label("Search settings").fill("")

    office.get_by_role("textbox", name="Currency symbol").fill("€")
    expect(office.get_by_text("€1,234.57")).to_be_visible()
    office.get_by_role("navigation", name="Back office").get_by_role("link", name="Languages").click()
    office.get_by_role("button", name="Stay").click()
    expect(office).to_have_url(re.compile("/settings$"))
    office.go_back()
    office.get_by_role("button", name="Stay").click()
    expect(office).to_have_url(re.compile("/settings$"))
    expect(office.get_by_role("textbox", name="Currency symbol")).to_have_value("€")
    office.get_by_role("button", name="Log out").first.click()
    office.get_by_role("button", name="Stay").click()
    expect(office.get_by_role("textbox", name="Currency symbol")).to_have_value("€")
    dialogs: list[str] = []
    office.on("dialog", lambda dialog: closing(dialog, dialogs))
    office.reload()
    assert dialogs == ["beforeunload"]
    expect(office.get_by_role("textbox", name="Currency symbol")).not_to_have_value("€")

    office.get_by_role("textbox", name="Currency symbol").fill("€")
    office.go_back()
    office.get_by_role("button", name="Leave").click()
    expect(office.get_by_role("heading", name="Application info", level=1)).to_be_visible()
    office.go_forward()
    expect(office.get_by_role("textbox", name="Currency symbol")).not_to_have_value("€")


def closing(dialog: Dialog, dialogs: list[str]) -> None:
    dialogs.append(dialog.type)
    dialog.accept()


def test_translated_text_is_updated_at_once_in_another_browser(office: Page, open_page: OpenPage) -> None:
    other = open_page()
    sign_in_as(other, "Ada")
    other.goto("/about-us")
    home = other.get_by_role("banner").get_by_role("link", name="Startseite der Insel")
    expect(other.get_by_role("banner").get_by_role("link", name="Home", exact=True)).to_be_visible()

    go(office, "/languagesetting", "Languages")
    row = office.get_by_role("row").filter(has_text="English")
    row.get_by_role("button", name=re.compile("^Actions")).click()
    office.get_by_role("menuitem", name="Translate").click()
    office.get_by_label("Search keys and texts").fill("nav.home")
    office.get_by_role("button", name=re.compile("^nav.home")).click()
    text = office.get_by_label("In English")
    text.fill("{{name}}")
    expect(office.get_by_text("The original has no placeholders.")).to_be_visible()
    text.fill("Startseite der Insel")
    save(office)
    expect(home).to_be_visible()
    # Also after a reload, when the page is subscribed again.
    with other.expect_websocket():
        other.reload()
    expect(home).to_be_visible()
    office.get_by_role("button", name="Reset to default").click()
    expect(home).to_have_count(0)


def test_languages_are_added_edited_as_json_made_default_and_deleted(office: Page) -> None:
    go(office, "/languagesetting", "Languages")

    def press_action(language: str, name: str) -> None:
        row = office.get_by_role("row").filter(has_text=language)
        row.get_by_role("button", name=re.compile("^Actions")).click()
        office.get_by_role("menuitem", name=name).click()

    press_action("English", "Delete")
    expect(office.get_by_role("dialog")).to_contain_text("Cannot delete default language")
    office.get_by_role("dialog").get_by_role("button", name="Close").last.click()

    office.get_by_role("button", name="Add language").click()
    dialog = office.get_by_role("dialog")
    dialog.get_by_role("textbox", name="Language", exact=True).fill("Italiano")
    dialog.get_by_label("Language locale").fill("it")
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(office.get_by_role("row").filter(has_text="Italiano")).to_contain_text("0%")

    press_action("Italiano", "Edit JSON")
    editor = dialog.get_by_label("Keys and texts")
    kept = editor.input_value()
    put(editor, kept[:-3])
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog.get_by_role("alert")).to_have_text("JSON Error")
    put(editor, kept.replace('"nav.dashboard": "Dashboard"', '"nav.dashboard": "Cruscotto"'))
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(dialog).to_have_count(0)

    # All users can choose it at once.
    office.get_by_role("combobox", name="Language", exact=True).first.select_option("it")
    rail = office.get_by_role("navigation", name="Back office")
    expect(rail.get_by_role("link", name="Cruscotto")).to_be_attached()
    office.get_by_role("combobox", name="Language", exact=True).first.select_option("en")

    press_action("Italiano", "Make default")
    expect(office.get_by_text("Italiano is now the default.")).to_be_visible()
    press_action("English", "Make default")
    expect(office.get_by_text("English is now the default.")).to_be_visible()
    press_action("Italiano", "Delete")
    dialog.get_by_role("button", name="Delete").click()
    expect(office.get_by_role("row").filter(has_text="Italiano")).to_have_count(0)


def test_enabling_demo_mode_requires_confirmation(office: Page) -> None:
    go(office, "/settings", "Settings")
    critical = office.get_by_role("switch", name=re.compile("^Allow critical edits"))
    critical.press(" ")
    expect(office.get_by_text(re.compile("After you save, settings are locked"))).to_be_visible()
    office.get_by_role("button", name="Discard").click()
    expect(critical).to_be_checked()


def test_payment_accounts_keep_secrets_and_are_switched_on_and_off(office: Page, platform: Platform) -> None:
    go(office, "/payment-accounts", "Payment providers")
    card = office.get_by_role("region", name="Culqi")
    card.get_by_role("button", name=re.compile("Credentials of Culqi, Test")).click()
    dialog = office.get_by_role("dialog")
    secrets = dialog.locator("input[type=password]")
    expect(secrets).to_have_count(2)
    for field in secrets.all():
        field.fill("a-secret-of-the-tests")
    dialog.get_by_role("button", name="Save", exact=True).click()
    # An account that does not work there is offered but not stored.
    expect(dialog).to_contain_text("doesn't look like")
    for name in ("secret_key", "webhook_password"):
        dialog.get_by_label(name).fill(Culqi.credentials[name])
    dialog.get_by_role("button", name="Save", exact=True).click()
    expect(dialog).to_have_count(0)
    card.get_by_role("button", name="Test connection of Culqi, Test").click()
    expect(card).to_contain_text("The provider accepted the credentials.")
    switch = card.get_by_role("switch", name="Enable Culqi, Test")
    # All sandbox gateways are enabled at the start.
    switch.press(" ")
    expect(office.get_by_text("Culqi disabled")).to_be_visible()
    expect(switch).to_be_enabled()
    expect(switch).not_to_be_checked()
    switch.press(" ")
    expect(office.get_by_text("Culqi enabled")).to_be_visible()
    card.get_by_role("button", name=re.compile("Credentials of Culqi, Test")).click()
    expect(dialog.locator("input[type=password]").first).to_have_value("")
    expect(card).to_contain_text(f"{platform.url}/api/v1/payments/culqi/webhook/")
