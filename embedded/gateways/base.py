"""The common part of the sandbox gateways: payments, a hosted page with a button for each mode, webhooks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from decimal import Decimal
from html import escape
from typing import TYPE_CHECKING, ClassVar, Final
from urllib.parse import unquote

from embedded.gateways.payment import LATE_SECONDS, MODES, SILENT_QUERIES, Payment
from embedded.loopback import NO_ANSWER, Refusal, Reply, Request

if TYPE_CHECKING:
    from embedded.gateways.sandbox import SandboxGateways

DECIDE: Final = "/sandbox/decide/"
OTHER_CURRENCY: Final = "XTS"
HTML: Final = {"Content-Type": "text/html; charset=utf-8"}
FORGER_KEY: Final = "key-of-the-forger"
"""The key that forged webhooks are signed with."""


class Gateway(ABC):
    """One sandbox gateway, as strict about requests as the original. Paths come without `/<name>`."""

    name: ClassVar[str]
    credentials: ClassVar[Mapping[str, str]]
    """The valid credentials of the test mode."""
    wrong_credentials: ClassVar[Mapping[str, str]] = {}
    """Well-formed values that the API rejects; empty if the API has no call to check credentials."""
    currency: ClassVar[str]
    """A currency that the gateway supports."""
    retries_after_decline: ClassVar[bool] = False
    """A declined payer stays on the hosted page and may retry, so the payment remains open."""
    starts_without_call: ClassVar[bool] = False
    """A checkout starts without an API call: by a signed form, or on a page of the shop."""
    can_retry_refunds: ClassVar[bool] = True
    """A refund can be queried, or requested again without being paid twice."""
    reports_currency: ClassVar[bool] = True
    """The status of a payment contains its currency."""
    queryable: ClassVar[bool] = True
    """The API can query the status of an order."""
    closes_checkouts: ClassVar[bool] = False
    """The API can close an open checkout."""

    def __init__(self, sandbox: SandboxGateways) -> None:
        self.sandbox = sandbox
        self.payments: dict[str, Payment] = {}
        self.silent_for = 0
        """The number of further API calls that end without a response."""

    @property
    def url(self) -> str:
        return f"{self.sandbox.url}/{self.name}"

    @abstractmethod
    def answer(self, request: Request) -> Reply:
        """Serve the API and the hosted page. Raises Refusal for requests that the original rejects."""

    @abstractmethod
    def notify(self, payment: Payment, state: str, *, genuine: bool = True) -> None:
        """Send the webhook of `state` (paid, failed, pending, refunded, disputed) with self.send.

        A webhook that is not genuine has the same content, signed with FORGER_KEY.
        """

    @abstractmethod
    def back(self, payment: Payment) -> Reply:
        """Return the payer's browser to the shop."""

    def reply_to(self, request: Request) -> Reply:
        """Handle a request to this gateway."""
        if request.path.startswith(DECIDE):
            payment = self.known(unquote(request.path.removeprefix(DECIDE)))
            self.decide(payment, request.form["mode"])
            return self.back(payment)
        if self.silent_for and not self.is_page(request):
            self.silent_for -= 1
            return NO_ANSWER
        return self.answer(request)

    def is_page(self, request: Request) -> bool:
        """Return whether the request comes from a payer's browser, not from the shop's server."""
        return "text/html" in request.headers.get("Accept", "")

    def known(self, ref: str) -> Payment:
        """Return the payment with the shop's reference. Raises Refusal."""
        payment = self.payments.get(ref)
        if payment is None:
            raise Refusal(Reply(404, {"message": "No such payment"}))
        self._apply_late_success(payment)
        return payment

    def find(self, **attributes: str) -> Payment:
        """Return the payment with these attributes, for example session_id=. Raises Refusal."""
        for payment in self.payments.values():
            if all(getattr(payment, name) == value for name, value in attributes.items()):
                return self.known(payment.ref)
        raise Refusal(Reply(404, {"message": "No such payment"}))

    def decide(self, payment: Payment, mode: str) -> None:
        """Apply the payer's choice; see MODES."""
        if mode == "bad_signature":
            # The gateway has decided nothing: a forger writes to the shop.
            self.notify(payment, "paid", genuine=False)
            return
        if payment.state not in ("open", "pending", "failed"):
            return
        match mode:
            case "decline":
                payment.state, payment.reason = "failed", "declined"
                self.notify(payment, "failed")
            case "pending" | "approve_late":
                payment.state = "pending"
                self.notify(payment, "pending")
                if mode == "approve_late":
                    payment.succeeds_at = self.sandbox.now() + LATE_SECONDS
                    self.sandbox.later(LATE_SECONDS, lambda: self._succeed_late(payment))
            case "out_of_order":
                payment.state = "paid"
                self.notify(payment, "paid")
                self.notify(payment, "pending")
            case "wrong_amount":
                payment.amount, payment.state = payment.amount + 1, "paid"
                self.notify(payment, "paid")
            case "wrong_currency":
                payment.currency, payment.state = OTHER_CURRENCY, "paid"
                self.notify(payment, "paid")
            case "approve" | "duplicate" | "timeout":
                payment.state = "paid"
                self.notify(payment, "paid")
                if mode == "duplicate":
                    self.notify(payment, "paid")
                if mode == "timeout":
                    self.silent_for = SILENT_QUERIES
            case _:
                raise Refusal(Reply(400, {"message": f"{mode} is none of {', '.join(MODES)}"}))

    def reverse(self, payment: Payment, *, disputed: bool) -> None:
        """Return the money to the payer without a request of the shop."""
        payment.state = "disputed" if disputed else "refunded"
        self.notify(payment, payment.state)

    def refund(self, payment: Payment, *, key: str, amount: Decimal) -> bool:
        """Record a refund and return whether it is allowed. A repeated key counts once."""
        if key in payment.refunds:
            return payment.refunds[key] == amount
        if payment.state not in ("paid", "refunded") or payment.refunded + amount > payment.amount:
            return False
        payment.refunds[key] = amount
        return True

    def send(self, url: str, body: bytes, headers: Mapping[str, str]) -> None:
        """Send a webhook to the shop."""
        self.sandbox.deliver(url, body, headers)

    def page(self, payment: Payment) -> Reply:
        """Return the hosted page: the amount, and a button for each mode."""
        buttons = "".join(
            f'<button name="mode" value="{mode}">{escape(label)}</button>' for mode, label in MODES.items()
        )
        return Reply(
            200,
            (
                '<!doctype html><html lang="en"><meta charset="utf-8">'
                '<meta name="viewport" content="width=device-width"><title>Sandbox checkout</title>'
                "<style>body{font:16px system-ui;max-width:24rem;margin:3rem auto;padding:0 1rem}"
                "button{display:block;width:100%;margin:.4rem 0;padding:.7rem;font:inherit}</style>"
                f"<h1>{escape(self.name)}</h1><p>This is a sandbox. No real money is charged.</p>"
                f"<p><strong>{payment.amount} {escape(payment.currency)}</strong></p>"
                f'<form method="post" action="{self.url}{DECIDE}{escape(payment.ref)}">'
                f"{buttons}</form></html>"
            ).encode(),
            HTML,
        )

    def _apply_late_success(self, payment: Payment) -> None:
        if payment.succeeds_at is not None and payment.succeeds_at <= self.sandbox.now():
            payment.succeeds_at = None
            if payment.state == "pending":
                payment.state = "paid"

    def _succeed_late(self, payment: Payment) -> None:
        self._apply_late_success(payment)
        if payment.state == "paid":
            self.notify(payment, "paid")


