"""Staff edit a booking: a preview with the new quote, and the edit at the price that was shown."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.bookings.editing import (
    EDITABLE,
    WITH_DRIVER,
    edited,
    is_at_another_time,
    is_charged_now,
    is_quoted_as_booked,
    parcel_ids,
    prepayment_difference,
    refuse_once_picked_up,
    refuse_other_category,
    require_possible_edit,
    require_revision,
    revision_of,
    transition_for,
)
from apps.bookings.models import Booking
from apps.bookings.quoted import line_of
from apps.bookings.selectors import bookings_visible_to
from apps.bookings.state_machine import apply_transition
from apps.bookings.transitions import Actor, Edit, TransitionInput, actor_role
from apps.core.errors import Conflict, Forbidden, NotFound
from apps.core.money import ZERO
from apps.core.platform import platform_settings
from apps.fares.estimates import estimate
from apps.fares.quotes import Quote, Spot, read_quote
from apps.wallet.selectors import balance_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What staff ask for; None leaves it as booked."""

    pickup: Spot | None = None
    drop: Spot | None = None
    car_type_id: int | None = None
    parcel: tuple[int | None, int | None] | None = None
    """The parcel type and the option."""
    is_retimed: bool = False
    trip_date: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EditPreview:
    """What an edit would change."""

    revision: str
    quote_id: str
    """Empty where only the time changes: the price stays as agreed."""
    expires_at: datetime | None
    previous_trip_cost: Decimal
    trip_cost: Decimal
    previous_payable_amount: Decimal
    payable_amount: Decimal
    difference: Decimal
    discount: Decimal
    promo_falls_away: bool
    charged: Decimal = ZERO
    """From the rider's wallet, at once."""
    refunded: Decimal = ZERO
    """To the rider's wallet, at once."""
    left_to_pay: Decimal = ZERO
    """Of a booking that was paid ahead: what the wallet lacks, and the rider pays at the end."""
    estimate_distance_km: Decimal
    estimate_duration_seconds: int
    route_polyline: str
    breakdown: list[dict[str, Any]] = field(default_factory=list)
    drivers_nearby: int | None
    """Who could be asked for the new quote; None where only the time changes."""
    driver_released: bool
    search_restarts: bool


def preview_edit(*, booking_id: int, changes: Changes, by: User) -> EditPreview:
    """Quote the booking as it would be; nothing is stored.

    Raises BadInput select_proper, past_booking_error, what the map service refuses; Conflict wrong_status,
    too_late_to_edit, other_category, booking_unchanged.
    """
    booking, settings, now = _editable(booking_id, by), platform_settings(), timezone.now()
    quote_id, quote, nearby, line, expires_at = "", None, None, booking.route_polyline, None
    asked = _asked(booking, changes)
    if asked is not None:
        refuse_other_category(booking, settings)
        found = estimate(**asked, user_id=by.pk, by_staff=not booking.prepaid)
        (option,) = found.options
        quote_id, nearby = option.quote_id, option.drivers_nearby
        line, expires_at = found.route.polyline, found.expires_at
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
    quote_id: str,
    is_retimed: bool,
    trip_date: datetime | None,
    charged: Decimal | None = None,
    left_to_pay: Decimal | None = None,
    by: User,
) -> Booking:
    """Make an edit that was previewed: at the price of its quote, for the booking that was seen.

    `charged` and `left_to_pay` are what the preview showed. Raises Conflict booking_changed,
    booking_unchanged, amount_changed, quote_expired, wrong_status, too_late_to_edit, other_category, BadInput
    quote_invalid, past_booking_error, Forbidden demo_mode, and nothing moves.
    """
    booking, settings, now = _editable(booking_id, by), platform_settings(), timezone.now()
    require_revision(booking, revision)
    quote = read_quote(quote_id, user_id=by.pk) if quote_id else None
    if quote is not None and is_quoted_as_booked(booking, quote):
        quote = None
    edit = _edit(booking, revision, quote, "" if quote is None else line_of(quote), is_retimed, trip_date)
    require_possible_edit(booking, edit, settings, at=now)
    name = transition_for(booking, edited(booking, edit, settings, at=now), at=now)
    edit = replace(edit, charged=charged, left_to_pay=left_to_pay)
    # The booking is held against the revision once more when it is locked.
    return apply_transition(name, booking_id=booking_id, by=by, inputs=TransitionInput(edit=edit))


def _editable(booking_id: int, by: User) -> Booking:
    """The booking, if `by` may edit it now."""
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
    retimed = is_retimed and is_at_another_time(booking, trip_date)
    return Edit(revision=revision, quote=quote, route_polyline=line, is_retimed=retimed, trip_date=trip_date)


def _asked(booking: Booking, changes: Changes) -> dict[str, Any] | None:
    """What is to be quoted; None where places, car type and parcel stay."""
    as_booked = {
        "pickup": Spot(booking.pickup_lat, booking.pickup_lng, booking.pickup_add),
        "drop": Spot(booking.drop_lat, booking.drop_lng, booking.drop_add),
        "car_type_id": booking.car_type_id,
    }
    asked: dict[str, Any] = as_booked | {
        name: value for name in as_booked if (value := getattr(changes, name)) is not None
    }
    parcel = parcel_ids(booking)
    if changes.parcel is not None:
        parcel_asked = changes.parcel
    else:
        # What was chosen among the offers of one car type is not another one's.
        parcel_asked = parcel if asked["car_type_id"] == booking.car_type_id else (None, None)
    if asked == as_booked and parcel_asked == parcel:
        return None
    return {**asked, "parcel_type_id": parcel_asked[0], "option_id": parcel_asked[1]}
