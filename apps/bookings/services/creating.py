"""Creates a booking from a quote."""

from datetime import datetime
from typing import Final

from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.accounts.selectors import lock_undeleted
from apps.accounts.terms.selectors import require_terms_agreed
from apps.bookings.choices import ENDED, PaymentMode, Status
from apps.bookings.delivery.requirements import NO_DETAILS, Details, apply_details, require_details
from apps.bookings.models import Booking
from apps.bookings.payment.chosen_payment import set_chosen_payment
from apps.bookings.pricing.discounts import apply_promo, hold_for
from apps.bookings.pricing.quoted import apply_quote, line_of
from apps.bookings.state_machine.machine import begin
from apps.bookings.timing import require_ahead
from apps.bookings.trip.otp import new_otp
from apps.bookings.trip.stops import store_stops
from apps.core.compiled_queries import CompiledQuery
from apps.core.errors import BadInput, Conflict, Forbidden
from apps.core.platform import Platform, platform_settings
from apps.core.transactions import atomic
from apps.fares.eligibility.rules import eligible_drivers
from apps.fares.estimates.quotes import read_quote
from apps.fares.parcels import is_delivery
from apps.fares.prepayment import will_be_prepaid
from apps.fares.promos.redemption import use_promo
from apps.geo.port import LatLng

NOT_OPEN: Final = (*ENDED, Status.PAID)
"""A paid trip only lacks its rating, which may never come."""
_OPEN_BOOKINGS: Final = CompiledQuery(
    lambda rider_id: Booking.objects.filter(customer_id=rider_id).exclude(status__in=NOT_OPEN).only("pk"),
    rider_id=-1,
)


def create_booking(
    *,
    by: User,
    quote_id: str,
    payment_mode: str = PaymentMode.CASH,
    payment_provider: str = "",
    customer_id: int | None = None,
    promo_name: str = "",
    book_later: bool = False,
    trip_date: datetime | None = None,
    details: Details = NO_DETAILS,
    search_widened: int = 0,
) -> Booking:
    """Book a quoted trip at the quoted price, for now or for `trip_date`.

    `payment_mode` and, for a card, `payment_provider` are the rider's choice; `details` are for deliveries.
    An immediate booking needs a driver nearby, or within `search_widened` more radii, and is dispatched at
    once. A scheduled trip is dispatched shortly before its time, and a prepaid booking after its payment.

    The price is recalculated from the signed quote at current rates, so no amount comes from the caller.

    Raises Forbidden user_issue_contact_admin, BadInput select_proper, profile_incomplete, past_booking_error,
    car_type_too_small, deliveryDetailMissing, quote_invalid, no_provider_found, Conflict quote_expired,
    no_driver_found_alert_messege, too_many_open_bookings, terms_due for a rider, and the errors of the promo.
    """
    settings = platform_settings()
    customer = _customer(by, customer_id)
    by_admin = by.pk != customer.pk
    if not by_admin:
        require_terms_agreed(customer)
    if book_later or trip_date is not None:
        trip_date = _later(trip_date)
    if is_delivery(settings):
        require_details(details, by_admin=by_admin)
    quote = read_quote(quote_id, user_id=by.pk)
    booking = _booking(customer, settings)
    if trip_date is not None:
        # Before the price, which depends on the time.
        booking.book_later, booking.trip_date = True, trip_date
    apply_quote(booking, quote, settings)
    set_chosen_payment(booking, mode=payment_mode, provider=payment_provider)
    booking.search_widened = search_widened
    booking.booking_type_admin = by_admin
    if booking.is_delivery:
        apply_details(booking, details)
    pays_first = will_be_prepaid(settings, by_staff=by_admin)
    if trip_date is None:
        _require_a_driver(booking, settings, prepaid=pays_first)
    booking.route_polyline = line_of(quote)
    return _begin(booking, promo_name, settings, by=by, name="create_unpaid" if pays_first else "create")


def _begin(booking: Booking, promo_name: str, settings: Platform, *, by: User, name: str) -> Booking:
    """Insert the booking and use its promo in one transaction."""
    with atomic():
        if by.pk == booking.customer_id:
            require_open_booking_limit(booking.customer_id, settings)
        elif lock_undeleted(booking.customer_id) is None:
            # Deleted, or merged into another account, a moment ago.
            raise _choose_a_rider()
        held = hold_for(booking, promo_name, settings) if promo_name else None
        if held is not None:
            apply_promo(booking, held)
        begin(booking, by=by, name=name)
        if booking.stop_count:
            store_stops(booking)
        if held is not None:
            use_promo(held, user_id=booking.customer_id, booking_id=booking.pk)
    # Drivers are searched for after the commit, so the reply need not read them.
    booking.open_offers = []  # type: ignore[attr-defined]  # as selectors.read_open_offers
    return booking


def _choose_a_rider() -> BadInput:
    sentence = _("Choose a rider.")
    return BadInput("select_proper", sentence, fields={"customer_id": sentence})


def _customer(by: User, customer_id: int | None) -> User:
    if by.user_type == UserType.ADMIN:
        customer = User.objects.filter(pk=customer_id or 0, user_type=UserType.RIDER, approved=True).first()
        if customer is None:
            raise _choose_a_rider()
    elif by.user_type == UserType.RIDER:
        customer = by
    else:
        raise Forbidden("user_issue_contact_admin", _("Only riders can book. Contact support."))
    missing = {
        name: _("Required")
        for name, value in (("first_name", customer.full_name), ("email", _contact_of(customer, by)))
        if not (value or "").strip()
    }
    if missing:
        raise BadInput("profile_incomplete", _("Add a name and email first."), fields=missing)
    return customer


def _contact_of(customer: User, by: User) -> str | None:
    """Return the email address; a rider booked by an admin only needs a phone number."""
    return customer.email or (customer.mobile if by.pk != customer.pk else None)


def _booking(customer: User, settings: Platform) -> Booking:
    return Booking(
        app_category=settings.app_category,
        customer=customer,
        customer_name=customer.full_name,
        customer_email=customer.email or "",
        customer_contact=customer.mobile or "",
        customer_image=customer.profile_image.name or "",
        trip_date=timezone.now(),
        otp=new_otp() if settings.otp_secure else "",
    )


def _later(trip_date: datetime | None) -> datetime:
    """Return the time of a scheduled trip, checked by the server's clock."""
    if trip_date is None:
        raise BadInput("select_proper", _("Choose a date and time."), fields={"trip_date": _("Required")})
    require_ahead(trip_date, now=timezone.now())
    return trip_date


def _require_a_driver(booking: Booking, settings: Platform, *, prepaid: bool) -> None:
    drivers = eligible_drivers(
        at=LatLng(booking.pickup_lat, booking.pickup_lng),
        car_type_id=booking.car_type_id,
        convenience_fees=booking.convenience_fees,
        prepaid=prepaid,
        settings=settings,
        party=booking.party,
        within=1 + booking.search_widened,
        limit=1,
    )
    if not drivers:
        raise Conflict(
            "no_driver_found_alert_messege", _("No drivers near the pickup right now. Try again soon.")
        )


def require_open_booking_limit(rider_id: int, settings: Platform) -> None:
    """Require that the rider can make another booking; serializes the rider's bookings by an advisory lock.

    Raises Conflict too_many_open_bookings.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"open_bookings:{rider_id}"])
    if len(_OPEN_BOOKINGS.all(rider_id=rider_id)) >= settings.max_open_bookings:
        raise Conflict(
            "too_many_open_bookings", _("You have too many open trips. Finish, pay or cancel one first.")
        )
