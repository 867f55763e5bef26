"""The platform and the played gateways in one test: what the payer's browser does, and what gateways send."""

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
    """`gateway` is one of the sandbox's; `payer` is who pays. Nothing is sent to us before `deliver`."""

    sandbox: SandboxGateways
    gateway: Gateway
    payer: User
    api: APIClient
    run_jobs: Callable[[], int]
    delivered: list[Delivery] = field(default_factory=list)

    def begin(self, amount: str = "25.50") -> Attempt:
        return begin_top_up(user=self.payer, provider=self.gateway.name, amount=Decimal(amount))

    def go(self, attempt: Attempt) -> str:
        """The browser's way to the gateway's page, whose HTML is returned; "" where the page is ours."""
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
        """The payer's (or the books') decision; with `comes_back` the browser returns to us."""
        if attempt.action["kind"] == "page":
            token = {"data": self.gateway.token(mode)}  # type: ignore[attr-defined]  # of gateways without a page
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
        """What the gateway's books file the payment under: our reference."""
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
        """Hand over what the gateway sent since (or all of it `again`), and do the worker's part."""
        first = Notification.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        waiting = self.delivered if again else self.sandbox.outbox
        for delivery in list(waiting):
            self.hand_over(delivery)
        if not again:
            self.delivered += self.sandbox.outbox
            self.sandbox.outbox.clear()
        self.run_jobs()
        return list(Notification.objects.filter(pk__gt=first).order_by("pk"))

    def hand_over(self, delivery: Delivery) -> None:
        headers = dict(delivery.headers)
        content_type = headers.pop("Content-Type")
        path = urlsplit(delivery.url)
        reply = APIClient().generic(
            "POST",
            f"{path.path}?{path.query}",
            delivery.body,  # type: ignore[arg-type]  # bytes go as they are
            content_type=content_type,
            headers=headers,
        )
        assert reply.status_code == 200

    def check(self, attempt: Attempt) -> None:
        """The poller's or the open page's question."""
        self.api.post(f"/api/v1/payments/checkouts/{attempt.ref}/check/")


FORM_TYPE = "application/x-www-form-urlencoded"


def form_of(page: str) -> tuple[str, dict[str, str]]:
    found = FORM.search(page)
    assert found, page
    return unescape(found[1]), {unescape(name): unescape(value) for name, value in INPUT.findall(page)}


def encoded(fields: dict[str, Any]) -> str:
    return str(httpx.QueryParams(fields))
