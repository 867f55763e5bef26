"""Secure cookies, redirects, HSTS and the Content-Security-Policy follow from PUBLIC_URL."""

import base64
import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.contrib import admin
from django.test import Client
from pydantic import ValidationError
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.realtime.sockets import origin
from config.env import Env, env
from config.safety import DJANGO_ADMIN_LIST, content_security_policy, transport_settings
from tests.personas import PASSWORD

Reached = Callable[..., Client]


@pytest.fixture
def reached_at(settings: Any) -> Reached:
    """Configure a PUBLIC_URL; returns a visitor's client."""

    def reach(public_url: str, **changes: Any) -> Client:
        there = env.model_copy(update={"public_url": public_url, **changes})
        settings.ALLOWED_HOSTS = ["rides.example.org", "testserver"]
        for name, value in transport_settings(there).items():
            setattr(settings, name, value)
        settings.CONTENT_SECURITY_POLICY = {"DIRECTIVES": content_security_policy(there)}
        return Client(headers={"host": "rides.example.org"})

    return reach


def directives(response: Any) -> dict[str, list[str]]:
    rules = (rule.split() for rule in response["Content-Security-Policy"].split(";"))
    return {name: sources for name, *sources in rules}


def test_https_pages_set_hsts_for_a_year(reached_at: Reached) -> None:
    response = reached_at("https://rides.example.org").get("/api/v1/nothing/", secure=True)
    assert response["Strict-Transport-Security"] == "max-age=31536000"
    # Not for subdomains, which may belong to others.
    assert "includeSubDomains" not in response["Strict-Transport-Security"]


def test_http_pages_set_no_hsts(reached_at: Reached) -> None:
    response = reached_at("http://localhost:8000").get("/api/v1/nothing/")
    assert response.status_code == 404
    assert "Strict-Transport-Security" not in response


def test_hsts_seconds_of_zero_clears_hsts(reached_at: Reached) -> None:
    visitor = reached_at("https://rides.example.org", hsts_seconds=0)
    assert "Strict-Transport-Security" not in visitor.get("/api/v1/nothing/", secure=True)


def test_http_requests_are_redirected_to_the_public_url(reached_at: Reached) -> None:
    visitor = reached_at("https://rides.example.org:8443")
    response = visitor.get("/api/v1/nothing/?page=2")
    assert (response.status_code, response["Location"]) == (
        301,
        "https://rides.example.org:8443/api/v1/nothing/?page=2",
    )


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_health_checks_inside_the_network_are_not_redirected(reached_at: Reached, path: str) -> None:
    assert reached_at("https://rides.example.org").get(path).status_code == 200


def test_only_the_configured_proxy_header_is_trusted(reached_at: Reached) -> None:
    forwarded = {"X-Forwarded-Proto": "https"}
    assert reached_at("https://rides.example.org").get("/api/v1/no/", headers=forwarded).status_code == 301
    named = reached_at("https://rides.example.org", proxy_ssl_header="X-Forwarded-Proto")
    assert named.get("/api/v1/no/", headers=forwarded).status_code == 404
    assert named.get("/api/v1/no/", headers={"X-Forwarded-Proto": "http"}).status_code == 301


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("public_url", "secure"), [("https://rides.example.org", True), ("http://localhost:8000", False)]
)
def test_cookies_are_secure_only_with_https(
    reached_at: Reached, ada: User, public_url: str, secure: bool
) -> None:
    reached_at(public_url)
    ada.set_password(PASSWORD)
    ada.save()
    response = APIClient().post(
        "/api/v1/auth/sign-in/", {"email": ada.email, "password": PASSWORD}, secure=secure
    )
    assert response.status_code == 200
    assert {name: bool(cookie["secure"]) for name, cookie in response.cookies.items()} == dict.fromkeys(
        response.cookies, secure
    )
    assert django_settings.REFRESH_COOKIE in response.cookies
    assert {name.startswith("__Secure-") for name in response.cookies} == {secure}
    names = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "LANGUAGE_COOKIE_SECURE")
    assert [getattr(django_settings, name) for name in names] == [secure] * 3


