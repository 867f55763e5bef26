"""Secure cookies, redirects, HSTS and the hosts of the Content-Security-Policy follow from PUBLIC_URL."""

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
    """Have the platform be where a PUBLIC_URL says; returns a visitor of it."""

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


def test_over_https_pages_insist_on_it_for_a_year(reached_at: Reached) -> None:
    response = reached_at("https://rides.example.org").get("/api/v1/nothing/", secure=True)
    assert response["Strict-Transport-Security"] == "max-age=31536000"
    # Other hosts below this name are none of this platform's business.
    assert "includeSubDomains" not in response["Strict-Transport-Security"]


def test_over_http_nothing_of_the_kind_is_said(reached_at: Reached) -> None:
    response = reached_at("http://localhost:8000").get("/api/v1/nothing/")
    assert response.status_code == 404
    assert "Strict-Transport-Security" not in response


def test_hsts_seconds_of_zero_has_browsers_forget(reached_at: Reached) -> None:
    visitor = reached_at("https://rides.example.org", hsts_seconds=0)
    assert "Strict-Transport-Security" not in visitor.get("/api/v1/nothing/", secure=True)


def test_plain_requests_are_sent_to_the_public_address(reached_at: Reached) -> None:
    visitor = reached_at("https://rides.example.org:8443")
    response = visitor.get("/api/v1/nothing/?page=2")
    assert (response.status_code, response["Location"]) == (
        301,
        "https://rides.example.org:8443/api/v1/nothing/?page=2",
    )


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_health_checks_inside_the_network_are_answered_plainly(reached_at: Reached, path: str) -> None:
    assert reached_at("https://rides.example.org").get(path).status_code == 200


def test_a_proxy_s_word_is_taken_by_the_header_that_is_named_and_by_no_other(reached_at: Reached) -> None:
    said = {"X-Forwarded-Proto": "https"}
    assert reached_at("https://rides.example.org").get("/api/v1/no/", headers=said).status_code == 301
    named = reached_at("https://rides.example.org", proxy_ssl_header="X-Forwarded-Proto")
    assert named.get("/api/v1/no/", headers=said).status_code == 404
    assert named.get("/api/v1/no/", headers={"X-Forwarded-Proto": "http"}).status_code == 301


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("public_url", "secure"), [("https://rides.example.org", True), ("http://localhost:8000", False)]
)
def test_cookies_are_secure_exactly_over_https(
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
def test_scripts_may_connect_to_our_own_host_alone(reached_at: Reached, public_url: str, socket: str) -> None:
    visitor = reached_at(public_url)
    response = visitor.get("/api/v1/nothing/", secure=public_url.startswith("https"))
    assert directives(response)["connect-src"] == ["'self'", socket]


def test_no_page_s_policy_allows_inline_styles_or_scripts(reached_at: Reached) -> None:
    allowed = directives(reached_at("http://localhost:8000").get("/api/v1/nothing/"))
    assert not {"'unsafe-inline'", "'unsafe-eval'", "'unsafe-hashes'", "*", "ws:", "wss:"} & {
        source for sources in allowed.values() for source in sources
    }


def test_the_one_style_element_of_django_s_admin_is_the_one_that_is_allowed() -> None:
    page = Path(admin.__file__).parent / "templates/admin/change_list.html"
    (style,) = re.findall(r"<style>(.*?)</style>", page.read_text(), re.S)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"'sha256-{digest}'" == DJANGO_ADMIN_LIST


@pytest.mark.parametrize("path", ["/api/docs/", "/dev/outbox/"])
@pytest.mark.django_db
def test_a_page_s_own_styles_and_scripts_carry_its_nonce(
    reached_at: Reached, path: str, settings: Any
) -> None:
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
def test_sockets_are_opened_by_pages_of_the_public_address(
    monkeypatch: pytest.MonkeyPatch, page: str, welcome: bool
) -> None:
    """Where a proxy passes another host on than the one that people typed."""
    monkeypatch.setattr(origin, "env", env.model_copy(update={"public_url": "https://rides.example.org/"}))
    headers = [(b"origin", page.encode()), (b"host", b"web-1.internal:8000")]
    assert origin.is_allowed_origin({"headers": headers}) is welcome


@pytest.mark.parametrize("wrong", ["rides.example.org", "ftp://rides.example.org", "https://", ""])
def test_a_public_url_without_scheme_or_host_stops_the_boot(
    wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PUBLIC_URL", wrong)
    with pytest.raises(ValidationError, match="public_url"):
        Env()  # type: ignore[call-arg]  # the values come from the environment


def test_the_environment_alone_makes_it_so() -> None:
    """In a process of its own, for settings are read once."""
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
