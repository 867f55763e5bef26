"""The receipt by email: sent once when a trip is paid, in the rider's language, and again on request."""

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
from tests.bookings.builders import credit_wallet, make_booking
from tests.bookings.conftest import Snapshot
from tests.notifications.branding import with_brand
from tests.personas import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def outbox(settings: object) -> None:
    """Store messages in the database instead of sending them."""
    settings.EMAIL_BACKEND = "apps.notifications.adapters.outbox.mail.OutboxBackend"  # type: ignore[attr-defined]
    settings.OUTBOX_PAGE = True  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def verified(ada: User) -> None:
    """ada's address is verified."""
    mark_verified(ada)


def receipts() -> list[KeptMessage]:
    return list(KeptMessage.objects.filter(channel="mail").order_by("pk"))


def paid_in_cash(rider: User, driver: User, economy: CarType) -> Booking:
    credit_wallet(driver)
    trip = make_booking(rider, economy, Status.REACHED, driver=driver)
    assert press(driver, trip.pk, "collect-cash").status_code == 200
    return trip


def request_email(person: User, trip: Booking) -> object:
    return client_of(person).post(f"{API}/bookings/{trip.pk}/receipt/email/")


@pytest.mark.parametrize(
    ("language", "subject", "total"),
    [("en", "Your receipt", "Total"), ("es", "Tu recibo", "Total"), ("ar", "إيصالك", "الإجمالي")],
)
def test_paid_trip_sends_its_receipt_once_in_the_riders_language(
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
def test_receipt_email_has_the_operators_brand_and_the_reason(
    language: str, why: str, ada: User, ben: User, economy: CarType
) -> None:
    with_brand()
    User.objects.filter(pk=ada.pk).update(language=language)
    paid_in_cash(ada, ben, economy)
    work("bookings.send_receipt")

    (message,) = receipts()
    assert why in message.html
    assert unescape(why) in message.text
    for expected in ("Ferry & Sons", "1 Quay <Street>", "Newport PO30 2QS", "help@ferry.example"):
        assert expected in message.text
        assert escape(expected) in message.html
    assert 'bgcolor="#0b5d3b"' in message.html
    # The outbox page shows the logo that mail clients take from the attachment.
    assert 'src="data:image/jpeg;base64,/9j/' in message.html
    assert "cid:logo" not in message.html


def test_no_receipt_is_sent_if_disabled(ada: User, ben: User, economy: CarType) -> None:
    update_platform_settings(email_receipts=False)
    paid_in_cash(ada, ben, economy)
    assert not OutboxEntry.objects.filter(name="bookings.send_receipt").exists()


def test_rider_without_an_address_gets_no_email(ada: User, ben: User, economy: CarType) -> None:
    User.objects.filter(pk=ada.pk).update(email=None)
    paid_in_cash(ada, ben, economy)
    work("bookings.send_receipt")
    assert receipts() == []


def test_rider_requests_the_receipt_again_with_a_rate_limit(ada: User, ben: User, economy: CarType) -> None:
    update_platform_settings(email_receipts=False)
    trip = paid_in_cash(ada, ben, economy)

    reply = request_email(ada, trip)
    assert (reply.status_code, reply.json()) == (200, {"email": ada.email})  # type: ignore[attr-defined]
    work("bookings.send_receipt")
    assert len(receipts()) == 1

    again = request_email(ada, trip)
    assert (again.status_code, again.json()["code"]) == (429, "too_many_requests")  # type: ignore[attr-defined]
    work("bookings.send_receipt")
    assert len(receipts()) == 1


def test_refused_request_sends_nothing(
    ada: User, bob: User, dora: User, cleo: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    trip = make_booking(ada, economy, Status.PAID, driver=bob)
    open_trip = make_booking(ada, economy, Status.REACHED, driver=bob)
    before = snapshot()

    for person, booking, status, code in (
        (bob, trip, 403, "forbidden"),
        (dora, trip, 403, "forbidden"),
        (cleo, trip, 404, "not_found"),
        (ada, open_trip, 409, "no_receipt"),
    ):
        reply = request_email(person, booking)
        assert (reply.status_code, reply.json()["code"]) == (status, code)  # type: ignore[attr-defined]
    User.objects.filter(pk=ada.pk).update(email=None)
    reply = request_email(ada, trip)
    assert (reply.status_code, reply.json()["code"]) == (409, "no_email")  # type: ignore[attr-defined]

    assert snapshot() == before


def test_receipt_says_whether_its_reader_can_email_it(ada: User, bob: User, economy: CarType) -> None:
    trip = make_booking(ada, economy, Status.PAID, driver=bob)
    may = [
        client_of(person).get(f"{API}/bookings/{trip.pk}/receipt/").json()["may_be_emailed"]
        for person in (ada, bob)
    ]
    assert may == [True, False]


def test_unverified_address_gets_the_receipt_on_request_only(ada: User, ben: User, economy: CarType) -> None:
    EmailAddress.objects.filter(user=ada).update(verified=False)
    trip = paid_in_cash(ada, ben, economy)
    work("bookings.send_receipt")
    assert receipts() == []

    assert request_email(ada, trip).status_code == 200  # type: ignore[attr-defined]
    work("bookings.send_receipt")
    assert len(receipts()) == 1


def test_receipt_email_shows_owed_fees_and_the_tip(ada: User, bob: User, economy: CarType) -> None:
    money = {"owed_amount": D("11.25"), "tip_amount": D("3.75"), "tipped_at": datetime.now(UTC)}
    trip = make_booking(ada, economy, Status.PAID, driver=bob, **money)
    request_email(ada, trip)
    work("bookings.send_receipt")

    (message,) = receipts()
    for expected in ("Owed fees paid with this trip", "11.25", "Tip for the driver", "3.75"):
        assert expected in message.text


def test_written_off_trip_has_no_receipt_email(
    ada: User, bob: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    trip = make_booking(ada, economy, Status.PENDING, driver=bob)
    Booking.objects.filter(pk=trip.pk).update(
        status=Status.PAID, payment_mode="written_off", written_off_amount=trip.payable_amount
    )
    before = snapshot()

    reply = request_email(ada, trip)

    assert (reply.status_code, reply.json()["code"]) == (409, "no_receipt")  # type: ignore[attr-defined]
    assert snapshot() == before
    seen = client_of(ada).get(f"{API}/bookings/{trip.pk}/receipt/").json()
    assert seen["may_be_emailed"] is False
