"""Ordering a delivery: recipient, parcel, and payment in advance."""

from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import Decimal as D
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking, BookingEvent
from apps.bookings.timing import PAYMENT_TIME
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType, ParcelOption, ParcelType
from apps.wallet.models import Posting
from tests.bookings.api import book, look, press, work
from tests.bookings.builders import make_offer, put_online
from tests.bookings.conftest import Snapshot
from tests.bookings.deliveries import DETAILS, deliver, give_parcels, order, quote
from tests.published import published_events

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]


@pytest.fixture
def truck(economy: CarType) -> CarType:
    """Economy with the pickup truck's parcels, driven by ben."""
    deliver()
    give_parcels(economy)
    return economy


def test_riders_delivery_waits_for_payment_before_dispatch(ada: User, ready: User, truck: CarType) -> None:
    before = timezone.now()

    reply = order(ada, truck, parcel="Box", option="5 to 20 kg")

    assert reply.status_code == 201
    body = reply.json()
    assert (body["status"], body["app_category"], body["prepaid"]) == ("PAYMENT_PENDING", "delivery", False)
    assert {name: body[name] for name in DETAILS} == DETAILS
    assert (body["parcel_type_selected"]["description"], body["parcel_type_selected"]["amount"]) == (
        "Box",
        "5.0000",
    )
    assert (body["option_selected"]["description"], body["option_selected"]["amount"]) == (
        "5 to 20 kg",
        "20.0000",
    )
    # 48.75 + 5 + 20 = 73.75, and 15 % of it, 11.0625, is 11.06.
    assert (body["trip_cost"], body["convenience_fees"]) == ("84.8100", None)
    amounts = {line["key"]: line["amount"] for line in body["breakdown"]}
    assert (amounts["parcel"], amounts["option"]) == ("5.0000", "20.0000")
    due = datetime.fromisoformat(body["payment_due_at"])
    assert before + PAYMENT_TIME <= due <= timezone.now() + PAYMENT_TIME
    assert body["actions"] == ["pay", "promo", "cancel"]
    booking = Booking.objects.get()
    assert (booking.search_until, booking.dispatch_after) == (None, None)
    (event,) = BookingEvent.objects.all()
    assert (event.version, event.name, event.from_status, event.actor) == (1, "create_unpaid", "", ada)
    events = {(event.topic, event.name) for event in published_events()}
    assert events >= {(f"user:{ada.pk}", "booking.payment_pending"), ("bookings", "booking.created")}
    work("bookings.dispatch")
    assert not booking.offers.exists()
    assert not Posting.objects.filter(entry__booking_id=booking.pk).exists()


def test_admins_delivery_is_dispatched_at_once(ada: User, dora: User, ready: User, truck: CarType) -> None:
    reply = order(dora, truck, customer_id=ada.pk)

    body = reply.json()
    assert (reply.status_code, body["status"], body["prepaid"]) == (201, "NEW", False)
    assert body["payment_due_at"] is None
    work("bookings.dispatch")
    assert Booking.objects.get().offers.get().driver == ready


def test_delivery_for_later_waits_for_payment_too(ada: User, truck: CarType) -> None:
    """No driver needs to be near yet."""
    later = (timezone.now() + timedelta(hours=2)).isoformat()
    body = order(ada, truck, trip_date=later).json()
    assert (body["status"], body["book_later"]) == ("PAYMENT_PENDING", True)


@pytest.mark.parametrize(
    "phone",
    [
        "1234567",
        "07700900123",
        "077-0090-0123",
        "+44 7700 900123",
        "  555 0199 ",
        "555-0199 x12",
        "555-0199 ext. 12",
        "555 0199 # 3",
        "5550199extension7",
    ],
)
def test_recipients_phone_may_have_spaces_hyphens_and_an_extension(
    phone: str, ada: User, ready: User, truck: CarType
) -> None:
    reply = order(ada, truck, delivery_person_phone=phone)
    assert (reply.status_code, reply.json().get("delivery_person_phone")) == (201, phone.strip())


