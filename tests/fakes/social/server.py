"""Fakes of the login providers, each under its own host name, as strict as the originals.

A test registers an app and a person, and sends a browser to the address that the platform returns.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from embedded.loopback import Loopback, Refusal, Reply, Request
from tests.fakes.social.people import App, Grants, Person

FORM = "application/x-www-form-urlencoded"


def refusal(status: int, error: str, description: str) -> Refusal:
    return Refusal(Reply(status, {"error": error, "error_description": description}))


@dataclass
class PageRequest:
    """The fields of one request, from its query or its form."""

    params: dict[str, str]
    authorization: str = ""

    def require_value(self, name: str, value: str, error: str = "invalid_request", status: int = 400) -> None:
        if self.params.get(name) != value:
            raise refusal(status, error, f"{name} is {self.params.get(name)!r}")

    def require(self, *names: str) -> None:
        for name in names:
            if not self.params.get(name):
                raise refusal(400, "invalid_request", f"{name} is missing")


Page = Callable[[PageRequest], Reply]


@dataclass
class Provider:
    """Base of the providers."""

    app: App
    person: Person = field(default_factory=Person)
    consents: bool = True
    grants: Grants = field(default_factory=Grants)

    def pages(self) -> dict[str, Page]:
        """Return the pages by method and address."""
        raise NotImplementedError

    def check_app(self, request: PageRequest) -> None:
        """Reject an unknown app or redirect URI without redirecting the browser to it."""
        request.require_value("client_id", self.app.client_id, "invalid_client", 401)
        request.require_value("redirect_uri", self.app.redirect_uri, "redirect_uri_mismatch")
        request.require("state", "scope")

    def redirect(self, params: dict[str, str]) -> Reply:
        """Redirect the browser to the app with these parameters."""
        return Reply(302, headers={"Location": f"{self.app.redirect_uri}?{urlencode(params)}"})


class FakeSocialServer(Loopback):
    """The server; `url` is what SOCIAL_SANDBOX_URL is set to."""

    def __init__(self) -> None:
        super().__init__()
        self.refused: list[str] = []
        """The reason of each rejection."""
        self.garbage: dict[str, Any] = {}
        """Invalid replies to send instead, by path below the host."""
        self._pages: dict[str, Page] = {}

    def add(self, provider: Provider) -> None:
        self._pages |= provider.pages()

    def pages_seen(self) -> list[str]:
        return [_page_of(request) for request in self.seen]

    def answer(self, request: Request) -> Reply:
        page = _page_of(request)
        for path, body in self.garbage.items():
            if page.endswith(path):
                return Reply(200, body)
        try:
            if page not in self._pages:
                raise refusal(404, "not_found", page)
            authorization = request.headers.get("Authorization", "")
            return self._pages[page](PageRequest(_fields_of(request), authorization))
        except Refusal as error:
            self.refused.append(": ".join(error.reply.body.values()))
            raise


def _page_of(request: Request) -> str:
    return f"{request.method} {request.path.removeprefix('/')}"


def _fields_of(request: Request) -> dict[str, str]:
    if request.method == "GET":
        return dict(request.query)
    if request.headers.get("Content-Type") != FORM or request.query:
        raise refusal(400, "invalid_request", "not a form")
    return request.form
