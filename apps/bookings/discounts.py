"""A promo on a booking: the guard that holds it, and the deeds that take it, price it and let it go.

The booking keeps the promo's terms of the moment; whatever the promo becomes, they price the trip.
"""

from decimal import Decimal
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from apps.bookings.models import Booking
from apps.bookings.prepayment import is_being_measured
from apps.bookings.transitions import TransitionContext
from apps.core.errors import Conflict
from apps.core.money import ZERO
from apps.core.platform import Platform
from apps.fares.discounts import PromoTerms, discount, is_enough
from apps.fares.engine import Line
from apps.fares.promos import Held, hold_promo, release_promo, terms_of, use_promo

FELL_AWAY: Final = "promo_min_order"
"""The code of why a promo gives nothing, and the key of the bill's line that says so."""


def hold_for(booking: Booking, promo_name: str, settings: Platform) -> Held:
    """Lock the promo for this booking's rider and price, or refuse as apps.fares.promos does."""
    return hold_promo(
        promo_name=promo_name,
        user_id=booking.customer_id,
        trip_cost=booking.trip_cost,
        settings=settings,
        booking_id=booking.pk,
    )


def apply_promo(booking: Booking, held: Held) -> None:
    """Set the booking's promo, its terms and what it takes off."""
    booking.promo = held.promo
    booking.promo_details = terms_of(held.promo).as_json()
    apply_discount(booking)


def apply_discount(booking: Booking) -> None:
    """What the booking's promo takes off its present price; a bill says where the price is too low."""
    bill = [line for line in booking.breakdown if line["key"] != FELL_AWAY]
    if booking.promo_id is None or booking.promo_details is None:
        booking.discount, booking.breakdown = ZERO, bill
        return
    terms = PromoTerms.from_json(booking.promo_details)
    booking.discount = discount(terms, Decimal(booking.trip_cost), decimals=booking.rates["decimals"])
    too_little = not is_enough(terms, Decimal(booking.trip_cost))
    booking.promo_details = terms.as_json() | ({"reason_code": FELL_AWAY} if too_little else {})
    booking.breakdown = [*bill, _line(terms)] if too_little else bill


def _line(terms: PromoTerms) -> dict[str, Any]:
    return Line(FELL_AWAY, Decimal(1), "trip", terms.min_order, ZERO).as_json()


def promo_may_change(booking: Booking, settings: Platform) -> bool:
    """Not once money was taken for the price that it makes."""
    return not booking.prepaid


# -- guards ------------------------------------------------------------------------------------


def promo_is_valid(context: TransitionContext) -> None:
    """There is such a promo, and this rider may use it for this price; it stays locked."""
    context.held_promo = hold_for(context.booking, context.inputs.promo_name, context.settings)


def nothing_is_paid(context: TransitionContext) -> None:
    if not promo_may_change(context.booking, context.settings):
        raise Conflict("promo_too_late", _("This trip is prepaid. Its promo code can no longer change."))


def has_promo(context: TransitionContext) -> None:
    if context.booking.promo_id is None:
        raise Conflict("promo_not_applied", _("This booking has no promo code."))


# -- effects -----------------------------------------------------------------------------------


def record_promo(context: TransitionContext) -> None:
    """What the trail tells of the promo that the booking has."""
    if context.booking.promo_details is not None:
        context.data["promo_name"] = context.booking.promo_details["promo_name"]
        context.data["discount"] = f"{context.booking.discount:f}"


def redeem_promo(context: TransitionContext) -> None:
    """Count its use, in the place of another, and take it off."""
    assert context.held_promo is not None
    use_promo(context.held_promo, user_id=context.booking.customer_id, booking_id=context.booking.pk)
    apply_promo(context.booking, context.held_promo)
    record_promo(context)


def remove_promo(context: TransitionContext) -> None:
    """The rider does without."""
    record_promo(context)
    release_promo(booking_id=context.booking.pk)
    context.booking.promo = context.booking.promo_details = None
    apply_discount(context.booking)


def recalculate_promo(context: TransitionContext) -> None:
    """By the final price; below the least order it gives nothing. A fixed fare that is paid stands."""
    booking = context.booking
    if booking.promo_id is not None and not (booking.prepaid and booking.fare_is_fixed):
        apply_discount(booking)
        record_promo(context)
        if booking.prepaid and not _is_to_be_priced_again(context):
            # What follows settles it: the promo is released before any wallet is locked.
            release_unused_promo(context)


def _is_to_be_priced_again(context: TransitionContext) -> bool:
    """Whether positions are still to come: the higher fare may reach the promo code's minimum order."""
    return bool(context.data.get("points_waiting")) or is_being_measured(context.booking)


def release_unused_promo(context: TransitionContext) -> None:
    """A promo that gave nothing until the trip was paid is not used up; the booking tells why."""
    if context.booking.promo_id is not None and context.booking.discount == 0:
        release_promo(booking_id=context.booking.pk)
        context.booking.promo = None


def release_unused_promo_of_fixed_fare(context: TransitionContext) -> None:
    """Of a fare that is paid ahead: one that is measured yet may still reach the promo's least order."""
    if context.booking.fare_is_fixed:
        release_unused_promo(context)


def release_promo_of_cancelled(context: TransitionContext) -> None:
    """A trip that does not take place uses no promo; its booking remembers which it was."""
    if context.booking.promo_id is not None:
        release_promo(booking_id=context.booking.pk)
        context.booking.promo = None
