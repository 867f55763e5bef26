"""Starts a trip of a passenger who flagged the car down in the street."""

from datetime import timedelta

from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.accounts.phone_numbers.countries import home_mobile
from apps.accounts.services.registration_checks import WRONG_MOBILE
from apps.accounts.terms.selectors import require_terms_agreed
from apps.bookings.choices import PaymentMode
from apps.bookings.models import Booking
from apps.bookings.pricing.quoted import ROUTE_TIMEOUT
from apps.bookings.services.measurement import address_of
from apps.bookings.state_machine.machine import begin
from apps.bookings.street.passenger import passenger_name, street_passenger
from apps.bookings.street.pricing import apply_meter, car_type_of
from apps.bookings.street.rules import require_street_trips
from apps.bookings.timeouts import call_with_timeout
from apps.core.errors import BadInput, Conflict, DomainError
from apps.core.platform import platform_settings
from apps.core.transactions import atomic
from apps.fares.eligibility.rules import FRESH_SECONDS
from apps.fares.estimates.quotes import Spot
from apps.geo import directions
from apps.geo.port import LatLng, Route
from apps.geo.positions.store import position_of


def start_street_trip(*, by: User, drop: Spot | None = None, name: str = "", phone: str = "") -> Booking:
    """Start a metered trip at the driver's last position, for a passenger without an account.

    `name` and `phone` are the passenger's, as far as the driver knows them.

    Without a drop-off, the drop-off is the pickup until the trip ends, without an address. A phone number
    gets the link of a guest.

    Raises Conflict street_trips_off, stale_position, terms_due, driver_busy, low_balance,
    driver_not_available and the other errors of accepting; BadInput invalid for the number.
    """
    settings = platform_settings()
    require_street_trips(settings)
    require_terms_agreed(by)
    mobile = _mobile(phone)
    pickup = _pickup(by)
    car_type = car_type_of(by)
    customer = street_passenger()
    booking = Booking(
        app_category=settings.app_category,
        street_trip=True,
        customer=customer,
        customer_name=passenger_name(name),
        customer_contact=mobile,
        driver=by,
        trip_date=timezone.now(),
        chosen_payment=PaymentMode.CASH,
        pickup_lat=pickup.lat,
        pickup_lng=pickup.lng,
        pickup_add=address_of(pickup),
        drop_lat=pickup.lat if drop is None else drop.lat,
        drop_lng=pickup.lng if drop is None else drop.lng,
        drop_add="" if drop is None else drop.add,
    )
    apply_meter(booking, car_type, settings, route=None if drop is None else _route(pickup, drop))
    with atomic():
        booking.pk = _next_id()
        return begin(booking, by=by, name="start_street_trip")


def _mobile(typed: str) -> str:
    """Return the number in E.164, or an empty text for none."""
    if not typed.strip():
        return ""
    mobile = home_mobile(typed)
    if mobile is None:
        raise BadInput("invalid", WRONG_MOBILE, fields={"passenger_phone": WRONG_MOBILE})
    return mobile


def _pickup(driver: User) -> LatLng:
    position = position_of(driver.pk)
    if position is None or position.seen_at <= timezone.now() - timedelta(seconds=FRESH_SECONDS):
        raise Conflict("stale_position", _("Your position isn't known. Wait for GPS, then try again."))
    return position.at


def _route(pickup: LatLng, drop: Spot) -> Route | None:
    """Return the way to the drop-off; None without one, or if the map service fails or takes too long."""

    def route() -> Route | None:
        try:
            return directions.route_between(pickup, drop.at)
        except DomainError:
            return None

    return call_with_timeout(ROUTE_TIMEOUT, route, default=None)


def _next_id() -> int:
    """Return the id of the new booking, which its effects write into other tables."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT nextval(pg_get_serial_sequence(%s, 'id'))", [Booking._meta.db_table])
        number: int = cursor.fetchone()[0]
    return number
