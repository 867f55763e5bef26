"""The settings row in the Django admin."""

import json
from typing import Any

import pytest
from django.core.files.storage import storages
from django.forms.models import model_to_dict
from django.test import Client
from PIL import Image

from apps.accounts.choices import UserType
from apps.core.media import PUBLIC
from apps.core.models import AuditEntry, OutboxEntry, PlatformSettings
from apps.core.platform import platform_settings
from tests.django_admin import enter_django_admin
from tests.personas import make_user
from tests.pictures import png, upload

pytestmark = pytest.mark.django_db

PAGE = "/django-admin/core/platformsettings/1/change/"


@pytest.fixture
def operator() -> Client:
    platform_settings()
    return enter_django_admin(Client(), make_user("Dora", UserType.ADMIN, is_staff=True, is_superuser=True))


def form(**changes: Any) -> dict[str, Any]:
    """Return the form data of a browser, which omits unticked boxes."""
    row = model_to_dict(PlatformSettings.objects.get()) | changes
    row["quick_amounts"] = "[]"
    # A file that stays is not sent again.
    if "logo" not in changes:
        del row["logo"]
    row["tip_suggestions"] = json.dumps(row["tip_suggestions"])
    return {
        name: "on" if value is True else value
        for name, value in row.items()
        # A zero is sent, although it equals False.
        if value is not None and value is not False
    }


def test_category_change_is_in_force_at_once_and_published(operator: Client) -> None:
    assert platform_settings().app_category == "taxi"
    assert operator.post(PAGE, form(app_category="delivery")).status_code == 302
    assert platform_settings().app_category == "delivery"
    event = OutboxEntry.objects.get(topic="settings", name="settings.changed")
    assert event.payload == {"changed": ["app_category"]}


def test_invalid_value_is_reported_and_changes_nothing(operator: Client) -> None:
    reply = operator.post(PAGE, form(time_zone="Mars/Olympus"))
    assert reply.status_code == 200
    assert platform_settings().time_zone == "UTC"
    assert not OutboxEntry.objects.filter(name="settings.changed").exists()


def test_row_cannot_be_deleted_or_added(operator: Client) -> None:
    assert operator.post(PAGE.replace("change", "delete"), {"post": "yes"}).status_code == 403
    assert operator.get("/django-admin/core/platformsettings/add/").status_code == 403
    assert PlatformSettings.objects.count() == 1


def test_logo_is_reencoded_replaced_and_cleared(operator: Client) -> None:
    assert operator.post(PAGE, form(logo=upload(png((800, 200))))).status_code == 302
    first = platform_settings().logo
    with storages[PUBLIC].open(first) as file, Image.open(file) as image:
        assert (image.format, image.size) == ("JPEG", (512, 128))
    assert operator.post(PAGE, form(logo=upload(png()))).status_code == 302
    second = platform_settings().logo
    assert second != first
    assert operator.post(PAGE, form(**{"logo-clear": True})).status_code == 302
    assert platform_settings().logo == ""
    forgotten = OutboxEntry.objects.filter(name="core.delete_file").values_list("payload__name", flat=True)
    assert {first, second} <= set(forgotten)
    assert AuditEntry.objects.filter(kind="settings", after__has_key="logo").count() == 3


@pytest.mark.parametrize(
    ("name", "value"), [("brand_color", "red"), ("brand_color", "#12345"), ("app_name", "Cab\nBcc: x")]
)
def test_invalid_colour_or_name_is_refused_and_changes_nothing(
    operator: Client, name: str, value: str
) -> None:
    before = platform_settings()
    reply = operator.post(PAGE, form(**{name: value}))
    assert reply.status_code == 200
    assert platform_settings() == before


def test_logo_that_is_no_image_is_refused(operator: Client) -> None:
    reply = operator.post(PAGE, form(logo=upload(b"<svg onload=alert(1)>", "logo.png")))
    assert reply.status_code == 200
    assert platform_settings().logo == ""
