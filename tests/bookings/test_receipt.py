"""The receipt of a paid trip: who can read it, what it contains, and that the PDF agrees."""

import io
import re
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone
from pypdf import PdfReader

from apps.accounts.models import User
from apps.bookings.choices import SETTLED, Role, Status
from apps.bookings.models import Booking, BookingEvent
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from tests.bookings.api import API
from tests.bookings.builders import make_booking
from tests.bookings.conftest import Snapshot
from tests.notifications.branding import with_brand
from tests.personas import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def trip(ada: User, bob: User, economy: CarType) -> Booking:
    """ada's trip with bob of fay's fleet: 7.5 km, 16 minutes, 56.06 less a promo of 6, in cash and wallet."""
    now = timezone.now()
    booking = make_booking(
        ada,
        economy,
        Status.COMPLETE,
        driver=bob,
        discount=Decimal(6),
        promo_details={
            "promo_name": "WELCOME",
            "promo_discount_type": "flat",
            "promo_discount_value": "6",
            "max_promo_discount_value": None,
            "min_order": "0",
        },
        cash_payment_amount=Decimal("40.06"),
        used_wallet_money=Decimal(10),
        vehicle_make="Toyota",
        vehicle_model="Prius",
        distance_km=Decimal("7.500"),
        total_trip_time=930,
        trip_end_time=now,
    )
    BookingEvent.objects.create(
        booking=booking,
        version=1,
        name="collect_cash",
        from_status=Status.REACHED,
        to_status=Status.PAID,
        role=Role.DRIVER,
        at=now,
    )
    return booking


def get_receipt(person: User | None, booking: Booking, *, language: str = "en", **query: str) -> Any:
    return client_of(person).get(
        f"{API}/bookings/{booking.pk}/receipt/", query, headers={"Accept-Language": language}
    )


def pdf_text(person: User, booking: Booking, *, language: str = "en") -> str:
    """Return the text of the PDF."""
    reply = get_receipt(person, booking, language=language, format="pdf")
    assert (reply.status_code, reply.headers["Content-Type"]) == (200, "application/pdf")
    pages = PdfReader(io.BytesIO(reply.content)).pages
    return "\n".join(page.extract_text() for page in pages)


def test_receipt_of_a_paid_trip(trip: Booking, ada: User) -> None:
    update_platform_settings(company_name="Wight Cabs", company_website="https://cabs.example")

    body = get_receipt(ada, trip).json()

    assert body["company"] == {"name": "Wight Cabs", "website": "https://cabs.example", "contact_email": ""}
    assert (body["reference"], body["vehicle"]) == (trip.reference, f"Toyota Prius {trip.vehicle_number}")
    assert (body["distance_km"], body["total_trip_time"]) == (7.5, 930)
    assert (body["pickup"]["add"], body["drop"]["add"]) == (trip.pickup_add, trip.drop_add)
    assert body["paid_at"] is not None
    assert (body["trip_cost"], body["discount"], body["promo_name"]) == ("56.0600", "6.0000", "WELCOME")
    assert (body["payable_amount"], body["customer_paid"]) == ("50.0600", "50.0600")
    assert body["paid_by"] == [
        {"mode": "cash", "amount": "40.0600"},
        {"mode": "wallet", "amount": "10.0000"},
    ]


def test_delivery_receipt_shows_the_booked_distance(trip: Booking, ada: User) -> None:
    Booking.objects.filter(pk=trip.pk).update(app_category="delivery", distance_km=Decimal("9.900"))
    booked = float(trip.estimate_distance_km)

    page = client_of(ada).get(f"{API}/bookings/{trip.pk}/").json()

    assert booked != 9.9
    assert page["charged_distance_km"] == get_receipt(ada, trip).json()["charged_distance_km"] == booked
    assert "9.9" not in pdf_text(ada, trip)


def test_ride_receipt_shows_the_driven_distance(trip: Booking, ada: User) -> None:
    page = client_of(ada).get(f"{API}/bookings/{trip.pk}/").json()
    assert page["charged_distance_km"] == get_receipt(ada, trip).json()["charged_distance_km"] == 7.5


def test_receipt_lines_add_up_to_the_total(trip: Booking, ada: User) -> None:
    body = get_receipt(ada, trip).json()

    assert sum(Decimal(line["amount"]) for line in body["breakdown"]) == Decimal(body["trip_cost"])
    assert sum(Decimal(way["amount"]) for way in body["paid_by"]) == Decimal(body["payable_amount"])


