"""Facts that must hold for a move; each raises a refusal and writes nothing."""

import secrets
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.bookings.change import Change, wrong_status
from apps.bookings.choices import OfferState, Status
from apps.bookings.eligibility import able_drivers, locked_driver, why_unable
from apps.bookings.models import Booking, Offer
from apps.bookings.presence import is_silent
from apps.bookings.selectors import open_offers, track_of
from apps.bookings.timing import require_ahead
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, Conflict, DomainError
from apps.core.platform import Platform


class WrongCode(BadInput):
    """A trip code that does not match: the one refusal that leaves a trace, the count of tries."""


# -- of the offer ------------------------------------------------------------------------------


def too_late(change: Change) -> DomainError:
    """What a driver hears who answers a booking that is no longer NEW."""
    booking = change.booking
    if booking.driver_id == change.user.pk:
        return Conflict("wrong_status", _("This booking is yours already."))
    if booking.status == Status.CANCELLED:
        return Conflict("offer_gone", _("This booking was cancelled."))
    return Conflict("already_taken", _("Another driver was faster."))


def driver_was_offered(change: Change) -> None:
    """The driver holds an open offer whose time has not run out."""
    change.open_offers = list(open_offers().filter(booking=change.booking))
    change.offer = next((offer for offer in change.open_offers if offer.driver_id == change.user.pk), None)
    if change.offer is None or change.offer.expires_at <= change.at:
        raise Conflict("offer_gone", _("This offer is no longer open."))


def driver_is_able(change: Change) -> None:
    """The same eligibility that dispatch uses still holds; the driver's row stays locked after it.

    The lock lets one of two bookings have the driver; the loser of a race reads `busy` afresh.
    """
    change.driver = locked_driver(change.user.pk, change.booking, change.settings)
    if change.driver is None:
        raise why_unable(change.user.pk, change.booking)


def an_offer_has_run_out(change: Change) -> None:
    """Somebody let the time pass; of two who tidy up one does it."""
    change.open_offers = list(open_offers().filter(booking=change.booking))
    if all(offer.expires_at > change.at for offer in change.open_offers):
        raise Conflict("nothing_expired", _("All open offers have time left."))


def driver_is_asked(change: Change) -> None:
    """The driver who left has an offer open; of two who tidy up one does it."""
    change.open_offers = list(open_offers().filter(booking=change.booking))
    if all(offer.driver_id != change.facts.driver_id for offer in change.open_offers):
        raise Conflict("nothing_expired", _("This driver is not asked."))


def nobody_is_asked(change: Change) -> None:
    """No offer is open: of two searches at once one asks."""
    if open_offers().filter(booking=change.booking).exists():
        raise Conflict("already_asked", _("Drivers are being asked."))


def search_is_over(change: Change) -> None:
    """No driver was found, and none is searched for any more until somebody says so."""
    until = change.booking.search_until
    if (until is not None and until > change.at) or not change.settings.auto_dispatch:
        raise Conflict("still_searching", _("The search goes on by itself."))


def needs_a_search(booking: Booking, settings: Platform) -> bool:
    """The search is over, and goes on where somebody says so."""
    return booking.search_until is None and settings.auto_dispatch


def is_not_searched_for(booking: Booking, settings: Platform) -> bool:
    """No driver was found, or staff assign drivers by hand."""
    return booking.search_until is None


def search_has_stopped(change: Change) -> None:
    if not is_not_searched_for(change.booking, change.settings):
        raise Conflict("still_searching", _("The search goes on by itself."))


def trip_date_is_ahead(change: Change) -> None:
    require_ahead(_trip_date(change), now=change.at)


def _trip_date(change: Change) -> datetime:
    if change.facts.trip_date is None:
        raise TypeError(f"{change.name} needs a trip date")
    return change.facts.trip_date


def is_released(booking: Booking, settings: Platform) -> bool:
    """A trip for later is offered in its last minutes only."""
    return booking.release_at <= timezone.now()


