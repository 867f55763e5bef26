"""Recorded quotes: off the estimate's request, without the person, linked to the booking made from them."""

import threading
from collections.abc import Collection, Iterator
from datetime import timedelta
from decimal import Decimal as D
from typing import Any

import pytest
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.accounts.models import User
from apps.bookings.models import Booking
from apps.core.monitoring import metrics
from apps.core.platform import update_platform_settings
from apps.core.privacy.retention import delete_expired
from apps.fares.models import CarType
from apps.geo.geometry.cells import cell_at
from apps.recording.models import QuoteRecord
from apps.recording.quotes import buffer as buffering
from apps.recording.quotes.buffer import BUFFER, QuoteBuffer
from apps.recording.selectors import recorded_demand
from apps.recording.tasks import link_quotes
from tests.bookings.api import API, ENDS, book, press, quote
from tests.bookings.builders import PICKUP
from tests.personas import client_of, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]


def get_quote(person: User | None, car_type: CarType | None = None, **changes: Any) -> dict[str, Any]:
    one = {} if car_type is None else {"car_type_id": car_type.pk}
    reply = client_of(person).post(f"{API}/estimates/", {**ENDS, **one, **changes})
    assert reply.status_code == 200
    made: dict[str, Any] = reply.json()
    return made


def records() -> list[QuoteRecord]:
    BUFFER.flush()
    return list(QuoteRecord.objects.order_by("pk"))


def summary(person: User, **period: str) -> Any:
    reply = client_of(person).get(f"{API}/quotes/summary/", period)
    assert reply.status_code == 200, reply.json()
    return reply.json()


def test_record_has_what_was_shown(ada: User, economy: CarType) -> None:
    shown = get_quote(ada)
    (record,) = records()
    (option,) = shown["options"]
    assert record.requester == "rider"
    assert timezone.now() - record.at < timedelta(seconds=20)
    assert [each["price"] for each in record.options] == [option["trip_cost"]]
    assert record.options[0]["car_type"] == economy.pk
    assert (float(record.distance_km), record.duration_seconds) == (
        shown["route"]["distance_km"],
        shown["route"]["duration_seconds"],
    )
    assert record.booking_id is None


def test_places_are_rounded_and_the_person_is_not_stored(ada: User, economy: CarType) -> None:
    get_quote(ada)
    (record,) = records()
    assert record.pickup_cell == cell_at(*PICKUP).key
    stored = str(QuoteRecord.objects.values().get())
    for secret in (str(PICKUP[0]), str(PICKUP[1]), "St Thomas", ada.email or "", ada.full_name):
        assert secret not in stored
    assert record.rider_token not in (None, ada.pk)


def test_token_is_of_one_rider_and_one_day(ada: User, cleo: User, economy: CarType) -> None:
    for person in (ada, ada, cleo, None):
        get_quote(person, passengers=1, drop=ENDS["drop"] | {"lat": 50.75 + len(BUFFER._waiting) / 1000})
    BUFFER._waiting[1] = type(BUFFER._waiting[1])(
        BUFFER._waiting[1].estimate, timezone.now() - timedelta(days=1), ada.pk, False
    )
    first, yesterday, other, visitor = records()
    assert first.rider_token != other.rider_token
    assert first.rider_token != yesterday.rider_token
    assert visitor.rider_token is None
    assert visitor.requester == "visitor"


def test_staff_are_recorded_as_staff(dora: User, economy: CarType) -> None:
    get_quote(dora)
    (record,) = records()
    assert (record.requester, record.rider_token) == ("staff", None)


def test_estimate_runs_no_further_statement(ada: User, economy: CarType) -> None:
    get_quote(ada)
    client = client_of(ada)
    update_platform_settings(record_quotes=False)
    client.post(f"{API}/estimates/", ENDS)
    with CaptureQueriesContext(connection) as without:
        client.post(f"{API}/estimates/", ENDS)
    update_platform_settings(record_quotes=True)
    client.post(f"{API}/estimates/", ENDS)
    with CaptureQueriesContext(connection) as recorded:
        client.post(f"{API}/estimates/", ENDS)
    assert len(recorded) == len(without)


def test_setting_stops_the_record(ada: User, economy: CarType) -> None:
    update_platform_settings(record_quotes=False)
    get_quote(ada)
    assert records() == []


def test_refused_estimate_leaves_nothing(ada: User, economy: CarType) -> None:
    reply = client_of(ada).post(f"{API}/estimates/", ENDS | {"drop": ENDS["pickup"]})
    assert reply.status_code == 400
    assert records() == []


