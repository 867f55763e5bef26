"""A person's data as a ZIP file: for the person and for admins, with everything that apps declare."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from apps.accounts.choices import UserType
from apps.accounts.models import SavedAddress, User
from apps.accounts.privacy.registry import personal_data
from apps.bookings.choices import Status
from apps.bookings.models import Booking, TrackingPoint
from apps.chat.models import ChatMessage
from apps.core.files.stored_files import booking_image_name, store_file
from apps.core.media import PRIVATE
from apps.core.models import AuditEntry
from apps.core.platform import update_platform_settings
from apps.exports.models import Export
from apps.fares.models import CarType
from tests.bookings.api import work
from tests.bookings.builders import credit_wallet, make_booking
from tests.bookings.conftest import media
from tests.personas import client_of, make_user

__all__ = ["media"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("media")]

API = "/api/v1"
OWN = f"{API}/me/data-export/"


@pytest.fixture
def trip(ada: User, bob: User, economy: CarType) -> Booking:
    """ada's trip with a position, a message from each side and a photo."""
    trip = make_booking(ada, economy, Status.COMPLETE, driver=bob, feedback="A smooth ride")
    TrackingPoint.objects.create(booking=trip, at=trip.created_at, status="STARTED", lat=50.5, lng=-1)
    for source, text in (("rider", "I wait at the gate"), ("driver", "Two minutes")):
        ChatMessage.objects.create(booking=trip, driver=bob, source=source, message=text, client_id=text)
    name = store_file(PRIVATE, booking_image_name(trip.pk, "pickup"), b"picture")
    Booking.objects.filter(pk=trip.pk).update(pickup_image=name)
    return trip


def archive_of(user: User, reply: Any) -> zipfile.ZipFile:
    """Write the requested export, and download it as the user."""
    assert reply.status_code == 201, reply.json()
    work("exports.write")
    client = client_of(user)
    body = client.get(f"{API}/exports/{reply.json()['id']}/").json()
    assert (body["state"], body["format"], body["error"]) == ("done", "zip", None)
    return zipfile.ZipFile(io.BytesIO(Client().get(body["url"]).getvalue()))


def read(archive: zipfile.ZipFile, name: str) -> Any:
    return json.loads(archive.read(f"{name}.json"))


def test_file_has_all_declared_data_and_the_persons_files(trip: Booking, ada: User) -> None:
    SavedAddress.objects.create(user=ada, description="12 Mill Lane", lat=50.7, lng=-1.3)
    credit_wallet(ada)
    archive = archive_of(ada, client_of(ada).post(OWN))
    names = {data.name for data in personal_data()}
    files = {name for name in archive.namelist() if name.startswith("files/")}
    assert set(archive.namelist()) - files == {"index.json", *(f"{name}.json" for name in names)}
    assert [archive.read(name) for name in files] == [b"picture"]
    (profile,) = read(archive, "profile")
    assert (profile["email"], profile["mobile"]) == (ada.email, ada.mobile)
    assert [row["description"] for row in read(archive, "addresses")] == ["12 Mill Lane"]
    (ride,) = read(archive, "trips_as_rider")
    assert (ride["id"], ride["feedback"]) == (trip.pk, "A smooth ride")
    assert [row["lat"] for row in read(archive, "positions")] == [50.5]
    assert [row["message"] for row in read(archive, "chat_messages")] == ["I wait at the gate"]
    assert len(read(archive, "wallet")) == 1


def test_file_has_no_secrets_and_no_contacts_of_others(trip: Booking, ada: User, bob: User) -> None:
    contacts = {"driver_contact": "+441111", "customer_contact": "+442222"}
    Booking.objects.filter(pk=trip.pk).update(**contacts, otp="54321")
    rider, driver = (archive_of(who, client_of(who).post(OWN)) for who in (ada, bob))
    of_rider, of_driver = (
        b"".join(archive.read(name) for name in archive.namelist()) for archive in (rider, driver)
    )
    for secret in (b"+441111", b"54321", b"pbkdf2", b"argon2"):
        assert secret not in of_rider
    assert b"+442222" in of_rider
    assert b"+442222" not in of_driver
    assert b"A smooth ride" not in of_driver
    assert [row["message"] for row in read(driver, "chat_messages")] == ["Two minutes"]


def test_only_the_person_downloads_it(ada: User, cleo: User) -> None:
    made = client_of(ada).post(OWN).json()["id"]
    for method in ("get", "delete"):
        assert getattr(client_of(cleo), method)(f"{API}/exports/{made}/").status_code == 404
    assert Export.objects.filter(pk=made).exists()


def test_admin_exports_a_users_data_and_it_is_recorded(ada: User, dora: User) -> None:
    archive = archive_of(dora, client_of(dora).post(f"{API}/people/{ada.pk}/data-export/"))
    assert read(archive, "profile")[0]["email"] == ada.email
    entry = AuditEntry.objects.get(action="data_exported")
    assert (entry.actor_id, entry.kind, entry.target_id) == (dora.pk, "data_access", str(ada.pk))


def test_admin_disapproved_meanwhile_gets_no_file(ada: User, dora: User) -> None:
    made = client_of(dora).post(f"{API}/people/{ada.pk}/data-export/").json()["id"]
    User.objects.filter(pk=dora.pk).update(user_type=UserType.FLEET_ADMIN)
    work("exports.write")
    export = Export.objects.get(pk=made)
    assert (export.state, export.error, bool(export.file)) == ("failed", "not_found", False)


def test_general_export_endpoint_makes_none(ada: User, dora: User) -> None:
    body = {"kind": "personal_data", "format": "csv", "filters": {"person": ada.pk}}
    reply = client_of(dora).post(f"{API}/exports/", body, format="json")
    assert (reply.status_code, reply.json()["code"]) == (400, "invalid")
    assert not Export.objects.exists()


def test_demo_mode_makes_none(ada: User, dora: User) -> None:
    update_platform_settings(allow_critical_edits_admin=False)
    for who, path in ((ada, OWN), (dora, f"{API}/people/{ada.pk}/data-export/")):
        reply = client_of(who).post(path)
        assert (reply.status_code, reply.json()["code"]) == (403, "demo_mode")
    assert not Export.objects.exists()
    assert not AuditEntry.objects.exists()


def test_missing_file_is_left_out(trip: Booking, ada: User, media: Path) -> None:
    for path in media.rglob("*"):
        if path.is_file():
            path.unlink()
    archive = archive_of(ada, client_of(ada).post(OWN))
    assert not [name for name in archive.namelist() if name.startswith("files/")]


def test_file_of_a_deleted_user_is_not_written(dora: User) -> None:
    gone = make_user("Gone")
    made = client_of(dora).post(f"{API}/people/{gone.pk}/data-export/").json()["id"]
    assert client_of(dora).delete(f"{API}/people/{gone.pk}/").status_code == 204
    work("exports.write")
    assert not Export.objects.filter(pk=made).exists()
