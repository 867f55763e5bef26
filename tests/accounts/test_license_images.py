"""Licence images: uploaded before or after sign-up, shown by signed URLs, deleted if unclaimed."""

import threading
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import time_machine
from django.core import signing
from django.db import connection
from django.test import Client
from django.utils import timezone
from PIL import Image

from apps.accounts.models import DriverProfile, LicenseUpload, User
from apps.accounts.services.license_images import (
    claim_license_image,
    file_license_image,
    license_token,
    store_license_image,
)
from apps.core.errors import BadInput
from apps.core.models import OutboxEntry
from apps.core.privacy.retention import delete_expired
from apps.fares.models import CarType
from tests import pictures
from tests.accounts.sending import everything_stored, send, sweep
from tests.personas import client_of, make_driver
from tests.pictures import jpeg, upload

pytestmark = pytest.mark.usefixtures("media")


def license_of(user: User) -> str:
    return DriverProfile.objects.get(pk=user.pk).license_image.name or ""


def license_url(user: User) -> Any:
    return client_of(user).get("/api/v1/me/").json()["driver"]["license_image_url"]


# -- of a driver ---------------------------------------------------------------------------------


def test_licence_is_resized_and_stored_in_the_drivers_folder(ben: User, media: Path) -> None:
    with time_machine.travel(datetime(2026, 11, 21, 12, tzinfo=UTC), tick=False):
        response = send(ben, "me/license-image/", jpeg((3000, 2000)))
    assert response.status_code == 200
    name = license_of(ben)
    assert name.startswith(f"users/{ben.pk}/driverDocuments/1795262400000-")
    assert everything_stored(media) == [f"private/{name}"]
    assert Image.open(media / "private" / name).size == (2000, 1333)


def test_licence_url_expires(ben: User) -> None:
    assert license_url(ben) is None
    with time_machine.travel(timezone.now(), tick=False) as clock:
        url = send(ben, "me/license-image/").json()["driver"]["license_image_url"]
        served = Client().get(url)
        assert served.status_code == 200
        assert Image.open(BytesIO(served.getvalue())).format == "JPEG"
        assert Client().get(urlsplit(url).path).status_code == 404
        assert Client().get(urlsplit(url).path.replace("/private", "")).status_code == 404
        clock.shift(timedelta(seconds=301))
        assert Client().get(url).status_code == 404
        assert Client().get(license_url(ben)).status_code == 200


def test_url_of_one_licence_does_not_show_another(ben: User, bob: User) -> None:
    first = send(ben, "me/license-image/").json()["driver"]["license_image_url"]
    second = send(bob, "me/license-image/").json()["driver"]["license_image_url"]
    mixed = urlsplit(first)._replace(path=urlsplit(second).path).geturl()
    assert Client().get(mixed).status_code == 404


def test_new_licence_replaces_the_old_and_its_file(ben: User, media: Path) -> None:
    send(ben, "me/license-image/")
    first = license_of(ben)
    send(ben, "me/license-image/")
    sweep(late=True)
    assert license_of(ben) != first
    assert everything_stored(media) == [f"private/{license_of(ben)}"]


@pytest.mark.parametrize(
    ("content", "status", "code"),
    [
        (pictures.HOSTILE_TEXTS["pdf"], 400, "image_invalid"),
        (pictures.HOSTILE_TEXTS["svg"], 400, "image_invalid"),
        (pictures.png_bomb(), 413, "image_too_large"),
        (bytes(20 * 1024 * 1024), 413, "image_too_large"),
    ],
)
def test_refused_image_keeps_the_old_licence(
    ben: User, media: Path, content: bytes, status: int, code: str
) -> None:
    send(ben, "me/license-image/")
    stored = license_of(ben)
    OutboxEntry.objects.all().delete()
    response = send(ben, "me/license-image/", content)
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert license_of(ben) == stored
    assert everything_stored(media) == [f"private/{stored}"]
    assert not OutboxEntry.objects.exists()


def test_riders_have_no_licence(ada: User, media: Path) -> None:
    assert send(ada, "me/license-image/").status_code == 403
    assert everything_stored(media) == []


# -- before sign-up ------------------------------------------------------------------------------


def send_first() -> str:
    response = send(None, "auth/license-image/", method="post")
    assert response.status_code == 201
    assert response.json()["expires_in"] == 3600
    token: str = response.json()["token"]
    return token


def test_visitor_uploads_a_licence_and_gets_a_token(db: None, media: Path) -> None:
    token = send_first()
    row = LicenseUpload.objects.get()
    assert everything_stored(media) == [f"private/{row.image.name}"]
    assert str(row.image.name) not in token


