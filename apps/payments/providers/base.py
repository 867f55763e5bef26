"""The defaults of an adapter; a gateway's class overrides what differs."""

from collections.abc import Mapping
from decimal import Decimal
from typing import ClassVar, Final

from django.conf import settings

from apps.payments.amounts import exponent, is_whole
from apps.payments.port import (
    Account,
    CannotRefund,
    CardPage,
    Credential,
    Inbound,
    Mark,
    Order,
    ProviderError,
    RefundAnswer,
    RefundOrder,
    Snapshot,
)
from apps.payments.providers.ip_allowlist import check_sender_ip

MAX_AMOUNT: Final = Decimal(100_000_000)
"""Larger amounts are treated as typing errors."""


class BaseProvider:
    """One account at a gateway. The attributes and methods are documented in apps.payments.port.Provider."""

    name: ClassVar[str]
    label: ClassVar[str]
    mark: ClassVar[Mark]
    docs_url: ClassVar[str] = ""
    credentials: ClassVar[tuple[Credential, ...]] = ()
    currencies: ClassVar[frozenset[str] | None] = None
    supports_refunds: ClassVar[bool] = True
    confirms_by_api: ClassVar[bool] = True
    signed_returns: ClassVar[bool] = False
    webhook_headers: ClassVar[tuple[str, ...]] = ()
    webhook_events: ClassVar[tuple[str, ...]] = ()
    webhook_hosts: ClassVar[tuple[str, ...]] = ()

    def __init__(self, account: Account) -> None:
        self.account = account

    @classmethod
    def is_available(cls) -> bool:
        return True

    def host(self, *, test: str, live: str) -> str:
        """Return the API's base URL: live, the gateway's sandbox, or PAYMENTS_SANDBOX_URL in its place."""
        if self.account.live:
            return live
        return self.local_sandbox or test

    @property
    def local_sandbox(self) -> str:
        """The gateway's URL below PAYMENTS_SANDBOX_URL; "" for live accounts, or if that is not set."""
        if self.account.live or not settings.PAYMENTS_SANDBOX_URL:
            return ""
        return f"{settings.PAYMENTS_SANDBOX_URL}/{self.name}"

    def check_sender(self, inbound: Inbound) -> None:
        """Check the sender's address against `webhook_hosts`. Raises Forged, OutcomeUnknown."""
        check_sender_ip(
            inbound.remote_addr, self.webhook_hosts, label=self.label, sandbox_url=self.local_sandbox
        )

    def check_credentials(self) -> bool:
        return False

    def supports_currency(self, currency: str) -> bool:
        return self.currencies is None or currency in self.currencies

    def limits(self, currency: str) -> tuple[Decimal, Decimal]:
        return Decimal(1).scaleb(-exponent(currency)), MAX_AMOUNT

    def supports_amount(self, amount: Decimal, currency: str) -> bool:
        least, most = self.limits(currency)
        return least <= amount <= most and is_whole(amount, currency)

    def submit(self, order: Order, data: Mapping[str, str]) -> Snapshot:
        raise ProviderError("this gateway has a hosted page")

    def page(self) -> CardPage:
        raise ProviderError("this gateway has a hosted page")

    def cancel(self, order: Order) -> bool:
        return False

    def challenge(self, inbound: Inbound) -> str | None:
        return None

    def refund(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        raise CannotRefund(f"{self.label} cannot refund through its API")

    def refund_status(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        """Repeat the request: gateways with idempotency keys return the same refund."""
        return self.refund(order, refund)