@pytest.mark.parametrize(
    "phone",
    ["", "   ", "123456", "12345 ", "phone me", "call 1234567", "-------", "1234567 please", "١٢٣٤٥٦٧"],
)
def test_order_without_a_valid_phone_is_refused(
    phone: str, ada: User, ready: User, truck: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    quoted, before = quote(ada, truck), snapshot()

    reply = book(ada, quoted, **(DETAILS | {"delivery_person_phone": phone}))

    assert (reply.status_code, reply.json()["code"]) == (400, "deliveryDetailMissing")
    assert list(reply.json()["fields"]) == ["delivery_person_phone"]
    assert snapshot() == before


def test_order_without_a_phone_field_is_refused(
    ada: User, ready: User, truck: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    quoted, before = quote(ada, truck), snapshot()
    assert book(ada, quoted).json()["code"] == "deliveryDetailMissing"
    assert snapshot() == before


def test_recipients_name_is_required_for_admins_only(
    ada: User, dora: User, ready: User, truck: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    assert order(ada, truck, delivery_person=" ").json()["delivery_person"] == ""
    quoted, before = quote(dora, truck), snapshot()

    reply = book(dora, quoted, customer_id=ada.pk, **(DETAILS | {"delivery_person": "  "}))

    assert (reply.status_code, reply.json()["code"]) == (400, "deliveryDetailMissing")
    assert list(reply.json()["fields"]) == ["delivery_person"]
    assert snapshot() == before


@pytest.mark.parametrize(
    ("field", "longest"),
    [("delivery_person", 120), ("pickup_instructions", 500), ("delivery_instructions", 500)],
)
def test_text_longer_than_its_column_is_refused(
    field: str, longest: int, ada: User, ready: User, truck: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    assert order(ada, truck, **{field: "x" * longest}).status_code == 201
    quoted, before = quote(ada, truck), snapshot()
    reply = book(ada, quoted, **(DETAILS | {field: "x" * (longest + 1)}))
    assert (reply.status_code, list(reply.json()["fields"])) == (400, [field])
    assert snapshot() == before


def test_order_without_a_driver_nearby_is_refused(
    ada: User, ben: User, truck: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    quoted, before = quote(ada, truck), snapshot()
    reply = book(ada, quoted, **DETAILS)
    assert (reply.status_code, reply.json()["code"]) == (409, "no_driver_found_alert_messege")
    assert snapshot() == before


def test_prepaid_delivery_counts_drivers_with_an_empty_wallet(
    ada: User, dora: User, ben: User, truck: CarType
) -> None:
    put_online(ben)
    assert order(ada, truck).status_code == 201
    refused = order(dora, truck, customer_id=ada.pk)
    assert refused.json()["code"] == "no_driver_found_alert_messege"


@pytest.mark.parametrize("what", ["price raised", "deleted", "moved to another car type"])
def test_parcel_changed_since_the_quote_is_refused(
    what: str, ada: User, ready: User, truck: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    quoted = quote(ada, truck, "Box", "below 5 kg")
    match what:
        case "price raised":
            ParcelType.objects.filter(description="Box").update(amount=6)
        case "deleted":
            ParcelOption.objects.filter(description="below 5 kg").delete()
        case _:
            other = CarType.objects.create(name="VAN", app_category="delivery")
            ParcelType.objects.filter(description="Box").update(car_type=other)
    before = snapshot()

    reply = book(ada, quoted, **DETAILS)

    assert (reply.status_code, reply.json()["code"]) == (409, "quote_expired")
    assert snapshot() == before


def test_quote_of_the_other_category_is_refused(
    ada: User, ready: User, truck: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    CarType.objects.filter(pk=truck.pk).update(app_category="taxi")
    update_platform_settings(app_category="taxi")
    quoted = quote(ada, truck)
    deliver()
    before = snapshot()
    reply = book(ada, quoted, **DETAILS)
    assert (reply.status_code, reply.json()["code"]) == (409, "quote_expired")
    assert snapshot() == before


def test_taxi_platform_ignores_delivery_details(ada: User, ready: User, economy: CarType) -> None:
    body = order(ada, economy).json()
    assert (body["status"], body["app_category"]) == ("NEW", "taxi")
    assert {body[name] for name in DETAILS} == {""}
    assert (body["parcel_type_selected"], body["option_selected"], body["needs_image"]) == (None, None, None)


def test_deleted_parcel_type_stays_on_the_booking(ada: User, ready: User, truck: CarType) -> None:
    pk = order(ada, truck, parcel="Fragile").json()["id"]
    ParcelType.objects.all().delete()
    selected = look(ada, pk)["parcel_type_selected"]
    assert (selected["description"], selected["amount"]) == ("Fragile", "15.0000")


def test_same_key_orders_once(ada: User, ready: User, truck: CarType) -> None:
    quoted = quote(ada, truck)
    first, second = (book(ada, quoted, key="one", **DETAILS).json() for _ in range(2))
    assert first["id"] == second["id"]
    assert Booking.objects.count() == 1


def test_offered_driver_sees_the_parcel_but_not_the_phone(
    ada: User, dora: User, ready: User, truck: CarType
) -> None:
    pk = order(dora, truck, parcel="Fragile", customer_id=ada.pk).json()["id"]
    make_offer(Booking.objects.get(pk=pk), ready)

    offered = look(ready, pk)

    assert (offered["delivery_person_phone"], offered["delivery_instructions"]) == ("", "Ring twice")
    assert offered["parcel_type_selected"]["description"] == "Fragile"
    press(ready, pk, "accept")
    assert look(ready, pk)["delivery_person_phone"] == DETAILS["delivery_person_phone"]
    assert look(ada, pk)["delivery_person_phone"] == DETAILS["delivery_person_phone"]


def test_offer_shows_the_parcel(
    ada: User, dora: User, ready: User, truck: CarType, as_user: Callable[[User], Any]
) -> None:
    order(dora, truck, parcel="Fragile", option="below 5 kg", customer_id=ada.pk)
    work("bookings.dispatch")
    (offer,) = as_user(ready).get("/api/v1/me/tasks/").json()["offers"]
    assert (offer["app_category"], offer["prepaid"]) == ("delivery", False)
    assert offer["parcel_type_selected"]["description"] == "Fragile"
    assert D(offer["option_selected"]["amount"]) == 10


def test_demo_mode_hides_the_recipients_phone(ada: User, ready: User, truck: CarType) -> None:
    update_platform_settings(allow_critical_edits_admin=False)
    assert order(ada, truck).json()["delivery_person_phone"] == "Hidden"


def test_unpaid_delivery_is_not_offered(
    ada: User, ready: User, truck: CarType, as_user: Callable[[User], Any]
) -> None:
    order(ada, truck)
    assert as_user(ready).get("/api/v1/me/tasks/").json() == {"offers": [], "current": None, "to_rate": None}
    assert Booking.objects.get().status == Status.PAYMENT_PENDING
