"""Personal data of bookings: trips as a rider and as a driver, their positions and photos."""

from collections.abc import Iterable
from typing import Final

from django.db import connection
from django.db.models import Q, QuerySet

from apps.accounts.models import User
from apps.accounts.privacy.registry import PersonalData, Row, StoredFile, all_columns
from apps.bookings.models import (
    Booking,
    BookingEvent,
    BookingStop,
    GuestLink,
    RegisterEntry,
    SosAlert,
    TrackingPoint,
    TripShare,
)
from apps.core.files.stored_files import delete_file_after_commit
from apps.core.media import PRIVATE
from apps.geo.models import DriverPosition

ERASED_NAME: Final = "—"

_NOT_THE_RIDERS: Final = (
    "driver_contact",
    "driver_image",
    "backup_driver_id",
    "fleet_admin_id",
    "otp",
    "rider_rating",
)
_NOT_THE_DRIVERS: Final = (
    "customer_email",
    "customer_contact",
    "customer_image",
    "delivery_person",
    "delivery_person_phone",
    "backup_driver_id",
    "chosen_gateway",
    "gateway",
    "otp",
    "feedback",
)


def _rides(user: User) -> Iterable[Row]:
    return all_columns(Booking.objects.filter(customer=user), exclude=_NOT_THE_RIDERS)


def _drives(user: User) -> Iterable[Row]:
    return all_columns(Booking.objects.filter(driver=user), exclude=_NOT_THE_DRIVERS)


def _photos(user: User) -> Iterable[StoredFile]:
    mine = Booking.objects.filter(Q(customer=user) | Q(driver=user)).order_by("pk")
    photos = mine.exclude(pickup_image="", deliver_image="")
    for pair in photos.values_list("pickup_image", "deliver_image"):
        yield from (StoredFile(PRIVATE, name) for name in pair if name)


def _positions(user: User) -> Iterable[Row]:
    return all_columns(_points(user))


def _stops(user: User) -> Iterable[Row]:
    trips = Booking.objects.filter(Q(customer=user) | Q(driver=user))
    return all_columns(BookingStop.objects.filter(booking__in=trips))


def _points(user: User) -> QuerySet[TrackingPoint]:
    trips = Booking.objects.filter(Q(customer=user) | Q(driver=user))
    return TrackingPoint.objects.filter(booking__in=trips)


def _erase_rides(user: User) -> None:
    rides = Booking.objects.filter(customer=user)
    for pair in rides.exclude(pickup_image="", deliver_image="").values_list("pickup_image", "deliver_image"):
        for name in pair:
            delete_file_after_commit(PRIVATE, name)
    rides.update(
        customer_name=ERASED_NAME,
        customer_email="",
        customer_contact="",
        customer_image="",
        delivery_person="",
        delivery_person_phone="",
        pickup_instructions="",
        delivery_instructions="",
        pickup_image="",
        deliver_image="",
        feedback="",
        otp="",
    )
    TripShare.objects.filter(booking__customer=user).delete()
    GuestLink.objects.filter(booking__customer=user).delete()
    _erase_event_texts(user)


def _erase_drives(user: User) -> None:
    Booking.objects.filter(driver=user).update(
        driver_name=ERASED_NAME, driver_contact="", driver_image="", vehicle_number=""
    )


def _erase_event_texts(user: User) -> None:
    """Remove what the rider wrote, and the places of a change, from the events of the rides."""
    with connection.cursor() as cursor:
        # The table's trigger accepts it in this transaction only.
        cursor.execute("SELECT set_config('hansom.booking_event_change', 'erasure', true)")
        cursor.execute(
            "UPDATE bookings_bookingevent SET data = data"
            " - 'reason' - 'planned_drop' - 'pickup' - 'drop' - 'stops'"
            " WHERE booking_id IN (SELECT id FROM bookings_booking WHERE customer_id = %s)"
            " AND data ?| array['reason', 'planned_drop', 'pickup', 'drop', 'stops']",
            [user.pk],
        )
        cursor.execute("SELECT set_config('hansom.booking_event_change', '', true)")


def _erase_register(user: User) -> None:
    with connection.cursor() as cursor:
        # The table's trigger accepts it in this transaction only.
        cursor.execute("SELECT set_config('hansom.register_change', 'erasure', true)")
        RegisterEntry.objects.filter(driver=user).update(driver_name=ERASED_NAME)
        cursor.execute("SELECT set_config('hansom.register_change', '', true)")


def _erase_positions(user: User) -> None:
    _points(user).delete()
    DriverPosition.objects.filter(driver_id=user.pk).delete()


def _erase_alerts(user: User) -> None:
    SosAlert.objects.filter(by=user).update(lat=None, lng=None)


PERSONAL_DATA: Final = (
    PersonalData(
        name="trips_as_rider",
        contents="trips and deliveries booked, with places, fare, payment, rating and photos",
        rows=_rides,
        files=_photos,
        erase=_erase_rides,
        after_erasure="route, fare and payment, for accounting, without name, contacts, texts and photos",
    ),
    PersonalData(
        name="trips_as_driver",
        contents="trips driven, with places, fare, driver share and rating",
        rows=_drives,
        erase=_erase_drives,
        after_erasure="route, fare and driver share, for accounting, without name, contacts and number plate",
    ),
    PersonalData(
        name="register",
        contents="dispatches accepted, with licence numbers, vehicle, places and agreed fare",
        rows=lambda user: all_columns(
            RegisterEntry.objects.filter(driver=user), exclude=("booked_by_id", "dispatched_by_id")
        ),
        erase=_erase_register,
        after_erasure="licence numbers, vehicle, places and fare, for the licensing authority, without name",
    ),
    PersonalData(
        name="positions",
        contents="positions recorded during trips",
        rows=_positions,
        erase=_erase_positions,
        after_erasure="nothing",
    ),
    PersonalData(
        name="stops",
        contents="stops of the trips, and when the car reached and left them",
        rows=_stops,
        after_erasure="the stops, as a part of the route",
    ),
    PersonalData(
        name="booking_events",
        contents="bookings, cancellations and other actions on trips",
        rows=lambda user: all_columns(BookingEvent.objects.filter(actor=user), exclude=("actor_id",)),
        after_erasure="which action happened when, without the texts of the rider",
    ),
    PersonalData(
        name="sos_alerts",
        contents="SOS alerts with their position",
        rows=lambda user: all_columns(SosAlert.objects.filter(by=user), exclude=("handled_by_id",)),
        erase=_erase_alerts,
        after_erasure="the time of the alert",
    ),
)
