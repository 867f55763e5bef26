"""The one row of settings in the raw admin."""

from typing import Any

import pytest
from django.forms.models import model_to_dict
from django.test import Client

from apps.accounts.choices import UserType
from apps.core.models import OutboxEntry, PlatformSettings
from apps.core.platform import platform_settings
from tests.personas import make_user
from tests.raw_admin import enter_raw_admin

pytestmark = pytest.mark.django_db

PAGE = "/django-admin/core/platformsettings/1/change/"


@pytest.fixture
def operator() -> Client:
    platform_settings()
    return enter_raw_admin(Client(), make_user("Dora", UserType.ADMIN, is_staff=True, is_superuser=True))


def form(**changes: Any) -> dict[str, Any]:
    """What the browser sends: an unticked box is not sent at all."""
    row = model_to_dict(PlatformSettings.objects.get()) | changes
    row["quick_amounts"] = "[]"
    return {
        name: "on" if value is True else value for name, value in row.items() if value not in (None, False)
    }


def test_switching_the_category_is_in_force_at_once_and_told_to_every_client(operator: Client) -> None:
    assert platform_settings().app_category == "taxi"
    assert operator.post(PAGE, form(app_category="delivery")).status_code == 302
    assert platform_settings().app_category == "delivery"
    told = OutboxEntry.objects.get(topic="settings", name="settings.changed")
    assert told.payload == {"changed": ["app_category"]}


def test_what_is_not_allowed_is_said_and_changes_nothing(operator: Client) -> None:
    reply = operator.post(PAGE, form(time_zone="Mars/Olympus"))
    assert reply.status_code == 200
    assert platform_settings().time_zone == "UTC"
    assert not OutboxEntry.objects.filter(name="settings.changed").exists()


def test_the_row_is_neither_removed_nor_doubled(operator: Client) -> None:
    assert operator.post(PAGE.replace("change", "delete"), {"post": "yes"}).status_code == 403
    assert operator.get("/django-admin/core/platformsettings/add/").status_code == 403
    assert PlatformSettings.objects.count() == 1
