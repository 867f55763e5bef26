"""Stripe: Checkout Sessions on Stripe's page, with its official library.

Source: Stripe's API reference (checkout sessions, refunds, charges), its pages about webhooks and currencies.
"""

from collections.abc import Callable
from decimal import Decimal
from typing import TYPE_CHECKING, Any, ClassVar, Final

from apps.core.validation.numbers import load_exact_json
from apps.payments.amounts import from_minor, to_minor
from apps.payments.port import (
    Credential,
    Forged,
    Inbound,
    Mark,
    Notice,
    Order,
    Outcome,
    OutcomeUnknown,
    ProviderError,
    Redirect,
    RefundAnswer,
    RefundOrder,
    RefundOutcome,
    Snapshot,
    Started,
)
from apps.payments.providers.base import MAX_AMOUNT, BaseProvider
from apps.payments.providers.stripe.currencies import (
    CURRENCIES,
    EXPONENTS,
    LAST_DIGITS,
    MAX_UNITS,
    MIN_AMOUNT,
)

if TYPE_CHECKING:
    import stripe

API: Final = "https://api.stripe.com"
SIGNATURE_HEADER: Final = "stripe-signature"
TOLERANCE_SECONDS: Final = 300
REFUNDS: Final = {
    "succeeded": RefundOutcome.DONE,
    "failed": RefundOutcome.FAILED,
    "canceled": RefundOutcome.FAILED,
}
"""Every other status (pending, requires_action) is pending."""
DELAYED_FAILURE: Final = frozenset({"requires_payment_method", "canceled"})
"""The intent's status after a delayed payment failed and the session was complete."""


