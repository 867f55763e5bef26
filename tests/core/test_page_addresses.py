from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client

from apps.backoffice.models import Language
from apps.core.models import PlatformSettings
from apps.core.pages.routes import BACK_OFFICE, PAGES, PUBLIC
from apps.core.platform import clear_platform_cache, platform_settings
from tests.servers import ROOT

pytestmark = pytest.mark.django_db

URL = "https://cabs.example"
SITEMAP = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}


@pytest.fixture(autouse=True)
def dist(settings: Any, tmp_path: Path) -> None:
    """A build whose pages have a head and contain their name."""
    settings.BASE_DIR = tmp_path
    settings.PUBLIC_URL = URL
    for language in ("en", "es", "fr", "de", "pt", "ar", "hi", "zh"):
        folder = tmp_path / "frontend/dist/pages" / language
        folder.mkdir(parents=True)
        for kind in ("home", "login", "register", "page", "stage"):
            (folder / f"{kind}.html").write_text(
                f"<html><head><title>Hansom</title></head><body>{language} {kind}"
            )


def head_of(client: Client, path: str) -> str:
    return client.get(path).content.decode().split("</head>")[0]


def test_every_route_of_the_app_is_a_page_of_the_server() -> None:
    router = (ROOT / "frontend/src/app/router.tsx").read_text()
    assert {"/", *re.findall(r'path="(/[^"]*)"', router), *BACK_OFFICE} == set(PAGES)
    assert len(PAGES) == len(set(PAGES))


@pytest.mark.parametrize("page", PAGES)
def test_page_is_found_with_and_without_a_trailing_slash(client: Client, page: str) -> None:
    path = re.sub(r":\w+", "a7", page)
    for url in (path, path.rstrip("/") + "/", path.upper()):
        assert client.get(url).status_code == 200, url


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        "/metrics",
        "/.env",
        "/wp-login.php",
        "/bookings/7/nothing",
        "/trip",
        "/trip/a/b",
        "/login/x",
    ],
)
def test_unknown_page_is_404_with_the_app(client: Client, path: str) -> None:
    reply = client.get(path, headers={"accept-language": "fr", "if-none-match": "*"})
    assert reply.status_code == 404
    assert reply.content.decode().endswith(("fr page", "fr stage"))
    assert '<meta name="robots" content="noindex">' in reply.content.decode()


def test_robots_txt_disallows_the_api_and_names_the_sitemap(client: Client) -> None:
    reply = client.get("/robots.txt")
    assert (reply.status_code, reply["Content-Type"]) == (200, "text/plain; charset=utf-8")
    lines = reply.content.decode().splitlines()
    assert lines[0] == "User-agent: *"
    assert "Disallow: /api/" in lines
    assert f"Sitemap: {URL}/sitemap.xml" in lines


def test_sitemap_has_every_public_page_in_every_offered_language(client: Client) -> None:
    client.get("/api/v1/languages/")
    Language.objects.filter(code="de").update(removed=True)
    reply = client.get("/sitemap.xml")
    assert reply["Content-Type"] == "application/xml; charset=utf-8"
    entries = ElementTree.fromstring(reply.content).findall("s:url", SITEMAP)
    found = {entry.findtext("s:loc", namespaces=SITEMAP) for entry in entries}
    languages = ("ar", "en", "es", "fr", "hi", "pt", "zh")
    assert found == {f"{URL}{page}?lang={language}" for page in PUBLIC for language in languages}
    for entry in entries:
        codes = {link.get("hreflang") for link in entry.findall("x:link", SITEMAP)}
        assert codes == {*languages, "x-default"}
    for address in found:
        assert client.get(str(address).removeprefix(URL)).status_code == 200


@pytest.mark.parametrize("page", PUBLIC)
def test_public_page_has_its_canonical_and_alternate_urls(client: Client, page: str) -> None:
    head = head_of(client, f"{page}?lang=fr&utm_source=x")
    assert f'<link rel="canonical" href="{URL}{page}?lang=fr">' in head
    assert f'<link rel="alternate" hreflang="ar" href="{URL}{page}?lang=ar">' in head
    assert f'<link rel="alternate" hreflang="x-default" href="{URL}{page}">' in head
    assert f'<meta property="og:url" content="{URL}{page}?lang=fr">' in head
    assert '<meta property="og:locale" content="fr">' in head
    assert "noindex" not in head


@pytest.mark.parametrize("address", ["/login", "/login?lang=xx", "/login?utm_source=x"])
def test_public_page_without_a_language_is_canonical(client: Client, address: str) -> None:
    head = client.get(address, headers={"accept-language": "fr"}).content.decode()
    assert f'<link rel="canonical" href="{URL}/login">' in head
    assert f'<meta property="og:url" content="{URL}/login">' in head
    assert '<meta property="og:locale" content="fr">' in head


def test_page_behind_the_login_is_noindex(client: Client) -> None:
    assert '<meta name="robots" content="noindex">' in head_of(client, "/bookings")
    client.cookies["hansom_role"] = "rider"
    head = head_of(client, "/bookings")
    assert "noindex" not in head
    assert "canonical" not in head


def test_operators_name_is_escaped_in_the_head(client: Client) -> None:
    platform_settings()
    PlatformSettings.objects.update(app_name='</title><script>"Acme" & Söhne')
    clear_platform_cache()
    head = head_of(client, "/")
    assert "<title>&lt;/title&gt;&lt;script&gt;&quot;Acme&quot; &amp; Söhne</title>" in head
    assert 'property="og:title" content="&lt;/title&gt;&lt;script&gt;&quot;Acme&quot; &amp; Söhne"' in head
    assert "<script>" not in head


@pytest.mark.parametrize("path", ["/trip/secret-token", "/bookings/7", "/people/9", "/reset-password?key=k"])
def test_link_preview_contains_nothing_of_the_page(client: Client, path: str) -> None:
    head = head_of(client, path)
    assert "og:title" in head
    assert '<meta name="robots" content="noindex">' in head
    for private in ("secret-token", "canonical", "og:url", "key=k", "bookings", "people"):
        assert private not in head
