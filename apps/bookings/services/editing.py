"""Edits of a booking by staff: a preview with a new quote, then the edit at the previewed price."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.bookings.models import Booking
from apps.bookings.payment.changed_price import is_charged_now, prepayment_difference
from apps.bookings.pricing.quoted import line_of
from apps.bookings.pricing.surge import agreed_surge
from apps.bookings.selectors import bookings_visible_to
from apps.bookings.staff_changes.editing import (
    EDITABLE,
    WITH_DRIVER,
    edited,
    is_at_other_time,
    is_quoted_as_booked,
    parcel_ids,
    refuse_once_picked_up,
    refuse_other_category,
    require_possible_edit,
    require_revision,
    revision_of,
    transition_for,
)
from apps.bookings.state_machine.machine import apply_transition
from apps.bookings.state_machine.transitions import Actor, Edit, TransitionInput, actor_role
from apps.bookings.trip.stops import outward_of
from apps.core.errors import BadInput, Conflict, Forbidden, NotFound
from apps.core.money import ZERO
from apps.core.platform import platform_settings
from apps.fares.estimates.hires import refuse_for_hire
from apps.fares.estimates.prices import estimate
from apps.fares.estimates.quotes import Quote, Spot, read_quote
from apps.wallet.selectors import balance_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """The requested changes; None does not change a value."""

    pickup: Spot | None = None
    drop: Spot | None = None
    stops: Sequence[Spot] | None = None
    car_type_id: int | None = None
    parcel: tuple[int | None, int | None] | None = None
    """The ids of the parcel type and the option."""
    passengers: int | None = None
    luggage: int | None = None
    children: int | None = None
    child_seats: int | None = None
    is_return_changed: bool = False
    return_wait_minutes: int | None = None
    """Of a round trip; None for one way."""
    hire_minutes: int | None = None
    is_retimed: bool = False
    trip_date: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EditPreview:
    """The effects of an edit."""

    revision: str
    quote_id: str
    """Empty if only the time changes, which keeps the price."""
    expires_at: datetime | None
    previous_trip_cost: Decimal
    trip_cost: Decimal
    previous_payable_amount: Decimal
    payable_amount: Decimal
    difference: Decimal
    discount: Decimal
    promo_falls_away: bool
    charged: Decimal = ZERO
    """Charged to the rider's wallet at once."""
    refunded: Decimal = ZERO
    """Refunded to the rider's wallet at once."""
    left_to_pay: Decimal = ZERO
    """For a prepaid booking: exceeds the wallet balance, and is paid at the end."""
    estimate_distance_km: Decimal
    estimate_duration_seconds: int
    route_polyline: str
    breakdown: list[dict[str, Any]] = field(default_factory=list)
    drivers_nearby: int | None
    """The eligible drivers for the new quote; None if only the time changes."""
    driver_released: bool
    search_restarts: bool


def preview_edit(*, booking_id: int, changes: Changes, by: User) -> EditPreview:
    """Return the effects of an edit with a new quote, without storing anything.

    Raises BadInput select_proper, too_many_stops, stops_not_allowed, car_type_too_small, past_booking_error,
    the errors of the map service, Conflict wrong_status, too_late_to_edit, other_category, booking_unchanged.
    """
    booking, settings, now = _editable(booking_id, by), platform_settings(), timezone.now()
    quote_id, quote, nearby, line, expires_at = "", None, None, booking.route_polyline, None
    quoted = _quote_params(booking, changes)
    if quoted is not None:
        refuse_other_category(booking, settings)
        estimated = estimate(
            **quoted,
            trip_date=_quoted_time(booking, changes),
            user_id=by.pk,
            by_staff=not booking.prepaid,
            source=booking.source,
            agreed=agreed_surge(booking.rates),
        )
        (option,) = estimated.options
        quote_id, nearby = option.quote_id, option.drivers_nearby
        line, expires_at = estimated.route.polyline, estimated.expires_at
        quote = read_quote(quote_id, user_id=by.pk)
    edit = _edit(booking, revision_of(booking), quote, line, changes.is_retimed, changes.trip_date)
    require_possible_edit(booking, edit, settings, at=now)
    after = edited(booking, edit, settings, at=now)
    name = transition_for(booking, after, at=now)
    difference = prepayment_difference(after)
    charge = is_charged_now(difference, balance_of(booking.customer_id))
    return EditPreview(
        revision=edit.revision,
        quote_id=quote_id,
        expires_at=expires_at,
        previous_trip_cost=booking.trip_cost,
        trip_cost=after.trip_cost,
        previous_payable_amount=booking.payable_amount,
        payable_amount=after.payable_amount,
        difference=after.payable_amount - booking.payable_amount,
        discount=after.discount,
        promo_falls_away=booking.discount > 0 and after.discount == 0,
        charged=difference if charge else ZERO,
        refunded=max(-difference, ZERO),
        left_to_pay=ZERO if charge else max(difference, ZERO),
        estimate_distance_km=after.estimate_distance_km,
        estimate_duration_seconds=after.estimate_duration_seconds,
        route_polyline=line,
        breakdown=after.breakdown,
        drivers_nearby=nearby,
        driver_released=name == "edit_and_release",
        search_restarts=name in ("edit_new", "edit_and_release"),
    )