def booking_is_released(change: Change) -> None:
    if change.booking.release_at > change.at:
        raise Conflict("not_released", _("Driver search starts shortly before this trip."))


def driver_is_silent(change: Change) -> None:
    """Still not a word, now that the booking is locked."""
    if not is_silent(change.booking, at=change.at):
        raise Conflict("driver_is_there", _("The driver is sending again."))


# -- of the trip -------------------------------------------------------------------------------


def otp_matches(change: Change) -> None:
    """The code was given, unless the booking has none or it is asked at another move.

    A passenger says it at the start, a delivery's recipient at the end; five wrong tries lock it.
    """
    booking = change.booking
    if booking.otp_at != change.name:
        return
    if booking.is_otp_locked:
        raise Conflict("otp_locked", _("Too many wrong codes. The operator has been told."))
    if not change.facts.otp:
        if booking.is_delivery:
            raise BadInput("wrong_code", _("Ask the recipient for the code."))
        raise BadInput("wrong_code", _("Ask the rider for the code."))
    if not secrets.compare_digest(change.facts.otp.encode(), booking.otp.encode()):
        if booking.is_delivery:
            raise WrongCode("wrong_code", _("That is not the recipient's code."))
        raise WrongCode("wrong_code", _("That is not the rider's code."))


def was_measured(change: Change) -> None:
    """The drive was measured before the lock: no routing call is made while a booking is locked.

    It was not when the trip had not started then, and has since: whoever asked was too early.
    """
    if change.facts.measure is None:
        raise wrong_status(change)


def measurement_differs(change: Change) -> None:
    """The road was found where a great circle was charged, or points arrived after the end.

    A fare that staff set stays. A measure of fewer points than are stored by now is refused: the job of the
    later points has priced the trip, or will.
    """
    booking, measure = change.booking, change.facts.measure
    assert measure is not None
    if measure.points is not None and measure.points != len(track_of(booking).points):
        raise Conflict("fare_is_final", _("The fare of this trip is final."))
    known = (booking.distance_km, booking.distance_source)
    unchanged = measure.drop_lat is None and known == (measure.distance_km, measure.distance_source)
    if unchanged or booking.adjustment_reason:
        raise Conflict("fare_is_final", _("The fare of this trip is final."))


# -- of money ----------------------------------------------------------------------------------


def card_pays_all(change: Change) -> None:
    """What the gateway took for the trip and the wallet's part are what is due now.

    A promo may have come or gone meanwhile. What was owed for earlier trips may have been paid meanwhile:
    the trip is paid all the same.
    """
    if change.card.for_trip + change.card.wallet != change.booking.amount_due:
        raise Conflict("payment_changed", _("What is to be paid has changed meanwhile."))


# -- of cancelling and assigning ---------------------------------------------------------------


def reason_given(change: Change) -> None:
    """Somebody says why; of what was never paid for it is known."""
    if change.booking.status != Status.PAYMENT_PENDING and not change.facts.reason.strip():
        raise BadInput("no_cancel_reason", _("Choose a reason."), fields={"reason": _("Choose a reason.")})


def critical_edits_allowed(change: Change) -> None:
    require_critical_edits(change.settings)


def auto_dispatch_off(booking: Booking, settings: Platform) -> bool:
    return not settings.auto_dispatch


def auto_dispatch_is_off(change: Change) -> None:
    if not auto_dispatch_off(change.booking, change.settings):
        raise Conflict("auto_dispatch_on", _("Drivers are found automatically."))


def assigned_driver_is_able(change: Change) -> None:
    """The chosen driver drives the same car type, is approved, active and free, and not asked yet."""
    (candidate,) = change.facts.candidates
    booking = change.booking
    if not able_drivers(booking, change.settings).filter(pk=candidate.driver_id).exists():
        raise why_unable(candidate.driver_id, booking)
    if Offer.objects.filter(
        booking=booking, driver_id=candidate.driver_id, state=OfferState.OFFERED
    ).exists():
        raise Conflict("already_assigned", _("This driver has been asked already."))
