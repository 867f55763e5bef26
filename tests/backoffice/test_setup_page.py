"""The setup in the browser: with the operator's link only, once, and field by field."""

from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.utils import timezone

from apps.accounts.models import User
from apps.backoffice.setup.links import HOURS, new_key
from apps.core.models import AuditEntry, PlatformSettings
from apps.core.platform import platform_settings
from apps.fares.models import CarType
from tests.personas import client_of

pytestmark = pytest.mark.django_db

SETUP = "/api/v1/setup/"
VALUES = {
    "company_name": "Kestrel Cabs",
    "country": "KE",
    "currency": "KES",
    "time_zone": "Africa/Nairobi",
    "email": "owner@kestrel.example",
    "password": "Correct1Horse",
}


def post(**changes: Any) -> Any:
    return client_of(None).post(SETUP, {"key": new_key(), **VALUES, **changes})


def assert_nothing_changed() -> None:
    assert not User.objects.exists()
    assert not CarType.objects.exists()
    assert not PlatformSettings.objects.exclude(company_name="").exists()


def test_platform_is_set_up_and_the_admin_logs_in() -> None:
    reply = post()
    assert (reply.status_code, reply.json()) == (201, {"email": "owner@kestrel.example"})
    assert (platform_settings().company_name, platform_settings().code) == ("Kestrel Cabs", "KES")
    assert set(AuditEntry.objects.values_list("source", flat=True)) == {AuditEntry.Source.BACK_OFFICE}
    sign_in = {"email": VALUES["email"], "password": VALUES["password"]}
    assert client_of(None).post("/api/v1/auth/sign-in/", sign_in).status_code == 200


def test_choices_name_currency_and_time_zones_of_a_country() -> None:
    state = client_of(None).get(SETUP).json()
    assert state["needed"] is True
    countries = {country["code"]: country for country in state["countries"]}
    assert countries["KE"] == {
        "code": "KE",
        "name": "Kenya",
        "currency": "KES",
        "time_zones": ["Africa/Nairobi"],
    }
    assert len(countries["US"]["time_zones"]) > 5
    assert {"code": "KES", "name": "Kenyan Shilling"} in state["currencies"]


def test_choices_are_in_the_readers_language() -> None:
    state = client_of(None).get(SETUP, headers={"Accept-Language": "de"}).json()
    labels = {country["code"]: country["name"] for country in state["countries"]}
    assert labels["DE"] == "Deutschland"


def test_second_setup_is_refused_and_changes_nothing() -> None:
    assert post().status_code == 201
    assert client_of(None).get(SETUP).json() == {"needed": False, "countries": [], "currencies": []}
    reply = post(company_name="Other", email="other@example.org")
    assert (reply.status_code, reply.json()["code"]) == (409, "already_set_up")
    assert platform_settings().company_name == "Kestrel Cabs"
    assert User.objects.count() == 1


# As functions: a key contains the time, and pytest's workers collect at different seconds.
@pytest.mark.parametrize(
    "forged",
    [lambda: "setup", lambda: "setup:1:forged", lambda: new_key() + "x"],
    ids=["no signature", "another signature", "longer signature"],
)
def test_forged_link_is_refused(forged: Callable[[], str]) -> None:
    reply = post(key=forged())
    assert (reply.status_code, reply.json()["code"]) == (403, "setup_link_invalid")
    assert_nothing_changed()


def test_link_expires() -> None:
    key = new_key()
    with time_machine.travel(timezone.now() + timedelta(hours=HOURS, minutes=1)):
        reply = post(key=key)
    assert (reply.status_code, reply.json()["code"]) == (403, "setup_link_invalid")
    assert_nothing_changed()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("country", "QQ"),
        ("currency", "QQQ"),
        ("time_zone", "Nairobi"),
        ("email", "owner"),
        ("password", "abc"),
        ("company_name", "Two\nlines"),
    ],
)
def test_refused_value_is_named_by_its_field(field: str, value: str) -> None:
    reply = post(**{field: value})
    assert (reply.status_code, reply.json()["code"]) == (400, "setup_refused")
    assert list(reply.json()["fields"]) == [field]
    assert_nothing_changed()


def test_command_prints_a_link_that_works(settings: Any) -> None:
    settings.PUBLIC_URL = "https://rides.example.org"
    output = StringIO()
    call_command("setup", "--link", stdout=output)
    address, _hash, key = output.getvalue().strip().partition("#")
    assert address == "https://rides.example.org/setup"
    assert post(key=key).status_code == 201
    with pytest.raises(CommandError, match="set up already"):
        call_command("setup", "--link", stdout=output)