def test_promo_without_a_discount_is_not_named(trip: Booking, ada: User) -> None:
    Booking.objects.filter(pk=trip.pk).update(discount=0, cash_payment_amount=Decimal("46.06"))

    assert get_receipt(ada, trip).json()["promo_name"] == ""
    assert "WELCOME" not in pdf_text(ada, trip)


@pytest.mark.parametrize("status", [status for status in Status if status not in SETTLED])
def test_unpaid_trip_has_no_receipt(
    status: Status, ada: User, bob: User, economy: CarType, snapshot: Any
) -> None:
    booking = make_booking(ada, economy, status, driver=bob)
    before: Snapshot = snapshot()

    for query in ({}, {"format": "pdf"}):
        reply = get_receipt(ada, booking, **query)
        assert (reply.status_code, reply.headers["Content-Type"]) == (409, "application/json")
        assert reply.json()["code"] == "no_receipt"
    assert snapshot() == before


def test_cancelled_booking_has_a_receipt_of_its_fee(ada: User, bob: User, economy: CarType) -> None:
    update_platform_settings(symbol="£")
    booking = make_booking(
        ada,
        economy,
        Status.CANCELLED,
        driver=bob,
        discount=Decimal(6),
        cancellation_fee=Decimal(4),
        cancellation_fee_owed=Decimal(2),
        cancellation_fee_written_off=Decimal(1),
    )
    body = get_receipt(ada, booking).json()
    assert (body["trip_cost"], body["payable_amount"], body["discount"]) == ("7.0000", "7.0000", "0.0000")
    parts = ("cancellation_fee", "cancellation_fee_owed", "cancellation_fee_written_off")
    assert [body[part] for part in parts] == ["4.0000", "2.0000", "1.0000"]
    assert (body["breakdown"], body["may_be_emailed"], body["paid_at"]) == ([], False, None)
    text = pdf_text(ada, booking)
    for expected in (
        "Cancelled", "Cancellation fee", "£4.00", "Cancellation fee owed", "£2.00",
        "Cancellation fee written off", "£1.00", "Total", "£7.00",
    ):  # fmt: skip
        assert expected in text, expected
    assert "Fare breakdown" not in text
    assert "£56.06" not in text


@pytest.mark.parametrize(
    ("category", "fixed", "expected"), [("taxi", False, "Measured fare"), ("delivery", True, "Fixed fare")]
)
def test_receipt_says_whether_the_fare_was_fixed(
    category: str, fixed: bool, expected: str, trip: Booking, ada: User
) -> None:
    Booking.objects.filter(pk=trip.pk).update(app_category=category)

    assert get_receipt(ada, trip).json()["fare_is_fixed"] is fixed
    assert expected in pdf_text(ada, trip)


def test_unknown_format_is_refused(trip: Booking, ada: User) -> None:
    reply = get_receipt(ada, trip, format="docx")

    assert (reply.status_code, reply.json()["code"]) == (400, "invalid")
    assert "format" in reply.json()["fields"]


def test_viewers_of_the_trip_can_read_its_receipt(
    trip: Booking, ada: User, bob: User, fay: User, dora: User, cleo: User, ben: User
) -> None:
    for person in (ada, bob, fay, dora):
        assert get_receipt(person, trip).status_code == 200
    for person in (cleo, ben):
        assert (
            get_receipt(person, trip).status_code,
            get_receipt(person, trip, format="pdf").status_code,
        ) == (404, 404)
    assert get_receipt(None, trip).status_code == 401


def test_phones_are_shown_as_on_the_trip(trip: Booking, ada: User, bob: User, dora: User) -> None:
    """After the trip, driver and rider no longer see each other's number."""
    contacts = {
        person.first_name: (body["customer"]["contact"], body["driver"]["contact"])
        for person in (ada, bob, dora)
        for body in [get_receipt(person, trip).json()]
    }

    assert contacts == {
        "Ada": (ada.mobile, ""),
        "Bob": ("", bob.mobile),
        "Dora": (ada.mobile, bob.mobile),
    }


def test_demo_mode_hides_phones(trip: Booking, ada: User, dora: User) -> None:
    update_platform_settings(allow_critical_edits_admin=False)

    body = get_receipt(dora, trip).json()
    assert (body["customer"]["contact"], body["driver"]["contact"]) == ("Hidden", "Hidden")
    assert str(ada.mobile) not in pdf_text(dora, trip)
    assert "مخفي" in pdf_text(dora, trip, language="ar")