@pytest.mark.parametrize(
    ("public_url", "socket"),
    [
        ("https://rides.example.org", "wss://rides.example.org"),
        ("https://rides.example.org:8443/", "wss://rides.example.org:8443"),
        ("http://localhost:8000", "ws://localhost:8000"),
    ],
)
def test_scripts_may_connect_to_our_own_host_only(reached_at: Reached, public_url: str, socket: str) -> None:
    visitor = reached_at(public_url)
    response = visitor.get("/api/v1/nothing/", secure=public_url.startswith("https"))
    assert directives(response)["connect-src"] == ["'self'", socket]


def test_no_policy_allows_inline_styles_or_scripts(reached_at: Reached) -> None:
    allowed = directives(reached_at("http://localhost:8000").get("/api/v1/nothing/"))
    assert not {"'unsafe-inline'", "'unsafe-eval'", "'unsafe-hashes'", "*", "ws:", "wss:"} & {
        source for sources in allowed.values() for source in sources
    }


def test_pages_have_no_plugins_no_other_base_and_no_frame_around_them(reached_at: Reached) -> None:
    rules = directives(reached_at("http://localhost:8000").get("/api/v1/nothing/"))
    assert [rules[name] for name in ("object-src", "base-uri", "frame-ancestors")] == [["'none'"]] * 3


def test_allowed_style_hash_is_that_of_djangos_admin() -> None:
    page = Path(admin.__file__).parent / "templates/admin/change_list.html"
    (style,) = re.findall(r"<style>(.*?)</style>", page.read_text(), re.S)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"'sha256-{digest}'" == DJANGO_ADMIN_LIST


@pytest.mark.parametrize("path", ["/api/docs/", "/dev/outbox/"])
@pytest.mark.django_db
def test_pages_own_styles_and_scripts_have_the_nonce(reached_at: Reached, path: str, settings: Any) -> None:
    settings.OUTBOX_PAGE = True
    response = reached_at("http://localhost:8000").get(path)
    assert response.status_code == 200
    (nonce,) = {
        source.removeprefix("'nonce-").removesuffix("'")
        for source in directives(response)["script-src"]
        if source.startswith("'nonce-")
    }
    for tag in re.findall(r"<(?:style|script)\b[^>]*>", response.content.decode()):
        assert "src=" in tag or f'nonce="{nonce}"' in tag, tag


@pytest.mark.parametrize(
    ("page", "welcome"),
    [
        ("https://rides.example.org", True),
        ("https://rides.example.org:8443", False),
        ("http://rides.example.org", False),
        ("https://rides.example.org.evil.example", False),
        ("null", False),
    ],
)
def test_sockets_accept_pages_of_the_public_url(
    monkeypatch: pytest.MonkeyPatch, page: str, welcome: bool
) -> None:
    """A proxy may pass another host than the one in the browser."""
    monkeypatch.setattr(origin, "env", env.model_copy(update={"public_url": "https://rides.example.org/"}))
    headers = [(b"origin", page.encode()), (b"host", b"web-1.internal:8000")]
    assert origin.is_allowed_origin({"headers": headers}) is welcome


@pytest.mark.parametrize("wrong", ["rides.example.org", "ftp://rides.example.org", "https://", ""])
def test_public_url_without_scheme_or_host_stops_the_start(
    wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PUBLIC_URL", wrong)
    with pytest.raises(ValidationError, match="public_url"):
        Env()  # type: ignore[call-arg]  # the values come from the environment


def test_settings_follow_from_the_environment() -> None:
    """Run in a new process, because settings are read once."""
    names = ["SECURE_SSL_REDIRECT", "SESSION_COOKIE_SECURE", "SECURE_HSTS_SECONDS", "SECURE_PROXY_SSL_HEADER"]
    script = f"from django.conf import settings; print(*(getattr(settings, name) for name in {names}))"
    environment = os.environ | {
        "PUBLIC_URL": "https://rides.example.org",
        "HSTS_SECONDS": "60",
        "PROXY_SSL_HEADER": "X-Forwarded-Proto",
    }
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "True True 60 ('HTTP_X_FORWARDED_PROTO', 'https')"
