"""PayFast: a form that the browser posts. Only the webhook (ITN) reports the payment's status.

Source: PayFast's integration guide (custom integration, ITN) and its API reference (refunds).
"""

import hashlib
import hmac
from collections.abc import Iterable
from typing import Any, ClassVar, Final
from urllib.parse import parse_qsl, quote_plus

from django.utils import timezone

from apps.core.validation.numbers import parse_amount
from apps.payments.amounts import plain, to_minor
from apps.payments.port import (
    AutoPost,
    CannotRefund,
    Credential,
    Forged,
    Inbound,
    Mark,
    Notice,
    Order,
    Outcome,
    OutcomeUnknown,
    ProviderError,
    RefundAnswer,
    RefundOrder,
    RefundOutcome,
    Snapshot,
    Started,
)
from apps.payments.providers.base import BaseProvider
from apps.payments.providers.http import call, read_json
from apps.payments.providers.refund_reconciliation import is_already_refunded

SANDBOX: Final = "https://sandbox.payfast.co.za"
LIVE: Final = "https://www.payfast.co.za"
API: Final = "https://api.payfast.co.za"
CURRENCY: Final = "ZAR"
MAX_LENGTH: Final = 100
OUTCOMES: Final = {"COMPLETE": Outcome.PAID, "FAILED": Outcome.FAILED, "CANCELLED": Outcome.FAILED}
FORM: Final = "application/x-www-form-urlencoded"
MANUAL_METHODS: Final = ("BANK_PAYOUT", "NOT_AVAILABLE")

Pairs = Iterable[tuple[str, str]]


def encoded(pairs: Pairs) -> str:
    """Return `name=value` pairs in the given order, encoded like PHP's urlencode."""
    return "&".join(f"{name}={_urlencoded(value.strip())}" for name, value in pairs)


def _urlencoded(value: str) -> str:
    # Invalid UTF-8 is preserved byte for byte.
    return quote_plus(value, errors="surrogateescape").replace("~", "%7E")


def sign(pairs: Pairs, passphrase: str) -> str:
    """MD5, hex, over the fields in the given order, then the passphrase."""
    last = [("passphrase", passphrase)] if passphrase else []
    return hashlib.md5(encoded([*pairs, *last]).encode(), usedforsecurity=False).hexdigest()


def sign_form(pairs: Pairs, passphrase: str) -> str:
    """Return the signature of a checkout, without empty fields."""
    return sign([(name, value) for name, value in pairs if value.strip()], passphrase)


def sign_call(values: dict[str, str], passphrase: str) -> str:
    """Return the signature of an API call: headers, body and passphrase, sorted by name."""
    return sign(sorted((values | {"passphrase": passphrase}).items()), "")