def test_receipt_leaves_out_the_drivers_share(trip: Booking, ada: User) -> None:
    body = get_receipt(ada, trip).json()

    assert not {"driver_share", "convenience_fees"} & set(body)


def test_pdf_has_the_same_content(trip: Booking, ada: User) -> None:
    update_platform_settings(company_name="Wight Cabs", symbol="£")

    text = pdf_text(ada, trip)

    for expected in (
        "Wight Cabs", "Receipt", f"Booking {trip.reference}", "Ada Example", "Bob Example",
        f"Toyota Prius {trip.vehicle_number}", trip.pickup_add, trip.drop_add, "7.5 km", "16 min", "£37.50",
        "Total", "£56.06", "Discount (WELCOME)", "−£6.00", "To pay", "£50.06", "Paid in cash", "£40.06",
        "Paid from the wallet", "£10.00",
    ):  # fmt: skip
        assert expected in text, expected


def test_times_are_in_the_platforms_time_zone(trip: Booking, ada: User) -> None:
    update_platform_settings(time_zone="Asia/Riyadh")
    Booking.objects.filter(pk=trip.pk).update(trip_start_time=datetime(2026, 7, 1, 21, 30, tzinfo=UTC))

    assert "2 July 2026, 00:30" in pdf_text(ada, trip)
    assert "يوليو" in pdf_text(ada, trip, language="ar")


def test_pdf_is_in_arabic(trip: Booking, ada: User) -> None:
    update_platform_settings(company_name="سيارات وايت", symbol="£")

    text = pdf_text(ada, trip, language="ar")

    for expected in (
        "سيارات وايت",
        "إيصال",
        "راكب",
        "الإجمالي",
        "المدفوع نقدًا",
        "المدفوع من المحفظة",
        "كم",
        "£56.06",
    ):
        assert expected in text, expected
    # Names and addresses are not translated.
    assert "Ada Example" in text
    assert trip.pickup_add in text
    assert "Receipt" not in text


def left_of(person: User, booking: Booking, text: str, *, language: str) -> float:
    """Return the left position of a text as a fraction of the page's width."""
    found: list[float] = []

    def visit(part: str, _cm: Any, matrix: Any, _font: Any, _size: Any) -> None:
        if text in part:
            found.append(matrix[4])

    content = get_receipt(person, booking, language=language, format="pdf").content
    page = PdfReader(io.BytesIO(content)).pages[0]
    page.extract_text(visitor_text=visit)
    return found[0] / float(page.mediabox.width)


def test_arabic_pdf_is_mirrored(trip: Booking, ada: User) -> None:
    update_platform_settings(symbol="£")

    assert left_of(ada, trip, "£56.06", language="en") > 0.5
    assert left_of(ada, trip, "£56.06", language="ar") < 0.5


def test_pdf_contains_greek_and_cyrillic(trip: Booking, ada: User) -> None:
    Booking.objects.filter(pk=trip.pk).update(customer_name="Ελένη Жанна")

    assert "Ελένη Жанна" in pdf_text(ada, trip)


@pytest.mark.parametrize(
    ("language", "day"),
    [
        ("en", "2 July 2026, 00:30"),
        ("es", "2 de julio de 2026, 00:30"),
        ("fr", "2 juillet 2026, 00:30"),
        ("de", "2. Juli 2026, 00:30"),
        ("pt", "2 de julho de 2026, 00:30"),
        ("ar", "00:30"),
        ("hi", "2026, 00:30"),
        ("zh", "2026年7月2日 00:30"),
    ],
)
def test_dates_follow_the_language(trip: Booking, ada: User, language: str, day: str) -> None:
    update_platform_settings(time_zone="Asia/Riyadh")
    Booking.objects.filter(pk=trip.pk).update(trip_start_time=datetime(2026, 7, 1, 21, 30, tzinfo=UTC))

    assert day in pdf_text(ada, trip, language=language)


