"""The interface between payments and a gateway's adapter.

An adapter starts a checkout for an order and reports its status as a snapshot. A webhook or a returning
browser only names an attempt. Whether it was paid is decided by `fetch`, or by the verified webhook of a
gateway without a query (Notice.snapshot).
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import ClassVar, Final, Protocol


@dataclass(frozen=True, slots=True)
class Credential:
    """One value that an admin enters. The API never returns a secret one."""

    name: str
    secret: bool = True
    required: bool = True
    choices: tuple[str, ...] = ()
    pattern: str = ""
    """The documented format of the whole value, as a regular expression; "" if there is none."""
    test: str = ""
    """The prefix of test mode values, as a regular expression; "" if the gateway does not mark the mode."""
    live: str = ""
    """The prefix of live mode values."""
    example: str = ""
    """Shown in the empty field."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A gateway's logo: up to two letters on a color."""

    color: str
    """#rrggbb, dark enough for white letters."""
    letters: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Payer:
    id: int
    first_name: str
    last_name: str
    email: str
    mobile: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """The data of an attempt that an adapter sends to its gateway."""

    ref: str
    amount: Decimal
    currency: str
    """ISO 4217."""
    description: str
    payer: Payer
    language: str
    session_id: str
    """The gateway's id of the checkout; "" before it is started."""
    payment_id: str
    created_at: datetime
    expires_at: datetime
    return_url: str
    cancel_url: str
    webhook_url: str


@dataclass(frozen=True, slots=True)
class Redirect:
    url: str


@dataclass(frozen=True, slots=True)
class AutoPost:
    """A form that the payer's browser submits automatically."""

    url: str
    fields: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class OwnPage:
    """A page of Hansom that embeds the gateway's card fields; `params` are public."""

    params: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class CardPage:
    """The template, scripts and Content-Security-Policy of an OwnPage gateway."""

    template: Path
    """Extends payments/card.html."""
    scripts: tuple[str, ...]
    """The gateway's scripts, loaded in this order."""
    sources: Mapping[str, tuple[str, ...]]
    """Additional sources by directive of the Content-Security-Policy."""


@dataclass(frozen=True, slots=True)
class Started:
    action: Redirect | AutoPost | OwnPage
    session_id: str = ""


class Outcome(Enum):
    PAID = "paid"
    OPEN = "open"
    """Not paid; the payer can still pay on the gateway's page."""
    PENDING = "pending"
    """Submitted by the payer and not decided, or a status that is not known."""
    FAILED = "failed"
    REFUNDED = "refunded"
    """Refunded at the gateway, not by Hansom."""
    DISPUTED = "disputed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The current status of an order at the gateway. A PAID snapshot has all fields set."""

    outcome: Outcome
    ref: str = ""
    amount: Decimal | None = None
    currency: str = ""
    payment_id: str = ""
    live: bool | None = None
    """None if the gateway does not report the mode."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Inbound:
    """A request as received, before any parsing: signatures cover these bytes."""

    method: str
    headers: Mapping[str, str]
    """Names are in lower case."""
    query: Mapping[str, str]
    body: bytes
    remote_addr: str = ""
    received_at: float = field(default_factory=time.time)
    """Unix time. The age of a signature is measured by it, because verification may run much later."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """The content of a verified webhook. Without any id it concerns no order."""

    ref: str = ""
    session_id: str = ""
    payment_id: str = ""
    event_id: str = ""
    kind: str = ""
    snapshot: Snapshot | None = None
    refund_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RefundOrder:
    """A refund to request; `ref` is Hansom's reference, the same on each retry."""

    ref: str
    amount: Decimal
    already_refunded: Decimal
    reason: str
    refund_id: str = ""


class RefundOutcome(Enum):
    DONE = "done"
    PENDING = "pending"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class RefundAnswer:
    outcome: RefundOutcome
    refund_id: str = ""
    reason: str = ""


class ProviderError(Exception):
    """The gateway refused the request: the order cannot be started, or the refund is not possible."""


class OutcomeUnknown(ProviderError):
    """The gateway did not respond, or its response is unknown. The caller queries again and never guesses."""


class BadCredentials(OutcomeUnknown):
    """The gateway rejected the credentials, so nothing about the order was decided.

    Every call of the account fails until an admin enters other credentials.
    """


