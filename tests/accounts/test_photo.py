"""PUT and DELETE me/photo/: resized photos in a storage, and no file without its row."""

import threading
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from PIL import Image

from apps.accounts.models import User
from apps.accounts.services import photo
from apps.accounts.services.photo import set_photo
from apps.core.files import uploads
from apps.core.models import OutboxEntry
from tests import pictures
from tests.accounts.sending import everything_stored, send, sweep
from tests.django_admin import enter_django_admin
from tests.personas import client_of
from tests.pictures import encoded, jpeg, png, upload

pytestmark = pytest.mark.usefixtures("media")


def photo_of(user: User) -> str:
    return User.objects.get(pk=user.pk).profile_image.name or ""


def test_photo_is_stored_as_a_square_jpeg_in_the_users_folder(ada: User, media: Path) -> None:
    response = send(ada, "me/photo/", jpeg((900, 600)))
    assert response.status_code == 200
    name = photo_of(ada)
    assert name.startswith(f"users/{ada.pk}/profileImage/")
    assert response.json()["profile_image"] == f"/media/{name}"
    assert everything_stored(media) == [f"public/{name}"]
    served = Client().get(response.json()["profile_image"])
    assert Image.open(BytesIO(served.getvalue())).size == (512, 512)
    assert served["Content-Type"] == "image/jpeg"
    event = OutboxEntry.objects.get(name="profile.changed")
    assert event.topic == f"user:{ada.pk}"


def test_name_and_type_from_the_browser_are_ignored(ada: User, media: Path) -> None:
    for name in ("../../../etc/passwd", "x.html", "a.php;.png", "nul\\x00.svg", "." * 300, "фото 📷.jpg"):
        assert send(ada, "me/photo/", name=name).status_code == 200
        sweep()
        (stored,) = everything_stored(media)
        assert stored.startswith(f"public/users/{ada.pk}/profileImage/")
        assert stored.endswith(".jpg")


def test_new_photo_has_a_new_name_and_the_old_one_is_deleted(ada: User, media: Path) -> None:
    send(ada, "me/photo/")
    first = photo_of(ada)
    send(ada, "me/photo/", png((300, 300)))
    assert photo_of(ada) != first
    sweep()
    assert everything_stored(media) == [f"public/{photo_of(ada)}"]
    sweep(late=True)
    assert everything_stored(media) == [f"public/{photo_of(ada)}"]


def test_removed_photo_is_deleted_from_profile_and_storage(ada: User, media: Path) -> None:
    send(ada, "me/photo/")
    response = client_of(ada).delete("/api/v1/me/photo/")
    assert response.status_code == 200
    assert response.json()["profile_image"] is None
    sweep()
    assert everything_stored(media) == []


def test_removing_a_missing_photo_is_no_error(ada: User) -> None:
    assert client_of(ada).delete("/api/v1/me/photo/").status_code == 200
    assert not OutboxEntry.objects.exists()


def test_photos_of_other_users_stay(ada: User, cleo: User, media: Path) -> None:
    send(ada, "me/photo/")
    send(cleo, "me/photo/")
    client_of(ada).delete("/api/v1/me/photo/")
    sweep(late=True)
    assert everything_stored(media) == [f"public/{photo_of(cleo)}"]


# -- refusals ----------------------------------------------------------------------------------


def assert_refused(user: User, media: Path, content: bytes, status: int, code: str) -> None:
    send(user, "me/photo/")
    OutboxEntry.objects.all().delete()
    stored, files = photo_of(user), everything_stored(media)
    response = send(user, "me/photo/", content)
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert photo_of(user) == stored
    assert everything_stored(media) == files
    assert not OutboxEntry.objects.exists()


@pytest.mark.parametrize(
    "content",
    [
        *pictures.HOSTILE_TEXTS.values(),
        pictures.jpeg()[:400],
        pictures.scan_bomb(),
        encoded(pictures.corners(), "GIF", save_all=True, append_images=[pictures.corners()]),
        b"\x00\x00\x00\x18ftypheic" + bytes(200),
        b"",
    ],
)
def test_invalid_image_is_image_invalid_and_the_old_one_stays(ada: User, media: Path, content: bytes) -> None:
    assert_refused(ada, media, content, 400, "image_invalid")


@pytest.mark.parametrize(
    "content",
    [pictures.png_bomb(), pictures.webp_bomb(), jpeg() + bytes(uploads.MAX_IMAGE_BYTES)],
    ids=["png bomb", "webp bomb", "more than 8 MB"],
)
def test_oversized_image_is_image_too_large_and_the_old_one_stays(
    ada: User, media: Path, content: bytes
) -> None:
    assert_refused(ada, media, content, 413, "image_too_large")


