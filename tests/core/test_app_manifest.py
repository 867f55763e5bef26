from __future__ import annotations

import io
import json
import math
from pathlib import Path
from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import storages
from django.db import OperationalError, connection
from django.test import Client
from PIL import Image, ImageOps

from apps.core.brand import Logo, logo_name
from apps.core.media import PUBLIC
from apps.core.models import PlatformSettings
from apps.core.pages.icons import ICONS, draw_icon
from apps.core.platform import clear_platform_cache, platform_settings
from tests.pictures import encoded, jpeg
from tests.servers import ROOT

pytestmark = pytest.mark.django_db

LANGUAGES = ("en", "es", "fr", "de", "pt", "ar", "hi", "zh")


def change(**values: str) -> None:
    platform_settings()
    PlatformSettings.objects.update(**values)
    clear_platform_cache()


@pytest.fixture
def logo() -> str:
    """Set a wide logo; returns its name."""
    name = storages[PUBLIC].save(logo_name(), ContentFile(jpeg((300, 100))))
    change(logo=name, brand_color="#1c5fd4", app_name="Island Cabs")
    return name


def manifest_of(client: Client, **headers: str) -> dict[str, Any]:
    reply = client.get("/manifest.webmanifest", headers=headers)
    assert (reply.status_code, reply["Content-Type"]) == (200, "application/manifest+json")
    return dict(json.loads(reply.content))


def opened(client: Client, address: str) -> Image.Image:
    reply = client.get(address)
    assert (reply.status_code, reply["Content-Type"]) == (200, "image/png")
    return Image.open(io.BytesIO(reply.content))


def test_app_without_a_brand_has_the_platforms_defaults(client: Client) -> None:
    manifest = manifest_of(client)
    assert manifest["name"] == manifest["short_name"] == "Hansom"
    assert (manifest["theme_color"], manifest["background_color"]) == ("#0d121c", "#0d121c")
    assert (manifest["id"], manifest["start_url"], manifest["scope"]) == ("/", "/", "/")
    for icon in manifest["icons"]:
        assert (ROOT / "frontend/public" / icon["src"].removeprefix("/static/")).exists()
    assert {icon["sizes"] for icon in manifest["icons"]} == {"any", "192x192", "512x512"}


