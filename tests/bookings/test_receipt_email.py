"""The receipt by e-mail: sent once a trip is paid, in the rider's language, and again on request."""

from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal as D
from html import unescape

import pytest
from allauth.account.models import EmailAddress
from django.utils.html import escape

from apps.accounts.models import User
from apps.accounts.services.email_addresses import mark_verified
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.core.models import OutboxEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.notifications.models import Delivery, KeptMessage
from tests.bookings.api import API, press, work
from tests.bookings.conftest import World
from tests.bookings.making import make_booking, make_rich
from tests.notifications.branding import with_brand
from tests.personas import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def kept(settings: object) -> None:
    """Messages stay on this machine."""
    settings.EMAIL_BACKEND = "apps.notifications.adapters.outbox.mail.OutboxBackend"  # type: ignore[attr-defined]
    settings.OUTBOX_PAGE = True  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def proven(ada: User) -> None:
    """Ada's address is known to be hers."""
    mark_verified(ada)


def receipts() -> list[KeptMessage]:
    return list(KeptMessage.objects.filter(channel="mail").order_by("pk"))


def paid_in_cash(rider: User, driver: User, economy: CarType) -> Booking:
    make_rich(driver)
    trip = make_booking(rider, economy, Status.REACHED, driver=driver)
    assert press(driver, trip.pk, "collect-cash").status_code == 200
    return trip


def ask(person: User, trip: Booking) -> object:
    return client_of(person).post(f"{API}/bookings/{trip.pk}/receipt/email/")


@pytest.mark.parametrize(
    ("language", "subject", "total"),
    [("en", "Your receipt", "Total"), ("es", "Tu recibo", "Total"), ("ar", "إيصالك", "الإجمالي")],
)
def test_a_paid_trip_sends_its_receipt_once_in_the_riders_language(
    language: str, subject: str, total: str, ada: User, ben: User, economy: CarType
) -> None:
    User.objects.filter(pk=ada.pk).update(language=language)
    trip = paid_in_cash(ada, ben, economy)

    work("bookings.send_receipt")
    work("bookings.send_receipt")

    (message,) = receipts()
    assert message.to == ada.email
    assert message.subject.startswith(subject)
    for body in (message.text, message.html):
        assert trip.reference in body
        assert total in body
        assert trip.pickup_add.split(",")[-1].strip() in body
        assert "56.06" in body or "56,06" in body
        assert f"/bookings/{trip.pk}/receipt" in body
    assert f'lang="{language}"' in message.html
    assert Delivery.objects.get(template="receipt").status == "sent"


@pytest.mark.parametrize(
    ("language", "why"),
    [
        ("en", "You&#x27;re receiving this email because you paid for a trip with Island &lt;Cabs&gt;."),
        ("ar", "تصلك هذه الرسالة لأنه تم دفع رحلتك مع Island &lt;Cabs&gt;."),
    ],
)
def test_the_receipt_bears_the_operators_brand_and_says_why_it_comes(
    language: str, why: str, ada: User, ben: User, economy: CarType
) -> None:
    with_brand()
    User.objects.filter(pk=ada.pk).update(language=language)
    paid_in_cash(ada, ben, economy)
    work("bookings.send_receipt")

    (message,) = receipts()
    assert why in message.html
    assert unescape(why) in message.text
    for said in ("Ferry & Sons", "1 Quay <Street>", "Newport PO30 2QS", "help@ferry.example"):
        assert said in message.text
        assert escape(said) in message.html
    assert 'bgcolor="#0b5d3b"' in message.html
    # The page of the outbox shows the logo that a mail reader takes from the e-mail.
    assert 'src="data:image/jpeg;base64,/9j/' in message.html
    assert "cid:logo" not in message.html


def test_a_platform_that_sends_no_receipts_sends_none(ada: User, ben: User, economy: CarType) -> None:
    update_platform_settings(email_receipts=False)
    paid_in_cash(ada, ben, economy)
    assert not OutboxEntry.objects.filter(name="bookings.send_receipt").exists()


