"""Facts that must hold for a move; each raises a refusal and writes nothing."""

import secrets
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.bookings.choices import OfferState, Status
from apps.bookings.eligibility import able_drivers, locked_driver, why_unable
from apps.bookings.models import Booking, Offer
from apps.bookings.presence import is_silent
from apps.bookings.selectors import open_offers, track_of
from apps.bookings.timing import require_ahead
from apps.bookings.transitions import TransitionContext, wrong_status
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, Conflict, DomainError
from apps.core.platform import Platform


class WrongCode(BadInput):
    """A trip code that does not match: the one refusal that leaves a trace, the count of tries."""


# -- of the offer ------------------------------------------------------------------------------


def too_late(context: TransitionContext) -> DomainError:
    """What a driver hears who answers a booking that is no longer NEW."""
    booking = context.booking
    if booking.driver_id == context.user.pk:
        return Conflict("wrong_status", _("You already have this booking."))
    if booking.status == Status.CANCELLED:
        return Conflict("offer_gone", _("This booking was cancelled."))
    return Conflict("already_taken", _("Another driver accepted this trip."))


def driver_was_offered(context: TransitionContext) -> None:
    """The driver holds an open offer whose time has not run out."""
    context.open_offers = list(open_offers().filter(booking=context.booking))
    context.offer = next((offer for offer in context.open_offers if offer.driver_id == context.user.pk), None)
    if context.offer is None or context.offer.expires_at <= context.at:
        raise Conflict("offer_gone", _("This offer is no longer available."))


def driver_is_able(context: TransitionContext) -> None:
    """The same eligibility that dispatch uses still holds; the driver's row stays locked after it.

    The lock lets one of two bookings have the driver; the loser of a race reads `busy` afresh.
    """
    context.driver = locked_driver(context.user.pk, context.booking, context.settings)
    if context.driver is None:
        raise why_unable(context.user.pk, context.booking)


def an_offer_has_expired(context: TransitionContext) -> None:
    """Somebody let the time pass; of two who tidy up one does it."""
    context.open_offers = list(open_offers().filter(booking=context.booking))
    if all(offer.expires_at > context.at for offer in context.open_offers):
        raise Conflict("nothing_expired", _("All open offers are still running."))


def driver_has_open_offer(context: TransitionContext) -> None:
    """The driver who left has an offer open; of two who tidy up one does it."""
    context.open_offers = list(open_offers().filter(booking=context.booking))
    if all(offer.driver_id != context.inputs.driver_id for offer in context.open_offers):
        raise Conflict("nothing_expired", _("This driver has no open request."))


def no_offer_is_open(context: TransitionContext) -> None:
    """No offer is open: of two searches at once one asks."""
    if open_offers().filter(booking=context.booking).exists():
        raise Conflict("already_asked", _("We're already contacting drivers."))


def search_is_over(context: TransitionContext) -> None:
    """No driver was found, and none is searched for any more until somebody says so."""
    until = context.booking.search_until
    if (until is not None and until > context.at) or not context.settings.auto_dispatch:
        raise Conflict("still_searching", _("We're still searching."))


def needs_a_search(booking: Booking, settings: Platform) -> bool:
    """The search is over, and goes on where somebody says so."""
    return booking.search_until is None and settings.auto_dispatch


def is_not_searched_for(booking: Booking, settings: Platform) -> bool:
    """No driver was found, or staff assign drivers by hand."""
    return booking.search_until is None


def search_has_stopped(context: TransitionContext) -> None:
    if not is_not_searched_for(context.booking, context.settings):
        raise Conflict("still_searching", _("We're still searching."))


def trip_date_is_ahead(context: TransitionContext) -> None:
    require_ahead(_trip_date(context), now=context.at)


def _trip_date(context: TransitionContext) -> datetime:
    if context.inputs.trip_date is None:
        raise TypeError(f"{context.name} needs a trip date")
    return context.inputs.trip_date


def is_released(booking: Booking, settings: Platform) -> bool:
    """A trip for later is offered in its last minutes only."""
    return booking.release_at <= timezone.now()


