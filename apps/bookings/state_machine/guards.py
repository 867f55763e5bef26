"""Guards of transitions: each raises an error if its condition is not met, and writes nothing."""

import secrets
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.bookings.choices import OfferState, Status
from apps.bookings.dispatch.eligibility import (
    eligible_driver,
    eligible_drivers_for,
    ineligibility_error,
    lock_driver,
)
from apps.bookings.models import Booking, Offer
from apps.bookings.selectors import open_offers_of, track_of
from apps.bookings.state_machine.transitions import TransitionContext, wrong_status
from apps.bookings.timing import require_ahead
from apps.bookings.trip.presence import is_silent
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, Conflict, DomainError
from apps.core.platform import Platform


class WrongCode(BadInput):
    """A wrong trip code: the only error that writes something, the number of attempts."""


# -- of the offer ------------------------------------------------------------------------------


def too_late(context: TransitionContext) -> DomainError:
    """Return the error for a driver who answers a booking that is no longer NEW."""
    booking = context.booking
    if booking.driver_id == context.user.pk:
        return Conflict("wrong_status", _("You already have this booking."))
    if booking.status == Status.CANCELLED:
        return Conflict("offer_gone", _("This booking was cancelled."))
    return Conflict("already_taken", _("Another driver accepted this trip."))


def driver_was_offered(context: TransitionContext) -> None:
    """Require an open offer of this driver that has not expired."""
    context.open_offers = open_offers_of(context.booking.pk)
    context.offer = next((offer for offer in context.open_offers if offer.driver_id == context.user.pk), None)
    if context.offer is None or context.offer.expires_at <= context.at:
        raise Conflict("offer_gone", _("This offer is no longer available."))


def driver_is_eligible(context: TransitionContext) -> None:
    """Require that the driver is still eligible, and lock the driver's row.

    If two bookings want the same driver, the second one reads `busy` after the first has committed. The
    booking is accepted at the moment of the check: the vehicle may have changed during the wait for the lock.
    """
    lock_driver(context.user.pk)
    context.at = timezone.now()
    context.driver = eligible_driver(context.user.pk, context.booking, context.settings)
    if context.driver is None:
        raise ineligibility_error(context.user.pk, context.booking)


def an_offer_has_expired(context: TransitionContext) -> None:
    """Require an expired offer; the second of two jobs finds none."""
    context.open_offers = open_offers_of(context.booking.pk)
    if all(offer.expires_at > context.at for offer in context.open_offers):
        raise Conflict("nothing_expired", _("All open offers are still running."))


def driver_has_open_offer(context: TransitionContext) -> None:
    """Require an open offer of the driver who went offline; the second of two jobs finds none."""
    context.open_offers = open_offers_of(context.booking.pk)
    if all(offer.driver_id != context.inputs.driver_id for offer in context.open_offers):
        raise Conflict("nothing_expired", _("This driver has no open request."))


def no_offer_is_open(context: TransitionContext) -> None:
    """Require that no offer is open; only one of two searches makes offers."""
    if open_offers_of(context.booking.pk):
        raise Conflict("already_asked", _("We're already contacting drivers."))


def booking_is_not_held(context: TransitionContext) -> None:
    """Require that staff do not hold the booking; a search that began before the hold makes no offers."""
    if context.booking.held_until is not None:
        raise Conflict("on_hold", _("This booking is on hold."))


def search_is_over(context: TransitionContext) -> None:
    """Require that the search has ended, that dispatch is automatic and that the booking is not held."""
    booking_is_not_held(context)
    until = context.booking.search_until
    if (until is not None and until > context.at) or not context.settings.auto_dispatch:
        raise Conflict("still_searching", _("We're still searching."))


def can_resume_search(booking: Booking, settings: Platform) -> bool:
    """Return whether the search has ended and can be started again."""
    return no_search_runs(booking, settings) and settings.auto_dispatch


def no_search_runs(booking: Booking, settings: Platform) -> bool:
    """Return whether no search runs or is held: it has ended, or staff assign drivers."""
    return booking.search_until is None and booking.held_until is None


def search_has_stopped(context: TransitionContext) -> None:
    booking_is_not_held(context)
    if not no_search_runs(context.booking, context.settings):
        raise Conflict("still_searching", _("We're still searching."))


def trip_date_is_ahead(context: TransitionContext) -> None:
    require_ahead(_trip_date(context), now=context.at)


def _trip_date(context: TransitionContext) -> datetime:
    if context.inputs.trip_date is None:
        raise TypeError(f"{context.name} needs a trip date")
    return context.inputs.trip_date


def is_released(booking: Booking, settings: Platform) -> bool:
    """Return whether a scheduled trip is close enough to be offered."""
    return booking.release_at <= timezone.now()


def booking_is_released(context: TransitionContext) -> None:
    if context.booking.release_at > context.at:
        raise Conflict("not_released", _("Driver search starts shortly before this trip."))


def driver_signal_is_lost(context: TransitionContext) -> None:
    """Require that the driver is still silent, now that the booking is locked."""
    if not is_silent(context.booking, at=context.at):
        raise Conflict("driver_is_there", _("The driver is back online."))


# -- of the trip -------------------------------------------------------------------------------


def otp_matches(context: TransitionContext) -> None:
    """Require the trip code if this transition needs one.

    A passenger gives it at the start, a recipient at the end. Five wrong attempts lock it.
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


def has_measurement(context: TransitionContext) -> None:
    """Require a measurement, made before the lock: no routing request runs while a booking is locked.

    It is missing if the trip had not started at that time.
    """
    if context.inputs.measurement is None:
        raise wrong_status(context)


def measurement_differs(context: TransitionContext) -> None:
    """Require a change: a route in place of a great circle, or late points.

    A fare set by staff is final. A measurement of fewer points than are stored is rejected: the job of the
    later points recalculates the fare.
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
    """Require that the card's and the wallet's part equal the amount due.

    The promo may have changed meanwhile. Fees owed for earlier trips do not matter: the trip is paid even if
    they were paid meanwhile.
    """
    if context.card.for_trip + context.card.wallet != context.booking.amount_due:
        raise Conflict("payment_changed", _("The amount to pay has changed. Check it and try again."))


# -- of cancelling and assigning ---------------------------------------------------------------


def reason_given(context: TransitionContext) -> None:
    """Require a reason, except for a booking that was never paid."""
    if context.booking.status != Status.PAYMENT_PENDING and not context.inputs.reason.strip():
        raise BadInput("no_cancel_reason", _("Choose a reason."), fields={"reason": _("Choose a reason.")})


def critical_edits_allowed(context: TransitionContext) -> None:
    require_critical_edits(context.settings)


def auto_dispatch_off(booking: Booking, settings: Platform) -> bool:
    return not settings.auto_dispatch


def auto_dispatch_is_off(context: TransitionContext) -> None:
    if not auto_dispatch_off(context.booking, context.settings):
        raise Conflict("auto_dispatch_on", _("Automatic dispatch is on."))


def assigned_driver_is_eligible(context: TransitionContext) -> None:
    """Require that the chosen driver is eligible and free, and has no open offer of this booking."""
    (candidate,) = context.inputs.candidates
    booking = context.booking
    if not eligible_drivers_for(booking, context.settings).filter(pk=candidate.driver_id).exists():
        raise ineligibility_error(candidate.driver_id, booking)
    if Offer.objects.filter(
        booking=booking, driver_id=candidate.driver_id, state=OfferState.OFFERED
    ).exists():
        raise Conflict("already_assigned", _("This driver already has the request."))
