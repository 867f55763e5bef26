"""Ordering a delivery: whom it is for, what is carried, and that it waits for its money."""

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
from apps.core.models import OutboxEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType, ParcelOption, ParcelType
from apps.wallet.models import Posting
from tests.bookings.api import book, look, press, work
from tests.bookings.conftest import World
from tests.bookings.deliveries import DETAILS, deliver, give_parcels, order, quote
from tests.bookings.making import make_offer, put_online

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]


@pytest.fixture
def truck(economy: CarType) -> CarType:
    """Economy's numbers are the pickup truck's; so ben drives it."""
    deliver()
    give_parcels(economy)
    return economy


def test_a_riders_delivery_waits_for_its_money_and_asks_no_driver(
    ada: User, ready: User, truck: CarType
) -> None:
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
    told = set(OutboxEntry.objects.filter(kind="event").values_list("topic", "name"))
    assert told >= {(f"user:{ada.pk}", "booking.payment_pending"), ("bookings", "booking.created")}
    work("bookings.dispatch")
    assert not booking.offers.exists()
    assert not Posting.objects.filter(entry__booking_id=booking.pk).exists()


def test_an_admins_delivery_is_looked_after_at_once_and_paid_at_the_end(
    ada: User, dora: User, ready: User, truck: CarType
) -> None:
    reply = order(dora, truck, customer_id=ada.pk)

    body = reply.json()
    assert (reply.status_code, body["status"], body["prepaid"]) == (201, "NEW", False)
    assert body["payment_due_at"] is None
    work("bookings.dispatch")
    assert Booking.objects.get().offers.get().driver == ready


def test_a_delivery_for_later_waits_for_its_money_too(ada: User, truck: CarType) -> None:
    """No driver need be near yet."""
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
def test_a_telephone_number_is_seven_digits_spaces_or_hyphens_and_perhaps_an_extension(
    phone: str, ada: User, ready: User, truck: CarType
) -> None:
    reply = order(ada, truck, delivery_person_phone=phone)
    assert (reply.status_code, reply.json().get("delivery_person_phone")) == (201, phone.strip())


@pytest.mark.parametrize(
    "phone",
    ["", "   ", "123456", "12345 ", "phone me", "call 1234567", "-------", "1234567 please", "١٢٣٤٥٦٧"],
)
def test_without_a_number_to_call_nothing_is_ordered(
    phone: str, ada: User, ready: User, truck: CarType, world: Callable[[], World]
) -> None:
    quoted, before = quote(ada, truck), world()

    reply = book(ada, quoted, **(DETAILS | {"delivery_person_phone": phone}))

    assert (reply.status_code, reply.json()["code"]) == (400, "deliveryDetailMissing")
    assert list(reply.json()["fields"]) == ["delivery_person_phone"]
    assert world() == before


def test_a_number_that_is_not_even_sent_is_missing_too(
    ada: User, ready: User, truck: CarType, world: Callable[[], World]
) -> None:
    quoted, before = quote(ada, truck), world()
    assert book(ada, quoted).json()["code"] == "deliveryDetailMissing"
    assert world() == before


def test_a_rider_may_leave_out_the_name_an_admin_may_not(
    ada: User, dora: User, ready: User, truck: CarType, world: Callable[[], World]
) -> None:
    assert order(ada, truck, delivery_person=" ").json()["delivery_person"] == ""
    quoted, before = quote(dora, truck), world()

    reply = book(dora, quoted, customer_id=ada.pk, **(DETAILS | {"delivery_person": "  "}))

    assert (reply.status_code, reply.json()["code"]) == (400, "deliveryDetailMissing")
    assert list(reply.json()["fields"]) == ["delivery_person"]
    assert world() == before


@pytest.mark.parametrize(
    ("field", "longest"),
    [("delivery_person", 120), ("pickup_instructions", 500), ("delivery_instructions", 500)],
)
def test_what_is_longer_than_its_column_is_refused_by_name(
    field: str, longest: int, ada: User, ready: User, truck: CarType, world: Callable[[], World]
) -> None:
    assert order(ada, truck, **{field: "x" * longest}).status_code == 201
    quoted, before = quote(ada, truck), world()
    reply = book(ada, quoted, **(DETAILS | {field: "x" * (longest + 1)}))
    assert (reply.status_code, list(reply.json()["fields"])) == (400, [field])
    assert world() == before


def test_nobody_near_means_no_order(ada: User, ben: User, truck: CarType, world: Callable[[], World]) -> None:
    quoted, before = quote(ada, truck), world()
    reply = book(ada, quoted, **DETAILS)
    assert (reply.status_code, reply.json()["code"]) == (409, "no_driver_found_alert_messege")
    assert world() == before


