"""PUT and DELETE me/photo/: a picture of ours, in a storage, and no file without its row."""

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
from apps.core import uploads
from apps.core.models import OutboxEntry
from tests import pictures
from tests.accounts.sending import everything_stored, send, sweep
from tests.django_admin import enter_django_admin
from tests.personas import client_of
from tests.pictures import encoded, jpeg, png, upload

pytestmark = pytest.mark.usefixtures("media")


def photo_of(user: User) -> str:
    return User.objects.get(pk=user.pk).profile_image.name or ""


def test_photograph_is_stored_as_a_square_jpeg_below_the_persons_own_folder(ada: User, media: Path) -> None:
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


def test_name_and_type_that_the_browser_claims_mean_nothing(ada: User, media: Path) -> None:
    for name in ("../../../etc/passwd", "x.html", "a.php;.png", "nul\\x00.svg", "." * 300, "фото 📷.jpg"):
        assert send(ada, "me/photo/", name=name).status_code == 200
        sweep()
        (stored,) = everything_stored(media)
        assert stored.startswith(f"public/users/{ada.pk}/profileImage/")
        assert stored.endswith(".jpg")


def test_new_photograph_has_a_new_name_and_the_old_one_is_gone(ada: User, media: Path) -> None:
    send(ada, "me/photo/")
    first = photo_of(ada)
    send(ada, "me/photo/", png((300, 300)))
    assert photo_of(ada) != first
    sweep()
    assert everything_stored(media) == [f"public/{photo_of(ada)}"]
    sweep(late=True)
    assert everything_stored(media) == [f"public/{photo_of(ada)}"]


def test_removed_photograph_is_gone_from_the_profile_and_the_storage(ada: User, media: Path) -> None:
    send(ada, "me/photo/")
    response = client_of(ada).delete("/api/v1/me/photo/")
    assert response.status_code == 200
    assert response.json()["profile_image"] is None
    sweep()
    assert everything_stored(media) == []


def test_removing_what_is_not_there_is_no_error_and_tells_no_one(ada: User) -> None:
    assert client_of(ada).delete("/api/v1/me/photo/").status_code == 200
    assert not OutboxEntry.objects.exists()


def test_photographs_of_others_stay(ada: User, cleo: User, media: Path) -> None:
    send(ada, "me/photo/")
    send(cleo, "me/photo/")
    client_of(ada).delete("/api/v1/me/photo/")
    sweep(late=True)
    assert everything_stored(media) == [f"public/{photo_of(cleo)}"]


# -- refusals ----------------------------------------------------------------------------------


def assert_refused(user: User, media: Path, content: bytes, status: int, code: str) -> None:
    send(user, "me/photo/")
    OutboxEntry.objects.all().delete()
    kept, files = photo_of(user), everything_stored(media)
    response = send(user, "me/photo/", content)
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert photo_of(user) == kept
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
def test_what_is_no_picture_is_image_invalid_and_the_old_one_stays(
    ada: User, media: Path, content: bytes
) -> None:
    assert_refused(ada, media, content, 400, "image_invalid")


@pytest.mark.parametrize(
    "content",
    [pictures.png_bomb(), pictures.webp_bomb(), jpeg() + bytes(uploads.MAX_IMAGE_BYTES)],
    ids=["png bomb", "webp bomb", "more than 8 MB"],
)
def test_what_is_too_large_is_image_too_large_and_the_old_one_stays(
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
def test_form_without_a_file_of_that_name_is_image_invalid(
    ada: User, media: Path, body: Any, content_type: str
) -> None:
    response = client_of(ada).put("/api/v1/me/photo/", body, format=content_type)
    assert (response.status_code, response.json()["code"]) == (400, "image_invalid")
    assert everything_stored(media) == []


def test_form_that_is_none_is_invalid(ada: User, media: Path) -> None:
    response = client_of(ada).put(
        "/api/v1/me/photo/", b"--nothing", content_type="multipart/form-data; boundary=x"
    )
    assert response.status_code == 400
    assert response.json()["code"] in {"invalid", "image_invalid"}
    assert everything_stored(media) == []


def test_fields_of_more_than_a_megabyte_are_refused(ada: User, media: Path) -> None:
    body = {"image": upload(jpeg()), "padding": "x" * 2_000_000}
    response = client_of(ada).put("/api/v1/me/photo/", body, format="multipart")
    assert (response.status_code, response.json()["code"]) == (413, "image_too_large")
    assert everything_stored(media) == []


def test_pictures_come_as_forms_and_other_calls_take_none(ada: User, media: Path) -> None:
    response = client_of(ada).put("/api/v1/me/photo/", {"image": "aGVsbG8="})
    assert (response.status_code, response.json()["code"]) == (415, "unsupported_media_type")
    response = client_of(ada).patch("/api/v1/me/", {"first_name": "Eve"}, format="multipart")
    assert response.status_code == 415
    assert everything_stored(media) == []


def test_visitor_sends_no_photograph(db: None, media: Path) -> None:
    assert send(None, "me/photo/").status_code == 401
    assert everything_stored(media) == []


def test_sixty_pictures_an_hour_are_enough(ada: User, cleo: User) -> None:
    for _ in range(60):
        client_of(ada).delete("/api/v1/me/photo/")
    response = send(ada, "me/photo/")
    assert (response.status_code, response.json()["code"]) == (429, "too_many_requests")
    assert photo_of(ada) == ""
    assert send(cleo, "me/photo/").status_code == 200


# -- files and rows ----------------------------------------------------------------------------


def test_file_whose_row_never_came_is_removed_an_hour_later(
    ada: User, media: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*args: Any) -> None:
        raise ConnectionError("the process is killed here")

    monkeypatch.setattr(photo, "keep_photo", die)
    with pytest.raises(ConnectionError):
        set_photo(user_id=ada.pk, file=upload(jpeg()))
    assert len(everything_stored(media)) == 1
    sweep()
    assert len(everything_stored(media)) == 1, "its row may still be on the way"
    sweep(late=True)
    assert everything_stored(media) == []


def test_full_disk_is_unavailable_and_the_old_photograph_stays(ada: User, media: Path) -> None:
    send(ada, "me/photo/")
    kept = photo_of(ada)
    folder = media / "public" / "users" / str(ada.pk) / "profileImage"
    (file,) = folder.iterdir()
    content = file.read_bytes()
    file.unlink()
    folder.rmdir()
    folder.write_bytes(b"in the way")
    response = send(ada, "me/photo/")
    assert (response.status_code, response.json()["code"]) == (503, "unavailable")
    assert photo_of(ada) == kept
    folder.unlink()
    folder.mkdir()
    file.write_bytes(content)
    sweep(late=True)
    assert everything_stored(media) == [f"public/{kept}"]


@pytest.mark.django_db(transaction=True)
def test_of_photographs_sent_at_once_one_stays_and_no_other_file(ada: User, media: Path) -> None:
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


def test_photograph_of_the_django_admin_is_drawn_again_too(ada: User, dora: User, media: Path) -> None:
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
