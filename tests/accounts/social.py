"""A browser for social logins, and the fake providers."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from django.http import SimpleCookie
from rest_framework.test import APIClient

from config.env import env
from config.social import social_providers
from tests.fakes.social.apple import Apple
from tests.fakes.social.company import ISSUER, Company
from tests.fakes.social.facebook import Facebook
from tests.fakes.social.google import Google
from tests.fakes.social.people import App, pem
from tests.fakes.social.server import FakeSocialServer, Provider

AProvider = TypeVar("AProvider", bound=Provider)
FINISH = "/api/v1/auth/social/finish/"
FIELD = re.compile(r'name="(\w+)" value="([^"]*)"')


def start_url(provider: str) -> str:
    return f"/api/v1/auth/social/{provider}/start/"


class Browser:
    """Stores cookies, follows one redirect at a time, and posts no Lax cookies cross-site."""

    def __init__(self, provider: str) -> None:
        self.provider = provider
        self.client = APIClient(HTTP_USER_AGENT="Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0")

    def start(self, **body: Any) -> str:
        response = self.client.post(start_url(self.provider), body)
        assert response.status_code == 200, response.json()
        url: str = response.json()["url"]
        return url

    def visit(self, url: str) -> str:
        """Visit the provider's page and return the path and query of the callback."""
        response = httpx.get(url)
        if response.status_code == 302:
            return self._path(response.headers["Location"])
        assert response.status_code == 200, response.json()
        form = {name: unescape(value) for name, value in FIELD.findall(response.text)}
        action = re.search(r'action="([^"]+)"', response.text)
        assert action is not None
        return self.post_from_elsewhere(self._path(unescape(action[1])), form)

    def post_from_elsewhere(self, path: str, form: dict[str, str]) -> str:
        """Post a form from another site: without Lax cookies."""
        own, self.client.cookies = self.client.cookies, SimpleCookie()
        response = self.client.post(path, form, format="multipart")
        assert response.status_code == 302, response.content
        own.update(self.client.cookies)
        self.client.cookies = own
        return self._path(response["Location"])

    def come_back(self, path: str) -> dict[str, str]:
        """Return the query parameters of the login page."""
        response = self.client.get(path)
        assert response.status_code == 302, response.content
        page = urlsplit(response["Location"])
        assert (page.netloc, page.path) == ("", "/login")
        return {name: values[0] for name, values in parse_qs(page.query).items()}

    def there_and_back(self, **body: Any) -> dict[str, str]:
        return self.come_back(self.visit(self.start(**body)))

    def finish(self) -> Any:
        return self.client.post(FINISH)

    def sign_in(self) -> Any:
        assert self.there_and_back() == {"social": "done"}
        return self.finish()

    def _path(self, url: str) -> str:
        parts = urlsplit(url)
        assert parts.netloc == "testserver"
        return f"{parts.path}?{parts.query}" if parts.query else parts.path


def app_of(provider: str) -> App:
    return App(
        f"{provider}-client", f"{provider}-secret", f"http://testserver/accounts/{provider}/login/callback/"
    )


@pytest.fixture
def fake(settings: Any) -> Iterator[FakeSocialServer]:
    with FakeSocialServer() as running:
        settings.SOCIAL_SANDBOX_URL = running.url
        yield running


@pytest.fixture
def google(fake: FakeSocialServer, settings: Any) -> Google:
    return _known(fake, settings, Google(app_of("google")))


@pytest.fixture
def facebook(fake: FakeSocialServer, settings: Any) -> Facebook:
    return _known(fake, settings, Facebook(app_of("facebook")))


@pytest.fixture
def apple(fake: FakeSocialServer, settings: Any) -> Apple:
    return _known(fake, settings, Apple(app_of("apple")))


@pytest.fixture
def company(fake: FakeSocialServer, settings: Any) -> Company:
    return _known(fake, settings, Company(app_of("company")))


@pytest.fixture(params=["google", "facebook", "apple"])
def each(request: pytest.FixtureRequest) -> tuple[Browser, Provider]:
    """Each of the three providers in turn."""
    provider: Provider = request.getfixturevalue(request.param)
    return Browser(request.param), provider


def _known(fake: FakeSocialServer, settings: Any, provider: AProvider) -> AProvider:
    """Configure the provider's keys, and add the provider to the fake server."""
    fake.add(provider)
    app = provider.app
    keys = {"google_client_id": "", "facebook_client_id": "", "apple_client_id": ""}
    if isinstance(provider, Company):
        keys |= {
            "oidc_issuer": ISSUER,
            "oidc_client_id": app.client_id,
            "oidc_client_secret": app.secret,
            "oidc_name": "Cabs Ltd",
        }
    elif isinstance(provider, Apple):
        keys |= {
            "apple_client_id": app.client_id,
            "apple_team_id": provider.team_id,
            "apple_key_id": provider.key_id,
            "apple_private_key": pem(provider.app_key).replace("\n", "\\n"),
        }
    else:
        name = type(provider).__name__.lower()
        keys |= {f"{name}_client_id": app.client_id, f"{name}_client_secret": app.secret}
    new = social_providers(env.model_copy(update=keys))
    settings.SOCIALACCOUNT_PROVIDERS = {
        name: new[name] if "APP" in new[name] else known
        for name, known in settings.SOCIALACCOUNT_PROVIDERS.items()
    }
    return provider
