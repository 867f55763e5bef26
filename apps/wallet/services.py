"""Ledger entries of trips and credits: one entry per money rule, with a key so that it is posted once.

Entries of a booking are written in the transaction of the booking's transition, without a savepoint: nothing
is written before the last check.
"""

from collections.abc import Iterable, Mapping
from decimal import Decimal

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.core import approvals, audit
from apps.core.errors import BadInput
from apps.core.money import ZERO
from apps.core.outbox import events
from apps.core.platform import platform_settings
from apps.notifications.choices import Occasion, Screen
from apps.notifications.services import notices_together, notify
from apps.wallet import journal
from apps.wallet.amounts import require_amount
from apps.wallet.choices import (
    ADJUSTMENTS,
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
from apps.wallet.models import JournalEntry

ADMIN_CREDIT = "AdminCredit"
"""The reference of a credit by an admin (document 2, section 9)."""


def lock_wallets(user_ids: Iterable[int]) -> None:
    """Lock the users' wallets until the transaction ends, in one order; missing ones are created."""
    journal.lock_accounts(user_ids)


@transaction.atomic
def credit_by_admin(
    *,
    user_id: int,
    amount: Decimal,
    by: User,
    key: str,
    note: str = "",
    approved: Decimal | None = None,
) -> JournalEntry:
    """Credit a wallet, once per key.

    Raises BadInput no_details_error, Conflict approval_needed above the limit and the `approved` amount.
    """
    owner = require_owner_and_amount(user_id, amount)
    if owner.deleted_at is not None:
        # A deleted account cannot use the money, and admins cannot select it.
        raise _no_details("user")
    approvals.require_within(platform_settings().approval_wallet_limit, amount, approved=approved)
    note = note.strip()
    fact = f"admin_credit:{key}"
    posted = journal.post(
        [
            Draft(
                key=fact,
                kind=EntryKind.ADMIN_CREDIT,
                amounts={ADJUSTMENTS: -amount, user_id: amount},
                reference=ADMIN_CREDIT,
                memo=note,
                created_by_id=by.pk,
            )
        ]
    )
    publish_balances(posted.balances)
    notify_of_balances(posted.balances, fact)
    if user_id in posted.balances:
        after = posted.balances[user_id]
        fees_paid = posted.fees_paid.get(user_id, ZERO)
        audit.record(
            by=by,
            action="credited",
            kind="wallet",
            target_id=user_id,
            label=str(owner),
            before={"balance": after - amount + fees_paid},
            after={"balance": after, "amount": amount}
            | ({"fees_paid": fees_paid} if fees_paid else {})
            | ({"note": note} if note else {}),
        )
    return JournalEntry.objects.get(pk=posted.entry_ids[fact])


def settle_booking(
    *,
    booking_id: int,
    reference: str,
    driver_id: int,
    customer_id: int,
    trip_cost: Decimal,
    driver_share: Decimal,
    convenience_fees: Decimal,
    discount: Decimal,
    cash: Decimal,
    wallet: Decimal,
    card: Decimal = ZERO,
    gateway: str = "",
    other: Decimal = ZERO,
    written_off: Decimal = ZERO,
) -> None:
    """Post the payment of a trip and distribute it to the driver and the platform.

    `other` was paid to the company outside the app; `written_off` is the company's loss. Raises Conflict
    low_balance if the rider's wallet does not cover `wallet`. The driver's wallet can become negative by
    `cash`, which the driver has collected (docs/decisions/0002).
    """
    parts = (cash, wallet, card, other, written_off)
    if min(trip_cost, driver_share, convenience_fees, discount, *parts) < 0:
        raise ValueError("no part of a settlement is negative")
    if trip_cost != driver_share + convenience_fees:
        raise ValueError(f"{driver_share} and {convenience_fees} do not make {trip_cost}")
    if sum(parts) != trip_cost - discount:
        raise ValueError(f"{parts} do not pay {trip_cost} less {discount}")

    def fact(name: str, kind: EntryKind, amounts: Mapping[Party, Decimal]) -> Draft:
        return Draft(
            key=f"booking:{booking_id}:{name}",
            kind=kind,
            amounts=amounts,
            booking_id=booking_id,
            reference=reference,
        )

    provider = gateway_account(gateway) if card else gateway
    posted = journal.post(
        [
            fact("wallet_payment", EntryKind.WALLET_PAYMENT, {customer_id: -wallet, TRIPS: wallet}),
            fact("card_payment", EntryKind.CARD_PAYMENT, {provider: -card, TRIPS: card}),
            fact("cash_payment", EntryKind.CASH_PAYMENT, {CASH_WITH_DRIVERS: -cash, TRIPS: cash}),
            fact("other_payment", EntryKind.OTHER_PAYMENT, {OTHER_PAYMENTS: -other, TRIPS: other}),
            fact("write_off", EntryKind.WRITE_OFF, {WRITE_OFFS: -written_off, TRIPS: written_off}),
            fact("discount", EntryKind.DISCOUNT, {PROMOTIONS: -discount, TRIPS: discount}),
            fact(
                "driver_share",
                EntryKind.DRIVER_SHARE,
                {TRIPS: -trip_cost, driver_id: driver_share, REVENUE: convenience_fees},
            ),
            fact("cash", EntryKind.CASH_SETTLEMENT, {driver_id: -cash, CASH_WITH_DRIVERS: cash}),
        ]
    )
    publish_balances(posted.balances)


def publish_balances(balances: Mapping[int, Decimal]) -> None:
    for user_id, balance in balances.items():
        events.publish(f"user:{user_id}", "wallet.changed", {"balance": str(balance)})


def notify_of_balances(balances: Mapping[int, Decimal], fact: str) -> None:
    with notices_together():
        for user_id, balance in balances.items():
            notify(
                user_id=user_id,
                occasion=Occasion.WALLET_UPDATED,
                screen=Screen.WALLET,
                params={"balance": str(balance)},
                key=fact,
            )


def require_owner_and_amount(user_id: int, amount: Decimal) -> User:
    """Return the locked owner of the wallet that staff credit or debit by a positive amount.

    Raises BadInput no_details_error.
    """
    if not (amount.is_finite() and amount > 0):
        raise _no_details("amount")
    require_amount(amount)
    owner = User.objects.select_for_update(no_key=True).filter(pk=user_id).first()
    if owner is None:
        raise _no_details("user")
    return owner


def _no_details(field: str) -> BadInput:
    sentence = _("Choose a person and an amount above zero.")
    return BadInput("no_details_error", sentence, fields={field: sentence})