class StripeProvider(BaseProvider):
    name: ClassVar[str] = "stripe"
    label: ClassVar[str] = "Stripe"
    mark: ClassVar[Mark] = Mark("#533afd", "S")
    docs_url: ClassVar[str] = "https://docs.stripe.com/payments/checkout"
    webhook_headers: ClassVar[tuple[str, ...]] = (SIGNATURE_HEADER,)
    webhook_events: ClassVar[tuple[str, ...]] = (
        "checkout.session.completed",
        "checkout.session.async_payment_succeeded",
        "checkout.session.async_payment_failed",
        "checkout.session.expired",
        "charge.refunded",
        "charge.dispute.created",
    )
    credentials: ClassVar[tuple[Credential, ...]] = (
        # A restricted key (rk_) is valid too.
        Credential(
            "secret_key",
            pattern=r"(sk|rk)_(test|live)_\w+",
            test=r"(sk|rk)_test_",
            live=r"(sk|rk)_live_",
        ),
        Credential("webhook_secret", pattern=r"whsec_\S+"),
    )
    currencies: ClassVar[frozenset[str] | None] = CURRENCIES

    def check_credentials(self) -> bool:
        from apps.payments.providers.stripe.api import NotPermitted

        try:
            balance = self._call(lambda api: api.v1.balance.retrieve())
        except NotPermitted:
            # A valid restricted key without permission to read the balance.
            return True
        if balance["livemode"] is not self.account.live:
            raise ProviderError("the secret key is of the other mode")
        return True

    def limits(self, currency: str) -> tuple[Decimal, Decimal]:
        unit = Decimal(1).scaleb(-_places(currency))
        return MIN_AMOUNT.get(currency, unit), min(MAX_AMOUNT, unit * MAX_UNITS)

    def supports_amount(self, amount: Decimal, currency: str) -> bool:
        least, most = self.limits(currency)
        try:
            minor_of(amount, currency)
        except ValueError:
            return False
        return least <= amount <= most

    def start(self, order: Order) -> Started:
        payer = {"customer_email": order.payer.email} if order.payer.email else {}
        params: dict[str, Any] = {
            "mode": "payment",
            "line_items": [
                {
                    "price_data": {
                        "currency": order.currency.lower(),
                        "unit_amount": minor_of(order.amount, order.currency),
                        "product_data": {"name": order.description},
                    },
                    "quantity": 1,
                }
            ],
            "client_reference_id": order.ref,
            "metadata": {"ref": order.ref, "cust_id": str(order.payer.id)},
            "payment_intent_data": {"metadata": {"ref": order.ref}},
            "success_url": f"{order.return_url}?session_id={{CHECKOUT_SESSION_ID}}",
            "cancel_url": order.cancel_url,
            "expires_at": int(order.expires_at.timestamp()),
            **payer,
        }
        key: stripe.RequestOptions = {"idempotency_key": f"{order.ref}-create"}
        session = self._call(lambda api: api.v1.checkout.sessions.create(params, key))  # type: ignore[arg-type]  # a TypedDict of two hundred keys
        return Started(Redirect(str(session["url"])), session_id=str(session["id"]))

    def fetch(self, order: Order) -> Snapshot:
        if not order.session_id:
            raise OutcomeUnknown("no checkout was opened")
        expand = ["payment_intent.latest_charge"]
        session = self._call(
            lambda api: api.v1.checkout.sessions.retrieve(order.session_id, {"expand": expand})
        )
        currency = str(session["currency"]).upper()
        intent = session.get("payment_intent") or {}
        return Snapshot(
            outcome=_outcome(session, intent),
            ref=str(session["client_reference_id"]),
            amount=from_minor(session["amount_total"], currency, EXPONENTS | {currency: _places(currency)}),
            currency=currency,
            payment_id=str(intent.get("id", "")),
            live=session["livemode"],
            reason=str((intent.get("last_payment_error") or {}).get("code") or session["status"]),
        )

    def cancel(self, order: Order) -> bool:
        if not order.session_id:
            return False
        key: stripe.RequestOptions = {"idempotency_key": f"{order.ref}-expire"}
        session = self._call(lambda api: api.v1.checkout.sessions.expire(order.session_id, {}, key))
        return bool(session["status"] == "expired")

    def notice(self, inbound: Inbound) -> Notice:
        from apps.payments.providers.stripe.api import verify

        header = inbound.headers.get(SIGNATURE_HEADER, "")
        verify(inbound.body, header, secret=self._credential("webhook_secret"))
        if abs(inbound.received_at - _signed_at(header)) > TOLERANCE_SECONDS:
            raise Forged("the signature is too old")
        event = load_exact_json(inbound.body)
        if event.get("livemode", self.account.live) is not self.account.live:
            raise Forged("of the other mode")
        subject = (event.get("data") or {}).get("object") or {}
        is_session = subject.get("object") == "checkout.session"
        return Notice(
            ref=str(subject.get("client_reference_id") or (subject.get("metadata") or {}).get("ref") or ""),
            session_id=str(subject["id"]) if is_session else "",
            payment_id=_id_of(subject.get("payment_intent")),
            event_id=str(event.get("id", "")),
            kind=str(event.get("type", "")),
        )

    def refund(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        # Idempotency keys last a day and retries a week, so an existing refund is searched first.
        if known := self._known_refund(order, refund):
            return known
        minor = minor_of(refund.amount, order.currency)
        made = self._call(
            lambda api: api.v1.refunds.create(
                {"payment_intent": order.payment_id, "amount": minor, "metadata": {"ref": refund.ref}},
                {"idempotency_key": f"{refund.ref}-refund"},
            )
        )
        return _refund_answer(made)

    def refund_status(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        if refund.refund_id:
            return _refund_answer(self._call(lambda api: api.v1.refunds.retrieve(refund.refund_id)))
        return self.refund(order, refund)

    def _known_refund(self, order: Order, refund: RefundOrder) -> RefundAnswer | None:
        refunds = self._call(
            lambda api: api.v1.refunds.list({"payment_intent": order.payment_id, "limit": 100})
        )
        for data in refunds["data"]:
            if (data.get("metadata") or {}).get("ref") == refund.ref:
                return _refund_answer(data)
        return None

    def _credential(self, name: str) -> str:
        return self.account.credentials[name]

    def _call(self, request: "Callable[[stripe.StripeClient], stripe.StripeObject]") -> dict[str, Any]:
        # The library is large: loaded with the first call.
        from apps.payments.providers.stripe.api import call

        return call(request, key=self._credential("secret_key"), host=self.host(test=API, live=API))


def minor_of(amount: Decimal, currency: str) -> int:
    """Return the amount in Stripe's units. Raises ValueError if Stripe cannot charge it exactly."""
    minor = to_minor(amount, currency, EXPONENTS | {currency: _places(currency)})
    if minor % LAST_DIGITS.get(currency, 1):
        raise ValueError(f"{amount} {currency} has more decimals than Stripe charges")
    return minor


def _places(currency: str) -> int:
    return EXPONENTS.get(currency, 2)


def _outcome(session: dict[str, Any], intent: dict[str, Any]) -> Outcome:
    charge = intent.get("latest_charge") or {}
    match session["status"], session["payment_status"]:
        case "complete", "paid" if charge.get("disputed"):
            return Outcome.DISPUTED
        case "complete", "paid" if charge.get("refunded"):
            return Outcome.REFUNDED
        case "complete", "paid":
            return Outcome.PAID
        case "complete", "unpaid" if intent.get("status") in DELAYED_FAILURE:
            return Outcome.FAILED
        case "expired", _:
            return Outcome.FAILED
        case "open", _:
            return Outcome.OPEN
    return Outcome.PENDING


def _signed_at(header: str) -> int:
    """Return the timestamp of a verified header."""
    return int(next(part for part in header.split(",") if part.startswith("t=")).removeprefix("t="))


def _id_of(value: object) -> str:
    """Return the id of an expandable field."""
    return str(value["id"]) if isinstance(value, dict) else str(value or "")


def _refund_answer(data: dict[str, Any]) -> RefundAnswer:
    outcome = REFUNDS.get(str(data["status"]), RefundOutcome.PENDING)
    return RefundAnswer(outcome, refund_id=str(data["id"]), reason=str(data.get("failure_reason") or ""))
