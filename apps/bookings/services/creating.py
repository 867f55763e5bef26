"""Making a booking out of a quote."""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.bookings.choices import PaymentMode
from apps.bookings.delivery import NO_DETAILS, Details, put_details, require_details
from apps.bookings.discounts import hold_for, put_promo
from apps.bookings.eligibility import eligible_drivers
from apps.bookings.machine import begin
from apps.bookings.models import Booking
from apps.bookings.otp import new_otp
from apps.bookings.patience import answered_within
from apps.bookings.pricing import price, put_price, terms_of
from apps.bookings.timing import BOOK_AHEAD
from apps.core.errors import BadInput, Conflict, Forbidden
from apps.core.platform import Platform, platform_settings
from apps.fares.models import CarType, ParcelOption, ParcelType
from apps.fares.parcels import PLAIN, Parcel, as_json, is_delivery
from apps.fares.promos import use_promo
from apps.fares.quotes import Quote, read_quote, route_line
from apps.geo.port import LatLng

QUICKLY: Final = 2.5
"""Seconds that a booking waits for the line of its route; without it the map draws the two ends."""


def create_booking(
    *,
    by: User,
    quote_id: str,
    payment_mode: str = PaymentMode.CASH,
    customer_id: int | None = None,
    promo_name: str = "",
    book_later: bool = False,
    trip_date: datetime | None = None,
    details: Details = NO_DETAILS,
) -> Booking:
    """Book a quoted trip at the price that was shown, for now or, with a `trip_date`, for later.

    A rider's delivery waits for its payment before drivers are looked for; `details` are for deliveries.

    For now a driver must be near, and is looked for at once; for later, in the last minutes before it.

    No amount is taken from the caller: the quote is ours, and is worked out again by today's rates.
    Raises Forbidden user_issue_contact_admin, BadInput select_proper, profile_incomplete,
    past_booking_error, deliveryDetailMissing, quote_invalid, Conflict quote_expired,
    no_driver_found_alert_messege; what a promo is refused with.
    """
    settings = platform_settings()
    customer = _customer(by, customer_id)
    by_admin = by.pk != customer.pk
    if book_later or trip_date is not None:
        trip_date = _later(trip_date)
    if is_delivery(settings):
        require_details(details, by_admin=by_admin)
    quote = read_quote(quote_id, user_id=by.pk)
    car_type = CarType.objects.filter(pk=quote.car_type_id).first()
    if car_type is None or car_type.app_category not in ("", settings.app_category):
        raise _price_changed()
    booking = _booking(quote, car_type, customer, settings)
    booking.payment_mode = payment_mode
    booking.booking_type_admin = by_admin
    if booking.is_delivery:
        put_details(booking, details)
    pays_first = booking.is_delivery and not by_admin
    shown = (quote.trip_cost, quote.convert_to_mile, quote.decimals)
    if (booking.trip_cost, settings.convert_to_mile, settings.decimal) != shown:
        raise _price_changed()
    if trip_date is None:
        _require_a_driver(booking, settings, prepaid=pays_first)
    else:
        booking.book_later, booking.trip_date = True, trip_date
    booking.route_polyline = answered_within(QUICKLY, lambda: route_line(quote), otherwise="")
    return _begin(booking, promo_name, settings, by=by, name="create_unpaid" if pays_first else "create")


def _begin(booking: Booking, promo_name: str, settings: Platform, *, by: User, name: str) -> Booking:
    """Insert the booking, and count the use of its promo with it."""
    if not promo_name:
        return begin(booking, by=by, name=name)
    with transaction.atomic():
        held = hold_for(booking, promo_name, settings)
        put_promo(booking, held)
        begin(booking, by=by, name=name)
        use_promo(held, user_id=booking.customer_id, booking_id=booking.pk)
    return booking


