"""Google, Facebook and Apple on loopback, each below its own host name, as strict as the originals.

Give it an app, sit someone down before it, and send a browser to the address that the platform answers.
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
class Asked:
    """The fields of one request, from its query or its form."""

    params: dict[str, str]

    def only(self, name: str, value: str, error: str = "invalid_request", status: int = 400) -> None:
        if self.params.get(name) != value:
            raise refusal(status, error, f"{name} is {self.params.get(name)!r}")

    def need(self, *names: str) -> None:
        for name in names:
            if not self.params.get(name):
                raise refusal(400, "invalid_request", f"{name} is missing")


Page = Callable[[Asked], Reply]


@dataclass
class Provider:
    """What the three have in common."""

    app: App
    person: Person = field(default_factory=Person)
    consents: bool = True
    grants: Grants = field(default_factory=Grants)

    def pages(self) -> dict[str, Page]:
        """By method and address."""
        raise NotImplementedError

    def check_app(self, asked: Asked) -> None:
        """A wrong app or a wrong way back is never answered by sending the browser there."""
        asked.only("client_id", self.app.client_id, "invalid_client", 401)
        asked.only("redirect_uri", self.app.redirect_uri, "redirect_uri_mismatch")
        asked.need("state", "scope")

    def back(self, answer: dict[str, str]) -> Reply:
        """The browser goes back to the app with this."""
        return Reply(302, headers={"Location": f"{self.app.redirect_uri}?{urlencode(answer)}"})


class FakeSocialServer(Loopback):
    """The server; `url` is what SOCIAL_SANDBOX_URL is set to."""

    def __init__(self) -> None:
        super().__init__()
        self.refused: list[str] = []
        """What was wrong, each time."""
        self.garbage: dict[str, Any] = {}
        """By path below the host: sent instead of the right answer."""
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
            return self._pages[page](Asked(_fields_of(request)))
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
