from __future__ import annotations

import gzip
import json
from typing import Any

import brotli
import pytest
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.test import Client, RequestFactory

from apps.core.http.compression import CompressionMiddleware
from apps.core.models import PlatformSettings
from apps.core.platform import clear_platform_cache, platform_settings

ROWS = {"rows": ["the same words again"] * 200}
BROWSER = "gzip, deflate, br, zstd"


def answer(response: HttpResponseBase, path: str = "/api/v1/bookings/", accepts: str = BROWSER) -> Any:
    def view(request: HttpRequest) -> HttpResponseBase:
        return response

    request = RequestFactory().get(path, headers={"accept-encoding": accepts})
    return CompressionMiddleware(view)(request)


@pytest.mark.parametrize(
    ("accepts", "coding"),
    [(BROWSER, "br"), ("gzip", "gzip"), ("GZIP;q=0.5", "gzip"), ("br;q=0.0,gzip", "gzip")],
)
def test_reply_has_the_best_coding_that_the_client_accepts(accepts: str, coding: str) -> None:
    reply = answer(JsonResponse(ROWS), accepts=accepts)
    assert reply["Content-Encoding"] == coding
    assert "Accept-Encoding" in reply["Vary"]
    unpacked = brotli.decompress(reply.content) if coding == "br" else gzip.decompress(reply.content)
    assert json.loads(unpacked) == ROWS
    assert int(reply["Content-Length"]) == len(reply.content) < len(unpacked) / 5


@pytest.mark.parametrize("accepts", ["", "identity", "zstd", "br;q=0, gzip;q=0"])
def test_reply_without_accepted_coding_is_plain_and_varies(accepts: str) -> None:
    reply = answer(JsonResponse(ROWS), accepts=accepts)
    assert not reply.has_header("Content-Encoding")
    assert json.loads(reply.content) == ROWS
    assert reply["Vary"] == "Accept-Encoding"


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/auth/sign-in/",
        "/api/v1/auth/refresh/",
        "/accounts/google/login/",
        "/django-admin/login/",
        "/dev/outbox/",
        "/media/public/a.svg",
    ],
)
def test_cookie_authenticated_replies_and_media_are_not_compressed(path: str) -> None:
    reply = answer(JsonResponse(ROWS), path)
    assert not reply.has_header("Content-Encoding")
    assert json.loads(reply.content) == ROWS


def test_ranges_streams_images_and_small_replies_are_not_compressed() -> None:
    large = b"x" * 5000
    untouched = [
        HttpResponse(large, content_type="text/plain", status=206),
        HttpResponse(large, content_type="image/png"),
        HttpResponse(large, content_type="application/pdf"),
        HttpResponse(large, content_type="text/plain", headers={"Cache-Control": "no-transform"}),
        HttpResponse(large, content_type="text/html", headers={"Content-Encoding": "gzip"}),
        JsonResponse({"status": "ok"}),
    ]
    for response in untouched:
        before = (response.content, dict(response.headers))
        reply = answer(response)
        assert (reply.content, dict(reply.headers)) == before
    stream = StreamingHttpResponse([large], content_type="text/csv")
    assert answer(stream) is stream
    assert not stream.has_header("Content-Encoding")


@pytest.mark.parametrize(
    "kind",
    [
        "application/json",
        "application/json; charset=utf-8",
        "application/manifest+json",
        "application/vnd.oai.openapi",
        "application/xml",
        "text/csv",
        "text/html",
    ],
)
def test_text_types_are_compressed(kind: str) -> None:
    assert answer(HttpResponse(b"x" * 5000, content_type=kind))["Content-Encoding"] == "br"


def test_compressed_reply_has_a_weak_etag() -> None:
    reply = answer(HttpResponse(b"x" * 5000, content_type="text/html", headers={"ETag": '"a"'}))
    assert reply["ETag"] == 'W/"a"'


@pytest.mark.django_db
def test_replies_of_the_platform_are_compressed(client: Client) -> None:
    long = "https://cabs.example/" + "a" * 170
    platform_settings()
    PlatformSettings.objects.update(
        company_website=long, facebook_handle=long, apple_store_link=long, play_store_link=long
    )
    clear_platform_cache()
    reply = client.get("/api/v1/settings/public/", headers={"accept-encoding": BROWSER})
    assert reply["Content-Encoding"] == "br"
    assert json.loads(brotli.decompress(reply.content)) == client.get("/api/v1/settings/public/").json()