def test_preview_of_an_edit_is_no_quote(ada: User, ready: User, dora: User, economy: CarType) -> None:
    booking = book(ada, quote(ada, economy)).json()["id"]
    BUFFER.flush()
    assert press(dora, booking, "edit-preview", drop=ENDS["drop"] | {"lat": 50.75}).status_code == 200
    assert len(records()) == 1


def test_taken_quote_gets_its_booking(ada: User, ready: User, economy: CarType) -> None:
    get_quote(ada, drop=ENDS["drop"] | {"lat": 50.75})
    booking = book(ada, quote(ada, economy)).json()["id"]
    link_quotes()
    left, taken = records()
    assert (left.booking_id, taken.booking_id) == (None, None)
    link_quotes()
    left.refresh_from_db()
    taken.refresh_from_db()
    assert (left.booking_id, taken.booking_id) == (None, booking)


def test_second_booking_of_a_quote_does_not_replace_the_first(
    ada: User, ready: User, economy: CarType
) -> None:
    quote_id = quote(ada, economy)
    first = book(ada, quote_id).json()["id"]
    second = book(ada, quote_id).json()["id"]
    assert second > first
    records()
    link_quotes()
    link_quotes()
    assert QuoteRecord.objects.get().booking_id == first


def test_edited_booking_stays_linked(ada: User, ready: User, dora: User, economy: CarType) -> None:
    booking = book(ada, quote(ada, economy)).json()["id"]
    before = Booking.objects.get(pk=booking).rates["quote"]
    shown = press(dora, booking, "edit-preview", drop=ENDS["drop"] | {"lat": 50.75}).json()
    reply = press(dora, booking, "edit", revision=shown["revision"], quote_id=shown["quote_id"])
    assert reply.status_code == 200, reply.json()
    assert Booking.objects.get(pk=booking).rates["quote"] == before


def test_missed_runs_lose_no_link(ada: User, ready: User, economy: CarType) -> None:
    """All bookings name their estimate, so that the first run after an outage links them."""
    booking = book(ada, quote(ada, economy)).json()["id"]
    records()
    Booking.objects.filter(pk=booking).update(created_at=timezone.now() - timedelta(days=5))
    link_quotes()
    assert QuoteRecord.objects.get().booking_id == booking


class Counter:
    """Counts what is recorded of one metric."""

    def __init__(self) -> None:
        self.dropped = 0.0

    def record(self, metric: metrics.Metric, operation: str, amount: float, labels: dict[str, str]) -> None:
        if metric is metrics.QUOTES_DROPPED:
            self.dropped += amount

    def clear(self, metric: metrics.Metric, *, exclude: Collection[str] = ()) -> None:
        pass


@pytest.fixture
def counter() -> Iterator[Counter]:
    counter = Counter()
    metrics.use_recorder(counter)
    yield counter
    metrics.use_recorder(None)


def test_full_buffer_drops_and_counts(
    ada: User, economy: CarType, monkeypatch: pytest.MonkeyPatch, counter: Counter
) -> None:
    monkeypatch.setattr(buffering, "MOST", 1)
    get_quote(ada)
    get_quote(ada, drop=ENDS["drop"] | {"lat": 50.75})
    assert counter.dropped == 1
    assert len(records()) == 1


@pytest.mark.django_db(transaction=True)
def test_rest_is_written_at_shutdown(ada: User, economy: CarType) -> None:
    own = QuoteBuffer()
    own.start()
    get_quote(ada)
    own.add(BUFFER._waiting[0])
    own.stop()
    assert QuoteRecord.objects.count() == 1
    assert not [thread for thread in threading.enumerate() if thread.name == "quotes"]
    connections.close_all()


def test_retention_deletes_old_quotes(ada: User, economy: CarType) -> None:
    get_quote(ada)
    get_quote(ada, drop=ENDS["drop"] | {"lat": 50.75})
    old, recent = records()
    QuoteRecord.objects.filter(pk=old.pk).update(at=timezone.now() - timedelta(days=366))
    delete_expired(short=False)
    assert list(QuoteRecord.objects.all()) == [recent]


def trips_of(riders: list[User], car_type: CarType) -> None:
    for rider in riders:
        assert book(rider, quote(rider, car_type)).status_code == 201


