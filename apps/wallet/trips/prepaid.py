"""Prepayments, held in the account `trips` from the payment to the end of the trip.

Each rule is one entry whose key identifies the business event, as in apps.wallet.services.
"""

from collections.abc import Mapping
from decimal import Decimal

from apps.core.money import ZERO
from apps.wallet import journal
from apps.wallet.choices import (
    CASH_WITH_DRIVERS,
    OTHER_PAYMENTS,
    PROMOTIONS,
    REVENUE,
    TRIPS,
    WRITE_OFFS,
    EntryKind,
    gateway_account,
)
from apps.wallet.journal import Draft, Party
from apps.wallet.services import notify_of_balances, publish_balances


def hold_prepayment(
    *,
    booking_id: int,
    reference: str,
    customer_id: int,
    wallet: Decimal,
    card: Decimal = ZERO,
    gateway: str = "",
) -> None:
    """Hold the prepayment of a trip in the account `trips`.

    `settle_prepaid` distributes it, `settle_cancellation` refunds it. Raises Conflict low_balance if the
    rider's wallet does not cover `wallet`.
    """
    if min(wallet, card) < 0:
        raise ValueError("a payment is not negative")
    provider = gateway_account(gateway) if card else gateway
    posted = journal.post(
        [
            _fact(
                booking_id,
                reference,
                "wallet_payment",
                EntryKind.WALLET_PAYMENT,
                {customer_id: -wallet, TRIPS: wallet},
            ),
            _fact(
                booking_id, reference, "card_payment", EntryKind.CARD_PAYMENT, {provider: -card, TRIPS: card}
            ),
        ]
    )
    publish_balances(posted.balances)


def change_prepayment(
    *,
    key: str,
    booking_id: int,
    reference: str,
    customer_id: int,
    difference: Decimal,
    by_id: int,
) -> None:
    """Charge the rider's wallet after an edit (positive), or refund to it (negative).

    Raises Conflict low_balance.
    """
    posted = journal.post(
        [
            Draft(
                key=key,
                kind=EntryKind.PREPAYMENT_CHANGE,
                amounts={customer_id: -difference, TRIPS: difference},
                booking_id=booking_id,
                reference=reference,
                created_by_id=by_id,
            )
        ]
    )
    publish_balances(posted.balances)
    notify_of_balances(posted.balances, key)


def settle_prepaid(
    *,
    booking_id: int,
    reference: str,
    driver_id: int,
    customer_id: int,
    driver_share: Decimal,
    convenience_fees: Decimal,
    discount: Decimal,
    held: Decimal,
    cash: Decimal = ZERO,
    wallet: Decimal = ZERO,
    card: Decimal = ZERO,
    gateway: str = "",
    other: Decimal = ZERO,
    written_off: Decimal = ZERO,
) -> None:
    """Distribute a prepayment: the driver's share and our fee, with the discount added by the platform.

    A measured fare can differ from `held`: the difference is paid by `cash`, `wallet`, `card` and `other` or
    `written_off`; a surplus is refunded to the rider's wallet. Raises Conflict low_balance if the rider's
    wallet does not cover `wallet`, ValueError if the parts do not pay the trip.
    """
    parts = (cash, wallet, card, other, written_off)
    if min(driver_share, convenience_fees, discount, held, *parts) < 0:
        raise ValueError("no part of a settlement is negative")
    cost, difference = driver_share + convenience_fees, sum(parts, ZERO)
    surplus = held + difference - (cost - discount)
    if surplus < 0 or (surplus and difference):
        raise ValueError(f"{held} and {difference} do not pay {cost} less {discount}")
    provider = gateway_account(gateway) if card else gateway

    def fact(name: str, kind: EntryKind, amounts: Mapping[Party, Decimal]) -> Draft:
        return _fact(booking_id, reference, name, kind, amounts)

    posted = journal.post(
        [
            fact("discount", EntryKind.DISCOUNT, {PROMOTIONS: -discount, TRIPS: discount}),
            fact("wallet_difference", EntryKind.WALLET_PAYMENT, {customer_id: -wallet, TRIPS: wallet}),
            fact("card_difference", EntryKind.CARD_PAYMENT, {provider: -card, TRIPS: card}),
            fact("cash_difference", EntryKind.CASH_PAYMENT, {CASH_WITH_DRIVERS: -cash, TRIPS: cash}),
            fact("other_payment", EntryKind.OTHER_PAYMENT, {OTHER_PAYMENTS: -other, TRIPS: other}),
            fact("write_off", EntryKind.WRITE_OFF, {WRITE_OFFS: -written_off, TRIPS: written_off}),
            fact(
                "driver_share",
                EntryKind.DRIVER_SHARE,
                {TRIPS: -cost, driver_id: driver_share, REVENUE: convenience_fees},
            ),
            fact("cash", EntryKind.CASH_SETTLEMENT, {driver_id: -cash, CASH_WITH_DRIVERS: cash}),
            fact("difference_refund", EntryKind.REFUND, {TRIPS: -surplus, customer_id: surplus}),
        ]
    )
    publish_balances(posted.balances)
    if customer_id in posted.balances:
        notify_of_balances({customer_id: posted.balances[customer_id]}, f"booking:{booking_id}:difference")


def _fact(
    booking_id: int, reference: str, name: str, kind: EntryKind, amounts: Mapping[Party, Decimal]
) -> Draft:
    return Draft(
        key=f"booking:{booking_id}:{name}",
        kind=kind,
        amounts=amounts,
        booking_id=booking_id,
        reference=reference,
    )
