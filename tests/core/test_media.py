"""Serving uploaded files: public images to all, documents by signed URL."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import time_machine
from django.conf import settings as django_settings
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.test import Client

from apps.core.media import PRIVATE, PUBLIC
from config.env import env
from config.storage import image_origins, media_storages
from tests.pictures import HOSTILE_TEXTS, jpeg

NAME = "users/7/driverDocuments/1700000000000-abc.jpg"
OTHER = "users/8/driverDocuments/1700000000000-xyz.jpg"


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    """Local storages in a temporary folder."""
    here = env.model_copy(update={"media_root": tmp_path})
    settings.STORAGES = {**django_settings.STORAGES, **media_storages(here, media_url="/media/")}
    return tmp_path


def keep(alias: str, name: str, content: bytes = jpeg()) -> str:
    return storages[alias].save(name, ContentFile(content))


def get(url: str, **headers: str) -> Any:
    return Client(headers=headers).get(url)


def signed(name: str = NAME) -> str:
    return storages[PRIVATE].url(name)


def changed(url: str, **query: str) -> str:
    address = urlsplit(url)
    old = {name: values[0] for name, values in parse_qs(address.query).items()}
    return address._replace(query=urlencode(old | query)).geturl()


def assert_not_there(url: str) -> None:
    response = get(url)
    assert response.status_code == 404
    assert jpeg() not in response.content


# -- public ------------------------------------------------------------------------------------


def test_public_image_is_served_to_everyone_and_cached_permanently() -> None:
    name = keep(PUBLIC, "users/7/profileImage/abc.jpg")
    response = get(storages[PUBLIC].url(name))
    assert response.status_code == 200
    assert response.getvalue() == jpeg()
    assert response["Content-Type"] == "image/jpeg"
    assert response["Cache-Control"] == "public, max-age=31536000, immutable"


def assert_inert(response: Any) -> None:
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert response["Content-Type"].startswith("image/")


@pytest.mark.parametrize("payload", HOSTILE_TEXTS.values(), ids=HOSTILE_TEXTS.keys())
@pytest.mark.parametrize("suffix", [".jpg", ".JPEG", ".png", ".webp", ".gif"])
def test_page_with_an_images_name_is_served_as_an_image(payload: bytes, suffix: str) -> None:
    name = keep(PUBLIC, f"page{suffix}", payload)
    assert_inert(get(storages[PUBLIC].url(name), accept="text/html"))
    hidden = keep(PRIVATE, f"page{suffix}", payload)
    assert_inert(get(storages[PRIVATE].url(hidden), accept="text/html"))


@pytest.mark.parametrize("name", ["page.html", "page.svg", "page.jpg.html", "page", "page.js", "page.xhtml"])
def test_file_without_an_image_suffix_is_not_served(name: str) -> None:
    keep(PUBLIC, name, b"<script>alert(1)</script>")
    keep(PRIVATE, name, b"<script>alert(1)</script>")
    assert_not_there(f"/media/{name}")
    assert_not_there(signed(name))


def test_folder_and_missing_file_are_404() -> None:
    (Path(storages[PUBLIC].path("folder.jpg"))).mkdir(parents=True)
    assert_not_there("/media/folder.jpg")
    assert_not_there("/media/gone.jpg")
    assert_not_there("/media/")
    assert_not_there("/media/nul%00.jpg")
    assert_not_there(f"/media/{'x' * 5000}.jpg")


TRAVERSALS = (
    "../private/{name}",
    "../../private/{name}",
    "..%2fprivate%2f{name}",
    "users/../../private/{name}",
    "%2e%2e/private/{name}",
    "..%5cprivate%5c{name}",
    "//private/{name}",
    "./../private/{name}",
)


@pytest.mark.parametrize("path", TRAVERSALS)
def test_documents_are_not_reachable_by_public_urls(path: str) -> None:
    keep(PRIVATE, NAME)
    assert_not_there(f"/media/{path.format(name=NAME)}")


def test_files_outside_the_folders_are_not_reachable(folder: Path) -> None:
    (folder / "secret.jpg").write_bytes(jpeg())
    for path in ("../secret.jpg", "..%2fsecret.jpg", str(folder / "secret.jpg"), f"/{folder}/secret.jpg"):
        assert_not_there(f"/media/{path}")
        # Not even with a valid signature.
        assert_not_there(signed(path))


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_files_are_read_only(method: str) -> None:
    name = keep(PUBLIC, "a.jpg")
    assert getattr(Client(), method)(f"/media/{name}").status_code == 405
    assert storages[PUBLIC].exists(name)


# -- private -----------------------------------------------------------------------------------


def test_signed_url_serves_the_document_uncached() -> None:
    keep(PRIVATE, NAME)
    response = get(signed())
    assert response.getvalue() == jpeg()
    assert response["Cache-Control"] == "private, no-store"
    assert_inert(response)


def test_url_without_a_signature_is_404() -> None:
    keep(PRIVATE, NAME)
    bare = urlsplit(signed()).path
    assert bare == f"/media/private/{NAME}"
    for query in (
        "",
        "?expires=9999999999",
        "?signature=x",
        "?expires=9999999999&signature=",
        "?expires=&signature=:",
    ):
        assert_not_there(bare + query)


def test_signed_url_expires_after_five_minutes() -> None:
    keep(PRIVATE, NAME)
    with time_machine.travel(datetime(2026, 11, 21, 12, tzinfo=UTC), tick=False) as clock:
        url = signed()
        clock.shift(timedelta(seconds=300))
        assert get(url).status_code == 200
        clock.shift(timedelta(seconds=1))
        assert_not_there(url)


def test_expiry_of_a_signed_url_cannot_be_extended() -> None:
    keep(PRIVATE, NAME)
    with time_machine.travel(datetime(2026, 11, 21, 12, tzinfo=UTC), tick=False) as clock:
        url = signed()
        clock.shift(timedelta(hours=1))
        for expires in ("9999999999", "1e12", "inf", "-1", "0x7fffffff", "９９９９９９９９９９"):
            assert_not_there(changed(url, expires=expires))


def test_signature_is_valid_for_one_file_only() -> None:
    keep(PRIVATE, NAME)
    keep(PRIVATE, OTHER)
    query = urlsplit(signed(NAME)).query
    assert get(f"/media/private/{NAME}?{query}").status_code == 200
    assert_not_there(f"/media/private/{OTHER}?{query}")
    assert_not_there(f"/media/private/users/7/../8/{OTHER.removeprefix('users/8/')}?{query}")


def test_forged_and_altered_signatures_are_404() -> None:
    keep(PRIVATE, NAME)
    url = signed()
    good = parse_qs(urlsplit(url).query)["signature"][0]
    turned = good[:-1] + ("A" if good[-1] != "A" else "B")
    for signature in (turned, good[:-1], good + "x", good.lower(), "", f"x:{good}", good.encode().hex()):
        assert_not_there(changed(url, signature=signature))


def test_signature_of_another_installation_is_404(settings: Any) -> None:
    keep(PRIVATE, NAME)
    ours = settings.SECRET_KEY
    settings.SECRET_KEY = "another-secret-another-secret-another"
    url = signed()
    settings.SECRET_KEY = ours
    assert_not_there(url)


def test_signature_stays_valid_after_a_key_change(settings: Any) -> None:
    keep(PRIVATE, NAME)
    url = signed()
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another-secret-another-secret-another"
    assert get(url).status_code == 200


def test_documents_are_readable_by_the_platforms_user_only(folder: Path) -> None:
    keep(PRIVATE, NAME)
    path = folder / "private" / NAME
    assert path.stat().st_mode & 0o077 == 0
    assert path.parent.stat().st_mode & 0o077 == 0


# -- content security policy ------------------------------------------------------------------


S3 = {
    "storage": "s3",
    "s3_bucket": "files",
    "s3_region": "eu-west-1",
    "s3_access_key_id": "a",
    "s3_secret_access_key": "b",
}


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"s3_region": ""},
        {"s3_endpoint_url": "https://minio.example.org:9000"},
        {"s3_public_url": "https://images.example.org/hansom"},
    ],
    ids=["amazon", "amazon without a region", "own server", "behind a CDN"],
)
def test_policy_allows_images_from_their_origin(more: dict[str, str], settings: Any) -> None:
    here = env.model_copy(update=S3 | more)
    settings.STORAGES = {**django_settings.STORAGES, **media_storages(here, media_url="/media/")}
    allowed = image_origins(here)
    for alias in (PUBLIC, PRIVATE):
        address = urlsplit(storages[alias].url("a.jpg"))
        assert f"{address.scheme}://{address.netloc}" in allowed


def test_local_images_need_no_other_origin() -> None:
    assert image_origins(env.model_copy(update={"storage": "local"})) == []


def test_local_files_are_not_served_when_a_bucket_is_used(settings: Any, folder: Path) -> None:
    keep(PUBLIC, "a.jpg")
    here = env.model_copy(update=S3)
    settings.STORAGES = {**django_settings.STORAGES, **media_storages(here, media_url="/media/")}
    assert_not_there("/media/a.jpg")
