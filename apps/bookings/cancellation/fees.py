"""Cancellation fees and refunds.

The rules of the tariff agreed at booking come first (docs/decisions/0101). Without a rule, this applies:

A rider who cancels while a driver is on the way pays the amount of the last slab whose minutes since the
acceptance are exceeded, by the slabs of the day of booking. If the driver has waited at the pickup, the rider
pays the no-show fee (docs/decisions/0037). Admins and the platform cancel free of charge. Payments are
refunded to the rider's wallet first; then the fee is charged to it. A cancellation is never refused because
of a low balance: the rest of the fee is owed (docs/decisions/0032).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Final

from django.db.models import F
from django.utils.translation import gettext_lazy as _

from apps.bookings.cancellation.by_tariff import (
    Case,
    Circumstances,
    agreed_rules,
    circumstances_of,
    fee_by_rules,
)
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.bookings.state_machine.transitions import Actor, TransitionContext, actor_role
from apps.bookings.trip.presence import (
    is_at_pickup,
    is_lost_on_the_way,
    is_silent,
    waiting_since,
    was_at_pickup,
)
from apps.core.errors import Conflict
from apps.core.money import ZERO, round_money
from apps.fares.engine import Line
from apps.fares.tariffs.explanation import explanation_of_lines
from apps.fares.tariffs.in_force import LoadedTariff
from apps.wallet.models import OwedFee
from apps.wallet.selectors import balance_of
from apps.wallet.trips.fees import settle_cancellation

SECONDS_A_MINUTE: Final = 60


@dataclass(frozen=True, slots=True)
class Fee:
    """An amount, and its lines if a rule of the tariff set it."""

    amount: Decimal
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Due:
    """The fee of a cancellation, and what it depends on; None if it is free whatever the rules."""

    fee: Fee
    found: Circumstances | None

    def as_json(self) -> dict[str, Any] | None:
        """Return the details as they are stored with a booking."""
        if self.found is None:
            return None
        return {**self.found.as_json(), "lines": [line.as_json() for line in self.fee.lines]}


FREE: Final = Due(Fee(ZERO), None)


@dataclass(frozen=True, slots=True)
class Preview:
    """The fee and the refund of a cancellation now; `minutes` are whole minutes since the acceptance."""

    fee: Decimal
    explanation: str
    """The rule of the tariff in words; empty without one."""
    owed: Decimal
    """The part of the fee that exceeds the wallet balance."""
    refund: Decimal
    minutes: int


def slab_fee(slabs: Sequence[Sequence[str | int]], *, seconds: Decimal | float, decimals: int) -> Decimal:
    """Return the amount of the last slab whose minutes are exceeded, or zero."""
    exceeded = [(int(mins), amount) for mins, amount in slabs if seconds > int(mins) * SECONDS_A_MINUTE]
    if not exceeded:
        return ZERO
    _minutes, amount = max(exceeded, key=lambda slab: slab[0])
    return round_money(Decimal(amount), decimals=decimals)


def due_of(booking: Booking, *, by: Actor | None, at: datetime, recorded: bool = False) -> Due:
    """Return the fee that the given actor pays for a cancellation at this time.

    The no-show fee applies if the driver is at the pickup at the time of the booking or later; before that
    time it is a late cancellation, whatever the driver's phone reported. A driver who went silent at the
    pickup is assumed to be there still, and the rider may be in the car. If the driver went silent elsewhere
    or is on the way, there is no fee. `recorded` measures all that a fee could depend on.
    """
    if by is not Actor.RIDER:
        return FREE
    if booking.status == Status.ACCEPTED:
        lost = is_lost_on_the_way(booking, at=at)
        return FREE if lost else _due(booking, case="on_the_way", at=at, recorded=recorded)
    if booking.status != Status.ARRIVED:
        return FREE
    is_there = is_at_pickup(booking, at=at)
    if is_silent(booking, at=at):
        is_there = was_at_pickup(booking)
        if not is_there:
            return FREE
    since = waiting_since(booking)
    if since is None or since > at or not is_there:
        return _due(booking, case="on_the_way", at=at, recorded=recorded)
    return _due(booking, case="at_pickup", at=at, since=since, recorded=recorded)


def no_show_due(
    booking: Booking, *, at: datetime, since: datetime | None = None, recorded: bool = False
) -> Due:
    """Return the fee of a no-show: by a rule of the tariff, the fee of the day of booking, or the fee of a
    late cancellation if that was zero. `since` is the begin of the wait, if it is known already.
    """
    return _due(booking, case="no_show", at=at, since=since, recorded=recorded)


def fee_under(booking: Booking, found: Circumstances, tariff: LoadedTariff | None) -> Fee:
    """Return the fee under a tariff, or without one and where it has no rule, under the terms agreed at
    booking.
    """
    by_rules = _by_rules(booking, found, tariff)
    if by_rules is not None:
        return by_rules
    decimals = booking.rates["decimals"]
    if found.case != "on_the_way":
        fixed = Decimal(booking.rates.get("no_show_fee", 0))
        if fixed:
            return Fee(round_money(fixed, decimals=decimals))
        by_rules = _by_rules(booking, found, tariff, wherever=True)
        if by_rules is not None:
            return by_rules
    slabs = booking.rates.get("cancel_slabs", ())
    return Fee(slab_fee(slabs, seconds=found.after_seconds, decimals=decimals))


def _by_rules(
    booking: Booking, found: Circumstances, tariff: LoadedTariff | None, *, wherever: bool = False
) -> Fee | None:
    if tariff is None or not tariff.compiled.prices_cancellations:
        return None
    fare = fee_by_rules(booking, found, tariff, wherever=wherever)
    return None if fare is None else Fee(fare.total, fare.breakdown)


def _due(booking: Booking, *, case: Case, at: datetime, since: datetime | None = None, recorded: bool) -> Due:
    tariff = agreed_rules(booking)
    measured = recorded or tariff is not None
    if measured and since is None and case != "on_the_way":
        since = waiting_since(booking)
    found = circumstances_of(booking, case=case, at=at, waits_since=since, measures_way=measured)
    return Due(fee_under(booking, found, tariff), found)


def preview(booking: Booking, *, by: Actor | None, at: datetime) -> Preview:
    """Return the fee and the refund of a cancellation by `by` now."""
    due = due_of(booking, by=by, at=at).fee
    refund, fee = booking.customer_paid, due.amount
    held = max(balance_of(booking.customer_id) + refund, ZERO) if fee else ZERO
    waited = (at - booking.accepted_at).total_seconds() if booking.accepted_at else 0
    owed = max(fee - held, ZERO)
    return Preview(
        fee=fee,
        explanation=explanation_of_lines(due.lines),
        owed=owed,
        refund=refund,
        minutes=max(0, int(waited // SECONDS_A_MINUTE)),
    )


def explanation_of_fee(booking: Booking) -> str:
    """Return the rule that set the fee of a cancelled booking in words; empty without one."""
    details = booking.cancellation_details
    return explanation_of_lines(details["lines"]) if details else ""


# -- guards ------------------------------------------------------------------------------------


def fee_is_as_shown(context: TransitionContext) -> None:
    """Raise Conflict fee_changed if the user saw another fee; no fee in the input accepts any."""
    shown = context.inputs.fee
    if shown is not None and shown != _due_of_transition(context).fee.amount:
        raise Conflict("fee_changed", _("The fee has changed. Check it and confirm again."))


def _due_of_transition(context: TransitionContext, *, recorded: bool = False) -> Due:
    booking, at = context.booking, context.at
    if context.name == "no_show":
        return no_show_due(booking, at=at, recorded=recorded)
    return due_of(booking, by=actor_role(context.by, booking), at=at, recorded=recorded)


# -- effects -----------------------------------------------------------------------------------


def refund_and_charge(context: TransitionContext) -> None:
    """Refund all payments, then charge the fee to the rider's wallet; the rider owes the rest."""
    booking = context.booking
    due = _due_of_transition(context, recorded=True)
    fee, booking.cancellation_details = due.fee.amount, due.as_json()
    if booking.customer_paid or fee:
        charge_fee(context, fee)