def edit_booking(
    *,
    booking_id: int,
    revision: str,
    version: int | None = None,
    quote_id: str,
    is_retimed: bool,
    trip_date: datetime | None,
    charged: Decimal | None = None,
    left_to_pay: Decimal | None = None,
    by: User,
) -> Booking:
    """Apply a previewed edit at the price of its quote.

    `charged` and `left_to_pay` are the amounts of the preview; `version` is the booking's version that staff
    saw. Raises Conflict booking_changed,
    booking_unchanged, amount_changed, quote_expired, wrong_status, too_late_to_edit, other_category, BadInput
    quote_invalid, car_type_too_small, past_booking_error, Forbidden demo_mode; then nothing changes.
    """
    booking, settings, now = _editable(booking_id, by), platform_settings(), timezone.now()
    require_revision(booking, revision, version=version)
    quote = read_quote(quote_id, user_id=by.pk) if quote_id else None
    if quote is not None and is_quoted_as_booked(booking, quote):
        quote = None
    edit = _edit(booking, revision, quote, "" if quote is None else line_of(quote), is_retimed, trip_date)
    require_possible_edit(booking, edit, settings, at=now)
    name = transition_for(booking, edited(booking, edit, settings, at=now), at=now)
    edit = replace(edit, version=version, charged=charged, left_to_pay=left_to_pay)
    # The revision is checked again after the booking is locked.
    return apply_transition(name, booking_id=booking_id, by=by, inputs=TransitionInput(edit=edit))


def _editable(booking_id: int, by: User) -> Booking:
    """Return the booking if `by` can edit it now, or raise."""
    booking = bookings_visible_to(by).filter(pk=booking_id).first()
    if booking is None:
        raise NotFound("not_found", _("Booking not found."))
    if actor_role(by, booking) is not Actor.ADMIN:
        raise Forbidden("forbidden", _("You don't have permission."))
    if booking.status not in EDITABLE:
        raise Conflict("wrong_status", _("Not possible while the booking is %s.") % booking.status)
    if booking.status in WITH_DRIVER:
        refuse_once_picked_up(booking)
    return booking


def _edit(
    booking: Booking,
    revision: str,
    quote: Quote | None,
    line: str,
    is_retimed: bool,
    trip_date: datetime | None,
) -> Edit:
    is_other_time = is_retimed and is_at_other_time(booking, trip_date)
    return Edit(
        revision=revision, quote=quote, route_polyline=line, is_retimed=is_other_time, trip_date=trip_date
    )


def _quoted_time(booking: Booking, changes: Changes) -> datetime | None:
    """Return the time after the edit of a booking for later; None for now."""
    if changes.is_retimed:
        return changes.trip_date
    return booking.trip_date if booking.book_later else None


def _quote_params(booking: Booking, changes: Changes) -> dict[str, Any] | None:
    """Return the parameters of a new quote, or None if places, party, car type and parcel do not change."""
    drop, stops = outward_of(booking)
    if booking.is_hire:
        given = {
            "drop": changes.drop is not None,
            "stops": bool(changes.stops),
            "return_wait_minutes": changes.return_wait_minutes is not None,
        }
        refuse_for_hire([name for name, is_given in given.items() if is_given])
    elif changes.hire_minutes is not None:
        sentence = _("This trip has a destination. Cancel it and book by the hour.")
        raise BadInput("not_for_hire", sentence, fields={"hire_minutes": sentence})
    as_booked = {
        "pickup": Spot(booking.pickup_lat, booking.pickup_lng, booking.pickup_add),
        "drop": None if booking.is_hire else drop,
        "stops": list(stops),
        "car_type_id": booking.car_type_id,
        "passengers": booking.passengers,
        "luggage": booking.luggage,
        "children": booking.children,
        "child_seats": booking.child_seats,
        "return_wait_minutes": booking.return_wait_minutes,
        "hire_minutes": booking.hire_minutes,
    }
    quoted: dict[str, Any] = as_booked | {
        name: value for name in as_booked if (value := getattr(changes, name)) is not None
    }
    if changes.is_return_changed:
        quoted["return_wait_minutes"] = changes.return_wait_minutes
    parcel = parcel_ids(booking)
    if changes.parcel is not None:
        quoted_parcel = changes.parcel
    else:
        # The parcel options of one car type are not valid for another.
        quoted_parcel = parcel if quoted["car_type_id"] == booking.car_type_id else (None, None)
    if quoted == as_booked and quoted_parcel == parcel:
        return None
    return {**quoted, "parcel_type_id": quoted_parcel[0], "option_id": quoted_parcel[1]}