def test_app_has_the_operators_name_colour_and_logo(client: Client, logo: str) -> None:
    manifest = manifest_of(client)
    assert manifest["name"] == "Island Cabs"
    assert (manifest["theme_color"], manifest["background_color"]) == ("#1c5fd4", "#ffffff")
    shown = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    assert shown == {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    for icon in manifest["icons"]:
        side = int(icon["sizes"].split("x")[0])
        assert opened(client, icon["src"]).size == (side, side)


@pytest.mark.parametrize("language", LANGUAGES)
def test_app_is_described_in_the_users_language_and_direction(client: Client, language: str) -> None:
    manifest = manifest_of(client, accept_language=language)
    assert manifest["lang"] == language
    assert manifest["dir"] == ("rtl" if language == "ar" else "ltr")
    texts = json.loads((ROOT / f"frontend/src/i18n/{language}/common.json").read_text())
    assert manifest["shortcuts"][1]["name"] == texts["nav"]["bookings"]
    home = json.loads((ROOT / f"frontend/src/i18n/{language}/home.json").read_text())
    assert manifest["description"] == home["home"]["slogan_lead"]


@pytest.mark.parametrize(
    ("role", "urls"),
    [
        ("", ["/", "/bookings", "/wallet"]),
        ("rider", ["/", "/bookings", "/wallet"]),
        ("driver", ["/bookings", "/wallet"]),
        ("fleetadmin", ["/dashboard", "/bookings"]),
        ("admin", ["/dashboard", "/bookings"]),
        ("nonsense", ["/", "/bookings", "/wallet"]),
    ],
)
def test_shortcuts_open_the_main_pages_of_each_role(client: Client, role: str, urls: list[str]) -> None:
    client.cookies["hansom_role"] = role
    assert [shortcut["url"] for shortcut in manifest_of(client)["shortcuts"]] == urls


def test_unchanged_manifest_is_304(client: Client) -> None:
    first = client.get("/manifest.webmanifest")
    again = client.get("/manifest.webmanifest", headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304
    change(app_name="Island Cabs")
    assert client.get("/manifest.webmanifest", headers={"if-none-match": first["ETag"]}).status_code == 200
    assert {"Cookie", "Accept-Language"} <= {part.strip() for part in first["Vary"].split(",")}
    assert "no-cache" in first["Cache-Control"]


def test_manifest_is_served_without_a_database(client: Client) -> None:
    def refuse(*_args: Any, **_more: Any) -> None:
        raise OperationalError("no server")

    clear_platform_cache()
    with connection.execute_wrapper(refuse):
        assert manifest_of(client)["name"] == "Hansom"


def test_icon_is_cached_permanently_only_with_its_logos_version(client: Client, logo: str) -> None:
    address = manifest_of(client)["icons"][0]["src"]
    assert "immutable" in client.get(address)["Cache-Control"]
    for other in ("/icons/192.png", "/icons/192.png?v=older"):
        assert client.get(other)["Cache-Control"] == "public, max-age=300"
    change(logo=storages[PUBLIC].save(logo_name(), ContentFile(jpeg((100, 300)))))
    assert manifest_of(client)["icons"][0]["src"] != address


@pytest.mark.parametrize("name", ["192", "512", "maskable-512"])
def test_icon_without_a_logo_is_that_of_the_build(client: Client, name: str) -> None:
    for stored in ("", "platform/gone.jpg"):
        change(logo=stored)
        reply = client.get(f"/icons/{name}.png")
        assert (reply.status_code, reply["Location"]) == (302, f"/static/icon-{name}.png")
        assert (ROOT / f"frontend/public/icon-{name}.png").exists()


@pytest.mark.parametrize("path", ["/icons/64.png", "/icons/0.png", "/icons/maskable-192.png"])
def test_icon_of_an_unknown_size_is_404(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("size", [(400, 100), (100, 400), (512, 512), (1, 512)])
def test_maskable_icon_crops_no_part_of_the_logo(size: tuple[int, int]) -> None:
    black = encoded(Image.new("RGB", size))
    icon = ICONS["maskable-512"]
    picture = Image.open(io.BytesIO(draw_icon(Logo(black, *size), icon))).convert("L")
    drawn = ImageOps.invert(picture).getbbox()
    assert drawn
    left, top, right, bottom = (edge - icon.size / 2 for edge in drawn)
    farthest = max(math.hypot(x, y) for x in (left, right) for y in (top, bottom))
    assert farthest <= 0.4 * icon.size + 1


@pytest.fixture
def dist(settings: Any, tmp_path: Path) -> None:
    settings.BASE_DIR = tmp_path
    folder = tmp_path / "frontend/dist/pages/en"
    folder.mkdir(parents=True)
    (folder / "home.html").write_text(
        '<html><head><link rel="icon" href="/static/favicon.svg" type="image/svg+xml" />\n'
        '<link rel="apple-touch-icon" href="/static/icon-192.png" /><title>Hansom</title></head>'
    )


@pytest.mark.usefixtures("dist")
def test_pages_have_only_the_operators_icon(client: Client) -> None:
    assert client.get("/").content.decode().count('rel="icon"') == 1
    change(logo=storages[PUBLIC].save(logo_name(), ContentFile(jpeg((300, 100)))))
    head = client.get("/").content.decode()
    assert "/static/" not in head
    address = manifest_of(client)["icons"][0]["src"]
    assert f'<link rel="icon" href="{address}" type="image/png" sizes="192x192">' in head
    assert f'<link rel="apple-touch-icon" href="{address}">' in head


def test_built_page_requests_the_manifest_with_cookies() -> None:
    page = (ROOT / "frontend/index.html").read_text()
    assert '<link rel="manifest" href="/manifest.webmanifest" crossorigin="use-credentials"' in page
    assert not (ROOT / "frontend/public/manifest.webmanifest").exists()
