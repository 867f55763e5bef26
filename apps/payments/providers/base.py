"""What most gateways have in common; an adapter overrides what its gateway does differently."""

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
    Order,
    ProviderError,
    RefundAnswer,
    RefundOrder,
    Snapshot,
)

MOST: Final = Decimal(100_000_000)
"""A payment beyond this many units is a slip of the finger."""


class BaseProvider:
    """One account at a gateway."""

    name: ClassVar[str]
    label: ClassVar[str]
    credentials: ClassVar[tuple[Credential, ...]] = ()
    currencies: ClassVar[frozenset[str] | None] = None
    asks: ClassVar[bool] = True
    signed_returns: ClassVar[bool] = False

    def __init__(self, account: Account) -> None:
        self.account = account

    def host(self, *, test: str, live: str) -> str:
        """Where this account's gateway is reached: live, its sandbox, or what stands in for the sandbox."""
        if self.account.live:
            return live
        return f"{settings.PAYMENTS_SANDBOX_URL}/{self.name}" if settings.PAYMENTS_SANDBOX_URL else test

    def check_credentials(self) -> bool:
        return False

    def takes(self, currency: str) -> bool:
        return self.currencies is None or currency in self.currencies

    def limits(self, currency: str) -> tuple[Decimal, Decimal]:
        return Decimal(1).scaleb(-exponent(currency)), MOST

    def takes_amount(self, amount: Decimal, currency: str) -> bool:
        least, most = self.limits(currency)
        return least <= amount <= most and is_whole(amount, currency)

    def submit(self, order: Order, data: Mapping[str, str]) -> Snapshot:
        raise ProviderError("this gateway has a page of its own")

    def page(self) -> CardPage:
        raise ProviderError("this gateway has a page of its own")

    def cancel(self, order: Order) -> bool:
        return False

    def challenge(self, inbound: Inbound) -> str | None:
        return None

    def refund(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        raise CannotRefund(f"{self.label} gives nothing back through its API")

    def refund_status(self, order: Order, refund: RefundOrder) -> RefundAnswer:
        """Where a gateway takes the same refund twice for one, asking again tells."""
        return self.refund(order, refund)
