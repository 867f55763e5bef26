"""What moves money: each rule is one entry, and its key names the fact, so that it moves once.

What belongs to a booking runs in the transaction that moves the booking, without a savepoint of its own:
nothing is written before the last refusal.
"""

from collections.abc import Iterable, Mapping
from decimal import Decimal

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.core import audit, events
from apps.core.errors import BadInput
from apps.core.money import ZERO, round_money
from apps.core.platform import platform_settings
from apps.notifications.choices import Occasion, Screen
from apps.notifications.services import notify
from apps.wallet import journal
from apps.wallet.choices import (
    ADJUSTMENTS,
    BONUSES,
    CASH_WITH_DRIVERS,
    PROMOTIONS,
    REVENUE,
    TRIPS,
    EntryKind,
    gateway_account,
)
from apps.wallet.journal import Draft, Party
from apps.wallet.models import JournalEntry

ADMIN_CREDIT = "AdminCredit"
"""The reference of a credit by an admin (document 2 section 9)."""
REFERRAL_BONUS = "ReferralBonus"


def lock_wallets(user_ids: Iterable[int]) -> None:
    """Hold these people's wallets until the transaction ends; always in the same order, made if missing."""
    journal.lock_accounts(user_ids)


@transaction.atomic
def credit_by_admin(*, user_id: int, amount: Decimal, by: User, key: str) -> JournalEntry:
    """Give money to a wallet, once a key. Raises BadInput no_details_error."""
    decimals = platform_settings().decimal
    if not (amount.is_finite() and amount > 0 and amount == round_money(amount, decimals=decimals)):
        raise _no_details("amount")
    owner = User.objects.filter(pk=user_id).first()
    if owner is None:
        raise _no_details("user")
    fact = f"admin_credit:{key}"
    posted = journal.post(
        [
            Draft(
                key=fact,
                kind=EntryKind.ADMIN_CREDIT,
                moves={ADJUSTMENTS: -amount, user_id: amount},
                reference=ADMIN_CREDIT,
                created_by_id=by.pk,
            )
        ]
    )
    announce(posted.balances)
    notify_wallets(posted.balances, fact)
    if user_id in posted.balances:
        after = posted.balances[user_id]
        audit.record(
            by=by,
            action="credited",
            kind="wallet",
            target_id=user_id,
            label=str(owner),
            before={"balance": after - amount},
            after={"balance": after, "amount": amount},
        )
    return JournalEntry.objects.get(pk=posted.entry_ids[fact])


@transaction.atomic
def pay_referral_bonus(*, user_id: int, referrer_id: int, amount: Decimal) -> None:
    """Give a new person and who sent for them `amount` each, in one entry, once a new person.

    Somebody whose account is gone meanwhile gets nothing; the other side does.
    """
    if amount <= 0:
        raise ValueError("a bonus is above zero")
    there = User.objects.filter(pk__in={user_id, referrer_id}).values_list("pk", flat=True)
    gifts: dict[Party, Decimal] = dict.fromkeys(there, amount)
    fact = f"referral:{user_id}"
    posted = journal.post(
        [
            Draft(
                key=fact,
                kind=EntryKind.REFERRAL_BONUS,
                moves={BONUSES: -sum(gifts.values(), ZERO), **gifts},
                reference=REFERRAL_BONUS,
            )
        ]
    )
    announce(posted.balances)
    notify_wallets(posted.balances, fact)


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
) -> None:
    """Take in what the trip costs and share it out: the driver's part, ours, and the cash the driver holds.

    Raises Conflict low_balance when the rider's wallet holds less than `wallet`. The driver's wallet may
    fall below zero by `cash`: it is in the driver's hands already (docs/decisions/0002).
    """
    if min(trip_cost, driver_share, convenience_fees, discount, cash, wallet, card) < 0:
        raise ValueError("no part of a settlement is negative")
    if trip_cost != driver_share + convenience_fees:
        raise ValueError(f"{driver_share} and {convenience_fees} do not make {trip_cost}")
    if cash + wallet + card != trip_cost - discount:
        raise ValueError(f"{cash}, {wallet} and {card} do not pay {trip_cost} less {discount}")

    def fact(name: str, kind: EntryKind, moves: Mapping[Party, Decimal]) -> Draft:
        return Draft(
            key=f"booking:{booking_id}:{name}",
            kind=kind,
            moves=moves,
            booking_id=booking_id,
            reference=reference,
        )

    provider = gateway_account(gateway) if card else gateway
    posted = journal.post(
        [
            fact("wallet_payment", EntryKind.WALLET_PAYMENT, {customer_id: -wallet, TRIPS: wallet}),
            fact("card_payment", EntryKind.CARD_PAYMENT, {provider: -card, TRIPS: card}),
            fact("cash_payment", EntryKind.CASH_PAYMENT, {CASH_WITH_DRIVERS: -cash, TRIPS: cash}),
            fact("discount", EntryKind.DISCOUNT, {PROMOTIONS: -discount, TRIPS: discount}),
            fact(
                "driver_share",
                EntryKind.DRIVER_SHARE,
                {TRIPS: -trip_cost, driver_id: driver_share, REVENUE: convenience_fees},
            ),
            fact("cash", EntryKind.CASH_SETTLEMENT, {driver_id: -cash, CASH_WITH_DRIVERS: cash}),
        ]
    )
    announce(posted.balances)


