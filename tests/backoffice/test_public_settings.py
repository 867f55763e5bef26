"""GET settings/public/ contains the public settings and nothing else."""

from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.models import TermsVersion, User
from apps.backoffice.demo import people
from apps.backoffice.demo.seed import seed
from apps.core.platform import update_platform_settings

URL = "/api/v1/settings/public/"
CONTRACT = {
    "app_name",
    "company_name",
    "company_website",
    "company_terms",
    "contact_email",
    "facebook_handle",
    "twitter_handle",
    "instagram_handle",
    "apple_store_link",
    "play_store_link",
    "symbol",
    "code",
    "decimal",
    "swipe_symbol",
    "convert_to_mile",
    "driver_radius",
    "max_stops",
    "max_return_wait_minutes",
    "driver_heat_map",
    "street_trips",
    "shifts",
    "otp_secure",
    "auto_dispatch",
    "car_horn_repeat",
    "panic",
    "country",
    "allow_critical_edits_admin",
    "app_category",
    "prepaid",
    "quick_amounts",
    "allow_delivery_pickup_image_capture",
    "allow_final_delivery_image_capture",
    "facebook_login_enabled",
    "mobile_login_enabled",
    "time_zone",
    "offer_seconds",
    "hire_offered",
    "has_terms",
    "sign_in",
    "company_login_name",
    "register",
    "demo",
}

pytestmark = pytest.mark.django_db


def public(client: APIClient | None = None) -> dict[str, Any]:
    response = (client or APIClient()).get(URL)
    assert response.status_code == 200
    body: dict[str, Any] = response.json()
    return body


def test_visitor_reads_the_public_part_and_nothing_else() -> None:
    update_platform_settings(license="secret-purchase-code", driver_radius=7)
    body = public()
    assert body.keys() == CONTRACT
    assert "secret-purchase-code" not in str(body)
    assert (body["app_name"], body["symbol"], body["decimal"]) == ("Hansom", "$", 2)
    assert (body["driver_radius"], body["app_category"]) == (7.0, "taxi")


def test_terms_of_use_are_known_once_published(dora: User) -> None:
    version = TermsVersion.objects.create(document="terms", label="2026-11", texts={"en": "Be kind."})
    assert public()["has_terms"] is False
    version.published_at = timezone.now()
    version.save()
    assert public()["has_terms"] is True


def test_radius_that_is_not_set_is_the_default() -> None:
    update_platform_settings(driver_radius=None)
    assert public()["driver_radius"] == 10.0


def test_register_page_gets_its_options() -> None:
    update_platform_settings(bonus="7.5")
    assert public()["register"] == {
        "country_selection": True,
        "default_country": "",
        "bank_fields": False,
        "driver_bank_fields": False,
        "referral": True,
        "referral_bonus": "7.5000",
        "password_policy": "alphanumeric",
        "email_verify": False,
        "driver_approval": False,
    }
    update_platform_settings(
        allow_country_selection=False,
        country="Antigua and Barbuda",
        restrict_country="GB",
        password_policy="modern",
        email_verify=True,
        driver_approval=True,
    )
    register = public()["register"]
    assert not register["country_selection"]
    assert (register["password_policy"], register["email_verify"], register["driver_approval"]) == (
        "modern",
        True,
        True,
    )


@pytest.mark.parametrize(
    ("country", "restrict_country", "default"),
    [
        ("United Kingdom", "", "GB"),
        ("gb", "FR", "GB"),
        ("Côte d’Ivoire", "", "CI"),
        ("Atlantis", "fr", "FR"),
        ("Atlantis", "ZZ", ""),
        ("", "", ""),
    ],
)
def test_default_country_follows_the_settings(country: str, restrict_country: str, default: str) -> None:
    update_platform_settings(country=country, restrict_country=restrict_country)
    assert public()["register"]["default_country"] == default


@pytest.mark.parametrize(
    ("bank_fields", "rider_withdraw", "riders", "drivers"),
    [
        (False, False, False, False),
        (True, False, False, True),
        (False, True, False, False),
        (True, True, True, True),
    ],
)
def test_bank_fields_are_offered_where_required(
    bank_fields: bool, rider_withdraw: bool, riders: bool, drivers: bool
) -> None:
    update_platform_settings(bank_fields=bank_fields, rider_withdraw=rider_withdraw)
    register = public()["register"]
    assert (register["bank_fields"], register["driver_bank_fields"]) == (riders, drivers)


def test_invalid_access_token_does_not_hide_the_settings() -> None:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION="Bearer of.old.news")
    assert public(client)["app_name"] == "Hansom"


def test_public_settings_are_read_only() -> None:
    before = public()
    for method in ("post", "put", "patch", "delete"):
        assert getattr(APIClient(), method)(URL, {"app_name": "Mine"}).status_code == 405
    assert public() == before


def test_demo_accounts_are_shown_in_a_demo_only(settings: Any) -> None:
    seed(with_people=True)
    settings.DEMO = False
    assert public()["demo"] is None
    settings.DEMO = True
    accounts = public()["demo"]["accounts"]
    assert [account["role"] for account in accounts] == [
        "rider", "driver", "fleetadmin", "admin", "rider", "driver"
    ]  # fmt: skip
    assert accounts[0] == {
        "email": "ada@hansom.example",
        "password": people.PASSWORD,
        "role": "rider",
        "name": "Ada Marlowe",
    }


def test_drivers_of_the_platforms_category_are_offered(settings: Any) -> None:
    settings.DEMO = True
    seed(with_people=True)
    update_platform_settings(app_category="delivery")
    names = [account["email"].split("@")[0] for account in public()["demo"]["accounts"]]
    assert names == ["ada", "vera", "fay", "dora", "cleo", "nora"]


def test_unapproved_demo_account_is_not_offered(settings: Any) -> None:
    settings.DEMO = True
    assert public()["demo"] == {"accounts": []}
    seed(with_people=True)
    User.objects.filter(email="cleo@hansom.example").update(approved=False)
    assert "cleo@hansom.example" not in str(public()["demo"])