def _customer(by: User, customer_id: int | None) -> User:
    if by.user_type == UserType.ADMIN:
        customer = User.objects.filter(pk=customer_id or 0, user_type=UserType.RIDER, approved=True).first()
        if customer is None:
            raise BadInput(
                "select_proper", _("Choose a rider."), fields={"customer_id": _("Choose a rider.")}
            )
    elif by.user_type == UserType.RIDER:
        customer = by
    else:
        raise Forbidden("user_issue_contact_admin", _("Only riders can book. Ask the operator."))
    missing = {
        name: _("This is missing.")
        for name, value in (("first_name", customer.full_name), ("email", customer.email))
        if not (value or "").strip()
    }
    if missing:
        raise BadInput("profile_incomplete", _("Complete the name and e-mail first."), fields=missing)
    return customer


def _booking(quote: Quote, car_type: CarType, customer: User, settings: Platform) -> Booking:
    terms = terms_of(car_type, settings)
    parcel = _parcel(quote)
    booking = Booking(
        app_category=settings.app_category,
        parcel_type_selected=as_json(parcel.parcel_type),
        option_selected=as_json(parcel.option),
        customer=customer,
        customer_name=customer.full_name,
        customer_email=customer.email or "",
        customer_contact=customer.mobile or "",
        customer_image=customer.profile_image.name or "",
        car_type=car_type,
        car_type_name=car_type.name,
        car_type_icon=car_type.icon,
        car_image=car_type.image.name or "",
        trip_date=timezone.now(),
        pickup_lat=quote.pickup.lat,
        pickup_lng=quote.pickup.lng,
        pickup_add=quote.pickup.add,
        drop_lat=quote.drop.lat,
        drop_lng=quote.drop.lng,
        drop_add=quote.drop.add,
        estimate_distance_km=quote.distance_km,
        estimate_duration_seconds=quote.duration_seconds,
        rates=terms,
        otp=new_otp() if settings.otp_secure else "",
    )
    fare = price(
        terms,
        distance_km=quote.distance_km,
        duration_seconds=quote.duration_seconds,
        parcel_amount=parcel.parcel_amount,
        option_amount=parcel.option_amount,
    )
    put_price(booking, fare)
    booking.estimate = fare.trip_cost
    return booking


def _parcel(quote: Quote) -> Parcel:
    """What was quoted, by today's amounts; the car type may no longer offer it."""
    if quote.parcel_type_id is None and quote.option_id is None:
        return PLAIN
    mine = {"car_type_id": quote.car_type_id}
    parcel = Parcel(
        parcel_type=ParcelType.objects.filter(pk=quote.parcel_type_id or 0, **mine).first(),
        option=ParcelOption.objects.filter(pk=quote.option_id or 0, **mine).first(),
    )
    quoted = (quote.parcel_type_id is not None, quote.option_id is not None)
    if quoted != (parcel.parcel_type is not None, parcel.option is not None):
        raise _price_changed()
    return parcel


def _later(trip_date: datetime | None) -> datetime:
    """By the server's clock, whatever the browser's says."""
    if trip_date is None:
        raise BadInput(
            "select_proper", _("Choose a date and a time."), fields={"trip_date": _("This is missing.")}
        )
    if trip_date < timezone.now() + BOOK_AHEAD:
        text = _("A trip for later is booked at least %(minutes)d minutes ahead.")
        told = text % {"minutes": BOOK_AHEAD.total_seconds() // 60}
        raise BadInput("past_booking_error", told, fields={"trip_date": told})
    return trip_date


def _require_a_driver(booking: Booking, settings: Platform, *, prepaid: bool) -> None:
    somebody = eligible_drivers(
        at=LatLng(booking.pickup_lat, booking.pickup_lng),
        car_type_id=booking.car_type_id,
        convenience_fees=booking.convenience_fees,
        prepaid=prepaid,
        settings=settings,
        limit=1,
    )
    if not somebody:
        raise Conflict(
            "no_driver_found_alert_messege", _("No driver is free near the pickup. Try again soon.")
        )


def _price_changed() -> Conflict:
    return Conflict("quote_expired", _("The price has changed. Ask for it again."))