def hold_prepayment(
    *,
    booking_id: int,
    reference: str,
    customer_id: int,
    wallet: Decimal,
    card: Decimal = ZERO,
    gateway: str = "",
) -> None:
    """Take in what a trip costs before anybody drives; it lies in `trips` until then.

    `settle_prepaid` shares it out, `settle_cancellation` gives it back. Raises Conflict low_balance when
    the rider's wallet holds less than `wallet`.
    """
    if min(wallet, card) < 0:
        raise ValueError("a payment is not negative")
    provider = gateway_account(gateway) if card else gateway
    posted = journal.post(
        [
            Draft(
                key=f"booking:{booking_id}:wallet_payment",
                kind=EntryKind.WALLET_PAYMENT,
                moves={customer_id: -wallet, TRIPS: wallet},
                booking_id=booking_id,
                reference=reference,
            ),
            Draft(
                key=f"booking:{booking_id}:card_payment",
                kind=EntryKind.CARD_PAYMENT,
                moves={provider: -card, TRIPS: card},
                booking_id=booking_id,
                reference=reference,
            ),
        ]
    )
    announce(posted.balances)


def settle_prepaid(
    *,
    booking_id: int,
    reference: str,
    driver_id: int,
    driver_share: Decimal,
    convenience_fees: Decimal,
    discount: Decimal,
) -> None:
    """Share out what was held for a trip: the driver's part and ours, the discount added by the platform."""
    if min(driver_share, convenience_fees, discount) < 0:
        raise ValueError("no part of a settlement is negative")
    cost = driver_share + convenience_fees
    posted = journal.post(
        [
            Draft(
                key=f"booking:{booking_id}:discount",
                kind=EntryKind.DISCOUNT,
                moves={PROMOTIONS: -discount, TRIPS: discount},
                booking_id=booking_id,
                reference=reference,
            ),
            Draft(
                key=f"booking:{booking_id}:driver_share",
                kind=EntryKind.DRIVER_SHARE,
                moves={TRIPS: -cost, driver_id: driver_share, REVENUE: convenience_fees},
                booking_id=booking_id,
                reference=reference,
            ),
        ]
    )
    announce(posted.balances)


def settle_cancellation(
    *,
    booking_id: int,
    reference: str,
    customer_id: int,
    driver_id: int | None,
    refund: Decimal,
    fee: Decimal,
) -> Decimal:
    """Give what was paid for a trip back to the rider's wallet, then have the wallet pay the fee.

    The driver who was cancelled on gets the fee, or the platform when there was none. The wallet pays what
    it holds, at most all of it: returns what it paid (docs/decisions/0016).
    """
    if min(refund, fee) < 0:
        raise ValueError("neither refund nor fee is negative")
    fee_to: Party = REVENUE if driver_id is None else driver_id
    # Both wallets at once: entries that lock one after the other could wait for each other.
    held = journal.lock_accounts({customer_id, fee_to, TRIPS}).balances[customer_id]
    paid = min(fee, max(held + refund, ZERO))
    fact = f"booking:{booking_id}:cancellation_fee"
    posted = journal.post(
        [
            Draft(
                key=f"booking:{booking_id}:refund",
                kind=EntryKind.REFUND,
                moves={TRIPS: -refund, customer_id: refund},
                booking_id=booking_id,
                reference=reference,
            ),
            Draft(
                key=fact,
                kind=EntryKind.CANCELLATION_FEE,
                moves={customer_id: -paid, fee_to: paid},
                booking_id=booking_id,
                reference=reference,
            ),
        ]
    )
    announce(posted.balances)
    notify_wallets(posted.balances, fact)
    return paid


def announce(balances: Mapping[int, Decimal]) -> None:
    for user_id, balance in balances.items():
        events.publish(f"user:{user_id}", "wallet.changed", {"balance": str(balance)})


def notify_wallets(balances: Mapping[int, Decimal], fact: str) -> None:
    for user_id, balance in balances.items():
        notify(
            user_id=user_id,
            occasion=Occasion.WALLET_UPDATED,
            screen=Screen.WALLET,
            params={"balance": str(balance)},
            key=fact,
        )


def _no_details(field: str) -> BadInput:
    sentence = _("Choose a person and an amount above zero.")
    return BadInput("no_details_error", sentence, fields={field: sentence})
