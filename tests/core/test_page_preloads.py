"""Script links in the head, by page, role and language."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db

BUILT = {
    "pages": {
        "/": {"": ["assets/form.js", "assets/en-form.js"], "driver": ["assets/own.js"]},
        "/login": {"": ["assets/visitor.js", "assets/en-rest.js"]},
        "/bookings": {"rider": ["assets/list.js", "assets/en-rest.js"], "driver": ["assets/console.js"]},
        "/bookings/history": {"driver": ["assets/list.js"]},
        "/bookings/:id": {"rider": ["assets/ride.js"]},
    },
    "words": {"ar": {"assets/en-form.js": "assets/ar-form.js", "assets/en-rest.js": "assets/ar-rest.js"}},
}


@pytest.fixture(autouse=True)
def dist(settings: Any, tmp_path: Path) -> Path:
    """A build in two languages that lists the scripts of a few pages."""
    settings.BASE_DIR = tmp_path
    dist = tmp_path / "frontend/dist"
    for language in ("en", "ar"):
        (dist / "pages" / language).mkdir(parents=True)
        for kind in ("home", "login", "page", "stage"):
            (dist / "pages" / language / f"{kind}.html").write_text("<head></head>")
    (dist / "pages/preloads.json").write_text(json.dumps(BUILT))
    return dist


def scripts_of(client: Client, path: str, role: str = "", language: str = "en") -> list[str]:
    if role:
        client.cookies["hansom_role"] = role
    page = client.get(path, headers={"accept-language": language}).content.decode()
    link = r'<link rel="modulepreload" crossorigin fetchpriority="low" href="/static/assets/([\w-]+)\.js">'
    return re.findall(link, page)


@pytest.mark.parametrize(
    ("path", "role", "scripts"),
    [
        ("/", "", ["form", "en-form"]),
        ("/", "driver", ["own"]),
        ("/bookings", "rider", ["list", "en-rest"]),
        ("/Bookings/", "driver", ["console"]),
        ("/bookings/history", "driver", ["list"]),
        ("/bookings/81", "rider", ["ride"]),
    ],
)
def test_page_links_the_scripts_of_the_role(client: Client, path: str, role: str, scripts: list[str]) -> None:
    assert scripts_of(client, path, role) == scripts


@pytest.mark.parametrize("role", ["", "unknown", "admin"])
def test_page_behind_the_login_links_the_login_pages_scripts(client: Client, role: str) -> None:
    assert scripts_of(client, "/bookings/81", role) == ["visitor", "en-rest"]


def test_translations_replace_the_english_ones(client: Client) -> None:
    assert scripts_of(client, "/", language="ar") == ["form", "ar-form"]
    assert scripts_of(client, "/bookings/81", language="ar") == ["visitor", "ar-rest"]


def test_unknown_page_links_no_scripts(client: Client) -> None:
    assert scripts_of(client, "/no/such/page") == []


def test_build_without_a_list_of_scripts_is_served(client: Client, dist: Path) -> None:
    (dist / "pages/preloads.json").unlink()
    assert scripts_of(client, "/") == []


def test_new_build_is_read_at_once(client: Client, dist: Path) -> None:
    assert scripts_of(client, "/") == ["form", "en-form"]
    (dist / "pages/preloads.json").write_text(
        json.dumps({"pages": {"/": {"": ["assets/new.js"]}}, "words": {}})
    )
    assert scripts_of(client, "/") == ["new"]