def test_claimed_licence_moves_to_the_drivers_folder(ben: User, media: Path) -> None:
    claim_license_image(send_first(), ben)
    assert not LicenseUpload.objects.exists()
    assert Client().get(license_url(ben)).status_code == 200, "at once"
    sweep()
    sweep(late=True)
    name = license_of(ben)
    assert name.startswith(f"users/{ben.pk}/driverDocuments/")
    assert everything_stored(media) == [f"private/{name}"]
    assert Client().get(license_url(ben)).status_code == 200


def test_interrupted_move_is_finished_by_the_next_attempt(ben: User, media: Path) -> None:
    claim_license_image(send_first(), ben)
    before = license_of(ben)
    file_license_image(user_id=ben.pk)
    moved = license_of(ben)
    # As if the first attempt had been rolled back in the database but not in the storage.
    DriverProfile.objects.filter(pk=ben.pk).update(license_image=before)
    file_license_image(user_id=ben.pk)
    file_license_image(user_id=ben.pk)
    sweep()
    assert license_of(ben) == moved
    assert everything_stored(media) == [f"private/{moved}"]


def assert_no_claim(token: str, user: User) -> None:
    before = license_of(user)
    with pytest.raises(BadInput) as caught:
        claim_license_image(token, user)
    assert caught.value.code == "image_invalid"
    assert license_of(user) == before


def test_token_is_valid_for_one_claim(ben: User, bob: User) -> None:
    token = send_first()
    claim_license_image(token, ben)
    assert_no_claim(token, bob)
    assert_no_claim(token, ben)


def test_token_is_valid_for_an_hour(ben: User) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        token = send_first()
        clock.shift(timedelta(seconds=3601))
        assert_no_claim(token, ben)
    assert LicenseUpload.objects.count() == 1


def test_forged_token_is_refused(ben: User) -> None:
    token = send_first()
    upload_id = LicenseUpload.objects.get().pk
    for forged in ("", "x", str(upload_id), token[:-1], token + "x", signing.dumps(upload_id), "a:b:c"):
        assert_no_claim(forged, ben)
    assert LicenseUpload.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_one_of_two_concurrent_claims_succeeds(economy: CarType, media: Path) -> None:
    drivers = [make_driver("Ben", economy), make_driver("Bob", economy)]
    token = license_token(store_license_image(upload(jpeg())))
    outcomes: list[str] = []
    start = threading.Barrier(2)

    def claim(user: User) -> None:
        try:
            start.wait()
            claim_license_image(token, user)
            outcomes.append("claimed")
        except BadInput as error:
            outcomes.append(error.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=claim, args=(user,)) for user in drivers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["claimed", "image_invalid"]
    assert sorted(bool(license_of(user)) for user in drivers) == [False, True]


def test_unclaimed_licence_is_deleted_after_a_day(db: None, media: Path) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        send_first()
        sweep(late=True)
        clock.shift(timedelta(hours=23))
        assert delete_expired(short=True)["license_uploads"] == 0
        assert len(everything_stored(media)) == 1
        clock.shift(timedelta(hours=2))
        assert delete_expired(short=True)["license_uploads"] == 1
    sweep()
    assert not LicenseUpload.objects.exists()
    assert everything_stored(media) == []


def test_claimed_licence_is_not_deleted_with_the_unclaimed(ben: User, media: Path) -> None:
    claim_license_image(send_first(), ben)
    LicenseUpload.objects.update(created_at=timezone.now() - timedelta(days=2))
    delete_expired(short=True)
    sweep()
    assert Client().get(license_url(ben)).status_code == 200


@pytest.mark.parametrize("content", [b"", pictures.HOSTILE_TEXTS["html"], pictures.jpeg()[:300]])
def test_refused_licence_of_a_visitor_stores_nothing(db: None, media: Path, content: bytes) -> None:
    response = send(None, "auth/license-image/", content, method="post")
    assert (response.status_code, response.json()["code"]) == (400, "image_invalid")
    assert not LicenseUpload.objects.exists()
    assert not OutboxEntry.objects.exists()
    assert everything_stored(media) == []


def test_uploads_from_an_ip_address_are_limited(db: None, media: Path) -> None:
    for _ in range(30):
        assert send(None, "auth/license-image/", b"x", method="post").status_code == 400
    response = send(None, "auth/license-image/", method="post")
    assert (response.status_code, response.json()["code"]) == (429, "too_many_requests")
    assert everything_stored(media) == []