class StepUp(OutcomeUnknown):
    """Nothing was charged: the payer's bank requires authentication first.

    The same data is then submitted again with the result of the authentication.
    """


PARSE_ERRORS: Final = (
    LookupError,
    ValueError,
    TypeError,
    ArithmeticError,
    AttributeError,
    # JSON that is nested too deeply, in a form field or with another content type.
    RecursionError,
)
"""Raised by an adapter for data of an unknown format; treated like OutcomeUnknown or Forged."""


class Forged(Exception):
    """A webhook that the gateway did not sign. The message is the reason."""


class CannotRefund(ProviderError):
    """The gateway's API does not support refunds."""


@dataclass(frozen=True, slots=True)
class Account:
    """A merchant's account at a gateway: its credentials, in test or in live mode."""

    credentials: Mapping[str, str] = field(repr=False)
    live: bool


class Provider(Protocol):
    """The adapter of one gateway, instantiated for each use with the account of the attempt."""

    name: ClassVar[str]
    """The code in URLs and rows, and the name of the adapter's folder."""
    label: ClassVar[str]
    """The name on screens."""
    mark: ClassVar[Mark]
    docs_url: ClassVar[str]
    """The gateway's documentation, linked beside its credentials; "" if there is none."""
    credentials: ClassVar[tuple[Credential, ...]]
    currencies: ClassVar[frozenset[str] | None]
    """ISO 4217 codes; None: any."""
    supports_refunds: ClassVar[bool]
    """The API can refund a payment."""
    confirms_by_api: ClassVar[bool]
    """The API confirms payments or webhooks. If not, a signature alone decides, so the secrets of test and
    live mode must differ."""
    signed_returns: ClassVar[bool]
    """The returning browser posts a signed result, which is handled like a webhook."""
    webhook_headers: ClassVar[tuple[str, ...]]
    """The headers that `notice` needs, in lower case. Other headers are not stored."""
    webhook_events: ClassVar[tuple[str, ...]]
    """The events that an admin selects in the gateway's dashboard; empty if there is nothing to select."""
    webhook_hosts: ClassVar[tuple[str, ...]]
    """The published hosts that send webhooks; empty: any sender."""

    def __init__(self, account: Account) -> None: ...

    @classmethod
    def is_available(cls) -> bool:
        """Return whether this installation may offer the gateway."""

    def check_credentials(self) -> bool:
        """Verify the credentials by an API call that changes nothing ("Test connection").

        Return False if the API has no such call. Raises BadCredentials, ProviderError, OutcomeUnknown.
        """

    def supports_currency(self, currency: str) -> bool:
        """Return whether this account can charge the currency."""

    def limits(self, currency: str) -> tuple[Decimal, Decimal]:
        """Return the minimum and the maximum of one charge."""

    def supports_amount(self, amount: Decimal, currency: str) -> bool:
        """Return whether the amount is within the limits and no finer than the currency's smallest unit."""

    def start(self, order: Order) -> Started:
        """Open a checkout. Raises ProviderError if refused, OutcomeUnknown if there is no clear response."""

    def submit(self, order: Order, data: Mapping[str, str]) -> Snapshot:
        """Charge the token of the gateway's card fields; OwnPage adapters only.

        `data["token"]` is valid for one charge; the other keys depend on the gateway. Raises StepUp,
        ProviderError if nothing was charged and another token may be submitted, OutcomeUnknown.
        """

    def page(self) -> CardPage:
        """Return the card page's template, scripts and sources; OwnPage adapters only."""

    def fetch(self, order: Order) -> Snapshot:
        """Query the order's status at the gateway. Raises OutcomeUnknown."""

    def cancel(self, order: Order) -> bool:
        """Close the checkout so that it can no longer be paid; return False if the API cannot.

        Raises ProviderError if the order is already decided, OutcomeUnknown.
        """

    def notice(self, inbound: Inbound) -> Notice:
        """Verify and parse a webhook. Raises Forged, OutcomeUnknown."""

    def challenge(self, inbound: Inbound) -> str | None:
        """Return the response to a verification of the webhook address, or None if this is not one."""

    def refund(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        """Request a refund. Raises CannotRefund, OutcomeUnknown."""

    def refund_status(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        """Query a pending refund. Raises OutcomeUnknown."""
