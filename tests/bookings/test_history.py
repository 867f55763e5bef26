"""The history: filters, search, orderings, pages, and each role's columns."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db.models import QuerySet
from django.utils import timezone

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.history import selectors
from apps.bookings.models import Booking
from apps.bookings.search import planner
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from tests.bookings.api import API
from tests.bookings.builders import make_booking
from tests.personas import client_of, make_user
from tests.planner import leave_one_index

pytestmark = pytest.mark.django_db


def get_list(person: User, **query: Any) -> Any:
    return client_of(person).get(f"{API}/bookings/", query)


def listed(person: User, **query: Any) -> list[int]:
    response = get_list(person, **query)
    assert response.status_code == 200, response.json()
    return [row["id"] for row in response.json()["results"]]


def sorted_ids(bookings: QuerySet[Booking], ordering: str) -> list[int]:
    """Order in Python by the amounts shown: a cancelled booking's cost is its fee."""
    field = ordering.removeprefix("-").replace("trip_cost", "charged_amount")
    rows = sorted(((getattr(booking, field), booking.pk) for booking in bookings), reverse=ordering[0] == "-")
    return [pk for _, pk in rows]


def pages(person: User, size: int, **query: Any) -> list[int]:
    ids, cursor = [], ""
    while cursor is not None:
        body = get_list(person, page_size=size, **query, **({"cursor": cursor} if cursor else {})).json()
        ids += [row["id"] for row in body["results"]]
        cursor = body["next"]
    return ids


@pytest.fixture
def three(ada: User, cleo: User, ben: User, bob: User, economy: CarType, comfort: CarType) -> list[Booking]:
    def at(day: int, hour: int) -> datetime:
        return datetime(2026, 3, day, hour, tzinfo=UTC)

    return [
        make_booking(ada, economy, Status.COMPLETE, driver=bob, trip_date=at(1, 22), payment_mode="wallet"),
        make_booking(cleo, comfort, Status.CANCELLED, trip_date=at(2, 12), book_later=True),
        make_booking(ada, economy, Status.PAID, driver=ben, trip_date=at(2, 23)),
    ]


@pytest.fixture
def comfort(economy: CarType) -> CarType:
    return CarType.objects.create(
        name="Comfort",
        base_fare=12,
        min_fare=20,
        rate_per_hour=6,
        rate_per_unit_distance=8,
        convenience_fees=15,
    )


def test_filters_apply_alone_and_together(
    dora: User, ada: User, bob: User, comfort: CarType, three: list[Booking]
) -> None:
    first, second, third = (booking.pk for booking in three)
    assert listed(dora) == [third, second, first]
    assert listed(dora, status="complete,paid") == [third, first]
    assert listed(dora, car_type=comfort.pk) == [second]
    assert listed(dora, driver=bob.pk) == [first]
    assert listed(dora, rider=ada.pk) == [third, first]
    assert listed(dora, payment_mode="wallet") == [first]
    assert listed(dora, book_later="true") == [second]
    assert listed(dora, active="true") == [third]
    assert listed(dora, rider=ada.pk, status="PAID", payment_mode="cash", **{"from": "2026-03-02"}) == [third]
    assert listed(dora, rider=ada.pk, car_type=comfort.pk) == []


def test_days_are_in_the_platforms_time_zone(dora: User, three: list[Booking]) -> None:
    first, second, third = (booking.pk for booking in three)
    assert listed(dora, **{"from": "2026-03-02", "to": "2026-03-02"}) == [third, second]
    update_platform_settings(time_zone="Asia/Riyadh")
    assert listed(dora, **{"from": "2026-03-02", "to": "2026-03-02"}) == [second, first]
    assert listed(dora, **{"from": "2026-03-02T12:00:00Z", "to": "2026-03-02T23:00:00Z"}) == [second]
    assert listed(dora, **{"from": "2026-03-03"}) == [third]


def test_filters_show_only_the_users_bookings(ada: User, cleo: User, fay: User, three: list[Booking]) -> None:
    assert listed(ada, rider=cleo.pk) == []
    assert listed(fay, rider=cleo.pk) == []
    assert listed(cleo, search="ada") == []


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("status", "FLYING"),
        ("driver", "bob"),
        ("from", "yesterday"),
        ("to", "2026-02-31"),
        ("ordering", "otp"),
        ("payment_mode", "shells"),
        ("format", "exe"),
        ("fields", "secrets"),
    ],
)
def test_invalid_filter_is_refused_by_name(dora: User, field: str, value: str) -> None:
    refused = get_list(dora, **{field: value})
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid")
    assert field in refused.json()["fields"]


