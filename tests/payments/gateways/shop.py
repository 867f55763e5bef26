"""The payer's browser and the webhooks of a sandbox gateway, for tests of the whole payment."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from html import unescape
from typing import Any
from urllib.parse import urlsplit

import httpx
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.payments.models import Attempt, Notification
from apps.payments.services.starting import begin_top_up
from embedded.gateways.base import DECIDE, Gateway
from embedded.gateways.sandbox import Delivery, SandboxGateways

FORM = re.compile(r'<form[^>]* action="([^"]*)"')
INPUT = re.compile(r'<input type="hidden" name="([^"]*)" value="([^"]*)"')


@dataclass
class Shop:
    """A platform with one sandbox gateway. Webhooks wait in the outbox until `deliver`."""

    sandbox: SandboxGateways
    gateway: Gateway
    payer: User
    api: APIClient
    run_jobs: Callable[[], int]
    delivered: list[Delivery] = field(default_factory=list)

    def begin(self, amount: str = "25.50") -> Attempt:
        return begin_top_up(user=self.payer, provider=self.gateway.name, amount=Decimal(amount))

    def go(self, attempt: Attempt) -> str:
        """Open the gateway's page and return its HTML, or "" for card fields on Hansom's page."""
        headers = {"Accept": "text/html"}
        if attempt.action["kind"] == "page":
            return ""
        if attempt.action["kind"] == "redirect":
            reply = httpx.get(attempt.action["url"], headers=headers, follow_redirects=True)
        else:
            way = APIClient().get(f"/api/v1/payments/{attempt.provider}/go/{attempt.ref}/")
            url, fields = form_of(way.content.decode())
            assert urlsplit(url).netloc in way["Content-Security-Policy"]
            reply = httpx.post(url, data=fields, headers=headers, follow_redirects=True)
        assert reply.status_code == 200, reply.text
        assert "This is a sandbox" in reply.text
        return reply.text

    def decide(self, attempt: Attempt, mode: str, *, comes_back: bool = True) -> None:
        """Choose a mode on the page; with `comes_back` the browser returns to the shop."""
        if attempt.action["kind"] == "page":
            token = {"data": self.gateway.token(mode)}  # type: ignore[attr-defined]  # a CardGateway
            self.api.post(f"/api/v1/payments/checkouts/{attempt.ref}/submit/", token, format="json")
            return
        reply = httpx.post(
            f"{self.gateway.url}{DECIDE}{self.gateway_ref(attempt)}",
            data={"mode": mode},
            headers={"Accept": "text/html"},
        )
        if comes_back:
            self.come_back(reply)

    def gateway_ref(self, attempt: Attempt) -> str:
        """Return the reference of the payment at the gateway."""
        return attempt.ref

    def come_back(self, reply: httpx.Response) -> None:
        if reply.status_code == 303:
            self._visit(reply.headers["Location"], None)
        elif "Back to the shop" in reply.text:
            url, fields = form_of(reply.text)
            self._visit(url, fields)

    def _visit(self, url: str, fields: dict[str, str] | None) -> None:
        address = urlsplit(url)
        path = f"{address.path}?{address.query}"
        browser = APIClient()
        got = (
            browser.get(path)
            if fields is None
            else browser.post(path, encoded(fields), content_type=FORM_TYPE)
        )
        assert got.status_code == 303, got.content

    def deliver(self, *, again: bool = False) -> list[Notification]:
        """Deliver the waiting webhooks, or all earlier ones `again`, run the jobs and return the new rows."""
        first = Notification.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        waiting = self.delivered if again else self.sandbox.outbox
        for delivery in list(waiting):
            self.post(delivery)
        if not again:
            self.delivered += self.sandbox.outbox
            self.sandbox.outbox.clear()
        self.run_jobs()
        return list(Notification.objects.filter(pk__gt=first).order_by("pk"))

    def post(self, delivery: Delivery) -> None:
        headers = dict(delivery.headers)
        content_type = headers.pop("Content-Type")
        path = urlsplit(delivery.url)
        reply = APIClient().generic(
            "POST",
            f"{path.path}?{path.query}",
            delivery.body,  # type: ignore[arg-type]  # bytes are sent unchanged
            content_type=content_type,
            headers=headers,
        )
        assert reply.status_code == 200

    def check(self, attempt: Attempt) -> None:
        """Query the gateway, as the open page does."""
        self.api.post(f"/api/v1/payments/checkouts/{attempt.ref}/check/")


FORM_TYPE = "application/x-www-form-urlencoded"


def form_of(page: str) -> tuple[str, dict[str, str]]:
    found = FORM.search(page)
    assert found, page
    return unescape(found[1]), {unescape(name): unescape(value) for name, value in INPUT.findall(page)}


def encoded(fields: dict[str, Any]) -> str:
    return str(httpx.QueryParams(fields))
