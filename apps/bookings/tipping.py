"""The rider tips the driver, once a booking, after the trip is paid (docs/decisions/0046-tips.md)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.selectors import lock_undeleted
from apps.bookings.models import Booking
from apps.bookings.transitions import TransitionContext
from apps.core.errors import BadInput, Conflict
from apps.core.models import PlatformSettings
from apps.core.money import ZERO, round_money
from apps.core.platform import Platform
from apps.wallet.amounts import require_amount
from apps.wallet.tips import pay_tip

WINDOW: Final = timedelta(days=7)
"""After the trip is paid."""


@dataclass(frozen=True, slots=True)
class TipChoice:
    percent: Decimal | None
    """None where amounts are suggested."""
    amount: Decimal


def tip_choices(booking: Booking, settings: Platform) -> Iterable[TipChoice]:
    """The suggested tips for this booking, the smallest first; what rounds to nothing is left out."""
    percents = settings.tip_kind == PlatformSettings.TipKind.PERCENT
    for value in map(Decimal, settings.tip_suggestions):
        amount = (
            percent_of_fare(booking, value, settings)
            if percents
            else round_money(value, decimals=settings.decimal)
        )
        if amount > 0:
            yield TipChoice(value if percents else None, amount)


def percent_of_fare(booking: Booking, percent: Decimal, settings: Platform) -> Decimal:
    """Of what the trip costs before a discount."""
    return round_money(booking.trip_cost * percent / 100, decimals=settings.decimal)


def may_be_tipped(booking: Booking, settings: Platform) -> bool:
    return settings.tips and booking.tip_amount == 0 and _is_in_time(booking)


def _is_in_time(booking: Booking) -> bool:
    return booking.settled_at is not None and timezone.now() < booking.settled_at + WINDOW


# -- guards ------------------------------------------------------------------------------------


def tips_are_on(context: TransitionContext) -> None:
    if not context.settings.tips:
        raise Conflict("tips_off", _("Tips are turned off."))


def is_not_tipped(context: TransitionContext) -> None:
    if context.booking.tip_amount != 0:
        raise Conflict("already_tipped", _("You've already tipped for this trip."))


def tip_is_in_time(context: TransitionContext) -> None:
    if not _is_in_time(context.booking):
        raise Conflict("tip_too_late", _("You can tip within 7 days of the payment."))


def tip_is_an_amount(context: TransitionContext) -> None:
    """Exactly one of an amount and a percentage, and it comes to money."""
    if (context.inputs.amount is None) == (context.inputs.percent is None):
        sentence = _("Enter an amount.")
        raise BadInput("no_details_error", sentence, fields={"amount": sentence})
    require_amount(_tip(context))


def driver_exists(context: TransitionContext) -> None:
    """Held until the tip is paid: an account that is deleted meanwhile would keep money."""
    if lock_undeleted(context.booking.driver_id) is None:
        raise Conflict("driver_deleted", _("This driver's account no longer exists."))


# -- effects -----------------------------------------------------------------------------------


def give_tip(context: TransitionContext) -> None:
    booking, amount = context.booking, _tip(context)
    assert booking.driver_id is not None
    pay_tip(
        booking_id=booking.pk,
        reference=booking.reference,
        rider_id=booking.customer_id,
        driver_id=booking.driver_id,
        amount=amount,
    )
    booking.tip_amount, booking.tipped_at = amount, context.at
    context.data["tip_amount"] = f"{amount:f}"


def _tip(context: TransitionContext) -> Decimal:
    amount, percent = context.inputs.amount, context.inputs.percent
    if percent is not None:
        return percent_of_fare(context.booking, percent, context.settings)
    return ZERO if amount is None else amount