def test_empty_filters_are_ignored(dora: User, three: list[Booking]) -> None:
    empty = dict.fromkeys(
        ("status", "search", "from", "to", "driver", "rider", "car_type", "payment_mode"), ""
    )
    assert len(listed(dora, **empty)) == 3


# -- search ------------------------------------------------------------------------------------


@pytest.fixture
def named(ada: User, bob: User, economy: CarType) -> Booking:
    return make_booking(
        ada,
        economy,
        Status.STARTED,
        driver=bob,
        reference="QX7K9P",
        customer_name="Zoë Müller-Ångström",
        customer_contact="+447900123456",
        driver_name="محمد الأحمد",
        driver_contact="+20 100 555 0199",
        vehicle_number="HX12 CAB",
        pickup_add="شارع المطار الجديد، الرياض ١٢٣٤",
        drop_add="12 Łódź Straße, Cowes PO31 7AB",
    )


@pytest.mark.parametrize(
    "search",
    [
        "qx7k9p", "QX7", "zoe", "ZOË", "muller", "ang", "müller zoe", "cowes 12", "po31", "lodz", "strasse",
        "hx12 cab", "hx12cab", "المطار", "مطار", "مَطار", "محمد", "احمد", "الاحمد", "أحمد", "1234", "١٢٣٤",
        "جديد الرياض", "cowes & 12", "cow:*",
    ],
)  # fmt: skip
def test_search_matches_word_prefixes(dora: User, named: Booking, search: str) -> None:
    assert listed(dora, search=search) == [named.pk]


@pytest.mark.parametrize(
    "search",
    ["oe", "cowes paris", "'", "&", "!cowes x", "\\", "a" * 80, "ال ال ال xyz", "(((", "#447900123456x"],
)
def test_search_without_a_match_is_empty(dora: User, named: Booking, search: str) -> None:
    assert listed(dora, search=search) == []


@pytest.mark.parametrize(
    "search",
    [
        "+44 7900 123456",
        "447900123456",
        "07900 123456",
        "7900123456",
        "3456",
        "0100 555 0199",
        "zoe 7900123456",
    ],
)
def test_admins_search_phone_numbers_in_any_form(dora: User, named: Booking, search: str) -> None:
    assert listed(dora, search=search) == [named.pk]


def test_other_roles_cannot_search_by_phone_number(
    ada: User, bob: User, fay: User, dora: User, named: Booking
) -> None:
    for person in (ada, bob, fay):
        assert listed(person, search="7900123456") == []
        assert listed(person, search="#7900123456") == []
        assert listed(person, search="zoe") == [named.pk]
    update_platform_settings(allow_critical_edits_admin=False)
    assert listed(dora, search="7900123456") == []


def test_search_follows_changes(dora: User, ada: User, ben: User, economy: CarType) -> None:
    booking = make_booking(ada, economy)
    assert listed(dora, search="Bernard") == []
    Booking.objects.filter(pk=booking.pk).update(driver_name="Bernard Rieux")
    assert listed(dora, search="Bernard") == [booking.pk]


@pytest.mark.parametrize("near", [1, 3, 1000])
@pytest.mark.parametrize("ordering", selectors.ORDERINGS)
def test_search_pages_are_complete_without_duplicates(
    dora: User,
    ada: User,
    economy: CarType,
    monkeypatch: pytest.MonkeyPatch,
    ordering: str,
    near: int,
) -> None:
    # The pages must be the same whether the first rows suffice or the index is used.
    monkeypatch.setattr(planner, "FIRST_SCAN", near)
    monkeypatch.setattr(planner, "MAX_SCAN", 3 * near)
    now = timezone.now()
    for number in range(11):
        make_booking(
            ada,
            economy,
            Status.CANCELLED,
            pickup_add="Quay" if number % 2 else "Hill",
            trip_date=now + timedelta(hours=number % 3),
        )
    expected = sorted_ids(Booking.objects.filter(pickup_add="Quay"), ordering)
    assert pages(dora, 2, search="quay", ordering=ordering) == expected


