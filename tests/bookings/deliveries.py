"""Deliveries: the pickup truck of document 3, driven by ben, and what an order of it needs."""

from decimal import Decimal
from typing import Any

from django.utils import timezone

from apps.accounts.models import User
from apps.accounts.services.availability import mark_driver_busy
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from tests.bookings.api import API, ENDS, book, press
from tests.bookings.builders import make_booking
from tests.personas import client_of
from tests.pictures import jpeg, upload

DETAILS = {
    "delivery_person": "Rosa",
    "delivery_person_phone": "07700 900123",
    "pickup_instructions": "Behind the counter",
    "delivery_instructions": "Ring twice",
}


def deliver(**settings: Any) -> None:
    """Switch the platform to deliveries."""
    update_platform_settings(app_category="delivery", **settings)


def give_parcels(car_type: CarType) -> None:
    """Document 3's pickup truck: Document 0, Box 5, Fragile 15; below 5 kg 10, 5 to 20 kg 20."""
    for place, (name, amount) in enumerate((("Document", 0), ("Box", 5), ("Fragile", 15))):
        car_type.parceltypes.create(description=name, amount=amount, position=place)
    for place, (name, amount) in enumerate((("below 5 kg", 10), ("5 to 20 kg", 20))):
        car_type.parceloptions.create(description=name, amount=amount, position=place)


def quote(person: User | None, car_type: CarType, parcel: str = "", option: str = "") -> str:
    """The quote of a car type with what is carried, each by its description."""
    body: dict[str, Any] = {**ENDS, "car_type_id": car_type.pk}
    if parcel:
        body["parcel_type_id"] = car_type.parceltypes.get(description=parcel).pk
    if option:
        body["option_id"] = car_type.parceloptions.get(description=option).pk
    quote_id: str = client_of(person).post(f"{API}/estimates/", body).json()["options"][0]["quote_id"]
    return quote_id


def order(person: User, car_type: CarType, *, parcel: str = "", option: str = "", **fields: Any) -> Any:
    """Order a delivery and return the response."""
    return book(person, quote(person, car_type, parcel, option), **(DETAILS | fields))


def make_delivery(customer: User, car_type: CarType, status: Status, **fields: Any) -> Booking:
    """Insert a delivery, unpaid by default."""
    fields = {"app_category": "delivery", "delivery_person_phone": "07700 900123"} | fields
    return make_booking(customer, car_type, status, **fields)


def pay(person: User, booking_id: int) -> Any:
    return press(person, booking_id, "pay", method="wallet")


def make_prepaid(
    customer: User, car_type: CarType, status: Status = Status.NEW, *, driver: User | None = None
) -> Booking:
    """Insert a delivery that is paid from the wallet, moved on to `status`."""
    booking = make_delivery(customer, car_type, Status.PAYMENT_PENDING)
    reply = pay(customer, booking.pk)
    assert reply.status_code == 200, reply.json()
    if status != Status.NEW and driver is not None:
        now = timezone.now()
        times = dict.fromkeys(("accepted_at", "driver_arrive_time", "trip_start_time"), now)
        Booking.objects.filter(pk=booking.pk).update(status=status, driver=driver, **times)
        mark_driver_busy(driver_id=driver.pk)
    booking.refresh_from_db()
    return booking


def photograph(driver: User | None, booking_id: int, kind: str, content: bytes | None = None) -> Any:
    body = {"image": upload(jpeg() if content is None else content, "parcel.jpg", "image/jpeg")}
    return client_of(driver).put(f"{API}/bookings/{booking_id}/images/{kind}/", body, format="multipart")


SHARE, FEE = Decimal("48.75"), Decimal("7.31")
COST = SHARE + FEE
"""10 + 7.5 km x 5 + 0.25 h x 5 = 48.75, and 15 % of it."""
