"""Culqi: its checkout on Hansom's page creates a token, which the server charges.

Source: Culqi's API reference (cargos, devoluciones), its pages about Checkout Custom, Culqi 3DS and webhooks.
Cards only: wallets and cash require an order at Culqi first.
"""

import base64
import hmac
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, ClassVar, Final

from apps.core.http.json_limits import load_json
from apps.core.validation.numbers import load_exact_json, parse_whole
from apps.payments.amounts import from_minor, to_minor
from apps.payments.port import (
    CardPage,
    Credential,
    Forged,
    Inbound,
    Mark,
    Notice,
    Order,
    Outcome,
    OutcomeUnknown,
    OwnPage,
    ProviderError,
    RefundAnswer,
    RefundOrder,
    RefundOutcome,
    Snapshot,
    Started,
    StepUp,
)
from apps.payments.providers.base import BaseProvider
from apps.payments.providers.http import UNAUTHORIZED, bad_credentials, call, read_json

API: Final = "https://api.culqi.com"
CHECKOUT: Final = "https://js.culqi.com/checkout-js"
THREE_DS: Final = "https://3ds.culqi.com"
TEMPLATE: Final = Path(__file__).with_name("card.html")
CURRENCIES: Final = frozenset({"PEN", "USD"})
EXPONENTS: Final = dict.fromkeys(CURRENCIES, 2)
MIN_CENTIMOS, MAX_CENTIMOS = 300, 999_900
"""The limits of one charge, in céntimos."""
PAID: Final = "venta_exitosa"
REVIEW: Final = "REVIEW"
RETRYABLE: Final = (408, 429)
REASON: Final = "solicitud_comprador"
AUTHENTICATION: Final = ("eci", "xid", "cavv", "protocolVersion", "directoryServerTransactionId")
PAGE_SIZE, MAX_PAGES = 100, 20
CLOCKS_DIFFER: Final = timedelta(minutes=10)


def basic(user: str, password: str) -> str:
    """Return the Authorization header of a webhook."""
    return "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()


