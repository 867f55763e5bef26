"""Mercado Pago, Checkout Pro: a preference is shown, and paid by one of several payments that are tried.

Source: Mercado Pago's reference (preferences, payments, refunds, webhooks) and its Python SDK's validator.
"""

import hashlib
import hmac
from decimal import Decimal
from typing import Any, ClassVar, Final

from apps.core.numbers import load_exact_json, parse_amount, parse_whole
from apps.payments.amounts import exponent, number
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
from apps.payments.providers.base import BaseProvider
from apps.payments.providers.http import UNAUTHORIZED, bad_credentials, call, read_json

API: Final = "https://api.mercadopago.com"
CURRENCY_OF: Final = {
    "AR": "ARS",
    "BR": "BRL",
    "CL": "CLP",
    "CO": "COP",
    "MX": "MXN",
    "PE": "PEN",
    "UY": "UYU",
}
"""An account charges the currency of its own country, and no other."""
WHOLE: Final = dict.fromkeys(("COP", "CLP", "PYG", "HNL", "NIO"), 0)
OUTCOMES: Final = {
    "approved": Outcome.PAID,
    "rejected": Outcome.FAILED,
    "cancelled": Outcome.FAILED,
    "refunded": Outcome.REFUNDED,
    "charged_back": Outcome.DISPUTED,
}
"""Every other word (pending, in_process, in_mediation, authorized, whatever comes) is pending."""
TELLING: Final = (Outcome.PAID, Outcome.DISPUTED, Outcome.REFUNDED, Outcome.PENDING, Outcome.FAILED)
"""Of several tries of one order, which one tells how it stands."""
REFUNDS: Final = {
    "approved": RefundOutcome.DONE,
    "rejected": RefundOutcome.FAILED,
    "cancelled": RefundOutcome.FAILED,
}
"""Every other word (in_process) is pending."""
SHOW_PENDING_REFUNDS: Final = {"X-Render-In-Process-Refunds": "true"}
"""Else one that Pix takes time for looks like a refusal."""


class _Missing(ProviderError):
    """This account has no such thing."""


def sign(secret: str, *, data_id: str, request_id: str, ts: str) -> str:
    """HMAC-SHA256, hex, over what is there of the three."""
    parts = {"id": data_id, "request-id": request_id, "ts": ts}
    manifest = "".join(f"{name}:{value};" for name, value in parts.items() if value)
    return hmac.new(secret.encode(), manifest.encode(), hashlib.sha256).hexdigest()


def is_signed(secret: str, header: str, *, data_id: str, request_id: str) -> bool:
    """Whether a header x-signature fits.

    The id counts as it came or in lower case: sources differ. `ts` is in seconds or in milliseconds
    (UNVERIFIED which) and is held against no clock: an old notification only makes us ask once more.
    """
    parts = {name.strip(): value.strip() for name, _, value in (p.partition("=") for p in header.split(","))}
    ts, shown = parts.get("ts", ""), parts.get("v1", "")
    if not (ts.isascii() and ts.isdigit() and shown):
        return False
    expected = [
        sign(secret, data_id=name, request_id=request_id, ts=ts) for name in {data_id, data_id.lower()}
    ]
    return any(hmac.compare_digest(one.encode(), shown.encode()) for one in expected)