def charge_fee(context: TransitionContext, fee: Decimal) -> None:
    """Refund all payments and charge this fee."""
    booking = context.booking
    refund = booking.customer_paid
    charged = settle_cancellation(
        booking_id=booking.pk,
        reference=booking.reference,
        customer_id=booking.customer_id,
        driver_id=booking.driver_id,
        refund=refund,
        fee=fee,
    )
    booking.cancellation_fee, booking.cancellation_fee_owed = charged.paid, charged.owed
    booking.refunded_amount = refund
    context.data |= {
        "cancellation_fee": f"{charged.paid:f}",
        "cancellation_fee_owed": f"{charged.owed:f}",
        "cancellation_fee_due": f"{fee:f}",
        "refunded_amount": f"{refund:f}",
    }


# -- afterwards --------------------------------------------------------------------------------


def update_fee_of_booking(fee: OwedFee) -> None:
    """Copy the state of an owed fee to its booking; a trigger updates the day's earnings.

    No transition of a cancelled booking moves money while a fee is owed. So nothing that holds the lock of
    its row waits for the wallet that is locked here.
    """
    Booking.objects.filter(pk=fee.booking_id).update(
        cancellation_fee=F("cancellation_fee")
        + F("cancellation_fee_owed")
        + F("cancellation_fee_written_off")
        - fee.left
        - fee.written_off,
        cancellation_fee_owed=fee.left,
        cancellation_fee_written_off=fee.written_off,
    )
