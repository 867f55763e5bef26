"""What the played gateways have in common: books, a hosted page with a button for each mode, and notices."""

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
FORGER_KEY: Final = "somebody-elses-key"
"""What forged notices are signed with."""


class Gateway(ABC):
    """One gateway, as strict as the original about what it is asked; paths come without `/<name>`."""

    name: ClassVar[str]
    credentials: ClassVar[Mapping[str, str]]
    """What an admin enters for the test mode."""
    currency: ClassVar[str]
    """One that it takes."""
    refunds: ClassVar[bool] = True
    declines_on_page: ClassVar[bool] = False
    """A refused payer stays on its page and may try again: for us the payment is open still."""
    starts_by_itself: ClassVar[bool] = False
    """A checkout begins without asking it: a form is signed, or a page of ours shown."""
    refunds_are_known: ClassVar[bool] = True
    """A refund can be asked about, or requested again and still be one."""
    tells_currency: ClassVar[bool] = True
    """Its word about a payment names the currency; one that takes a single currency may leave that out."""
    queryable: ClassVar[bool] = True
    """It can be asked what became of an order."""

    def __init__(self, sandbox: SandboxGateways) -> None:
        self.sandbox = sandbox
        self.payments: dict[str, Payment] = {}
        self.silent_for = 0
        """So many more calls of the API end without an answer."""

    @property
    def url(self) -> str:
        return f"{self.sandbox.url}/{self.name}"

    @abstractmethod
    def answer(self, request: Request) -> Reply:
        """The API and the hosted page. Raises Refusal for what the original would not take."""

    @abstractmethod
    def notify(self, payment: Payment, state: str, *, genuine: bool = True) -> None:
        """Send the notification of `state` (paid, failed, pending, refunded, disputed) by self.send.

        One that is not genuine tells the same, signed by someone else (FORGER_KEY).
        """

    @abstractmethod
    def back(self, payment: Payment) -> Reply:
        """How the payer's browser comes back to the shop."""

    def reply_to(self, request: Request) -> Reply:
        """Every request of this gateway comes through here."""
        if request.path.startswith(DECIDE):
            payment = self.known(unquote(request.path.removeprefix(DECIDE)))
            self.decide(payment, request.form["mode"])
            return self.back(payment)
        if self.silent_for and not self.is_page(request):
            self.silent_for -= 1
            return NO_ANSWER
        return self.answer(request)

    def is_page(self, request: Request) -> bool:
        """Whether a payer's browser asks, and not the shop's server."""
        return "text/html" in request.headers.get("Accept", "")

    def known(self, ref: str) -> Payment:
        """The payment of the shop's reference. Raises Refusal."""
        payment = self.payments.get(ref)
        if payment is None:
            raise Refusal(Reply(404, {"message": "No such payment"}))
        self._ripen(payment)
        return payment

    def find(self, **names: str) -> Payment:
        """The payment whose attributes are these, for example session_id=. Raises Refusal."""
        for payment in self.payments.values():
            if all(getattr(payment, name) == value for name, value in names.items()):
                return self.known(payment.ref)
        raise Refusal(Reply(404, {"message": "No such payment"}))

    def decide(self, payment: Payment, mode: str) -> None:
        """What the payer (or whoever plays with the books) does; see MODES."""
        if mode == "bad_signature":
            # The gateway itself knows of no decision: a stranger writes to the shop.
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

    def take_back(self, payment: Payment, *, disputed: bool) -> None:
        """The gateway gives the payer the money back without the shop."""
        payment.state = "disputed" if disputed else "refunded"
        self.notify(payment, payment.state)

    def refund(self, payment: Payment, *, key: str, amount: Decimal) -> bool:
        """Whether the books allow it; one that was requested already is allowed again and counts once."""
        if key in payment.refunds:
            return payment.refunds[key] == amount
        if payment.state not in ("paid", "refunded") or payment.refunded + amount > payment.amount:
            return False
        payment.refunds[key] = amount
        return True

    def send(self, url: str, body: bytes, headers: Mapping[str, str]) -> None:
        """A notification on its way to the shop."""
        self.sandbox.deliver(url, body, headers)

    def page(self, payment: Payment) -> Reply:
        """The hosted page: what is to be paid, and a button for each mode."""
        buttons = "".join(
            f'<button name="mode" value="{mode}">{escape(words)}</button>' for mode, words in MODES.items()
        )
        return Reply(
            200,
            (
                '<!doctype html><html lang="en"><meta charset="utf-8">'
                '<meta name="viewport" content="width=device-width"><title>Sandbox checkout</title>'
                "<style>body{font:16px system-ui;max-width:24rem;margin:3rem auto;padding:0 1rem}"
                "button{display:block;width:100%;margin:.4rem 0;padding:.7rem;font:inherit}</style>"
                f"<h1>{escape(self.name)}</h1><p>This plays the gateway; no money moves.</p>"
                f"<p><strong>{payment.amount} {escape(payment.currency)}</strong></p>"
                f'<form method="post" action="{self.url}{DECIDE}{escape(payment.ref)}">'
                f"{buttons}</form></html>"
            ).encode(),
            HTML,
        )

    def _ripen(self, payment: Payment) -> None:
        if payment.succeeds_at is not None and payment.succeeds_at <= self.sandbox.now():
            payment.succeeds_at = None
            if payment.state == "pending":
                payment.state = "paid"

    def _succeed_late(self, payment: Payment) -> None:
        self._ripen(payment)
        if payment.state == "paid":
            self.notify(payment, "paid")


def see_other(url: str) -> Reply:
    return Reply(303, None, {"Location": url})


def posted_back(url: str, fields: Mapping[str, str]) -> Reply:
    """A page whose form goes to the shop by itself, as gateways bring a browser back by POST."""
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


def no(status: int, body: object) -> Refusal:
    """The original's refusal."""
    return Refusal(Reply(status, body))