class CulqiProvider(BaseProvider):
    name: ClassVar[str] = "culqi"
    label: ClassVar[str] = "Culqi"
    mark: ClassVar[Mark] = Mark("#00827c", "Cq")
    docs_url: ClassVar[str] = "https://docs.culqi.com"
    webhook_headers: ClassVar[tuple[str, ...]] = ("authorization",)
    webhook_events: ClassVar[tuple[str, ...]] = (
        "charge.creation.succeeded",
        "charge.creation.failed",
        "refund.creation.succeeded",
    )
    credentials: ClassVar[tuple[Credential, ...]] = (
        Credential(
            "public_key", secret=False, pattern=r"pk_(test|live)_\w+", test="pk_test_", live="pk_live_"
        ),
        Credential("secret_key", pattern=r"sk_(test|live)_\w+", test="sk_test_", live="sk_live_"),
        # The key that the checkout encrypts its requests with.
        Credential("rsa_id", secret=False, required=False),
        Credential("rsa_public_key", secret=False, required=False),
        # Webhooks have no signature, so without these none is accepted.
        Credential("webhook_user", secret=False),
        Credential("webhook_password"),
    )
    currencies: ClassVar[frozenset[str] | None] = CURRENCIES

    def check_credentials(self) -> bool:
        # The list of charges, as Culqi's own client reads it: https://github.com/culqi/culqi-python
        # That a wrong key is a 401 is reported by users, and UNVERIFIED in https://apidocs.culqi.com
        # There is no call for the public key, so only its format is checked.
        _checked_body(*self._call("GET", "/v2/charges?limit=1"))
        return True

    def start(self, order: Order) -> Started:
        params = {
            "public_key": self.account.credentials["public_key"],
            "amount": str(_minor(order)),
            "email": _email(order),
            "rsa_id": self.account.credentials.get("rsa_id", ""),
            "rsa_public_key": self.account.credentials.get("rsa_public_key", ""),
        }
        return Started(OwnPage({name: value for name, value in params.items() if value}))

    def page(self) -> CardPage:
        sandbox_url = self.local_sandbox
        if sandbox_url:
            origin = "/".join(sandbox_url.split("/")[:3])
            scripts = (f"{sandbox_url}/checkout-js", f"{sandbox_url}/3ds")
            return CardPage(TEMPLATE, scripts, {"script-src": (origin,), "connect-src": (origin,)})
        # UNVERIFIED which hosts the checkout connects to, and that its 3-D Secure is Cardinal's.
        own, cardinal = "https://*.culqi.com", "https://*.cardinalcommerce.com"
        return CardPage(
            TEMPLATE,
            (CHECKOUT, THREE_DS),
            {
                "script-src": (own, cardinal),
                "connect-src": (own, cardinal),
                "img-src": (own, "data:"),
                "font-src": (own,),
                "style-src": (own,),
                # 3-D Secure embeds and posts to the page of the card's bank; no list of hosts exists.
                "frame-src": ("https:",),
                "form-action": ("https:",),
            },
        )

    def submit(self, order: Order, data: Mapping[str, str]) -> Snapshot:
        person = {
            "first_name": order.payer.first_name[:50],
            "last_name": order.payer.last_name[:50],
            "phone_number": order.payer.mobile[:15],
            "device_finger_print_id": data.get("device", ""),
        }
        body: dict[str, Any] = {
            "amount": _minor(order),
            "currency_code": order.currency,
            "email": _email(order),
            "source_id": data["token"],
            "description": f"{order.description:_<5}"[:80],
            "antifraud_details": {name: value for name, value in person.items() if value},
            "metadata": {"ref": order.ref},
        }
        if data.get("authentication"):
            body["authentication_3DS"] = _authentication(data["authentication"])
        status, charge = self._call("POST", "/v2/charges", json=body)
        if status == 201:
            return _snapshot(charge)
        if status < 400 and charge.get("action_code") == REVIEW:
            raise StepUp("3-D Secure")
        if status >= 400 and charge.get("decline_code"):
            return Snapshot(outcome=Outcome.FAILED, reason=f"declined: {charge['decline_code']}")
        if status >= 400 and status not in RETRYABLE:
            raise ProviderError(f"HTTP {status}: {charge.get('type', '')} {charge.get('code', '')}".strip())
        raise OutcomeUnknown(f"HTTP {status} for a charge")

    def fetch(self, order: Order) -> Snapshot:
        if order.payment_id:
            status, charge = self._call("GET", f"/v2/charges/{order.payment_id}")
            return _snapshot(_checked_body(status, charge))
        if not order.session_id:
            # No token was submitted yet.
            return Snapshot(outcome=Outcome.OPEN)
        for charge in self._listed("/v2/charges", since=order.created_at):
            if (charge.get("metadata") or {}).get("ref") == order.ref:
                return _snapshot(charge)
        return Snapshot(outcome=Outcome.PENDING)

    def notice(self, inbound: Inbound) -> Notice:
        expected = basic(
            self.account.credentials["webhook_user"], self.account.credentials["webhook_password"]
        )
        received = inbound.headers.get("authorization", "")
        if not hmac.compare_digest(expected.encode(), received.encode("utf-8", "replace")):
            raise Forged("user and password do not match")
        event = load_exact_json(inbound.body)
        subject = event["data"]
        if isinstance(subject, str):
            subject = load_exact_json(subject)
        # The subject is a charge, or the refund of one.
        return Notice(
            ref=str((subject.get("metadata") or {}).get("ref") or ""),
            payment_id=str(subject.get("charge_id") or subject.get("id") or ""),
            event_id=str(event.get("id") or ""),
            kind=str(event["type"]),
        )

    def refund(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        # Culqi has no idempotency keys, so an existing refund is searched first.
        for known in self._listed("/v2/refunds", since=order.created_at):
            if (known.get("metadata") or {}).get("ref") == refund.ref:
                return RefundAnswer(RefundOutcome.DONE, refund_id=str(known["id"]))
        # UNVERIFIED that the list contains the metadata, so the charge's refunded total is compared as well.
        charge = _checked_body(*self._call("GET", f"/v2/charges/{order.payment_id}"))
        refunded = from_minor(charge.get("amount_refunded") or 0, order.currency, EXPONENTS)
        if refunded > refund.already_refunded:
            reason = f"Culqi refunded {refunded}, of which {refund.already_refunded:.2f} is recorded here"
            return RefundAnswer(RefundOutcome.PENDING, reason=reason)
        body = {
            "amount": to_minor(refund.amount, order.currency, EXPONENTS),
            "charge_id": order.payment_id,
            "reason": REASON,
            "metadata": {"ref": refund.ref},
        }
        made = _checked_body(*self._call("POST", "/v2/refunds", json=body))
        return RefundAnswer(RefundOutcome.DONE, refund_id=str(made["id"]))

    def _listed(self, path: str, *, since: datetime) -> Iterator[dict[str, Any]]:
        """Yield the list's rows back to `since`, newest first. Raises OutcomeUnknown if it is too long."""
        oldest, after = (since - CLOCKS_DIFFER).timestamp() * 1000, ""
        for _page in range(MAX_PAGES):
            query = f"?limit={PAGE_SIZE}" + (f"&after={after}" if after else "")
            answer = _checked_body(*self._call("GET", path + query))
            rows = answer["data"]
            yield from rows
            if len(rows) < PAGE_SIZE or rows[-1]["creation_date"] < oldest:
                return
            after = answer["paging"]["cursors"]["after"]
        raise OutcomeUnknown(f"{path} has too many pages")

    def _call(self, method: str, path: str, **options: Any) -> tuple[int, dict[str, Any]]:
        headers = {"Authorization": f"Bearer {self.account.credentials['secret_key']}"}
        answer = call(method, self.host(test=API, live=API) + path, headers=headers, **options)
        if answer.status_code == UNAUTHORIZED:
            raise bad_credentials(answer)
        return answer.status_code, read_json(answer)


def _checked_body(status: int, body: dict[str, Any]) -> dict[str, Any]:
    if status in RETRYABLE:
        raise OutcomeUnknown(f"HTTP {status}")
    if status >= 400:
        raise ProviderError(f"HTTP {status}: {body.get('type', '')} {body.get('code', '')}".strip())
    return body


def _snapshot(charge: dict[str, Any]) -> Snapshot:
    currency = str(charge.get("currency_code") or charge["currency"])
    total, refunded = parse_whole(charge["amount"]), parse_whole(charge.get("amount_refunded") or 0)
    outcome = Outcome.PENDING
    if charge["outcome"]["type"] == PAID and charge.get("capture", True):
        outcome = Outcome.REFUNDED if refunded >= total else Outcome.PAID
        if charge.get("dispute"):
            outcome = Outcome.DISPUTED
    charge_id = str(charge["id"])
    return Snapshot(
        outcome=outcome,
        ref=str((charge.get("metadata") or {}).get("ref") or ""),
        amount=from_minor(total, currency, EXPONENTS | {currency: 2}),
        currency=currency,
        payment_id=charge_id,
        live=None if charge_id.count("_") < 2 else charge_id.split("_")[1] == "live",
        reason=str(charge["outcome"]["type"]),
    )


def _authentication(text: str) -> dict[str, str]:
    """Return the result of 3-D Secure from the page. Raises ProviderError if it is malformed."""
    try:
        result = load_json(text)
        return {name: str(result[name]) for name in AUTHENTICATION if result.get(name) is not None}
    except (ValueError, AttributeError, KeyError) as error:
        raise ProviderError("no result of 3-D Secure") from error


def _minor(order: Order) -> int:
    minor = to_minor(order.amount, order.currency, EXPONENTS)
    if not MIN_CENTIMOS <= minor <= MAX_CENTIMOS:
        raise ProviderError(f"Culqi charges from {MIN_CENTIMOS} to {MAX_CENTIMOS} céntimos")
    return minor


def _email(order: Order) -> str:
    return order.payer.email or f"rider-{order.payer.id}@no-mail.invalid"
