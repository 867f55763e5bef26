"""The operator's brand: colour, postal address, logo, and the test email."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.core.cache import cache
from django.core.files.storage import storages
from PIL import Image
from rest_framework.test import APIClient

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.core.media import PUBLIC
from apps.core.models import AuditEntry, OutboxEntry
from apps.core.platform import platform_settings, update_platform_settings
from apps.notifications.models import KeptMessage
from tests.notifications.branding import with_brand
from tests.notifications.posting import run_due_jobs
from tests.personas import client_of, make_user
from tests.pictures import png, png_bomb, upload

pytestmark = pytest.mark.django_db
APP_INFO: Final = "/api/v1/app-info/"
LOGO: Final = f"{APP_INFO}logo/"
TEST_EMAIL: Final = f"{APP_INFO}test-email/"


@pytest.fixture
def dora() -> User:
    return make_user("Dora", UserType.ADMIN)


@pytest.fixture
def staff(dora: User) -> APIClient:
    return client_of(dora)


@pytest.fixture
def local_outbox(settings: Any) -> Iterator[None]:
    """Store emails on the outbox page."""
    settings.EMAIL_BACKEND = "apps.notifications.adapters.outbox.mail.OutboxBackend"
    settings.OUTBOX_PAGE = True
    yield
    cache.clear()


def change(staff: APIClient, **changes: Any) -> Any:
    version = staff.get(APP_INFO).json()["version"]
    return staff.patch(APP_INFO, {"version": version, **changes}, format="json")


def put(staff: APIClient, content: bytes) -> Any:
    return staff.put(LOGO, {"image": upload(content)}, format="multipart")


def assert_nothing_changed(before: Any) -> None:
    assert platform_settings() == before
    assert not AuditEntry.objects.exists()
    assert not OutboxEntry.objects.filter(name="settings.changed").exists()


def test_colour_and_address_are_normalised_and_recorded(staff: APIClient) -> None:
    reply = change(staff, brand_color="#0B5D3B", postal_address=" 1 Quay Street \r\n\r\nNewport\n")
    assert reply.status_code == 200
    assert (reply.json()["brand_color"], reply.json()["postal_address"]) == (
        "#0b5d3b",
        "1 Quay Street\nNewport",
    )
    assert AuditEntry.objects.get().after == {
        "brand_color": "#0b5d3b",
        "postal_address": "1 Quay Street\nNewport",
    }


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("brand_color", ""),
        ("brand_color", "red"),
        ("brand_color", "#12345"),
        ("brand_color", "#12345g"),
        ("brand_color", "#ffffff;display:none"),
        ("postal_address", "x" * 301),
        ("app_name", "Cab\r\nBcc: eve@example.org"),
        ("company_name", "Cab\nBcc: eve@example.org"),
    ],
)
def test_invalid_brand_is_update_failed_with_its_field(staff: APIClient, name: str, value: str) -> None:
    before = platform_settings()
    reply = change(staff, contact_email="new@example.org", **{name: value})
    assert (reply.status_code, reply.json()["code"]) == (400, "update_failed")
    assert list(reply.json()["fields"]) == [name]
    assert_nothing_changed(before)


def test_logo_is_reencoded_replaced_and_removed(staff: APIClient, dora: User) -> None:
    first = put(staff, png((800, 200))).json()["logo"]
    name = platform_settings().logo
    assert first.endswith(name)
    with storages[PUBLIC].open(name) as file, Image.open(file) as image:
        assert (image.format, image.size) == ("JPEG", (512, 128))
    assert put(staff, png()).json()["logo"] != first
    assert staff.delete(LOGO).json()["logo"] is None
    assert platform_settings().logo == ""
    entries = AuditEntry.objects.filter(kind="settings", actor=dora.pk, after__has_key="logo")
    assert entries.count() == 3
    gone = OutboxEntry.objects.filter(name="core.delete_file", payload__name=name)
    assert gone.exists()


@pytest.mark.parametrize(
    ("content", "status", "code"),
    [
        (b"<svg onload=alert(1)>", 400, "image_invalid"),
        (b"GIF89a nothing", 400, "image_invalid"),
        (png_bomb(), 413, "image_too_large"),
    ],
)
def test_file_that_is_no_image_is_refused(staff: APIClient, content: bytes, status: int, code: str) -> None:
    before = platform_settings()
    reply = put(staff, content)
    assert (reply.status_code, reply.json()["code"]) == (status, code)
    assert_nothing_changed(before)


def test_demo_mode_refuses_logo_and_test_email(staff: APIClient, local_outbox: None) -> None:
    update_platform_settings(allow_critical_edits_admin=False)
    OutboxEntry.objects.all().delete()
    before = platform_settings()
    for reply in (put(staff, png()), staff.delete(LOGO), staff.post(TEST_EMAIL)):
        assert (reply.status_code, reply.json()["code"]) == (403, "demo_mode")
    assert_nothing_changed(before)
    assert not OutboxEntry.objects.exists()


@pytest.mark.parametrize(
    ("language", "subject"), [("en", "Test email"), ("ar", "رسالة تجريبية"), ("fr", "E-mail de test")]
)
def test_admin_gets_a_test_email_with_the_brand_in_their_language(
    staff: APIClient, dora: User, local_outbox: None, language: str, subject: str
) -> None:
    with_brand()
    User.objects.filter(pk=dora.pk).update(language=language)
    reply = staff.post(TEST_EMAIL)
    assert (reply.status_code, reply.json()) == (200, {"email": dora.email})
    run_due_jobs()
    message = KeptMessage.objects.get(channel="mail")
    assert message.to == dora.email
    assert message.subject == f"{subject} · Island <Cabs>"
    assert 'bgcolor="#0b5d3b"' in message.html


def test_test_email_is_rate_limited_and_needs_an_address(
    staff: APIClient, dora: User, local_outbox: None
) -> None:
    replies = [staff.post(TEST_EMAIL) for _try in range(4)]
    assert [reply.status_code for reply in replies] == [200, 200, 200, 429]
    assert replies[-1].json()["code"] == "too_many_requests"
    User.objects.filter(pk=dora.pk).update(email=None)
    reply = staff.post(TEST_EMAIL)
    assert (reply.status_code, reply.json()["code"]) == (409, "no_email")
    run_due_jobs()
    assert KeptMessage.objects.count() == 3
