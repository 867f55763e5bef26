"""Bookings inserted directly in any status; the API tests cover how they get there."""

import itertools
from collections.abc import Sequence
from datetime import timedelta
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.utils import timezone

from apps.accounts.choices import UserType
from apps.accounts.models import DriverProfile, User
from apps.accounts.services.availability import mark_driver_busy, set_driver_active
from apps.bookings.choices import ON_TRIP, SETTLED, WITHOUT_DRIVER, OfferState, Status
from apps.bookings.models import Booking, Offer
from apps.bookings.pricing.fare import apply_price, bill, price, terms_of
from apps.core.platform import platform_settings
from apps.fares.models import CarType
from apps.geo.positions.store import PositionReport, record_positions
from apps.realtime.positions.position_store import store_positions
from apps.wallet.services import credit_by_admin
from tests.personas import make_user

# Newport and Cowes, on the Isle of Wight.
PICKUP = (50.7003, -1.2928)
DROP = (50.7595, -1.2984)
KM, SECONDS = Decimal("7.500"), 900

_numbers = itertools.count(100_000)


def put_online(driver: User, *, at: tuple[float, float] = PICKUP, seconds_ago: float = 0) -> None:
    """Put a driver online, available, with a fresh position."""
    set_driver_active(driver_id=driver.pk, active=True)
    move(driver, at, seconds_ago=seconds_ago)


def move(driver: User, at: tuple[float, float], *, seconds_ago: float = 0) -> None:
    moment = timezone.now() - timedelta(seconds=seconds_ago)
    record_positions([PositionReport(driver_id=driver.pk, lat=at[0], lng=at[1], at=moment)])


def send_positions(driver: User, points: Sequence[PositionReport]) -> int | None:
    """Store a driver's points as the position inbox does; return the booking of the driver's current trip."""
    reports = sorted(points, key=lambda point: point.at)
    [position] = store_positions([reports])
    if position is not None and position.trip is not None:
        return position.trip.booking_id
    record_positions(reports[-1:])
    return None


def make_booking(
    customer: User,
    car_type: CarType,
    status: Status = Status.NEW,
    *,
    driver: User | None = None,
    **fields: Any,
) -> Booking:
    """Insert a booking as the lifecycle would have left it in `status`; from ACCEPTED on with a driver."""
    now = timezone.now()
    terms = terms_of(car_type, platform_settings())
    fare = price(terms, distance_km=KM, duration_seconds=SECONDS)
    booking = Booking(
        reference=str(next(_numbers)),
        status=status,
        version=1,
        trip_date=now,
        customer=customer,
        customer_name=customer.full_name,
        customer_contact=customer.mobile or "",
        car_type=car_type,
        car_type_name=car_type.name,
        car_type_icon=car_type.icon,
        pickup_lat=PICKUP[0],
        pickup_lng=PICKUP[1],
        pickup_add="St Thomas' Square, Newport",
        drop_lat=DROP[0],
        drop_lng=DROP[1],
        drop_add="The Parade, Cowes",
        estimate=fare.trip_cost,
        estimate_distance_km=KM,
        estimate_duration_seconds=SECONDS,
        rates=terms,
        breakdown=bill(fare),
    )
    apply_price(booking, fare)
    if status not in WITHOUT_DRIVER and driver is not None:
        _put_driver(booking, driver)
    if status in SETTLED:
        booking.cash_payment_amount = booking.payable_amount
    for name, value in fields.items():
        setattr(booking, name, value)
    booking.save(force_insert=True)
    if status in ON_TRIP and driver is not None:
        mark_driver_busy(driver_id=driver.pk)
        Offer.objects.create(
            booking=booking,
            driver=driver,
            state=OfferState.ACCEPTED,
            offered_at=now,
            expires_at=now + timedelta(seconds=60),
        )
    return booking


def _put_driver(booking: Booking, driver: User) -> None:
    profile = DriverProfile.objects.get(pk=driver.pk)
    booking.driver = driver
    booking.driver_name = driver.full_name
    booking.driver_contact = driver.mobile or ""
    booking.vehicle_number = profile.vehicle_number
    booking.fleet_admin_id = profile.fleet_admin_id
    moment = timezone.now() - timedelta(seconds=SECONDS)
    booking.accepted_at = booking.driver_arrive_time = booking.trip_start_time = moment


def make_offer(booking: Booking, driver: User, **fields: Any) -> Offer:
    """Insert an open offer."""
    now = timezone.now()
    fields = {"offered_at": now, "expires_at": now + timedelta(seconds=60)} | fields
    return Offer.objects.create(booking=booking, driver=driver, **fields)


def credit_wallet(user: User, amount: Decimal = Decimal(1000)) -> None:
    """Credit the wallet the way an admin does."""
    admin = User.objects.filter(user_type="admin").first() or make_user("Dora", UserType.ADMIN)
    with transaction.atomic():
        credit_by_admin(user_id=user.pk, amount=amount, by=admin, key=f"test:{user.pk}:{next(_numbers)}")
