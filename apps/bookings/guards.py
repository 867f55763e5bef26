"""Facts that must hold for a move; each raises a refusal and writes nothing."""

import secrets

from django.utils.translation import gettext_lazy as _

from apps.bookings.change import Change, wrong_status
from apps.bookings.choices import DistanceSource, OfferState, Status
from apps.bookings.eligibility import able_drivers, locked_driver, why_unable
from apps.bookings.models import Booking, Offer
from apps.bookings.selectors import open_offers
from apps.bookings.timing import SILENT_DRIVER
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, Conflict, DomainError
from apps.core.platform import Platform
from apps.geo.positions import position_of


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
    """Nobody was found, and nobody is looked for any more until somebody says so."""
    if change.booking.search_until is not None or not change.settings.auto_dispatch:
        raise Conflict("still_searching", _("The search goes on by itself."))


def driver_is_silent(change: Change) -> None:
    """Still not a word, now that the booking is locked."""
    booking = change.booking
    position = position_of(booking.driver_id) if booking.driver_id is not None else None
    heard = max(filter(None, [position.seen_at if position else None, booking.accepted_at]))
    if heard > change.at - SILENT_DRIVER:
        raise Conflict("driver_is_there", _("The driver is sending again."))


# -- of the trip -------------------------------------------------------------------------------


def otp_matches(change: Change) -> None:
    """The rider's code was given, unless the booking has none or it is asked at another move.

    A passenger says it at the start, a delivery's recipient at the end; five wrong tries lock it.
    """
    booking = change.booking
    if booking.otp_at != change.name:
        return
    if booking.is_otp_locked:
        raise Conflict("otp_locked", _("Too many wrong codes. The operator has been told."))
    if not change.facts.otp:
        raise BadInput("wrong_code", _("Ask the rider for the code."))
    if not secrets.compare_digest(change.facts.otp.encode(), booking.otp.encode()):
        raise WrongCode("wrong_code", _("That is not the rider's code."))


def was_measured(change: Change) -> None:
    """The drive was measured before the lock: no routing call is made while a booking is locked.

    It was not when the trip had not started then, and has since: whoever asked was too early.
    """
    if change.facts.measure is None:
        raise wrong_status(change)


def fare_is_provisional(change: Change) -> None:
    """The distance was a great circle, for want of a routing service."""
    if change.booking.distance_source != DistanceSource.GREAT_CIRCLE:
        raise Conflict("fare_is_final", _("The fare of this trip is final."))


# -- of money ----------------------------------------------------------------------------------


def card_pays_all(change: Change) -> None:
    """What the gateway took and the wallet's part are what is payable now; a promo may have come or gone."""
    card = change.card
    if card.amount + card.wallet != change.booking.payable_amount:
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
