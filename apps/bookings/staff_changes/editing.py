"""Edits by staff of places, party, car type and time before the trip starts (docs/decisions/0039).

Other places, another party or car type need a new quote; another time alone keeps the agreed price. The
prepayment of a booking follows the new price. The driver stays unless the vehicle no longer fits or the trip
is postponed too far.
"""

import hashlib
import json
from copy import copy
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from apps.accounts.models import DriverProfile
from apps.bookings.choices import OfferState, Status
from apps.bookings.models import Booking, Offer
from apps.bookings.payment.changed_price import adjust_prepayment
from apps.bookings.pricing.discounts import apply_discount, record_promo
from apps.bookings.pricing.quoted import apply_quote
from apps.bookings.staff_changes.conflicts import changes_since
from apps.bookings.staff_changes.reassignment import audit_removed_driver
from apps.bookings.state_machine import effects, notices
from apps.bookings.state_machine.transitions import Edit, Step, TransitionContext, wrong_status
from apps.bookings.timing import MAX_POSTPONEMENT, require_ahead
from apps.bookings.trip.stops import describe_stops, stops_of, store_changed_stops
from apps.core.errors import Conflict, DomainError
from apps.core.platform import Platform
from apps.fares.eligibility.rules import too_small_vehicles
from apps.fares.estimates.quotes import Quote
from apps.notifications.choices import Occasion, Screen

EDITABLE: Final = (Status.PAYMENT_PENDING, Status.NEW, Status.ACCEPTED, Status.ARRIVED)
WITH_DRIVER: Final = (Status.ACCEPTED, Status.ARRIVED)


def revision_of(booking: Booking) -> str:
    """Return a hash of what staff see while editing; any change makes another one."""
    seen: list[Any] = [
        booking.status,
        booking.driver_id,
        booking.car_type_id,
        *(booking.pickup_lat, booking.pickup_lng, booking.pickup_add),
        *(booking.drop_lat, booking.drop_lng, booking.drop_add),
        *([stop.lat, stop.lng, stop.add] for stop in stops_of(booking)),
        *parcel_ids(booking),
        *(booking.passengers, booking.luggage, booking.children, booking.child_seats),
        booking.return_wait_minutes,
        booking.hire_minutes,
        booking.trip_date.isoformat() if booking.book_later else None,
        *(f"{amount:.4f}" for amount in (booking.trip_cost, booking.discount, booking.customer_paid)),
    ]
    return hashlib.sha256(json.dumps(seen).encode()).hexdigest()[:16]


def parcel_ids(booking: Booking) -> tuple[int | None, int | None]:
    """Return the ids of the chosen parcel type and option."""
    parcel_type, option = booking.parcel_type_selected, booking.option_selected
    return parcel_type["id"] if parcel_type else None, option["id"] if option else None


def is_quoted_as_booked(booking: Booking, quote: Quote) -> bool:
    """Return whether the quote is for the booking's current places, party, car type and parcel."""
    booked = stops_of(booking)
    return (
        quote.car_type_id == booking.car_type_id
        and quote.party == booking.party
        and quote.return_wait_minutes == booking.return_wait_minutes
        and quote.hire_minutes == booking.hire_minutes
        and (quote.parcel_type_id, quote.option_id) == parcel_ids(booking)
        and (quote.pickup.add, quote.drop.add) == (booking.pickup_add, booking.drop_add)
        and not _moved(quote.pickup.at, (booking.pickup_lat, booking.pickup_lng))
        and not _moved(quote.drop.at, (booking.drop_lat, booking.drop_lng))
        and [stop.add for stop in quote.stops] == [stop.add for stop in booked]
        and not any(
            _moved(stop.at, (other.lat, other.lng)) for stop, other in zip(quote.stops, booked, strict=True)
        )
    )


def is_at_other_time(booking: Booking, trip_date: datetime | None) -> bool:
    """Return whether the trip is at another time; None is now."""
    return (booking.trip_date if booking.book_later else None) != trip_date


def edited(booking: Booking, edit: Edit, settings: Platform, *, at: datetime) -> Booking:
    """Return a copy of the booking with the edit applied, before any money moves.

    Raises Conflict quote_expired, BadInput car_type_too_small.
    """
    after = copy(booking)
    apply_edit(after, edit, settings, at=at)
    return after