@pytest.mark.parametrize("language", ["hi", "zh-CN"])
def test_hindi_and_chinese_use_their_own_fonts(trip: Booking, ada: User, language: str) -> None:
    content = get_receipt(ada, trip, language=language, format="pdf").content
    fonts = PdfReader(io.BytesIO(content)).pages[0]["/Resources"]["/Font"]  # type: ignore[index]
    names = {str(font.get_object()["/BaseFont"]) for font in fonts.values()}

    wanted = {"hi": "NotoSansDevanagari", "zh-CN": "DroidSansFallback"}[language]
    assert any(wanted in name.replace(" ", "") for name in names), names
    assert "Receipt" not in pdf_text(ada, trip, language=language)


@pytest.mark.parametrize("language", ["en", "ar"])
def test_pdf_has_the_operators_logo_address_and_contact(trip: Booking, ada: User, language: str) -> None:
    with_brand()
    page = PdfReader(io.BytesIO(get_receipt(ada, trip, language=language, format="pdf").content)).pages[0]
    assert len(page.images) == 1
    for expected in (
        "Ferry & Sons",
        "1 Quay <Street>, Newport PO30 2QS, United Kingdom",
        "help@ferry.example",
    ):
        assert expected in page.extract_text()


def test_pdf_without_a_logo_shows_the_name(trip: Booking, ada: User) -> None:
    update_platform_settings(app_name="Island Cabs", logo="")
    page = PdfReader(io.BytesIO(get_receipt(ada, trip, format="pdf").content)).pages[0]
    assert len(page.images) == 0
    assert page.extract_text().startswith("Receipt")
    assert "Island Cabs" in page.extract_text()


def test_miles_are_shown_where_agreed(trip: Booking, ada: User) -> None:
    trip.rates["convert_to_mile"] = True
    Booking.objects.filter(pk=trip.pk).update(rates=trip.rates)

    assert "4.7 mi" in pdf_text(ada, trip)


@pytest.mark.parametrize(("decimals", "shown"), [(0, "£56"), (3, "£56.060")])
def test_decimals_are_those_of_the_booking(decimals: int, shown: str, trip: Booking, ada: User) -> None:
    update_platform_settings(symbol="£")
    trip.rates["decimals"] = decimals
    Booking.objects.filter(pk=trip.pk).update(rates=trip.rates)

    assert get_receipt(ada, trip).json()["currency"]["decimal"] == decimals
    assert re.search(rf"{re.escape(shown)}(?![\d.])", pdf_text(ada, trip))


def test_delivery_receipt_names_the_recipient(trip: Booking, ada: User) -> None:
    Booking.objects.filter(pk=trip.pk).update(app_category="delivery", delivery_person="Grace Hopper")

    assert get_receipt(ada, trip).json()["delivery_person"] == "Grace Hopper"
    assert "Grace Hopper" in pdf_text(ada, trip)


def test_long_breakdown_continues_on_the_next_page(trip: Booking, ada: User) -> None:
    line = {"key": "base_fare", "quantity": "1", "unit": "trip", "rate": "1", "amount": "1"}
    Booking.objects.filter(pk=trip.pk).update(breakdown=[line] * 80, pickup_add="Long Lane " * 30)

    reply = get_receipt(ada, trip, format="pdf")
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(reply.content)).pages]
    assert "".join(pages).count("Base fare") == 80
    assert len(pages) > 1
    assert "Paid in cash" in pages[-1]


def test_pdf_is_named_after_the_booking(trip: Booking, ada: User) -> None:
    reply = get_receipt(ada, trip, format="pdf")

    assert reply.headers["Content-Disposition"] == f'attachment; filename="receipt-{trip.reference}.pdf"'
    assert reply.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    ("language", "expected"), [("en", "Paid by card (Test)"), ("ar", "Test")], ids=["English", "Arabic"]
)
def test_card_payment_names_its_gateway(trip: Booking, ada: User, language: str, expected: str) -> None:
    Booking.objects.filter(pk=trip.pk).update(
        cash_payment_amount=0, card_payment_amount=Decimal("40.06"), payment_mode="card", gateway="test"
    )

    body = get_receipt(ada, trip).json()

    assert body["paid_by"] == [
        {"mode": "wallet", "amount": "10.0000"},
        {"mode": "card", "amount": "40.0600"},
    ]
    assert (body["gateway"], body["gateway_label"]) == ("test", "Test")
    assert expected in pdf_text(ada, trip, language=language)


def test_removed_gateway_keeps_its_name(trip: Booking, ada: User) -> None:
    Booking.objects.filter(pk=trip.pk).update(gateway="oldpay")
    assert get_receipt(ada, trip).json()["gateway_label"] == "oldpay"
