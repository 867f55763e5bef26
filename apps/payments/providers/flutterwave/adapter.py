"""Flutterwave v3: a hosted page. One reference may have several transactions.

Source: Flutterwave's v3 reference (payments, transactions, refunds, webhooks, checksum).
"""

import base64
import hashlib
import hmac
from datetime import timedelta
from decimal import Decimal
from typing import Any, ClassVar, Final

from django.utils import timezone

from apps.core.validation.numbers import load_exact_json, parse_amount, parse_whole
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

API: Final = "https://api.flutterwave.com"
TEST_KEY: Final = "FLWSECK_TEST"
CURRENCIES: Final = frozenset(
    {
        "CAD",
        "CLP",
        "COP",
        "EGP",
        "EUR",
        "GBP",
        "GHS",
        "GNF",
        "KES",
        "MAD",
        "MWK",
        "NGN",
        "RWF",
        "SLL",
        "STD",
        "TZS",
        "UGX",
        "USD",
        "XAF",
        "XOF",
        "ZAR",
        "ZMW",
    }
)
WHOLE: Final = dict.fromkeys(("XAF", "XOF", "RWF", "UGX", "GNF", "CLP"), 0)
"""UNVERIFIED whether Flutterwave rejects decimals of these; such payments are not started."""
OUTCOMES: Final = {"successful": Outcome.PAID, "failed": Outcome.FAILED}
"""Every other status (pending, pending auth, a new one) is pending."""
NO_TRANSACTION: Final = "no transaction was found"
LONGEST_SESSION: Final = 1440
MAX_PAGES: Final = 50


def sign(secret_hash: str, body: bytes) -> str:
    """HMAC-SHA256, Base64, over the raw body. UNVERIFIED: known from third-party code only."""
    return base64.b64encode(hmac.new(secret_hash.encode(), body, hashlib.sha256).digest()).decode()


def payload_hash(*, amount: str, currency: str, email: str, tx_ref: str, secret_key: str) -> str:
    """Return the checksum that protects the order from changes in transit."""
    hashed_key = hashlib.sha256(secret_key.encode()).hexdigest()
    return hashlib.sha256(f"{amount}{currency}{email}{tx_ref}{hashed_key}".encode()).hexdigest()