class MercadoPagoProvider(BaseProvider):
    name: ClassVar[str] = "mercadopago"
    label: ClassVar[str] = "Mercado Pago"
    mark: ClassVar[Mark] = Mark("#00618f", "MP")
    docs_url: ClassVar[str] = "https://www.mercadopago.com/developers"
    webhook_headers: ClassVar[tuple[str, ...]] = ("x-signature", "x-request-id")
    credentials: ClassVar[tuple[Credential, ...]] = (
        # Test users have tokens of the live form: a test mode may hold either.
        Credential("access_token", pattern=r"(TEST|APP_USR)-[\w-]+", live=r"APP_USR-"),
        Credential("webhook_secret"),
        Credential("country", secret=False, choices=tuple(CURRENCY_OF)),
    )
    currencies: ClassVar[frozenset[str] | None] = frozenset(CURRENCY_OF.values())

    def supports_currency(self, currency: str) -> bool:
        return CURRENCY_OF.get(self.account.credentials.get("country", "")) == currency

    def check_credentials(self) -> bool:
        # https://www.mercadopago.com.mx/developers/en/docs/checkout-bricks/additional-content/consult-payment-methods
        # A token that is not known is a 401 `unauthorized`: https://github.com/mercadopago/sdk-php/issues/118
        answer = call(
            "GET",
            self.host(test=API, live=API) + "/v1/payment_methods",
            headers={"Authorization": f"Bearer {self.account.credentials['access_token']}"},
        )
        if answer.status_code == UNAUTHORIZED:
            raise bad_credentials(answer)
        if answer.status_code >= 400:
            raise ProviderError(f"HTTP {answer.status_code}")
        return True

    def start(self, order: Order) -> Started:
        if not self.supports_currency(order.currency):
            raise ProviderError(f"this account's country does not pay in {order.currency}")
        payer = {
            "email": order.payer.email,
            "name": order.payer.first_name,
            "surname": order.payer.last_name,
        }
        item = {
            "id": order.ref,
            "title": order.description,
            "quantity": 1,
            "currency_id": order.currency,
            "unit_price": _number(order.amount, order.currency),
        }
        body = {
            "items": [item],
            "payer": {name: value for name, value in payer.items() if value},
            "back_urls": dict.fromkeys(("success", "failure", "pending"), order.return_url),
            "auto_return": "approved",
            "external_reference": order.ref,
            # Signed notifications instead of the older unsigned ones.
            "notification_url": f"{order.webhook_url}?source_news=webhooks",
            "metadata": {"cust_id": order.payer.id},
            "expires": True,
            "expiration_date_to": order.expires_at.isoformat(timespec="milliseconds"),
        }
        data = self._call("POST", "/checkout/preferences", key=order.ref, json=body)
        # UNVERIFIED that sandbox_init_point works for all accounts; test users pay at init_point.
        return Started(Redirect(str(data["init_point"])), session_id=str(data["id"]))

    def fetch(self, order: Order) -> Snapshot:
        if order.payment_id:
            return self._payment(order.payment_id)
        asked = {"external_reference": order.ref, "sort": "date_created", "criteria": "desc"}
        tries = [
            self._snapshot(data) for data in self._call("GET", "/v1/payments/search", params=asked)["results"]
        ]
        for outcome in TELLING:
            for snapshot in tries:
                if snapshot.outcome is outcome:
                    return snapshot
        return Snapshot(outcome=Outcome.PENDING)

    def notice(self, inbound: Inbound) -> Notice:
        kind, payment_id = self._named(inbound)
        if not payment_id:
            return Notice(kind=kind)
        try:
            snapshot = self._payment(str(parse_whole(payment_id)))
        except _Missing as error:
            # An application's live and test modes may share their secret.
            raise Forged("no payment of this account") from error
        # One that failed says little: another try of the same order may be under way, which fetch sees.
        decides = None if snapshot.outcome is Outcome.FAILED else snapshot
        return Notice(ref=snapshot.ref, payment_id=snapshot.payment_id, kind=kind, snapshot=decides)

    def refund(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        path = f"/v1/payments/{order.payment_id}/refunds"
        body = {"amount": _number(refund.amount, order.currency)}
        return _refund_answer(self._call("POST", path, key=refund.ref, json=body))

    def refund_status(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        if not refund.refund_id:
            return self.refund(order, refund)
        path = f"/v1/payments/{order.payment_id}/refunds/{refund.refund_id}"
        return _refund_answer(self._call("GET", path))

    def _named(self, inbound: Inbound) -> tuple[str, str]:
        """What a notification is, and the payment it is about. Raises Forged."""
        header = inbound.headers.get("x-signature")
        if header is None:
            return _unsigned(inbound)
        data_id = inbound.query.get("data.id", "")
        request_id = inbound.headers.get("x-request-id", "")
        secret = self.account.credentials["webhook_secret"]
        if not is_signed(secret, header, data_id=data_id, request_id=request_id):
            raise Forged("the signature does not fit")
        event = load_exact_json(inbound.body)
        kind = str(event.get("action") or event.get("type") or "")
        if event.get("type") != "payment":
            return kind, ""
        return kind, data_id or str(event["data"]["id"])

    def _payment(self, payment_id: str) -> Snapshot:
        return self._snapshot(self._call("GET", f"/v1/payments/{payment_id}"))

    def _snapshot(self, data: dict[str, Any]) -> Snapshot:
        # UNVERIFIED: payments between test users are said to be live; never the other way about.
        live = bool(data["live_mode"]) if self.account.live or not data["live_mode"] else None
        return Snapshot(
            outcome=OUTCOMES.get(str(data["status"]), Outcome.PENDING),
            ref=str(data.get("external_reference") or ""),
            amount=parse_amount(data["transaction_amount"]),
            currency=str(data["currency_id"]),
            payment_id=str(data["id"]),
            live=live,
            reason=str(data.get("status_detail") or ""),
        )

    def _call(self, method: str, path: str, *, key: str = "", **options: Any) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self.account.credentials['access_token']}"}
        if "/refunds" in path:
            headers |= SHOW_PENDING_REFUNDS
        if key:
            headers["X-Idempotency-Key"] = key
        answer = call(method, self.host(test=API, live=API) + path, headers=headers, **options)
        if answer.status_code == UNAUTHORIZED:
            raise bad_credentials(answer)
        body = read_json(answer)
        if answer.status_code >= 400:
            refusal = _Missing if answer.status_code == 404 else ProviderError
            raise refusal(f"HTTP {answer.status_code}: {body.get('message', '')}"[:200])
        return body


def _unsigned(inbound: Inbound) -> tuple[str, str]:
    """The older notifications (IPN) carry no signature: all they can do is make us ask."""
    topic, name = inbound.query.get("topic", ""), inbound.query.get("id", "")
    if not (topic and name):
        raise Forged("no signature")
    return topic, name if topic == "payment" else ""


def _number(amount: Decimal, currency: str) -> int | float:
    return number(amount, places=exponent(currency, WHOLE))


def _refund_answer(data: dict[str, Any]) -> RefundAnswer:
    if "id" not in data:
        raise OutcomeUnknown("a refund without an id")
    return RefundAnswer(
        REFUNDS.get(str(data.get("status")), RefundOutcome.PENDING), refund_id=str(data["id"])
    )
