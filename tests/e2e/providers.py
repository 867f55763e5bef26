"""Fake Google, Facebook and Apple with their keys, as strict as the real ones."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from tests.fakes.social.apple import Apple
from tests.fakes.social.facebook import Facebook
from tests.fakes.social.google import Google
from tests.fakes.social.people import App, pem
from tests.fakes.social.server import FakeSocialServer, Provider
from tests.platform import Platform


class Providers:
    """The three providers by name, and what they refused."""

    def __init__(self, fake: FakeSocialServer) -> None:
        self._fake = fake
        self.apple = Apple(_app("apple"))
        self._by_name: dict[str, Provider] = {
            "google": Google(_app("google")),
            "facebook": Facebook(_app("facebook")),
            "apple": self.apple,
        }
        for provider in self._by_name.values():
            fake.add(provider)

    def __getitem__(self, name: str) -> Provider:
        return self._by_name[name]

    @property
    def refused(self) -> list[str]:
        return self._fake.refused

    def environment(self) -> dict[str, str]:
        """Return the settings of a platform that uses the providers."""
        values = {
            "SOCIAL_SANDBOX_URL": self._fake.url,
            "APPLE_CLIENT_ID": self.apple.app.client_id,
            "APPLE_TEAM_ID": self.apple.team_id,
            "APPLE_KEY_ID": self.apple.key_id,
            "APPLE_PRIVATE_KEY": pem(self.apple.app_key).replace("\n", "\\n"),
        }
        for name in ("google", "facebook"):
            app = self[name].app
            values |= {
                f"{name.upper()}_CLIENT_ID": app.client_id,
                f"{name.upper()}_CLIENT_SECRET": app.secret,
            }
        return values

    def meet(self, platform: Platform) -> None:
        """Give the providers the address of the platform."""
        for name, provider in self._by_name.items():
            callback = f"{platform.url}/accounts/{name}/login/callback/"
            provider.app = replace(provider.app, redirect_uri=callback)


@contextmanager
def running_providers() -> Iterator[Providers]:
    """Run the providers, and set the environment for a platform started inside."""
    with FakeSocialServer() as fake, pytest.MonkeyPatch.context() as patch:
        providers = Providers(fake)
        for name, value in providers.environment().items():
            patch.setenv(name, value)
        yield providers


def _app(name: str) -> App:
    return App(f"{name}-client", f"{name}-secret", "")