def test_a_rider_without_an_address_is_sent_none(ada: User, ben: User, economy: CarType) -> None:
    User.objects.filter(pk=ada.pk).update(email=None)
    paid_in_cash(ada, ben, economy)
    work("bookings.send_receipt")
    assert receipts() == []


def test_the_rider_has_it_sent_again_but_not_at_once_twice(ada: User, ben: User, economy: CarType) -> None:
    update_platform_settings(email_receipts=False)
    trip = paid_in_cash(ada, ben, economy)

    reply = ask(ada, trip)
    assert (reply.status_code, reply.json()) == (200, {"email": ada.email})  # type: ignore[attr-defined]
    work("bookings.send_receipt")
    assert len(receipts()) == 1

    again = ask(ada, trip)
    assert (again.status_code, again.json()["code"]) == (429, "too_many_requests")  # type: ignore[attr-defined]
    work("bookings.send_receipt")
    assert len(receipts()) == 1


def test_who_may_not_have_it_sent_is_refused_and_nothing_goes_out(
    ada: User, bob: User, dora: User, cleo: User, economy: CarType, world: Callable[[], World]
) -> None:
    trip = make_booking(ada, economy, Status.PAID, driver=bob)
    open_trip = make_booking(ada, economy, Status.REACHED, driver=bob)
    before = world()

    for person, booking, status, code in (
        (bob, trip, 403, "forbidden"),
        (dora, trip, 403, "forbidden"),
        (cleo, trip, 404, "not_found"),
        (ada, open_trip, 409, "no_receipt"),
    ):
        reply = ask(person, booking)
        assert (reply.status_code, reply.json()["code"]) == (status, code)  # type: ignore[attr-defined]
    User.objects.filter(pk=ada.pk).update(email=None)
    reply = ask(ada, trip)
    assert (reply.status_code, reply.json()["code"]) == (409, "no_email")  # type: ignore[attr-defined]

    assert world() == before


def test_the_receipt_says_whether_its_reader_may_have_it_sent(ada: User, bob: User, economy: CarType) -> None:
    trip = make_booking(ada, economy, Status.PAID, driver=bob)
    may = [
        client_of(person).get(f"{API}/bookings/{trip.pk}/receipt/").json()["may_be_emailed"]
        for person in (ada, bob)
    ]
    assert may == [True, False]


def test_an_address_that_nobody_has_proven_gets_the_receipt_on_request_alone(
    ada: User, ben: User, economy: CarType
) -> None:
    EmailAddress.objects.filter(user=ada).update(verified=False)
    trip = paid_in_cash(ada, ben, economy)
    work("bookings.send_receipt")
    assert receipts() == []

    assert ask(ada, trip).status_code == 200  # type: ignore[attr-defined]
    work("bookings.send_receipt")
    assert len(receipts()) == 1


def test_it_says_what_was_paid_for_earlier_trips_and_the_tip(ada: User, bob: User, economy: CarType) -> None:
    money = {"owed_amount": D("11.25"), "tip_amount": D("3.75"), "tipped_at": datetime.now(UTC)}
    trip = make_booking(ada, economy, Status.PAID, driver=bob, **money)
    ask(ada, trip)
    work("bookings.send_receipt")

    (message,) = receipts()
    for words in ("Owed fees paid with this trip", "11.25", "Tip for the driver", "3.75"):
        assert words in message.text


def test_a_trip_that_was_written_off_is_not_mailed_as_paid(
    ada: User, bob: User, economy: CarType, world: Callable[[], World]
) -> None:
    trip = make_booking(ada, economy, Status.PENDING, driver=bob)
    Booking.objects.filter(pk=trip.pk).update(
        status=Status.PAID, payment_mode="written_off", written_off_amount=trip.payable_amount
    )
    before = world()

    reply = ask(ada, trip)

    assert (reply.status_code, reply.json()["code"]) == (409, "no_receipt")  # type: ignore[attr-defined]
    assert world() == before
    seen = client_of(ada).get(f"{API}/bookings/{trip.pk}/receipt/").json()
    assert seen["may_be_emailed"] is False