def apply_edit(booking: Booking, edit: Edit, settings: Platform, *, at: datetime) -> None:
    if edit.is_retimed:
        # The time first, because the price of a tariff depends on it.
        booking.book_later = edit.trip_date is not None
        booking.trip_date, booking.reminded_at = edit.trip_date or at, None
    if edit.quote is not None:
        apply_quote(booking, edit.quote, settings)
        apply_discount(booking)
        booking.route_polyline = edit.route_polyline


def transition_for(before: Booking, after: Booking, *, at: datetime) -> str:
    """Return the name of the transition that makes this edit."""
    match before.status:
        case Status.PAYMENT_PENDING:
            return "edit_unpaid"
        case Status.NEW:
            return "edit_new"
    if releases_driver(before, after, at=at):
        return "edit_and_release"
    moved = _moved((before.pickup_lat, before.pickup_lng), (after.pickup_lat, after.pickup_lng))
    return "edit_pickup" if before.status == Status.ARRIVED and moved else "edit"


def releases_driver(before: Booking, after: Booking, *, at: datetime) -> bool:
    """Return whether the driver's vehicle no longer fits or the driver would wait too long for a trip."""
    retimed = (before.book_later, before.trip_date) != (after.book_later, after.trip_date)
    if retimed and after.book_later and after.trip_date > at + MAX_POSTPONEMENT:
        return True
    grows = after.passengers > before.passengers or after.luggage > before.luggage
    if grows and before.driver_id in too_small_vehicles(after.party, driver_ids=[before.driver_id or 0]):
        return True
    if after.car_type_id == before.car_type_id:
        return False
    fits = DriverProfile.objects.filter(pk=before.driver_id, car_type_id=after.car_type_id)
    return not fits.exists()


