"""The text message to the recipient, with the code and a link, when the driver starts with the parcel."""

import re
from typing import Any

import pytest

from apps.accounts.models import User
from apps.backoffice.languages.selectors import languages
from apps.backoffice.models import Language
from apps.bookings.choices import Status
from apps.bookings.delivery.recipient import is_on_its_way
from apps.bookings.models import Booking
from apps.core.models import OutboxEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.notifications.models import Delivery, KeptMessage
from tests.bookings.api import API, press, work
from tests.bookings.deliveries import make_delivery
from tests.personas import client_of

pytestmark = pytest.mark.django_db
JOB = "bookings.text_recipient"


@pytest.fixture(autouse=True)
def outbox(settings: Any) -> None:
    """Store messages in the database instead of sending them."""
    settings.SMS_SENDER = "outbox"
    settings.OUTBOX_PAGE = True
    update_platform_settings(country="United Kingdom")


def texts() -> list[KeptMessage]:
    return list(KeptMessage.objects.filter(channel="sms").order_by("pk"))


def at_the_pickup(rider: User, driver: User, economy: CarType, **fields: Any) -> Booking:
    fields = {"otp": "48213", "delivery_person": "Rosa"} | fields
    return make_delivery(rider, economy, Status.ARRIVED, driver=driver, **fields)


def start_trip(driver: User, booking: Booking) -> None:
    reply = press(driver, booking.pk, "start")
    assert reply.status_code == 200, reply.json()
    work(JOB)


def test_recipient_gets_the_code_and_a_working_link(ada: User, ben: User, economy: CarType) -> None:
    booking = at_the_pickup(ada, ben, economy)

    start_trip(ben, booking)

    (message,) = texts()
    assert message.to == "+447700900123"
    assert "48213" in message.text
    token = re.search(r"/trip/(\w+)", message.text)
    assert token is not None
    seen = client_of(None).get(f"{API}/shared/{token[1]}/").json()
    assert (seen["status"], seen["app_category"]) == ("STARTED", "delivery")
    assert "48213" not in str(seen)


def test_message_is_sent_once(ada: User, ben: User, economy: CarType) -> None:
    booking = at_the_pickup(ada, ben, economy)
    start_trip(ben, booking)
    work(JOB)
    assert len(texts()) == 1
    assert Delivery.objects.filter(template="recipient").count() == 1


def test_driver_gets_neither_the_code_nor_the_message(ada: User, ben: User, economy: CarType) -> None:
    User.objects.filter(pk=ben.pk).update(mobile="+447700900123")
    booking = at_the_pickup(ada, ben, economy)
    start_trip(ben, booking)

    assert texts() == []
    trip = client_of(ben).get(f"{API}/bookings/{booking.pk}/").json()
    assert trip["otp"] is None


def test_new_code_of_the_next_driver_is_sent(ada: User, ben: User, bob: User, economy: CarType) -> None:
    booking = at_the_pickup(ada, ben, economy)
    assert press(ben, booking.pk, "cancel", reason="Flat tyre").status_code == 200
    code = Booking.objects.get(pk=booking.pk).otp
    assert code != "48213"
    work(JOB)
    assert texts() == []

    Booking.objects.filter(pk=booking.pk).update(status=Status.ARRIVED, driver=bob)
    start_trip(bob, booking)

    (message,) = texts()
    assert code in message.text
    assert "48213" not in message.text


def test_delivery_without_a_code_sends_only_the_link(ada: User, ben: User, economy: CarType) -> None:
    start_trip(ben, at_the_pickup(ada, ben, economy, otp=""))
    (message,) = texts()
    assert "/trip/" in message.text
    assert "code" not in message.text


def test_invalid_phone_gets_no_message(ada: User, ben: User, economy: CarType) -> None:
    start_trip(ben, at_the_pickup(ada, ben, economy, delivery_person_phone="0000000"))
    assert texts() == []


def test_message_is_in_the_platforms_language(ada: User, ben: User, economy: CarType) -> None:
    assert languages()
    Language.objects.update(default=False)
    Language.objects.filter(base="de").update(default=True)
    booking = at_the_pickup(ada, ben, economy)
    start_trip(ben, booking)
    (message,) = texts()
    assert "Paket" in message.text


def test_ride_sends_no_message(ada: User, ben: User, economy: CarType) -> None:
    booking = at_the_pickup(ada, ben, economy, app_category="taxi", otp="")
    start_trip(ben, booking)
    assert texts() == []


def test_trip_that_ended_in_the_meantime_sends_no_message(
    ada: User, ben: User, economy: CarType, monkeypatch: pytest.MonkeyPatch
) -> None:
    booking = at_the_pickup(ada, ben, economy)
    assert press(ben, booking.pk, "start").status_code == 200

    def ended_by_then(seen: Booking) -> bool:
        Booking.objects.filter(pk=seen.pk).update(status=Status.PENDING)
        return is_on_its_way(seen)

    monkeypatch.setattr("apps.bookings.jobs.is_on_its_way", ended_by_then)
    work(JOB)

    assert texts() == []
    assert not OutboxEntry.objects.filter(name=JOB, done_at__isnull=True).exists()