class CardGateway(Gateway):
    """A gateway whose card fields are on a page of the shop."""

    def __init__(self, sandbox: SandboxGateways) -> None:
        super().__init__(sandbox)
        self.used: set[str] = set()
        """The tokens that were charged."""

    @abstractmethod
    def token(self, mode: str) -> dict[str, str]:
        """Return the form values that the card fields produce for a mode."""

    def back(self, payment: Payment) -> Reply:
        return Reply(200, b"<!doctype html><title>Done</title><p>Done.</p>", HTML)


def see_other(url: str) -> Reply:
    return Reply(303, None, {"Location": url})


def auto_post(url: str, fields: Mapping[str, str]) -> Reply:
    """Return a page that submits a form to the shop, as gateways do that return by POST."""
    inputs = "".join(
        f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">'
        for name, value in fields.items()
    )
    page = (
        '<!doctype html><meta charset="utf-8"><title>Back to the shop</title>'
        f'<form id="back" method="post" action="{escape(url)}">{inputs}'
        "<button>Back to the shop</button></form>"
        "<script>document.getElementById('back').submit()</script>"
    )
    return Reply(200, page.encode(), HTML)


def refusal(status: int, body: object) -> Refusal:
    """Return an error response of the original, to be raised."""
    return Refusal(Reply(status, body))