class PayfastProvider(BaseProvider):
    name: ClassVar[str] = "payfast"
    label: ClassVar[str] = "PayFast"
    mark: ClassVar[Mark] = Mark("#b8001f", "PF")
    docs_url: ClassVar[str] = "https://developers.payfast.co.za"
    webhook_hosts: ClassVar[tuple[str, ...]] = (
        "www.payfast.co.za",
        "sandbox.payfast.co.za",
        "w1w.payfast.co.za",
        "w2w.payfast.co.za",
    )
    # PayFast's passphrase is optional. Without it anyone could sign, so it is required here.
    credentials: ClassVar[tuple[Credential, ...]] = (
        Credential("merchant_id", secret=False, pattern=r"\d+"),
        Credential("merchant_key", pattern=r"\w+"),
        Credential("passphrase"),
    )
    currencies: ClassVar[frozenset[str] | None] = frozenset({CURRENCY})

    def start(self, order: Order) -> Started:
        pairs = [(name, value[:MAX_LENGTH].strip()) for name, value in self._payer_and_item(order)]
        fields = dict([*self._merchant(order), *((name, value) for name, value in pairs if value)])
        fields["signature"] = sign_form(fields.items(), self._passphrase)
        return Started(AutoPost(f"{self._host}/eng/process", fields))

    def fetch(self, order: Order) -> Snapshot:
        # There is no query by reference, so only the verified webhook decides.
        return Snapshot(outcome=Outcome.PENDING)

    def notice(self, inbound: Inbound) -> Notice:
        pairs, fields = self._signed(inbound)
        if fields.get("merchant_id") != self.account.credentials["merchant_id"]:
            raise Forged("for another merchant")
        self.check_sender(inbound)
        self._confirm(encoded(pairs))
        return _notice(fields, live=self.account.live)

    def refund(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        done = RefundAnswer(RefundOutcome.DONE, refund_id=f"{order.payment_id}:{refund.ref}")
        # PayFast has no idempotency keys, but reports the refundable amount.
        state = self._call("GET", f"/refunds/query/{order.payment_id}", {})
        original = parse_amount(state["amount_original"])
        left = order.amount * parse_amount(state["amount_available_for_refund"]) / original
        if is_already_refunded(refund, order.amount - left):
            return done
        kind = "refund_full" if refund.amount == order.amount else "refund_partial"
        method = (state.get(kind) or {}).get("method")
        if method in MANUAL_METHODS:
            raise ProviderError(f"PayFast cannot refund this automatically ({method}): use its dashboard")
        body = {
            "amount": str(to_minor(refund.amount, CURRENCY)),
            "reason": refund.reason.strip()[:MAX_LENGTH].strip() or "Refund",
        }
        if self._call("POST", f"/refunds/{order.payment_id}", body) is not True:
            raise OutcomeUnknown("an unknown response to a refund")
        return done

    def _merchant(self, order: Order) -> list[tuple[str, str]]:
        return [
            ("merchant_id", self.account.credentials["merchant_id"]),
            ("merchant_key", self.account.credentials["merchant_key"]),
            ("return_url", order.return_url),
            ("cancel_url", order.cancel_url),
            ("notify_url", order.webhook_url),
        ]

    def _payer_and_item(self, order: Order) -> list[tuple[str, str]]:
        """Return the fields in PayFast's order, which the signature depends on."""
        return [
            ("name_first", order.payer.first_name),
            ("name_last", order.payer.last_name),
            ("email_address", order.payer.email),
            ("cell_number", _south_african(order.payer.mobile)),
            ("m_payment_id", order.ref),
            ("amount", plain(order.amount, places=2)),
            ("item_name", order.description),
            ("custom_str1", str(order.payer.id)),
        ]

    def _signed(self, inbound: Inbound) -> tuple[list[tuple[str, str]], dict[str, str]]:
        """Return the signed fields as received. Raises Forged."""
        received = parse_qsl(
            inbound.body.decode(), keep_blank_values=True, strict_parsing=True, errors="surrogateescape"
        )
        names = [name for name, _value in received]
        if "signature" not in names or len(set(names)) != len(names):
            raise Forged("no signature, or a repeated field")
        pairs = received[: names.index("signature")]
        signature = dict(received)["signature"]
        if not hmac.compare_digest(sign(pairs, self._passphrase).encode(), signature.encode()):
            raise Forged("the signature does not match")
        return pairs, dict(pairs)

    def _confirm(self, parameters: str) -> None:
        """Confirm with PayFast that it sent the webhook. Raises Forged, OutcomeUnknown."""
        answer = call(
            "POST",
            f"{self._host}/eng/query/validate",
            content=parameters.encode(),
            headers={"Content-Type": FORM},
        )
        verdict = answer.text.strip()
        if answer.status_code != 200 or verdict not in ("VALID", "INVALID"):
            raise OutcomeUnknown(f"HTTP {answer.status_code} for the validation of a webhook")
        if verdict == "INVALID":
            raise Forged("PayFast did not send this")

    def _call(self, method: str, path: str, body: dict[str, str]) -> Any:
        """Return the API's unwrapped response. Raises CannotRefund, ProviderError, OutcomeUnknown."""
        host = self.host(test="", live=API)
        if not host:
            raise CannotRefund("PayFast's sandbox does not support refunds")
        headers = {
            "merchant-id": self.account.credentials["merchant_id"],
            "version": "v1",
            "timestamp": timezone.now().isoformat(timespec="seconds"),
        }
        headers["signature"] = sign_call(headers | body, self._passphrase)
        options: dict[str, Any] = {"json": body} if body else {}
        answer = call(method, host + path, headers=headers, **options)
        content = read_json(answer)
        # UNVERIFIED: the query's response is documented with an envelope and without.
        data = content.get("data")
        inner = data.get("response", data) if isinstance(data, dict) else content
        if answer.status_code >= 400 or content.get("status") == "failed":
            message = data.get("message", "") if isinstance(data, dict) else ""
            # A rejected query does not decide a refund that was requested before.
            error = OutcomeUnknown if method == "GET" else ProviderError
            raise error(f"HTTP {answer.status_code}: {message}"[:200])
        return inner

    @property
    def _host(self) -> str:
        return self.host(test=SANDBOX, live=LIVE)

    @property
    def _passphrase(self) -> str:
        return self.account.credentials["passphrase"]


def _notice(fields: dict[str, str], *, live: bool) -> Notice:
    ref, payment_id = fields["m_payment_id"], fields["pf_payment_id"]
    status = fields["payment_status"]
    snapshot = Snapshot(
        outcome=OUTCOMES.get(status, Outcome.PENDING),
        ref=ref,
        amount=parse_amount(fields["amount_gross"]),
        currency=CURRENCY,
        payment_id=payment_id,
        live=live,
        reason=status,
    )
    event_id = f"{payment_id}:{status}"
    return Notice(ref=ref, payment_id=payment_id, event_id=event_id, kind=status, snapshot=snapshot)


def _south_african(mobile: str) -> str:
    """Return the national number. UNVERIFIED that PayFast accepts others, so they are omitted."""
    return f"0{mobile.removeprefix('+27')}" if mobile.startswith("+27") else ""