class FlutterwaveProvider(BaseProvider):
    name: ClassVar[str] = "flutterwave"
    label: ClassVar[str] = "Flutterwave"
    mark: ClassVar[Mark] = Mark("#b35900", "Fw")
    docs_url: ClassVar[str] = "https://developer.flutterwave.com/docs"
    webhook_headers: ClassVar[tuple[str, ...]] = ("verif-hash", "flutterwave-signature")
    credentials: ClassVar[tuple[Credential, ...]] = (
        Credential("secret_key", pattern=r"FLWSECK(_TEST)?-[\w-]+", test=r"FLWSECK_TEST-", live=r"FLWSECK-"),
        Credential("secret_hash"),
    )
    currencies: ClassVar[frozenset[str] | None] = CURRENCIES

    def check_credentials(self) -> bool:
        # All wallet balances: https://developer.flutterwave.com/v3.0.0/reference/get-all-wallet-balances
        # A wrong key is a 401: https://developer.flutterwave.com/docs/integration-guides/errors
        self._call("GET", "/v3/balances")
        return True

    def start(self, order: Order) -> Started:
        payer = order.payer
        amount = _number(order.amount, order.currency)
        email = payer.email or f"rider-{payer.id}@no-mail.invalid"
        customer = {
            "email": email,
            "name": f"{payer.first_name} {payer.last_name}".strip(),
            "phonenumber": payer.mobile,
        }
        minutes = int((order.expires_at - order.created_at).total_seconds()) // 60
        body = {
            "tx_ref": order.ref,
            "amount": amount,
            "currency": order.currency,
            "redirect_url": order.return_url,
            "customer": {name: value for name, value in customer.items() if value},
            "customizations": {"title": order.description},
            "meta": {"cust_id": payer.id},
            "session_duration": min(minutes, LONGEST_SESSION),
            "payload_hash": payload_hash(
                amount=str(amount),
                currency=order.currency,
                email=email,
                tx_ref=order.ref,
                secret_key=self._secret_key,
            ),
        }
        return Started(Redirect(str(self._call("POST", "/v3/payments", json=body)["data"]["link"])))

    def fetch(self, order: Order) -> Snapshot:
        if order.payment_id:
            return self._transaction(order.payment_id)
        path = "/v3/transactions/verify_by_reference"
        try:
            return _snapshot(self._call("GET", path, params={"tx_ref": order.ref})["data"])
        except ProviderError as error:
            if not _is_unknown_transaction(error):
                raise
            # The payer has not started a transaction yet.
            return Snapshot(outcome=Outcome.PENDING)

    def notice(self, inbound: Inbound) -> Notice:
        self._verify(inbound)
        event = load_exact_json(inbound.body)
        kind, data = str(event.get("event", "")), event.get("data") or {}
        if not kind.startswith("charge."):
            # UNVERIFIED what a refund's event contains, so only its ids are read.
            payment_id = data.get("tx_id") or data.get("transaction_id") or ""
            return Notice(ref=str(data.get("tx_ref") or ""), payment_id=str(payment_id), kind=kind)
        # This transaction is queried by id, because the reference may have another one that failed.
        try:
            snapshot = self._transaction(str(parse_whole(data["id"])))
        except ProviderError as error:
            if not _is_unknown_transaction(error):
                raise
            raise Forged("not a transaction of this account") from error
        return Notice(ref=snapshot.ref, payment_id=snapshot.payment_id, kind=kind, snapshot=snapshot)

    def refund(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        # Flutterwave has no idempotency keys, so the refund's reference is in the comment, and an existing
        # refund is searched first.
        if known := self._known_refund(order, refund):
            return known
        body = {"amount": _number(refund.amount, order.currency), "comments": refund.ref}
        path = f"/v3/transactions/{order.payment_id}/refund"
        return _refund_answer(self._call("POST", path, json=body)["data"])

    def refund_status(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        return self._known_refund(order, refund) or RefundAnswer(
            RefundOutcome.PENDING, reason="not listed yet"
        )

    def _known_refund(self, order: Order, refund: RefundOrder) -> RefundAnswer | None:
        """Search all refunds since the payment; no filter by transaction is documented."""
        days = {
            "from": (order.created_at - timedelta(days=1)).date().isoformat(),
            "to": (timezone.now() + timedelta(days=1)).date().isoformat(),
        }
        for page in range(1, MAX_PAGES + 1):
            answer = self._call("GET", "/v3/refunds", params={**days, "page": str(page)})
            for data in answer["data"]:
                if refund.ref in (data.get("comment"), data.get("comments")):
                    return _refund_answer(data)
            if page >= int(answer["meta"]["page_info"]["total_pages"]):
                return None
        raise OutcomeUnknown(f"more than {MAX_PAGES} pages of refunds")

    def _transaction(self, payment_id: str) -> Snapshot:
        return _snapshot(self._call("GET", f"/v3/transactions/{payment_id}/verify")["data"])

    def _verify(self, inbound: Inbound) -> None:
        """Verify the secret hash, or the signature made with it. Raises Forged."""
        secret_hash = self.account.credentials["secret_hash"]
        expected = {
            "verif-hash": secret_hash,
            "flutterwave-signature": sign(secret_hash, inbound.body),
        }
        received = {name: inbound.headers[name] for name in expected if name in inbound.headers}
        if not received:
            raise Forged("no hash and no signature")
        if not any(
            hmac.compare_digest(expected[name].encode(), received[name].encode()) for name in received
        ):
            raise Forged(f"{' and '.join(received)} do not match")

    @property
    def _secret_key(self) -> str:
        return self.account.credentials["secret_key"]

    def _call(self, method: str, path: str, **options: Any) -> dict[str, Any]:
        if self.account.live == self._secret_key.startswith(TEST_KEY):
            # Responses do not contain the mode; only the key does.
            raise ProviderError("the secret key is of the other mode")
        url = self.host(test=API, live=API) + path
        answer = call(method, url, headers={"Authorization": f"Bearer {self._secret_key}"}, **options)
        if answer.status_code == UNAUTHORIZED:
            raise bad_credentials(answer)
        body = read_json(answer)
        if answer.status_code >= 400 or body.get("status") != "success":
            raise ProviderError(f"HTTP {answer.status_code}: {body.get('message', '')}"[:200])
        return body


def _is_unknown_transaction(error: ProviderError) -> bool:
    return not isinstance(error, OutcomeUnknown) and NO_TRANSACTION in str(error).lower()


def _number(amount: Decimal, currency: str) -> int | float:
    return number(amount, places=exponent(currency, WHOLE))


def _snapshot(data: dict[str, Any]) -> Snapshot:
    return Snapshot(
        outcome=OUTCOMES.get(str(data["status"]), Outcome.PENDING),
        ref=str(data["tx_ref"]),
        amount=parse_amount(data["amount"]),
        currency=str(data["currency"]),
        payment_id=str(data["id"]),
        reason=str(data.get("processor_response") or ""),
    )


def _refund_answer(data: dict[str, Any]) -> RefundAnswer:
    """Parse statuses with a suffix for the channel: completed-mpgs, pending-momo."""
    status = str(data.get("status", "")).partition("-")[0]
    outcomes = {
        "completed": RefundOutcome.DONE,
        "successful": RefundOutcome.DONE,
        "failed": RefundOutcome.FAILED,
    }
    return RefundAnswer(outcomes.get(status, RefundOutcome.PENDING), refund_id=str(data.get("id", "")))