@pytest.mark.parametrize("status", ["", "NEW", "CANCELLED", "NEW,CANCELLED"])
def test_rare_term_among_common_ones_is_found_by_status_and_fleet(
    dora: User,
    fay: User,
    ada: User,
    ben: User,
    bob: User,
    economy: CarType,
    monkeypatch: pytest.MonkeyPatch,
    status: str,
) -> None:
    # The index is used for the rare term only and must match a plain scan.
    monkeypatch.setattr(planner, "FIRST_SCAN", 4)
    old = [
        make_booking(ada, economy, Status.CANCELLED, driver=driver, pickup_add="Zanzibar Road, Ryde")
        for driver in (ben, bob)
    ]
    for booking, driver in zip(old, (ben, bob), strict=True):
        fleet = driver.driver_profile.fleet_admin_id
        Booking.objects.filter(pk=booking.pk).update(driver=driver, fleet_admin_id=fleet)
    new = make_booking(ada, economy, Status.NEW, pickup_add="Zanzibar Road, Ryde")
    for _ in range(6):
        make_booking(ada, economy, Status.CANCELLED, pickup_add="Ryde")
    wanted = {"NEW": [new.pk], "CANCELLED": [old[1].pk, old[0].pk]}.get(
        status, [new.pk, old[1].pk, old[0].pk]
    )
    assert pages(dora, 10, search="ryde zanz", status=status) == wanted
    own = [booking.pk for booking in old if Booking.objects.get(pk=booking.pk).fleet_admin_id == fay.pk]
    assert own
    assert pages(fay, 10, search="zanz ryde", status=status) == (own if status != "NEW" else [])


# -- orderings and pages -----------------------------------------------------------------------


@pytest.mark.parametrize("ordering", selectors.ORDERINGS)
def test_pages_of_every_ordering_handle_ties(dora: User, ada: User, economy: CarType, ordering: str) -> None:
    now = timezone.now()
    for number in range(9):
        cost = Decimal(10 + number % 2)
        money: dict[str, Any] = {"trip_cost": cost, "driver_share": cost, "convenience_fees": 0}
        money["cancellation_fee"] = Decimal(number % 2)
        make_booking(ada, economy, Status.CANCELLED, trip_date=now + timedelta(hours=number % 3), **money)
    expected = sorted_ids(Booking.objects.all(), ordering)
    assert pages(dora, 2, ordering=ordering) == expected
    assert pages(dora, 4, ordering=ordering) == expected


def test_cancelled_bookings_are_ordered_by_the_charged_fee(
    dora: User, fay: User, bob: User, ada: User, economy: CarType
) -> None:
    def costs(cost: int) -> dict[str, Any]:
        return {"trip_cost": Decimal(cost), "driver_share": Decimal(cost), "convenience_fees": 0}

    parts = {"cancellation_fee": 4, "cancellation_fee_owed": 2, "cancellation_fee_written_off": 1}
    free = make_booking(ada, economy, Status.CANCELLED, driver=bob, **costs(90))
    trip = make_booking(ada, economy, Status.COMPLETE, driver=bob, cash_payment_amount=Decimal(5), **costs(5))
    fee = make_booking(ada, economy, Status.CANCELLED, driver=bob, **costs(80), **parts)
    expensive = make_booking(
        ada, economy, Status.COMPLETE, driver=bob, cash_payment_amount=Decimal(8), **costs(8)
    )
    cheapest_first = [free.pk, trip.pk, fee.pk, expensive.pk]
    for person in (dora, fay, bob):
        assert pages(person, 1, ordering="trip_cost") == cheapest_first
        assert pages(person, 3, ordering="-trip_cost") == cheapest_first[::-1]
    file = client_of(dora).get(f"{API}/bookings/", {"format": "csv", "ordering": "trip_cost"})
    references = [booking.reference for booking in (free, trip, fee, expensive)]
    rows = file.content.decode("utf-8-sig").splitlines()[1:]
    assert [next(one for one in references if one in row) for row in rows] == references


@pytest.mark.parametrize(
    ("name", "statuses", "index"),
    [
        ("dora", (), "booking_by_charge"),
        ("dora", (Status.CANCELLED,), "booking_cancelled_by_charge"),
        ("fay", (), "booking_fleet_by_charge"),
        ("bob", (), "booking_driver_by_charge"),
    ],
)
def test_page_by_cost_uses_an_index(
    request: pytest.FixtureRequest, economy: CarType, name: str, statuses: tuple[str, ...], index: str
) -> None:
    driver, rider = request.getfixturevalue("bob"), request.getfixturevalue("ada")
    make_booking(rider, economy, Status.CANCELLED, driver=driver)
    filters = selectors.HistoryFilters.parse({"ordering": "-trip_cost", "status": ",".join(statuses)})
    order, rows = filters.order(), selectors.filter_bookings(request.getfixturevalue(name), filters)
    leave_one_index("bookings_booking", index)
    for page in (rows, order.after(rows, order.cursor(rows[0]))):
        assert f"using {index} " in order.sort(page)[:26].explain()


