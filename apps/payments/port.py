"""What a gateway is to us: an order goes in, a way for the payer comes out, and a snapshot decides.

A notification or a returning browser only names an attempt. Whether money came is what `fetch` says, or,
where a gateway has no query, its verified notification (Notice.snapshot).
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from enum import Enum
from typing import ClassVar, Final, Protocol


@dataclass(frozen=True, slots=True)
class Credential:
    """One value that an admin enters; a secret one is never shown again."""

    name: str
    secret: bool = True
    required: bool = True
    choices: tuple[str, ...] = ()
    pattern: str = ""
    """What the gateway documents of its shape, as a regular expression of the whole; "" where nothing is."""
    test: str = ""
    """How a value of the test mode begins, where the gateway marks the mode in it; a regular expression."""
    live: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Payer:
    id: int
    first_name: str
    last_name: str
    email: str
    mobile: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One attempt, as a gateway is told of it; amounts and currency come from the database."""

    ref: str
    amount: Decimal
    currency: str
    """ISO 4217."""
    description: str
    payer: Payer
    language: str
    session_id: str
    """The gateway's own name for the checkout, once it was started."""
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
    """A form that the payer's browser posts by itself."""

    url: str
    fields: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class OwnPage:
    """A page of ours with the gateway's fields in it; `params` are public."""

    params: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class CardPage:
    """What the page of an OwnPage gateway may load and whom it may talk to, beside ourselves."""

    template: str
    """The gateway's fields and their script in payments/card.html."""
    scripts: tuple[str, ...]
    """The gateway's own, in this order."""
    sources: Mapping[str, tuple[str, ...]]
    """By directive of the Content-Security-Policy."""


@dataclass(frozen=True, slots=True)
class Started:
    action: Redirect | AutoPost | OwnPage
    session_id: str = ""


class Outcome(Enum):
    PAID = "paid"
    OPEN = "open"
    """The payer has not paid, and may still do so at the gateway's page."""
    PENDING = "pending"
    """The payer has done their part; the gateway has not decided, or is not understood."""
    FAILED = "failed"
    REFUNDED = "refunded"
    """Given back at the gateway, not by us."""
    DISPUTED = "disputed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """What the gateway says of an order now. One that is PAID names all of the rest."""

    outcome: Outcome
    ref: str = ""
    amount: Decimal | None = None
    currency: str = ""
    payment_id: str = ""
    live: bool | None = None
    """None where the gateway does not say."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Inbound:
    """A request as it came in: verified from these bytes, and nothing parsed before."""

    method: str
    headers: Mapping[str, str]
    """Lower-cased names."""
    query: Mapping[str, str]
    body: bytes
    remote_addr: str = ""
    received_at: float = field(default_factory=time.time)
    """Unix time: how old a signature was is measured by then, however late it is looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """What a genuine notification is about; empty names mean that it is about no order."""

    ref: str = ""
    session_id: str = ""
    payment_id: str = ""
    event_id: str = ""
    kind: str = ""
    snapshot: Snapshot | None = None
    refund_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RefundOrder:
    """A refund to ask for; `ref` is ours, and the same at every try."""

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
    """The gateway said no: this order cannot be started, this refund cannot be had."""


class Unsure(ProviderError):
    """No answer, or none that is understood: what happened is to be asked again, never guessed."""


class BadCredentials(Unsure):
    """The gateway does not know these credentials: nothing about the order was decided.

    No other call of the account will do better, until someone enters others.
    """


class StepUp(Unsure):
    """Nothing was charged yet: the payer's bank wants to know first that it is them.

    The same data is submitted again with what that gave.
    """


NOT_UNDERSTOOD: Final = (
    LookupError,
    ValueError,
    TypeError,
    ArithmeticError,
    AttributeError,
    # JSON that is nested too deeply, in a form's field or under another content type.
    RecursionError,
)
"""What an adapter raises over an answer of a shape that it does not know; taken for Unsure, or Forged."""


class Forged(Exception):
    """A notification that the gateway did not sign; the text says what is wrong with it."""


class CannotRefund(ProviderError):
    """This gateway gives nothing back through its API."""


@dataclass(frozen=True, slots=True)
class Account:
    """A merchant's account at a gateway: its credentials, in test or in live mode."""

    credentials: Mapping[str, str] = field(repr=False)
    live: bool


class Provider(Protocol):
    """An adapter; made again for each use with the account that an attempt was begun with."""

    name: ClassVar[str]
    label: ClassVar[str]
    credentials: ClassVar[tuple[Credential, ...]]
    currencies: ClassVar[frozenset[str] | None]
    """None: any."""
    asks: ClassVar[bool]
    """It has a query. Where it has none a signed word alone decides, so test and live need other secrets."""
    signed_returns: ClassVar[bool]
    """The returning browser posts a signed result, which is a notification like another."""

    def __init__(self, account: Account) -> None: ...

    def check_credentials(self) -> bool:
        """Have the gateway check the credentials by a call that changes nothing there.

        False where its API documents no such call. Raises BadCredentials, ProviderError, Unsure.
        """

    def takes(self, currency: str) -> bool:
        """Whether this account can charge the currency."""

    def limits(self, currency: str) -> tuple[Decimal, Decimal]:
        """The least and the most that it charges at once."""

    def takes_amount(self, amount: Decimal, currency: str) -> bool:
        """Whether it can charge just this amount: within its limits, and no finer than the currency."""

    def start(self, order: Order) -> Started:
        """Open a checkout. Raises ProviderError when refused, Unsure when no one knows."""

    def submit(self, order: Order, data: Mapping[str, str]) -> Snapshot:
        """Charge what the gateway's fields on our own page gave; OwnPage providers only.

        `data["token"]` is good for one charge; what else there is, is the gateway's own. Raises StepUp,
        ProviderError where nothing was charged and another token may be tried, Unsure.
        """

    def page(self) -> CardPage:
        """What our page with the gateway's fields needs; OwnPage providers only."""

    def fetch(self, order: Order) -> Snapshot:
        """Ask the gateway what became of the order. Raises Unsure."""

    def cancel(self, order: Order) -> bool:
        """Close the checkout, so that it can no longer be paid; False where the gateway's API has no way.

        Raises ProviderError where it is decided already, Unsure.
        """

    def notice(self, inbound: Inbound) -> Notice:
        """Verify a notification and say what it is about. Raises Forged."""

    def challenge(self, inbound: Inbound) -> str | None:
        """The answer to a gateway's question whether this address is ours; None where there is none."""

    def refund(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        """Refund money. Raises CannotRefund, Unsure."""

    def refund_status(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        """What became of a refund that was pending. Raises Unsure."""
