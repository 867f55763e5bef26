"""Cancellation fees: charged, owed if the wallet does not cover them, written off."""

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
from apps.wallet.services import notify_of_balances, publish_balances
from apps.wallet.trips.owed import notify_listeners, open_fees


@dataclass(frozen=True, slots=True, kw_only=True)
class Charged:
    """The paid and the owed part of a fee."""

    paid: Decimal
    """The part paid from the wallet."""
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
    """Refund the payment of a trip to the rider's wallet, then charge the fee to the wallet.

    The fee goes to the driver of the cancelled trip, or to the platform without a driver. The part above the
    balance is owed and paid by the next credit (docs/decisions/0032).
    """
    if min(refund, fee) < 0:
        raise ValueError("neither refund nor fee is negative")
    fee_to: Party = REVENUE if driver_id is None else driver_id
    # All wallets are locked at once to avoid deadlocks between entries.
    accounts_to_lock: set[Party] = {customer_id, Receivable(customer_id), fee_to, TRIPS, FEES_OWED}
    accounts, _fees = journal.lock_with_fees(accounts_to_lock, [customer_id])
    paid = min(fee, max(accounts.balances[customer_id] + refund, ZERO))
    owed = fee - paid
    fact = f"booking:{booking_id}:cancellation_fee"

    def entry(key: str, kind: EntryKind, amounts: dict[Party, Decimal]) -> Draft:
        return Draft(key=key, kind=kind, amounts=amounts, booking_id=booking_id, reference=reference)

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
    publish_balances(posted.balances)
    notify_of_balances(posted.balances, fact)
    return Charged(paid=paid, owed=owed)


def lock_owed(*, customer_id: int, driver_id: int | None) -> Decimal:
    """Return the rider's owed fees, which then cannot change until the transaction ends.

    Locks all wallets that such a payment moves. Without owed fees nothing is locked: a fee charged meanwhile
    is collected with the next payment.
    """
    if not open_fees([customer_id]):
        return ZERO
    return lock_wallets_with_owed(customer_id=customer_id, driver_id=driver_id)


def lock_wallets_with_owed(*, customer_id: int, driver_id: int | None) -> Decimal:
    """Return the rider's owed fees with all wallets locked, even without owed fees."""
    accounts_to_lock: set[Party] = {customer_id} if driver_id is None else {customer_id, driver_id}
    _accounts, fees = journal.lock_with_fees(accounts_to_lock, [customer_id])
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
    """Credit the amount collected for owed fees to the rider's wallet; the journal then pays the fees.

    `source` is the account that holds the money; for cash, the driver's wallet is charged. `fact` is the key
    of the collection. Returns the paid part of the fees; the rest stays in the wallet.
    """
    drafts = [
        Draft(
            key=fact,
            kind=EntryKind.TOP_UP,
            amounts={source: -amount, customer_id: amount},
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
                amounts={driver_id: -amount, CASH_WITH_DRIVERS: amount},
                booking_id=booking_id,
                reference=reference,
            )
        )
    posted = journal.post(drafts)
    publish_balances(posted.balances)
    return posted.fees_paid.get(customer_id, ZERO)


@transaction.atomic
def write_off_fee(*, fee_id: int, reason: str, by: User) -> OwedFee:
    """Write off the rest of a fee, once.

    Raises Forbidden demo_mode, NotFound, Conflict fee_settled if nothing is left.
    """
    require_critical_edits(platform_settings())
    if not reason.strip():
        raise ValueError("a write-off needs a reason")
    owner = OwedFee.objects.filter(pk=fee_id).values_list("user_id", flat=True).first()
    if owner is None:
        raise NotFound("not_found", _("Fee not found."))
    # Changes of a fee require the lock of its debtor's wallet.
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
                amounts={FEES_OWED: -left, Receivable(owner): left},
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
    # No balance has changed, but the owed amount has.
    publish_balances({owner: journal.lock_accounts({owner}).balances[owner]})
    return fee
