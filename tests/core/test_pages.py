from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import brotli
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from apps.backoffice.models import Language

pytestmark = pytest.mark.django_db

KINDS = ("home", "login", "register", "page", "stage")
LANGUAGES = ("en", "es", "fr", "de", "pt", "ar", "hi", "zh")


@pytest.fixture(autouse=True)
def dist(settings: Any, tmp_path: Path) -> Path:
    """A build whose pages contain their name."""
    settings.BASE_DIR = tmp_path
    dist = tmp_path / "frontend/dist"
    for language in LANGUAGES:
        (dist / "pages" / language).mkdir(parents=True)
        for kind in KINDS:
            (dist / "pages" / language / f"{kind}.html").write_text(f"<html>{language} {kind}" + " " * 1024)
    (dist / "index.html").write_text("<html>empty")
    return dist


def page_of(client: Client, path: str = "/", **headers: str) -> str:
    reply = client.get(path, headers=headers)
    assert reply.status_code == 200
    shown = reply.content.decode().removeprefix("<html>").strip()
    assert reply["Content-Language"] == shown.split()[0]
    return shown


@pytest.mark.parametrize(("path", "kind"), [("/", "home"), ("/login", "login"), ("/bookings", "page")])
@pytest.mark.parametrize(
    ("accepts", "language"),
    [
        ("ar-EG,ar;q=0.9,en;q=0.8", "ar"),
        ("fr-FR,fr;q=0.9", "fr"),
        ("hi", "hi"),
        ("zh-CN,zh;q=0.9", "zh"),
        ("en;q=0.5,pt-PT", "pt"),
        ("nl,de;q=0.4", "de"),
        ("nl", "en"),
        ("*", "en"),
        ("", "en"),
        ("x" * 5000, "en"),
    ],
)
def test_page_has_the_browsers_language(
    client: Client, path: str, kind: str, accepts: str, language: str
) -> None:
    assert page_of(client, path, accept_language=accepts) == f"{language} {kind}"


def test_language_of_the_cookie_precedes_the_browsers(client: Client) -> None:
    client.cookies["hansom_language"] = "hi"
    assert page_of(client, accept_language="fr") == "hi home"


def test_language_of_the_url_precedes_all(client: Client) -> None:
    client.cookies["hansom_language"] = "hi"
    assert page_of(client, "/?lang=fr", accept_language="de") == "fr home"


@pytest.mark.parametrize("nonsense", ["../../etc", "tlh", "", "en%0D%0AX:1", "e" * 3000])
def test_unknown_language_is_skipped(client: Client, nonsense: str) -> None:
    client.cookies["hansom_language"] = "xx"
    assert page_of(client, f"/?lang={nonsense}") == "en home"


def test_default_language_is_used_without_a_supported_one(
    client: Client,
) -> None:
    client.get("/api/v1/languages/")
    Language.objects.update(default=False)
    Language.objects.filter(code="ar").update(default=True)
    assert page_of(client, accept_language="nl") == "ar home"


def test_language_that_is_not_offered_is_not_used(client: Client) -> None:
    client.get("/api/v1/languages/")
    Language.objects.filter(code="fr").update(removed=True)
    assert page_of(client, accept_language="fr,de;q=0.5") == "de home"


def test_added_language_uses_the_pages_of_its_base(client: Client) -> None:
    client.get("/api/v1/languages/")
    Language.objects.create(name="Català", code="ca", date_locale="ca", base="es")
    assert page_of(client, accept_language="ca,en;q=0.5") == "es home"


@pytest.mark.parametrize(
    ("path", "role", "kind"),
    [
        ("/", "", "home"),
        ("/", "rider", "home"),
        ("/", "admin", "home"),
        ("/", "driver", "page"),
        ("/", "fleetadmin", "page"),
        ("/", "unknown", "home"),
        ("/login", "", "login"),
        ("/login", "rider", "page"),
        ("/register", "", "register"),
        ("/register?ref=ABC", "", "register"),
        ("/register?as=driver", "", "page"),
        ("/register", "driver", "page"),
        ("/bookings/7", "driver", "page"),
        ("/trip/abc", "", "stage"),
    ],
)
def test_visitor_gets_the_prerendered_page_of_their_role(
    client: Client, path: str, role: str, kind: str
) -> None:
    if role:
        client.cookies["hansom_role"] = role
    assert page_of(client, path) == f"en {kind}"


def test_page_is_served_without_reading_translations(client: Client) -> None:
    client.get("/")
    with CaptureQueriesContext(connection) as queries:
        client.get("/")
    language_queries = [query["sql"] for query in queries if "language" in query["sql"]]
    assert len(language_queries) == 1
    assert "pairs" not in language_queries[0]


@pytest.mark.parametrize(
    ("accepts", "coding"),
    [("gzip, deflate, br, zstd", "br"), ("gzip", "gzip"), ("br;q=0, gzip", "gzip"), ("", ""), ("*", "br")],
)
def test_page_has_the_best_coding_that_the_browser_accepts(client: Client, accepts: str, coding: str) -> None:
    reply = client.get("/", headers={"accept-encoding": accepts})
    assert reply.get("Content-Encoding", "") == coding
    unpack = {"br": brotli.decompress, "gzip": gzip.decompress, "": bytes}[coding]
    assert unpack(reply.content).startswith(b"<html>en home")
    assert int(reply["Content-Length"]) == len(reply.content)
    vary = {name.strip() for name in reply["Vary"].split(",")}
    assert vary >= {"Accept-Encoding", "Accept-Language", "Cookie"}


def test_page_is_revalidated_each_time(client: Client, dist: Path) -> None:
    first = client.get("/")
    assert first["Cache-Control"] == "no-cache"
    again = client.get("/", headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = client.get("/", headers={"if-none-match": first["ETag"], "accept-language": "fr"})
    assert other.status_code == 200
    (dist / "pages/en/home.html").write_text("<html>a new release")
    assert client.get("/", headers={"if-none-match": first["ETag"]}).content == b"<html>a new release"


def test_page_that_is_not_prerendered_is_the_empty_one(client: Client, dist: Path) -> None:
    (dist / "pages/fr/home.html").unlink()
    assert client.get("/", headers={"accept-language": "fr"}).content == b"<html>empty"


def test_app_that_is_not_built_is_reported_in_one_line(client: Client, settings: Any, tmp_path: Path) -> None:
    settings.BASE_DIR = tmp_path / "elsewhere"
    reply = client.get("/login")
    assert (reply.status_code, reply["Content-Type"]) == (503, "text/plain")
