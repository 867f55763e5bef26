"""A promo code on a booking: guards and effects that hold, apply, recalculate and release it.

The booking stores the promo's terms at the time of use; later changes of the promo do not affect it.
"""

from decimal import Decimal
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from apps.bookings.models import Booking
from apps.bookings.payment.prepayment import is_being_measured
from apps.bookings.state_machine.transitions import TransitionContext
from apps.core.errors import Conflict
from apps.core.money import ZERO
from apps.core.platform import Platform
from apps.fares.engine import Line
from apps.fares.promos.discounts import PromoTerms, discount, reaches_min_order
from apps.fares.promos.redemption import Held, hold_promo, release_promo, terms_of, use_promo

BELOW_MIN_ORDER: Final = "promo_min_order"
"""The code of a promo below its minimum order, and the key of the bill's line for it."""


def hold_for(booking: Booking, promo_name: str, settings: Platform) -> Held:
    """Lock the promo for this booking's rider and price, or raise as apps.fares.promos.redemption does."""
    return hold_promo(
        promo_name=promo_name,
        user_id=booking.customer_id,
        trip_cost=booking.trip_cost,
        settings=settings,
        booking_id=booking.pk,
    )


def apply_promo(booking: Booking, held: Held) -> None:
    """Set the booking's promo, its terms and the discount."""
    booking.promo = held.promo
    booking.promo_details = terms_of(held.promo).as_json()
    apply_discount(booking)


def apply_discount(booking: Booking) -> None:
    """Recalculate the discount for the current price; the bill notes a price below the minimum order."""
    bill = [line for line in booking.breakdown if line["key"] != BELOW_MIN_ORDER]
    if booking.promo_id is None or booking.promo_details is None:
        booking.discount, booking.breakdown = ZERO, bill
        return
    terms = PromoTerms.from_json(booking.promo_details)
    booking.discount = discount(terms, Decimal(booking.trip_cost), decimals=booking.rates["decimals"])
    is_below_minimum = not reaches_min_order(terms, Decimal(booking.trip_cost))
    booking.promo_details = terms.as_json() | ({"reason_code": BELOW_MIN_ORDER} if is_below_minimum else {})
    booking.breakdown = [*bill, _line(terms)] if is_below_minimum else bill


def _line(terms: PromoTerms) -> dict[str, Any]:
    return Line(BELOW_MIN_ORDER, Decimal(1), "trip", terms.min_order, ZERO).as_json()


def promo_may_change(booking: Booking, settings: Platform) -> bool:
    """A promo cannot change after a prepayment."""
    return not booking.prepaid


# -- guards ------------------------------------------------------------------------------------


def promo_is_valid(context: TransitionContext) -> None:
    """Require a promo that this rider can use at this price, and lock it."""
    context.held_promo = hold_for(context.booking, context.inputs.promo_name, context.settings)


def nothing_is_paid(context: TransitionContext) -> None:
    if not promo_may_change(context.booking, context.settings):
        raise Conflict("promo_too_late", _("This trip is prepaid. Its promo code can no longer change."))


def has_promo(context: TransitionContext) -> None:
    if context.booking.promo_id is None:
        raise Conflict("promo_not_applied", _("This booking has no promo code."))


# -- effects -----------------------------------------------------------------------------------


def record_promo(context: TransitionContext) -> None:
    """Add the booking's promo to the event's data."""
    if context.booking.promo_details is not None:
        context.data["promo_name"] = context.booking.promo_details["promo_name"]
        context.data["discount"] = f"{context.booking.discount:f}"


def redeem_promo(context: TransitionContext) -> None:
    """Use the promo in place of any other, and apply its discount."""
    assert context.held_promo is not None
    use_promo(context.held_promo, user_id=context.booking.customer_id, booking_id=context.booking.pk)
    apply_promo(context.booking, context.held_promo)
    record_promo(context)


def remove_promo(context: TransitionContext) -> None:
    """Remove the promo at the rider's request."""
    record_promo(context)
    release_promo(booking_id=context.booking.pk)
    context.booking.promo = context.booking.promo_details = None
    apply_discount(context.booking)


def recalculate_promo(context: TransitionContext) -> None:
    """Recalculate the discount for the final price; a prepaid fixed fare is left unchanged."""
    booking = context.booking
    if booking.promo_id is not None and not (booking.prepaid and booking.fare_is_fixed):
        apply_discount(booking)
        record_promo(context)
        if booking.prepaid and not _fare_can_change(context):
            # The promo must be released before any wallet is locked.
            release_unused_promo(context)


def _fare_can_change(context: TransitionContext) -> bool:
    """Return whether positions are still missing: a higher fare may reach the promo's minimum order."""
    return bool(context.data.get("points_waiting")) or is_being_measured(context.booking)


def release_unused_promo(context: TransitionContext) -> None:
    """Release a promo that gave no discount; the booking's terms store the reason."""
    if context.booking.promo_id is not None and context.booking.discount == 0:
        release_promo(booking_id=context.booking.pk)
        context.booking.promo = None


def release_unused_promo_of_fixed_fare(context: TransitionContext) -> None:
    """Release an unused promo of a fixed fare; a measured fare may still reach the minimum order."""
    if context.booking.fare_is_fixed:
        release_unused_promo(context)


def release_promo_of_cancelled(context: TransitionContext) -> None:
    """Release the promo of a cancelled booking; its terms stay on the booking."""
    if context.booking.promo_id is not None:
        release_promo(booking_id=context.booking.pk)
        context.booking.promo = None