def test_numbers_by_hour_area_and_car_type(dora: User, ready: User, economy: CarType) -> None:
    riders = [make_user(f"rider{number}") for number in range(3)]
    trips_of(riders[:1], economy)
    for rider in riders[1:]:
        get_quote(rider)
    records()
    link_quotes()
    found = summary(dora)
    numbers = {"quotes": 3, "taken": 1, "conversion": 33.3}
    assert found["recording"] is True
    assert found["total"] == numbers
    hour = timezone.now().hour
    by_hour = {row.pop("hour"): row for row in found["hours"]}
    assert sum(row["quotes"] or 0 for row in by_hour.values()) == 3
    assert by_hour[hour]["quotes"] in (3, None)
    assert by_hour[(hour + 12) % 24] == {"quotes": 0, "taken": 0, "conversion": None}
    assert [area["id"] for area in found["areas"]] == [cell_at(*PICKUP).key]
    (area,) = found["areas"]
    assert {name: area[name] for name in numbers} == numbers
    assert found["car_types"] == [{"id": economy.pk, "name": economy.name} | numbers]


def test_booking_counts_for_its_car_type_only(dora: User, ready: User, economy: CarType) -> None:
    other = CarType.objects.create(name="Saloon", base_fare=5, rate_per_unit_distance=1)
    riders = [make_user(f"rider{number}") for number in range(3)]
    for rider in riders:
        options = get_quote(rider)["options"]
        (mine,) = [option for option in options if option["car_type"]["id"] == economy.pk]
        assert book(rider, mine["quote_id"]).status_code == 201
    records()
    link_quotes()
    rows = {row["id"]: (row["quotes"], row["taken"]) for row in summary(dora)["car_types"]}
    assert rows[economy.pk] == (3, 3)
    # Riders of a type without bookings are counted by their tokens.
    assert rows[other.pk] == (3, 0)


def test_renamed_car_type_has_its_latest_name(dora: User, ready: User, economy: CarType) -> None:
    for name in ("Zebra", "Economy"):
        economy.name = name
        economy.save()
        get_quote(make_user(name))
        records()
    assert [row["name"] for row in summary(dora)["car_types"]] == ["Economy"]


def test_fewer_than_three_riders_show_no_number(dora: User, ready: User, ada: User, economy: CarType) -> None:
    for step in range(5):
        get_quote(ada, drop=ENDS["drop"] | {"lat": 50.75 + step / 1000})
        get_quote(None, drop=ENDS["drop"] | {"lat": 50.75 + step / 1000})
    records()
    found = summary(dora)
    few = {"quotes": None, "taken": None, "conversion": None}
    assert found["total"] == few
    assert found["areas"] == []
    assert found["car_types"] == [{"id": economy.pk, "name": economy.name} | few]


def test_one_rider_on_three_days_is_not_three_riders(dora: User, ada: User, economy: CarType) -> None:
    for step in range(3):
        get_quote(ada, drop=ENDS["drop"] | {"lat": 50.75 + step / 1000})
        shown = BUFFER._waiting[step]
        BUFFER._waiting[step] = type(shown)(
            shown.estimate, shown.at - timedelta(days=step), shown.user_id, False
        )
    assert len({record.rider_token for record in records()}) == 3
    assert summary(dora)["total"]["quotes"] is None


def test_period_has_an_end_and_a_limit(dora: User) -> None:
    client = client_of(dora)
    for period in ({"from": "2026-02-01", "to": "2026-01-01"}, {"from": "2020-01-01", "to": "2026-01-01"}):
        assert client.get(f"{API}/quotes/summary/", period).status_code == 400
    empty = summary(dora, **{"from": "2026-01-01", "to": "2026-01-31"})
    assert empty["total"] == {"quotes": 0, "taken": 0, "conversion": None}


def test_list_shows_and_filters_quotes(dora: User, ada: User, ready: User, economy: CarType) -> None:
    get_quote(None)
    trips_of([ada], economy)
    records()
    link_quotes()
    client = client_of(dora)

    def rows(**filters: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = client.get(f"{API}/quotes/", filters).json()["results"]
        return found

    taken, left = rows()
    assert taken["booking"]["reference"] == Booking.objects.get().reference
    assert left["booking"] is None
    assert rows(taken="true") == [taken]
    assert rows(taken="false") == [left]
    assert rows(requester="visitor") == [left]
    assert rows(to="2020-01-01") == []
    assert D(taken["options"][0]["price"]) > 0


def test_recorded_demand_is_plain(ada: User, ready: User, economy: CarType) -> None:
    trips_of([ada], economy)
    records()
    link_quotes()
    now = timezone.now()
    (row,) = recorded_demand(now - timedelta(minutes=1), now + timedelta(minutes=1))
    assert row.pickup == cell_at(*PICKUP).centre
    assert (row.booking_id, row.car_type_id) == (Booking.objects.get().pk, economy.pk)
    assert row.prices[0].price == Booking.objects.get().estimate
    assert recorded_demand(now - timedelta(days=2), now - timedelta(days=1)) == ()
