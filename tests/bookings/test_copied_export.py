"""The bookings' file written by PostgreSQL has the same bytes as one of the columns' values."""

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone, translation

from apps.accounts.models import User
from apps.bookings.choices import WITHOUT_DRIVER, PaymentMode, Status
from apps.bookings.history.selectors import ORDERINGS
from apps.bookings.models import Booking
from apps.bookings.payment.gateways import gateway_labels
from apps.core.paging.keyset import Ordering
from apps.core.platform import update_platform_settings
from apps.exports import copying
from apps.exports.cells import FORMULA_STARTS, safe_line
from apps.exports.copying import can_copy
from apps.exports.registry import export_kind
from apps.fares.models import CarType
from tests.bookings.builders import make_booking
from tests.exports.same_files import assert_same_files
from tests.personas import make_driver

pytestmark = pytest.mark.django_db

ALPHABET = [
    *FORMULA_STARTS,
    *";;  \"'\\%,.\u00a0\u2003\u0085\x1c\x0b\x01",
    "a",
    "é",
    "ليلى",
    "😀",
    "\\.",
    "\\N",
]


@pytest.fixture
def bookings(ada: User, cleo: User, fay: User, bob: User, ben: User, economy: CarType) -> list[Booking]:
    """Bookings of every status, mode and role, with and without each value."""
    parcel = {"id": 1, "description": "=Box; small", "amount": "5.0050"}
    made = []
    for status in Status:
        driver = None if status in WITHOUT_DRIVER else make_driver("Zoë", economy, fleet_admin=fay)
        made.append(make_booking(ada, economy, status, driver=driver, otp="04711", reason="Été, à 9 h"))
    made += [
        make_booking(cleo, economy, Status.PAID, driver=ben, payment_mode=mode, rating=4)
        for mode in PaymentMode
    ]
    made += [
        make_booking(ada, economy, Status.CANCELLED, chosen_payment="card", chosen_gateway=name)
        for name in ["", "unknown", *gateway_labels()]
    ]
    fees = {"cancellation_fee": Decimal("2.345"), "cancellation_fee_owed": Decimal("1.005")}
    made += [
        make_booking(ada, economy, Status.CANCELLED, cancelled_by=role, driver=bob, **fees)
        for role in ["", "rider", "driver", "fleetadmin", "admin", "system"]
    ]
    made.append(
        make_booking(
            ada,
            economy,
            Status.ACCEPTED,
            driver=bob,
            app_category="delivery",
            delivery_person="Eve",
            delivery_person_phone="+44 7700 900123",
            pickup_instructions='Ring "twice"\nthen wait',
            delivery_instructions="\r\n",
            parcel_type_selected=parcel,
            option_selected={"id": 2, "description": "Lift", "amount": 0.125},
            pickup_image="private/a.jpg",
        )
    )
    made.append(make_booking(ada, economy, Status.CANCELLED, parcel_type_selected={}, delivery_person="x"))
    cost = made[0].trip_cost
    end = datetime(2026, 3, 29, 0, 59, 59, 999_999, tzinfo=UTC)
    made += [
        make_booking(
            ada,
            economy,
            Status.COMPLETE,
            driver=bob,
            total_trip_time=seconds,
            distance_km=Decimal("12.300"),
            trip_end_time=end + timedelta(seconds=seconds),
            prepaid=True,
            book_later=True,
            discount=Decimal("0.0050"),
            cash_payment_amount=cost - Decimal("0.0050"),
            gateway="test",
        )
        for seconds in (0, 59, 3600, 90_007, 400_000)
    ]
    return made


@pytest.mark.parametrize("persona", ["ada", "bob", "ben", "dora", "fay"])
def test_every_role_gets_the_same_bytes(
    persona: str, request: pytest.FixtureRequest, bookings: list[Booking]
) -> None:
    update_platform_settings(time_zone="Europe/Paris")
    assert assert_same_files("bookings", request.getfixturevalue(persona)) > 4


@pytest.mark.parametrize("language", ["de", "ar", "zh-hans", "hi"])
def test_every_language_gets_the_same_bytes(language: str, dora: User, bookings: list[Booking]) -> None:
    with translation.override(language):
        assert_same_files("bookings", dora)


@pytest.mark.parametrize("persona", ["ada", "dora", "fay"])
def test_demo_mode_masks_the_same_contacts(
    persona: str, request: pytest.FixtureRequest, bookings: list[Booking]
) -> None:
    update_platform_settings(allow_critical_edits_admin=False)
    assert_same_files("bookings", request.getfixturevalue(persona))


@pytest.mark.parametrize("decimals", [0, 2, 3])
def test_amounts_are_rounded_alike(decimals: int, dora: User, bookings: list[Booking]) -> None:
    update_platform_settings(decimal=decimals)
    assert_same_files("bookings", dora)


@pytest.mark.parametrize("ordering", ORDERINGS)
@pytest.mark.parametrize("chunk", [1, 7])
def test_chunks_continue_where_the_last_one_ended(
    ordering: str, chunk: int, dora: User, bookings: list[Booking], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "CSV_ROWS", chunk)
    monkeypatch.setattr(copying, "TYPED_ROWS", chunk)
    assert assert_same_files("bookings", dora, ordering=ordering) == Booking.objects.count()


@pytest.mark.parametrize(
    "filters",
    [
        {"search": "parade", "status": "CANCELLED"},
        {"from": "2020-01-01", "ordering": "id"},
        {"settled_from": "2020-01-01"},
        {"rider": 0},
    ],
)
def test_filters_select_the_same_rows(filters: dict[str, Any], dora: User, ada: User, bookings: Any) -> None:
    Booking.objects.filter(status=Status.PAID).update(settled_at=timezone.now())
    given = {name: value or ada.pk for name, value in filters.items()}
    assert assert_same_files("bookings", dora, **given) > 0


def test_empty_list_is_a_header(dora: User) -> None:
    assert assert_same_files("bookings", dora) == 0


def test_single_column_or_an_ordering_by_text_is_not_copied(dora: User) -> None:
    table = export_kind("bookings").table(dora, {})
    assert table.query
    by_text = replace(table.query, ordering=Ordering("reference"))
    assert can_copy(table.only(["id", "reason"]))
    assert not can_copy(table.only(["reason"]))
    assert not can_copy(replace(table, query=by_text))


def test_texts_of_every_kind_are_escaped_alike(dora: User, ada: User, economy: CarType) -> None:
    texts = nasty_texts(300)
    assert sum(safe_line(text) != text for text in texts) > 100
    for text in texts:
        make_booking(ada, economy, Status.CANCELLED, reason=text, pickup_add=text)
    assert assert_same_files("bookings", dora) == len(texts)


def nasty_texts(count: int) -> Sequence[str]:
    dice = random.Random(15)
    return ["".join(dice.choices(ALPHABET, k=dice.randint(0, 6))) for _ in range(count)]


def test_every_status_is_compared(bookings: list[Booking]) -> None:
    assert {booking.status for booking in bookings} == set(Status)