def booking_is_released(context: TransitionContext) -> None:
    if context.booking.release_at > context.at:
        raise Conflict("not_released", _("Driver search starts shortly before this trip."))


def driver_signal_is_lost(context: TransitionContext) -> None:
    """Still not a word, now that the booking is locked."""
    if not is_silent(context.booking, at=context.at):
        raise Conflict("driver_is_there", _("The driver is back online."))


# -- of the trip -------------------------------------------------------------------------------


def otp_matches(context: TransitionContext) -> None:
    """The code was given, unless the booking has none or it is asked at another move.

    A passenger says it at the start, a delivery's recipient at the end; five wrong tries lock it.
    """
    booking = context.booking
    if booking.otp_at != context.name:
        return
    if booking.is_otp_locked:
        raise Conflict("otp_locked", _("Too many incorrect codes. Support has been notified."))
    if not context.inputs.otp:
        if booking.is_delivery:
            raise BadInput("wrong_code", _("Enter the recipient's code."))
        raise BadInput("wrong_code", _("Enter the rider's code."))
    if not secrets.compare_digest(context.inputs.otp.encode(), booking.otp.encode()):
        if booking.is_delivery:
            raise WrongCode("wrong_code", _("Incorrect code. Check it with the recipient."))
        raise WrongCode("wrong_code", _("Incorrect code. Check it with the rider."))


def was_measured(context: TransitionContext) -> None:
    """The drive was measured before the lock: no routing call is made while a booking is locked.

    It was not when the trip had not started then, and has since: whoever asked was too early.
    """
    if context.inputs.measurement is None:
        raise wrong_status(context)


def measurement_differs(context: TransitionContext) -> None:
    """The road was found where a great circle was charged, or points arrived after the end.

    A fare that staff set stays. A measure of fewer points than are stored by now is refused: the job of the
    later points has priced the trip, or will.
    """
    booking, measurement = context.booking, context.inputs.measurement
    assert measurement is not None
    if measurement.points is not None and measurement.points != len(track_of(booking).points):
        raise Conflict("fare_is_final", _("The fare of this trip is final."))
    known = (booking.distance_km, booking.distance_source)
    unchanged = measurement.drop_lat is None and known == (
        measurement.distance_km,
        measurement.distance_source,
    )
    if unchanged or booking.adjustment_reason:
        raise Conflict("fare_is_final", _("The fare of this trip is final."))


# -- of money ----------------------------------------------------------------------------------


def card_pays_all(context: TransitionContext) -> None:
    """What the gateway took for the trip and the wallet's part are what is due now.

    A promo may have come or gone meanwhile. What was owed for earlier trips may have been paid meanwhile:
    the trip is paid all the same.
    """
    if context.card.for_trip + context.card.wallet != context.booking.amount_due:
        raise Conflict("payment_changed", _("The amount to pay has changed. Check it and try again."))


# -- of cancelling and assigning ---------------------------------------------------------------


def reason_given(context: TransitionContext) -> None:
    """Somebody says why; of what was never paid for it is known."""
    if context.booking.status != Status.PAYMENT_PENDING and not context.inputs.reason.strip():
        raise BadInput("no_cancel_reason", _("Choose a reason."), fields={"reason": _("Choose a reason.")})


def critical_edits_allowed(context: TransitionContext) -> None:
    require_critical_edits(context.settings)


def auto_dispatch_off(booking: Booking, settings: Platform) -> bool:
    return not settings.auto_dispatch


def auto_dispatch_is_off(context: TransitionContext) -> None:
    if not auto_dispatch_off(context.booking, context.settings):
        raise Conflict("auto_dispatch_on", _("Automatic dispatch is on."))


def assigned_driver_is_able(context: TransitionContext) -> None:
    """The chosen driver drives the same car type, is approved, active and free, and not asked yet."""
    (candidate,) = context.inputs.candidates
    booking = context.booking
    if not able_drivers(booking, context.settings).filter(pk=candidate.driver_id).exists():
        raise why_unable(candidate.driver_id, booking)
    if Offer.objects.filter(
        booking=booking, driver_id=candidate.driver_id, state=OfferState.OFFERED
    ).exists():
        raise Conflict("already_assigned", _("This driver already has the request."))
