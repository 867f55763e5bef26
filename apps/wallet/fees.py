"""Fees for trips that did not take place: charged, owed where the wallet does not reach, written off."""

from dataclasses import dataclass
from decimal import Decimal

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.core import audit
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import Conflict, NotFound
from apps.core.money import ZERO
from apps.core.platform import platform_settings
from apps.notifications.choices import Occasion, Screen
from apps.notifications.services import notify
from apps.wallet import journal
from apps.wallet.choices import CASH_WITH_DRIVERS, FEES_OWED, REVENUE, TRIPS, EntryKind
from apps.wallet.journal import Draft, Party, Receivable
from apps.wallet.models import OwedFee
from apps.wallet.owed import notify_listeners, open_fees
from apps.wallet.services import announce, notify_wallets


@dataclass(frozen=True, slots=True, kw_only=True)
class Charged:
    """A fee, by what became of it at once."""

    paid: Decimal
    """What the wallet held of it."""
    owed: Decimal


def settle_cancellation(
    *,
    booking_id: int,
    reference: str,
    customer_id: int,
    driver_id: int | None,
    refund: Decimal,
    fee: Decimal,
) -> Charged:
    """Refund what was paid for a trip to the rider's wallet, then have the wallet pay the fee.

    The driver who was cancelled on gets the fee, or the platform when there was none. What the wallet does
    not hold is owed, and paid by the next money that comes in (docs/decisions/0032).
    """
    if min(refund, fee) < 0:
        raise ValueError("neither refund nor fee is negative")
    fee_to: Party = REVENUE if driver_id is None else driver_id
    # All wallets at once: entries that lock one after the other could wait for each other.
    parties: set[Party] = {customer_id, Receivable(customer_id), fee_to, TRIPS, FEES_OWED}
    accounts, _fees = journal.lock_with_fees(parties, [customer_id])
    paid = min(fee, max(accounts.balances[customer_id] + refund, ZERO))
    owed = fee - paid
    fact = f"booking:{booking_id}:cancellation_fee"

    def entry(key: str, kind: EntryKind, moves: dict[Party, Decimal]) -> Draft:
        return Draft(key=key, kind=kind, moves=moves, booking_id=booking_id, reference=reference)

    posted = journal.post(
        [
            entry(f"booking:{booking_id}:refund", EntryKind.REFUND, {TRIPS: -refund, customer_id: refund}),
            entry(fact, EntryKind.CANCELLATION_FEE, {customer_id: -paid, fee_to: paid}),
            entry(f"{fact}:owed", EntryKind.FEE_OWED, {Receivable(customer_id): -owed, FEES_OWED: owed}),
        ]
    )
    if owed and posted.entry_ids:
        OwedFee.objects.get_or_create(
            booking_id=booking_id,
            defaults={
                "user_id": customer_id,
                "payee_id": driver_id,
                "reference": reference,
                "amount": owed,
            },
        )
        notify(
            user_id=customer_id,
            occasion=Occasion.FEE_OWED,
            screen=Screen.WALLET,
            params={"booking_id": booking_id, "reference": reference, "amount": f"{owed:f}"},
            key=f"{fact}:owed",
        )
    announce(posted.balances)
    notify_wallets(posted.balances, fact)
    return Charged(paid=paid, owed=owed)


def lock_owed(*, customer_id: int, driver_id: int | None) -> Decimal:
    """What the rider owes, and stays owing until the transaction ends.

    All wallets that a payment with it moves are held. Who owes nothing is not held: a fee that comes
    meanwhile is for the next payment.
    """
    if not open_fees([customer_id]):
        return ZERO
    return hold_owed(customer_id=customer_id, driver_id=driver_id)


def hold_owed(*, customer_id: int, driver_id: int | None) -> Decimal:
    """What the rider owes, with all wallets held that a payment moves, also of a rider who owes nothing."""
    parties: set[Party] = {customer_id} if driver_id is None else {customer_id, driver_id}
    _accounts, fees = journal.lock_with_fees(parties, [customer_id])
    return sum((fee.left for fee in fees), ZERO)


def collect_with_trip(
    *,
    fact: str,
    booking_id: int,
    reference: str,
    customer_id: int,
    amount: Decimal,
    source: Party,
    driver_id: int | None,
) -> Decimal:
    """Put into the rider's wallet what was collected for owed fees with a trip: the journal pays them.

    `source` is the account that the money is in; of cash, the driver's wallet answers for it. `fact` names
    the collection. Returns what was paid of the fees; the rest stays in the wallet.
    """
    drafts = [
        Draft(
            key=fact,
            kind=EntryKind.TOP_UP,
            moves={source: -amount, customer_id: amount},
            booking_id=booking_id,
            reference=reference,
        )
    ]
    if source == CASH_WITH_DRIVERS:
        assert driver_id is not None
        drafts.append(
            Draft(
                key=f"{fact}:cash",
                kind=EntryKind.CASH_SETTLEMENT,
                moves={driver_id: -amount, CASH_WITH_DRIVERS: amount},
                booking_id=booking_id,
                reference=reference,
            )
        )
    posted = journal.post(drafts)
    announce(posted.balances)
    return posted.fees_paid.get(customer_id, ZERO)


@transaction.atomic
def write_off_fee(*, fee_id: int, reason: str, by: User) -> OwedFee:
    """Let a rider off what is left of a fee, once.

    Raises Forbidden demo_mode, NotFound, Conflict fee_settled when nothing is left.
    """
    require_critical_edits(platform_settings())
    if not reason.strip():
        raise ValueError("no fee is written off without a reason")
    owner = OwedFee.objects.filter(pk=fee_id).values_list("user_id", flat=True).first()
    if owner is None:
        raise NotFound("not_found", _("Fee not found."))
    # Who changes a fee holds the wallet of who owes it.
    journal.lock_accounts({owner, Receivable(owner), FEES_OWED})
    fee = OwedFee.objects.select_related("user").get(pk=fee_id)
    left = fee.left
    if not left:
        raise Conflict("fee_settled", _("Nothing is owed on this fee."))
    journal.post(
        [
            Draft(
                key=f"owed_fee:{fee.pk}:written_off",
                kind=EntryKind.FEE_WRITTEN_OFF,
                moves={FEES_OWED: -left, Receivable(owner): left},
                memo=reason.strip(),
                booking_id=fee.booking_id,
                reference=fee.reference,
                created_by_id=by.pk,
            )
        ]
    )
    with audit.audited(
        fee,
        by=by,
        kind="owed_fee",
        names=("written_off", "reason"),
        label=f"{fee.reference} {fee.user}".strip(),
        action="written_off",
    ):
        now = timezone.now()
        fee.written_off, fee.reason = left, reason.strip()
        fee.written_off_at, fee.written_off_by, fee.settled_at = now, by, now
        fee.save()
    notify_listeners(fee)
    # No balance moved, but what the rider owes did.
    announce({owner: journal.lock_accounts({owner}).balances[owner]})
    return fee