def test_a_driver_whose_wallet_is_empty_counts_since_nothing_is_left_to_settle(
    ada: User, dora: User, ben: User, truck: CarType
) -> None:
    put_online(ben)
    assert order(ada, truck).status_code == 201
    refused = order(dora, truck, customer_id=ada.pk)
    assert refused.json()["code"] == "no_driver_found_alert_messege"


@pytest.mark.parametrize("what", ["dearer", "gone", "another car's"])
def test_what_is_carried_is_priced_again_by_todays_amounts(
    what: str, ada: User, ready: User, truck: CarType, world: Callable[[], World]
) -> None:
    quoted = quote(ada, truck, "Box", "below 5 kg")
    match what:
        case "dearer":
            ParcelType.objects.filter(description="Box").update(amount=6)
        case "gone":
            ParcelOption.objects.filter(description="below 5 kg").delete()
        case _:
            other = CarType.objects.create(name="VAN", app_category="delivery")
            ParcelType.objects.filter(description="Box").update(car_type=other)
    before = world()

    reply = book(ada, quoted, **DETAILS)

    assert (reply.status_code, reply.json()["code"]) == (409, "quote_expired")
    assert world() == before


def test_a_quote_of_the_other_category_is_no_longer_good(
    ada: User, ready: User, truck: CarType, world: Callable[[], World]
) -> None:
    CarType.objects.filter(pk=truck.pk).update(app_category="taxi")
    update_platform_settings(app_category="taxi")
    quoted = quote(ada, truck)
    deliver()
    before = world()
    reply = book(ada, quoted, **DETAILS)
    assert (reply.status_code, reply.json()["code"]) == (409, "quote_expired")
    assert world() == before


def test_where_people_ride_the_details_are_not_kept_and_nobody_pays_first(
    ada: User, ready: User, economy: CarType
) -> None:
    body = order(ada, economy).json()
    assert (body["status"], body["app_category"]) == ("NEW", "taxi")
    assert {body[name] for name in DETAILS} == {""}
    assert (body["parcel_type_selected"], body["option_selected"], body["needs_image"]) == (None, None, None)


def test_the_agreed_parcel_stands_whatever_becomes_of_its_row(ada: User, ready: User, truck: CarType) -> None:
    pk = order(ada, truck, parcel="Fragile").json()["id"]
    ParcelType.objects.all().delete()
    selected = look(ada, pk)["parcel_type_selected"]
    assert (selected["description"], selected["amount"]) == ("Fragile", "15.0000")


def test_the_same_key_orders_once(ada: User, ready: User, truck: CarType) -> None:
    quoted = quote(ada, truck)
    first, second = (book(ada, quoted, key="one", **DETAILS).json() for _ in range(2))
    assert first["id"] == second["id"]
    assert Booking.objects.count() == 1


def test_who_is_merely_asked_sees_the_parcel_and_not_the_number(
    ada: User, dora: User, ready: User, truck: CarType
) -> None:
    pk = order(dora, truck, parcel="Fragile", customer_id=ada.pk).json()["id"]
    make_offer(Booking.objects.get(pk=pk), ready)

    asked = look(ready, pk)

    assert (asked["delivery_person_phone"], asked["delivery_instructions"]) == ("", "Ring twice")
    assert asked["parcel_type_selected"]["description"] == "Fragile"
    press(ready, pk, "accept")
    assert look(ready, pk)["delivery_person_phone"] == DETAILS["delivery_person_phone"]
    assert look(ada, pk)["delivery_person_phone"] == DETAILS["delivery_person_phone"]


def test_an_offer_tells_what_is_carried(
    ada: User, dora: User, ready: User, truck: CarType, as_user: Callable[[User], Any]
) -> None:
    order(dora, truck, parcel="Fragile", option="below 5 kg", customer_id=ada.pk)
    work("bookings.dispatch")
    (offer,) = as_user(ready).get("/api/v1/me/tasks/").json()["offers"]
    assert (offer["app_category"], offer["prepaid"]) == ("delivery", False)
    assert offer["parcel_type_selected"]["description"] == "Fragile"
    assert D(offer["option_selected"]["amount"]) == 10


def test_demo_mode_hides_the_number_at_the_drop(ada: User, ready: User, truck: CarType) -> None:
    update_platform_settings(allow_critical_edits_admin=False)
    assert order(ada, truck).json()["delivery_person_phone"] == "Hidden"


def test_unpaid_deliveries_are_no_ones_tasks_and_are_not_called_off_as_unanswered(
    ada: User, ready: User, truck: CarType, as_user: Callable[[User], Any]
) -> None:
    order(ada, truck)
    assert as_user(ready).get("/api/v1/me/tasks/").json() == {"offers": [], "current": None, "to_rate": None}
    assert Booking.objects.get().status == Status.PAYMENT_PENDING