def _moved(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Return whether two places differ in the precision that a quote stores."""
    return any(round(a, 6) != round(b, 6) for a, b in zip(one, other, strict=True))


# -- guards ------------------------------------------------------------------------------------


def refuse_once_picked_up(booking: Booking) -> None:
    if booking.pickup_image:
        sentence = _("The parcel is with the driver. The booking can no longer be changed.")
        raise Conflict("too_late_to_edit", sentence)


def parcel_is_not_picked_up_yet(context: TransitionContext) -> None:
    refuse_once_picked_up(context.booking)


def refuse_other_category(booking: Booking, settings: Platform) -> None:
    """Raise Conflict other_category: quotes exist only in the platform's current category."""
    if booking.app_category != settings.app_category:
        sentence = _("This booking was made in the other app category. Only its time can be changed.")
        raise Conflict("other_category", sentence)


def booking_is_as_shown(context: TransitionContext) -> None:
    """Raise Conflict booking_changed if the booking is not in the state that staff saw."""
    edit = _edit(context)
    require_revision(context.booking, edit.revision, version=edit.version)


def require_revision(booking: Booking, revision: str, *, version: int | None) -> None:
    """Raise Conflict booking_changed, with what changed since `version` and by whom, if it is given."""
    if revision_of(booking) != revision:
        raise _booking_changed(booking, version)


def status_changed(context: TransitionContext) -> DomainError:
    """Return the error for a status that changed after the preview; the new one may still be editable."""
    if context.booking.status not in EDITABLE:
        return wrong_status(context)
    edit = context.inputs.edit
    return _booking_changed(context.booking, None if edit is None else edit.version)


def _booking_changed(booking: Booking, version: int | None) -> Conflict:
    sentence = _("This booking has changed. Check it and save again.")
    fields = None if version is None else changes_since(booking, version)
    return Conflict("booking_changed", sentence, fields=fields or None)


def edit_is_possible(context: TransitionContext) -> None:
    """Require a change, and a scheduled time that is far enough ahead."""
    require_possible_edit(context.booking, _edit(context), context.settings, at=context.at)


def require_possible_edit(booking: Booking, edit: Edit, settings: Platform, *, at: datetime) -> None:
    if edit.quote is None and not edit.is_retimed:
        raise Conflict("booking_unchanged", _("Nothing has changed."))
    if edit.quote is not None:
        refuse_other_category(booking, settings)
    if edit.is_retimed and edit.trip_date is not None:
        require_ahead(edit.trip_date, now=at)


def _edit(context: TransitionContext) -> Edit:
    if context.inputs.edit is None:
        raise TypeError(f"{context.name} needs an edit")
    return context.inputs.edit


# -- effects -----------------------------------------------------------------------------------


IN_EVENT: Final = frozenset(
    {
        *("pickup", "drop", "stops", "return_wait_minutes", "hire_minutes", "car_type"),
        *("passengers", "luggage", "children", "child_seats"),
    }
)
"""The edited values that the booking event stores."""


def edit_booking(context: TransitionContext) -> None:
    """Apply the edit; the booking event and the audit log store the changed values."""
    booking = context.booking
    before, cost = _described(booking), booking.trip_cost
    apply_edit(booking, _edit(context), context.settings, at=context.at)
    after = _described(booking)
    if before["stops"] != after["stops"]:
        store_changed_stops(booking)
    changed = [name for name in before if before[name] != after[name]]
    context.audit_before |= {name: before[name] for name in changed}
    context.audit_after |= {name: after[name] for name in changed}
    context.data |= {name: after[name] for name in changed if name in IN_EVENT}
    if "trip_date" in changed:
        context.data["trip_date"] = booking.trip_date.isoformat()
    context.data |= {"previous_trip_cost": f"{cost:f}", "trip_cost": f"{booking.trip_cost:f}"}
    record_promo(context)


def withdraw_accepted_offer(context: TransitionContext) -> None:
    """Withdraw the accepted offer: the driver has not declined and can get another one."""
    accepted = Offer.objects.filter(booking=context.booking, state=OfferState.ACCEPTED)
    context.writes.update(accepted, state=OfferState.WITHDRAWN, answered_at=context.at)


def restart_pickup(context: TransitionContext) -> None:
    context.booking.driver_arrive_time = None


EDIT: Final[tuple[Step, ...]] = (edit_booking, adjust_prepayment)
RELEASE_DRIVER: Final[tuple[Step, ...]] = (
    audit_removed_driver,
    effects.free_driver,
    withdraw_accepted_offer,
    effects.clear_driver_details,
    effects.renew_otp,
)


def _described(booking: Booking) -> dict[str, Any]:
    """Return the editable values as text for the audit log."""
    parcel_type, option = booking.parcel_type_selected or {}, booking.option_selected or {}
    return {
        "pickup": f"{booking.pickup_add} ({booking.pickup_lat:.5f}, {booking.pickup_lng:.5f})",
        "drop": f"{booking.drop_add} ({booking.drop_lat:.5f}, {booking.drop_lng:.5f})",
        "stops": describe_stops(booking),
        "car_type": booking.car_type_name,
        "parcel_type": parcel_type.get("description", ""),
        "parcel_option": option.get("description", ""),
        "passengers": booking.passengers,
        "luggage": booking.luggage,
        "children": booking.children,
        "child_seats": booking.child_seats,
        "return_wait_minutes": booking.return_wait_minutes,
        "hire_minutes": booking.hire_minutes,
        "trip_date": booking.trip_date,
        "book_later": booking.book_later,
        "trip_cost": booking.trip_cost,
        "discount": booking.discount,
    }


# -- notices -----------------------------------------------------------------------------------


def notify_rider_of_edit(context: TransitionContext) -> None:
    _notify(context, context.booking.customer_id, Screen.BOOKING_CAB)


def notify_driver_of_edit(context: TransitionContext) -> None:
    _notify(context, context.booking.driver_id, Screen.DRIVER_TRIPS)


def notify_released_driver(context: TransitionContext) -> None:
    notices.notify_of_booking(context, context.left_driver_id, Occasion.RELEASED, Screen.DRIVER_TRIPS)


def _notify(context: TransitionContext, user_id: int | None, screen: Screen) -> None:
    notices.notify_of_booking(
        context,
        user_id,
        Occasion.BOOKING_CHANGED,
        screen,
        # By the hour there is none.
        drop=context.booking.drop_add or "–",
        **notices.local_trip_time(context),
    )