def test_period_filter_orders_by_trip_time(dora: User, ada: User, economy: CarType) -> None:
    day = datetime(2026, 5, 1, tzinfo=UTC)
    late = make_booking(ada, economy, Status.CANCELLED, trip_date=day + timedelta(hours=9))
    early = make_booking(ada, economy, Status.CANCELLED, trip_date=day + timedelta(hours=8))
    assert listed(dora) == [early.pk, late.pk]
    assert listed(dora, **{"from": "2026-05-01"}) == [late.pk, early.pk]


@pytest.mark.parametrize(
    "cursor",
    [
        "x",
        "WyItaWQiXQ",
        "WyJpZCIsIjEiXQ",
        "WyItaWQiLCI5OTk5OTk5OTk5OTk5OTk5OTk5OTkiXQ",
        "WyItaWQiLG51bGxd",
        "é",
    ],
)
def test_invalid_cursor_is_not_found(dora: User, three: list[Booking], cursor: str) -> None:
    refused = get_list(dora, cursor=cursor)
    assert (refused.status_code, refused.json()["code"]) == (404, "not_found")


# -- columns -----------------------------------------------------------------------------------

SECRET = {"customer_contact", "driver_contact", "otp", "driver_share", "convenience_fees"}


def wide(person: User) -> dict[str, Any]:
    row: dict[str, Any] = get_list(person, fields="all").json()["results"][0]
    return row


def secrets(person: User) -> dict[str, Any]:
    return {name: value for name, value in wide(person).items() if name in SECRET}


def test_short_row_leaves_out_the_wide_columns(dora: User, three: list[Booking]) -> None:
    short, all_ = get_list(dora).json()["results"][0], wide(dora)
    assert short.items() <= all_.items()
    assert "convenience_fees" not in short
    assert len(all_) > 45


def test_each_role_has_its_columns_during_the_trip(
    ada: User, bob: User, fay: User, dora: User, named: Booking
) -> None:
    Booking.objects.update(otp="54321")
    share, fee = f"{named.driver_share:.4f}", f"{named.convenience_fees:.4f}"
    rider = dict(zip(sorted(SECRET), (None, "+447900123456", "+20 100 555 0199", None, "54321"), strict=True))
    driver = {**rider, "convenience_fees": fee, "driver_share": share, "otp": None}
    assert secrets(ada) == rider
    assert secrets(bob) == secrets(fay) == driver
    assert secrets(dora) == {**driver, "otp": "54321"}


def test_phones_are_hidden_from_other_roles_after_the_trip(
    ada: User, bob: User, fay: User, dora: User, economy: CarType
) -> None:
    make_booking(ada, economy, Status.COMPLETE, driver=bob, driver_contact="+441", customer_contact="+442")
    assert (wide(ada)["driver_contact"], wide(ada)["customer_contact"]) == ("", "+442")
    assert wide(bob)["customer_contact"] == wide(fay)["customer_contact"] == ""
    assert (wide(dora)["driver_contact"], wide(dora)["customer_contact"]) == ("+441", "+442")


def test_demo_mode_hides_phones_from_all_roles(ada: User, bob: User, dora: User, named: Booking) -> None:
    update_platform_settings(allow_critical_edits_admin=False)
    Booking.objects.update(delivery_person_phone="+449")
    for person in (ada, bob, dora):
        row = wide(person)
        shown = [row[name] for name in ("customer_contact", "driver_contact", "delivery_person_phone")]
        assert shown == ["Hidden"] * 3


@pytest.mark.parametrize(
    "search", ["138 1234 5678", "0086 138 1234 5678", "+86 138-1234-5678", "13812345678", "1381"]
)
def test_phone_is_found_in_its_national_form(dora: User, economy: CarType, search: str) -> None:
    update_platform_settings(country="China")
    wanted = make_booking(make_user("Lin", mobile="+8613812345678"), economy)
    make_booking(make_user("Mei", mobile="+8613912345678"), economy)
    assert listed(dora, search=search) == [wanted.pk]
