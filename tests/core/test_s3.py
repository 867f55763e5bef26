"""The storages in an S3 bucket whose server verifies every signature."""

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import time_machine
from django.conf import settings as django_settings
from django.core.files.base import ContentFile
from django.core.files.storage import storages

from apps.core.errors import Unavailable
from apps.core.files.stored_files import remove_unless_named, store_file
from apps.core.media import PRIVATE, PUBLIC
from apps.core.models import OutboxEntry
from config.env import env
from config.storage import media_storages
from tests.fakes.s3 import S3Double
from tests.pictures import jpeg


def use_bucket(settings: Any, fake: S3Double, **more: str) -> None:
    update = {
        "storage": "s3",
        "s3_bucket": fake.bucket,
        "s3_endpoint_url": fake.url,
        "s3_region": fake.region,
        "s3_access_key_id": fake.access_key,
        "s3_secret_access_key": fake.secret_key,
    }
    here = env.model_copy(update=update | more)
    settings.STORAGES = {**django_settings.STORAGES, **media_storages(here, media_url="/media/")}


@pytest.fixture
def bucket(settings: Any) -> Iterator[S3Double]:
    with S3Double() as fake:
        use_bucket(settings, fake)
        yield fake


def keep(alias: str, name: str) -> str:
    return storages[alias].save(name, ContentFile(jpeg()))


def test_public_image_is_uploaded_signed_and_readable_by_all(bucket: S3Double) -> None:
    name = keep(PUBLIC, "users/7/profileImage/a b+c.jpg")
    stored = bucket.objects[f"public/{name}"]
    assert stored.content == jpeg()
    assert stored.content_type == "image/jpeg"
    assert stored.cache_control == "public, max-age=31536000, immutable"
    url = storages[PUBLIC].url(name)
    assert "?" not in url
    assert httpx.get(url).content == jpeg()
    assert bucket.refusals == ["NoSuchKey"], "it looked whether the name is free"


def test_document_is_readable_only_by_its_signed_url(bucket: S3Double) -> None:
    name = keep(PRIVATE, "users/7/driverDocuments/1-a.jpg")
    assert bucket.objects[f"private/{name}"].cache_control == "private, no-store"
    url = storages[PRIVATE].url(name)
    reply = httpx.get(url)
    assert (reply.status_code, reply.content) == (200, jpeg())
    assert reply.headers["Content-Type"] == "image/jpeg"
    bare = urlsplit(url)._replace(query="").geturl()
    assert httpx.get(bare).status_code == 403


def test_signed_url_expires_and_cannot_be_altered(bucket: S3Double) -> None:
    name, other = keep(PRIVATE, "a.jpg"), keep(PRIVATE, "b.jpg")
    with time_machine.travel(datetime.now(UTC), tick=False) as clock:
        url = storages[PRIVATE].url(name)
        assert httpx.get(url.replace(name, other)).status_code == 403
        assert httpx.get(url.replace("X-Amz-Expires=300", "X-Amz-Expires=9000")).status_code == 403
        assert httpx.get(url[:-1] + ("0" if url[-1] != "0" else "1")).status_code == 403
        assert httpx.delete(url).status_code == 403
        clock.shift(timedelta(seconds=299))
        assert httpx.get(url).status_code == 200
        clock.shift(timedelta(seconds=2))
        assert httpx.get(url).status_code == 403
    assert bucket.objects.keys() == {"private/a.jpg", "private/b.jpg"}


def test_wrong_key_stores_nothing_and_is_unavailable(bucket: S3Double, settings: Any, db: None) -> None:
    use_bucket(settings, bucket, s3_secret_access_key="wrong")
    with pytest.raises(Unavailable):
        store_file(PUBLIC, "users/7/profileImage/a.jpg", jpeg())
    assert bucket.objects == {}
    assert set(bucket.refusals) == {"SignatureDoesNotMatch"}


def test_unreachable_server_is_unavailable_and_the_file_is_cleaned_up_later(settings: Any, db: None) -> None:
    with S3Double() as fake:
        use_bucket(settings, fake)
    with pytest.raises(Unavailable):
        store_file(PUBLIC, "users/7/profileImage/a.jpg", jpeg())
    assert OutboxEntry.objects.get().name == "core.delete_file"


def test_file_is_read_back_and_removed(bucket: S3Double, db: None) -> None:
    name = store_file(PRIVATE, "users/7/driverDocuments/1-a.jpg", jpeg())
    with storages[PRIVATE].open(name) as file:
        assert hashlib.sha256(file.read()).digest() == hashlib.sha256(jpeg()).digest()
    assert remove_unless_named(PRIVATE, name)
    assert bucket.objects == {}


def test_fake_refuses_what_amazon_would(bucket: S3Double) -> None:
    """Verify the fake: unsigned, altered and late requests are refused."""
    assert httpx.put(f"{bucket.url}/{bucket.bucket}/public/x.jpg", content=b"x").status_code == 403
    assert httpx.delete(f"{bucket.url}/{bucket.bucket}/public/x.jpg").status_code == 403
    assert httpx.get(f"{bucket.url}/another/public/x.jpg").status_code == 404
    storage: Any = storages[PUBLIC]
    client = storage.connection.meta.client

    def alter(request: Any, **_: Any) -> None:
        request.headers["Content-Type"] = "text/html"

    client.meta.events.register("before-send.s3.PutObject", alter)
    with pytest.raises(client.exceptions.ClientError) as caught:
        client.put_object(Bucket=bucket.bucket, Key="public/x.jpg", Body=b"x", ContentType="image/jpeg")
    client.meta.events.unregister("before-send.s3.PutObject", alter)
    assert caught.value.response["Error"]["Code"] == "SignatureDoesNotMatch"
    assert bucket.objects == {}