def test_twenty_megabytes_are_image_too_large(ada: User, media: Path) -> None:
    assert_refused(ada, media, jpeg() + bytes(20 * 1024 * 1024), 413, "image_too_large")


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        ({}, "multipart"),
        ({"image": "https://example.org/ada.jpg"}, "multipart"),
        ({"file": upload(jpeg())}, "multipart"),
    ],
    ids=["nothing", "text", "another name"],
)
def test_form_without_the_image_field_is_image_invalid(
    ada: User, media: Path, body: Any, content_type: str
) -> None:
    response = client_of(ada).put("/api/v1/me/photo/", body, format=content_type)
    assert (response.status_code, response.json()["code"]) == (400, "image_invalid")
    assert everything_stored(media) == []


def test_malformed_form_is_invalid(ada: User, media: Path) -> None:
    response = client_of(ada).put(
        "/api/v1/me/photo/", b"--nothing", content_type="multipart/form-data; boundary=x"
    )
    assert response.status_code == 400
    assert response.json()["code"] in {"invalid", "image_invalid"}
    assert everything_stored(media) == []


def test_large_fields_are_refused(ada: User, media: Path) -> None:
    body = {"image": upload(jpeg()), "padding": "x" * 2_000_000}
    response = client_of(ada).put("/api/v1/me/photo/", body, format="multipart")
    assert (response.status_code, response.json()["code"]) == (413, "image_too_large")
    assert everything_stored(media) == []


def test_images_are_accepted_as_multipart_only(ada: User, media: Path) -> None:
    response = client_of(ada).put("/api/v1/me/photo/", {"image": "aGVsbG8="})
    assert (response.status_code, response.json()["code"]) == (415, "unsupported_media_type")
    response = client_of(ada).patch("/api/v1/me/", {"first_name": "Eve"}, format="multipart")
    assert response.status_code == 415
    assert everything_stored(media) == []


def test_visitor_uploads_no_photo(db: None, media: Path) -> None:
    assert send(None, "me/photo/").status_code == 401
    assert everything_stored(media) == []


def test_uploads_are_limited_to_sixty_an_hour(ada: User, cleo: User) -> None:
    for _ in range(60):
        client_of(ada).delete("/api/v1/me/photo/")
    response = send(ada, "me/photo/")
    assert (response.status_code, response.json()["code"]) == (429, "too_many_requests")
    assert photo_of(ada) == ""
    assert send(cleo, "me/photo/").status_code == 200


# -- files and rows ----------------------------------------------------------------------------


def test_file_without_a_row_is_deleted_an_hour_later(
    ada: User, media: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*args: Any) -> None:
        raise ConnectionError("the process is killed here")

    monkeypatch.setattr(photo, "replace_photo", die)
    with pytest.raises(ConnectionError):
        set_photo(user_id=ada.pk, file=upload(jpeg()))
    assert len(everything_stored(media)) == 1
    sweep()
    assert len(everything_stored(media)) == 1, "the row may not be committed yet"
    sweep(late=True)
    assert everything_stored(media) == []


def test_full_disk_is_unavailable_and_the_old_photo_stays(ada: User, media: Path) -> None:
    send(ada, "me/photo/")
    stored = photo_of(ada)
    folder = media / "public" / "users" / str(ada.pk) / "profileImage"
    (file,) = folder.iterdir()
    content = file.read_bytes()
    file.unlink()
    folder.rmdir()
    folder.write_bytes(b"in the way")
    response = send(ada, "me/photo/")
    assert (response.status_code, response.json()["code"]) == (503, "unavailable")
    assert photo_of(ada) == stored
    folder.unlink()
    folder.mkdir()
    file.write_bytes(content)
    sweep(late=True)
    assert everything_stored(media) == [f"public/{stored}"]


@pytest.mark.django_db(transaction=True)
def test_one_of_concurrent_photos_stays_without_other_files(ada: User, media: Path) -> None:
    def send_one() -> None:
        try:
            set_photo(user_id=ada.pk, file=upload(jpeg()))
        finally:
            connection.close()

    threads = [threading.Thread(target=send_one) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sweep()
    assert everything_stored(media) == [f"public/{photo_of(ada)}"]


def test_photo_uploaded_in_the_django_admin_is_resized_too(ada: User, dora: User, media: Path) -> None:
    dora.is_superuser = True
    dora.save()
    client = enter_django_admin(Client(), dora)
    page = f"/django-admin/accounts/user/{ada.pk}/change/"
    form = client.get(page).context["adminform"].form
    fields = {name: "" if value is None else value for name, value in form.initial.items()}
    fields |= {
        "saved_addresses-TOTAL_FORMS": 0,
        "saved_addresses-INITIAL_FORMS": 0,
        "profile_image": upload(pictures.HOSTILE_TEXTS["svg"]),
    }
    fields.pop("groups", None)
    fields.pop("user_permissions", None)
    assert b"read this photo" in client.post(page, fields).content
    assert everything_stored(media) == []
    response = client.post(page, fields | {"profile_image": upload(png())})
    assert response.status_code == 302, response.context["errors"]
    assert photo_of(ada).startswith(f"users/{ada.pk}/profileImage/")
    assert everything_stored(media) == [f"public/{photo_of(ada)}"]
