"""Demand by area: past weeks counted independently, cars and requests now, and the drivers' heat map."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from decimal import Decimal as D
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.conf import settings as django_settings
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.demand.heat_map import CACHE_KEY, level_of
from apps.bookings.demand.past import update_past_demand
from apps.bookings.models import Booking
from apps.bookings.tasks import update_past_demand as task
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.fleet.models import PastDemand
from apps.geo.geometry.cells import cell_at, cell_of
from apps.geo.geometry.sphere import great_circle_km
from apps.geo.port import LatLng
from tests.bookings.builders import PICKUP, credit_wallet, make_booking, put_online
from tests.fares.tariffs import publish, rates
from tests.fleet.ranks import make_rank
from tests.personas import client_of, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]

LAT, LNG = PICKUP
LONDON = ZoneInfo("Europe/London")
HARBOUR = [
    [LNG - 0.01, LAT - 0.01],
    [LNG + 0.01, LAT - 0.01],
    [LNG + 0.01, LAT + 0.01],
    [LNG - 0.01, LAT + 0.01],
]
OUTSIDE = {"pickup_lat": LAT + 0.3}


@pytest.fixture(autouse=True)
def _london() -> None:
    update_platform_settings(time_zone="Europe/London")


@pytest.fixture
def riders(ada: User) -> list[User]:
    return [ada, *(make_user(f"rider{number}") for number in range(3))]


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=LONDON)


def request(rider: User, car_type: CarType, *times: datetime, **fields: Any) -> list[Booking]:
    made = {"status": Status.CANCELLED} | fields
    return [make_booking(rider, car_type=car_type, trip_date=time, **made) for time in times]


def areas(dora: User) -> dict[str, dict[str, Any]]:
    reply = client_of(dora).get("/api/v1/desk/demand/")
    assert reply.status_code == 200
    return {area["id"]: area for area in reply.json()["areas"]}


def cells(driver: User, *, fresh: bool = True) -> list[dict[str, Any]]:
    if fresh:
        cache.delete(CACHE_KEY)
    reply = client_of(driver).get("/api/v1/driver/heat-map/")
    assert reply.status_code == 200
    found: list[dict[str, Any]] = reply.json()["cells"]
    return found


def independent_means(
    times: Iterable[datetime], *, now: datetime, first: datetime
) -> dict[tuple[int, int], D]:
    """Divide the requests of each local hour by the minutes that the hour had in eight weeks, one by one."""
    end = now.astimezone(LONDON).replace(minute=0, second=0, microsecond=0)
    start = max(end - timedelta(weeks=8), first.replace(minute=0))
    minutes: dict[tuple[int, int], int] = {}
    moment = start.astimezone(ZoneInfo("UTC"))
    while moment < end.astimezone(ZoneInfo("UTC")):
        local = moment.astimezone(LONDON)
        minutes[local.weekday(), local.hour] = minutes.get((local.weekday(), local.hour), 0) + 1
        moment += timedelta(minutes=1)
    counts: dict[tuple[int, int], int] = dict.fromkeys(minutes, 0)
    for time in times:
        if start <= time < end:
            local = time.astimezone(LONDON)
            counts[local.weekday(), local.hour] += 1
    return {hour: D(counts[hour] * 60) / minutes[hour] for hour in minutes}


def stored_means(**fields: Any) -> dict[tuple[int, int], D]:
    return {(row.weekday, row.hour): row.requests / row.hours for row in PastDemand.objects.filter(**fields)}


# -- the past weeks ----------------------------------------------------------------------------


def test_means_equal_an_independent_count_over_both_changes_of_the_clock(ada: User, economy: CarType) -> None:
    # 25 October 2026 has two hours from 01:00, 28 March 2027 has none.
    for now in (at("2026-11-20T15:20"), at("2027-04-15T09:45")):
        Booking.objects.all().delete()
        times = [now - timedelta(weeks=9)]
        times += [now - timedelta(minutes=97 * number) for number in range(400)]
        request(ada, economy, *times)
        with time_machine.travel(now, tick=False):
            assert update_past_demand() > 0
        expected = independent_means(times, now=now, first=times[0])
        assert stored_means(kind="all") == expected


def test_hour_that_a_day_has_twice_or_not_at_all_counts_as_long_as_it_was(
    ada: User, economy: CarType
) -> None:
    request(ada, economy, at("2026-09-01T12:00"), at("2026-10-25T01:10"))
    request(ada, economy, at("2026-10-25T01:10").replace(fold=1), at("2026-11-01T01:10"))
    with time_machine.travel(at("2026-11-04T12:00"), tick=False):
        update_past_demand()
    autumn = PastDemand.objects.get(kind="all", weekday=6, hour=1)
    assert (autumn.requests, autumn.hours, autumn.weeks) == (3, D(9), 8)

    with time_machine.travel(at("2027-04-01T12:00"), tick=False):
        update_past_demand()
    spring = PastDemand.objects.get(kind="all", weekday=6, hour=1)
    assert (spring.hours, spring.weeks) == (D(7), 7)
    assert PastDemand.objects.get(kind="all", weekday=5, hour=1).weeks == 8


def test_weeks_without_requests_count_and_weeks_before_the_first_do_not(
    ada: User, dora: User, economy: CarType
) -> None:
    now = at("2026-06-19T18:00")
    request(ada, economy, *(now - timedelta(weeks=weeks) + timedelta(minutes=5) for weeks in (4, 4, 1)))
    with time_machine.travel(now, tick=False):
        update_past_demand()
        reply = client_of(dora).get("/api/v1/desk/demand/").json()
    assert reply["weeks"] == 4
    # 3 requests in 4 weeks.
    assert reply["areas"][0] | {"rings": []} == {
        "id": "all/",
        "kind": "all",
        "name": "",
        "rings": [],
        "waiting": 0,
        "free": 0,
        "expected": 0.8,
        "difference": -0.8,
    }


def test_next_hour_is_made_of_the_parts_of_two_hours(ada: User, dora: User, economy: CarType) -> None:
    now = at("2026-06-19T18:45")
    for weeks in (1, 2):
        before = now - timedelta(weeks=weeks)
        request(ada, economy, *[before] * 4, *[before + timedelta(hours=1)] * 8)
    with time_machine.travel(now, tick=False):
        update_past_demand()
        # A quarter of 4 and three quarters of 8.
        assert areas(dora)["all/"]["expected"] == 7


def test_no_number_is_expected_with_fewer_than_two_weeks(
    riders: list[User], ben: User, dora: User, economy: CarType
) -> None:
    now = at("2026-06-19T18:00")
    for rider in riders:
        request(rider, economy, *[now - timedelta(weeks=1) + timedelta(minutes=5)] * 9)
    with time_machine.travel(now, tick=False):
        assert areas(dora)["all/"]["expected"] is None
        update_past_demand()
        reply = client_of(dora).get("/api/v1/desk/demand/").json()
        assert cells(ben) == []
    assert (reply["weeks"], {area["expected"] for area in reply["areas"]}) == (1, {None})


def test_unpaid_bookings_and_those_of_the_running_hour_are_not_counted(ada: User, economy: CarType) -> None:
    now = at("2026-06-19T18:30")
    request(ada, economy, now - timedelta(weeks=1), status=Status.PAYMENT_PENDING)
    request(ada, economy, now - timedelta(minutes=10))
    with time_machine.travel(now, tick=False):
        assert (update_past_demand(), PastDemand.objects.count()) == (0, 0)


def test_second_run_replaces_the_rows(ada: User, economy: CarType) -> None:
    request(ada, economy, timezone.now() - timedelta(days=3))
    first = update_past_demand()
    task()
    assert PastDemand.objects.count() == first > 0
    Booking.objects.all().delete()
    assert update_past_demand() == 0


def test_beat_counts_every_hour() -> None:
    entry = django_settings.CELERY_BEAT_SCHEDULE["update-past-demand"]
    assert entry == {"task": task.name, "schedule": 3600.0}


# -- the desk ----------------------------------------------------------------------------------


@pytest.mark.usefixtures("ready")
def test_desk_counts_by_zone_rank_and_cell_outside(ada: User, dora: User, economy: CarType) -> None:
    publish(dora, {"name": "Rates", "then": rates("3.00", "2.00")}, zones={"Harbour": {"rings": [HARBOUR]}})
    make_rank("Station", lat=LAT + 0.02)
    now = timezone.now()
    request(ada, economy, now, now, status=Status.NEW)
    request(ada, economy, now, status=Status.NEW, pickup_lat=LAT + 0.02)
    request(ada, economy, now, status=Status.NEW, **OUTSIDE)
    request(ada, economy, now + timedelta(hours=3), status=Status.NEW, book_later=True)
    found = areas(dora)
    outside = f"cell/{cell_at(LAT + 0.3, LNG).key}"
    assert list(found) == ["all/", "zone/Harbour", "rank/Station", outside]
    numbers = {key: (area["waiting"], area["free"], area["difference"]) for key, area in found.items()}
    assert numbers == {
        "all/": (4, 1, -3),
        "zone/Harbour": (2, 1, -1),
        "rank/Station": (1, 0, -1),
        outside: (1, 0, -1),
    }
    assert found["zone/Harbour"]["rings"][0][:4] == HARBOUR
    [circle] = found["rank/Station"]["rings"]
    assert {round(great_circle_km(LatLng(LAT + 0.02, LNG), LatLng(y, x)), 2) for x, y in circle} == {0.15}


@pytest.mark.usefixtures("ready")
def test_desk_expects_requests_in_a_zone_and_none_in_an_empty_one(
    ada: User, dora: User, economy: CarType
) -> None:
    far = [[lng + 1, lat] for lng, lat in HARBOUR]
    zones = {"Harbour": {"rings": [HARBOUR]}, "Far": {"rings": [far]}}
    publish(dora, {"name": "Rates", "then": rates("3.00", "2.00")}, zones=zones)
    soon = timezone.now().replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
    request(ada, economy, *(soon - timedelta(weeks=weeks) for weeks in (1, 2, 3) for _ in range(2)))
    with time_machine.travel(soon, tick=False):
        update_past_demand()
        found = areas(dora)
    assert (found["zone/Harbour"]["expected"], found["zone/Far"]["expected"]) == (2, 0)


def test_desk_without_zones_lists_the_busiest_cells(ada: User, dora: User, economy: CarType) -> None:
    now = timezone.now()
    for step in range(25):
        request(ada, economy, *[now] * (1 + step % 2), status=Status.NEW, pickup_lat=LAT + step * 0.02)
    found = list(areas(dora).values())
    assert [area["kind"] for area in found] == ["all"] + ["cell"] * 20
    assert [area["waiting"] for area in found[1:]] == [2] * 12 + [1] * 8


def test_cells_outside_show_expected_requests_only_away_from_zones(
    riders: list[User], dora: User, economy: CarType
) -> None:
    edge = cell_at(LAT + 0.01, LNG)
    publish(dora, {"name": "Rates", "then": rates("3.00", "2.00")}, zones={"Harbour": {"rings": [HARBOUR]}})
    north = {"pickup_lat": edge.north_east.lat - 0.0001}
    soon = timezone.now().replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
    for rider in riders[:3]:
        for place in (north, OUTSIDE):
            request(rider, economy, *(soon - timedelta(weeks=weeks) for weeks in (1, 2)), **place)
    request(riders[0], economy, soon, status=Status.NEW, **north)
    with time_machine.travel(soon, tick=False):
        update_past_demand()
        found = areas(dora)
    assert found[f"cell/{cell_at(LAT + 0.3, LNG).key}"]["expected"] == 3
    border = found[f"cell/{edge.key}"]
    assert (border["waiting"], border["expected"], border["difference"]) == (1, None, -1)


def test_desk_reads_a_fixed_number_of_queries(ada: User, dora: User, economy: CarType) -> None:
    client = client_of(dora)
    client.get("/api/v1/desk/demand/")
    numbers = []
    for _ in range(2):
        request(ada, economy, *[timezone.now()] * 5, status=Status.NEW)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.get("/api/v1/desk/demand/")
        numbers.append(len(queries))
    assert numbers[0] == numbers[1] <= 7


# -- the heat map ------------------------------------------------------------------------------


def test_cell_is_shown_from_three_riders_on(riders: list[User], ben: User, economy: CarType) -> None:
    now = timezone.now()
    for rider in riders[:2]:
        request(rider, economy, now, now, now, status=Status.NEW)
    assert cells(ben) == []
    request(riders[2], economy, now - timedelta(minutes=29))
    [cell] = cells(ben)
    assert (cell["id"], cell["level"]) == (cell_at(LAT, LNG).key, level_of(D(7)))
    assert set(cell) == {"id", "level", "name", "lat", "lng", "south", "west", "north", "east"}


def test_requests_of_an_hour_ago_and_for_later_are_not_current(
    riders: list[User], ben: User, economy: CarType
) -> None:
    for rider in riders:
        request(rider, economy, timezone.now() - timedelta(minutes=31))
        later = timezone.now() + timedelta(minutes=10)
        request(rider, economy, later, status=Status.NEW, book_later=True)
        request(rider, economy, timezone.now(), status=Status.PAYMENT_PENDING)
    assert cells(ben) == []


def test_past_requests_of_one_rider_are_never_shown(riders: list[User], ben: User, economy: CarType) -> None:
    now = timezone.now().astimezone(LONDON).replace(minute=0, second=30)
    weekly = [now - timedelta(weeks=weeks) + timedelta(minutes=5) for weeks in range(1, 9)]
    request(riders[0], economy, *weekly * 4)
    with time_machine.travel(now, tick=False):
        update_past_demand()
        assert (cells(ben), PastDemand.objects.filter(kind="cell").count()) == ([], 0)
        request(riders[1], economy, weekly[0])
        request(riders[2], economy, weekly[1])
        update_past_demand()
        [cell] = cells(ben)
        # 34 requests in 8 weeks.
        assert cell["level"] == level_of(D("4.25")) == 2


def test_one_current_request_does_not_change_a_cell_that_is_shown_for_past_ones(
    riders: list[User], ben: User, economy: CarType
) -> None:
    now = timezone.now().astimezone(LONDON).replace(minute=0, second=30)
    weekly = [now - timedelta(weeks=weeks) + timedelta(minutes=5) for weeks in range(1, 9)]
    for rider in riders[:3]:
        request(rider, economy, *weekly)
    with time_machine.travel(now, tick=False):
        update_past_demand()
        before = cells(ben)
        request(riders[3], economy, *[now] * 5, status=Status.NEW)
        assert cells(ben) == before != []


def test_place_in_the_cell_makes_no_difference(riders: list[User], ben: User, economy: CarType) -> None:
    cell = cell_at(LAT, LNG)
    low, high = cell.south_west, cell.north_east
    shown = []
    for share in (0.1, 0.9):
        Booking.objects.all().delete()
        place = {
            "pickup_lat": low.lat + (high.lat - low.lat) * share,
            "pickup_lng": low.lng + (high.lng - low.lng) * share,
        }
        for rider in riders:
            request(rider, economy, timezone.now(), status=Status.NEW, **place)
        shown.append(cells(ben))
    assert shown[0] == shown[1] != []


def test_heat_map_is_computed_once_a_minute_for_all_drivers(
    riders: list[User], ben: User, bob: User, economy: CarType
) -> None:
    assert cells(ben) == []
    for rider in riders:
        request(rider, economy, timezone.now(), status=Status.NEW)
    assert cells(bob, fresh=False) == []
    assert len(cells(bob)) == 1


def test_heat_map_can_be_switched_off(riders: list[User], ben: User, economy: CarType) -> None:
    for rider in riders:
        request(rider, economy, timezone.now(), status=Status.NEW)
    assert len(cells(ben)) == 1
    update_platform_settings(driver_heat_map=False)
    # At once, although the cached one is valid.
    reply = client_of(ben).get("/api/v1/driver/heat-map/").json()
    assert (reply["on"], reply["cells"]) == (False, [])


def test_busiest_cells_come_first(riders: list[User], ben: User, economy: CarType) -> None:
    for rider in riders[:3]:
        request(rider, economy, timezone.now(), status=Status.NEW)
        request(rider, economy, *[timezone.now()] * 3, status=Status.NEW, **OUTSIDE)
    found = cells(ben)
    assert [cell["level"] for cell in found] == [level_of(D(9)), level_of(D(3))] == [3, 1]
    assert found[0]["id"] == cell_at(LAT + 0.3, LNG).key


@pytest.mark.parametrize(
    ("requests", "level"),
    [("0.1", 1), ("3.99", 1), ("4", 2), ("8", 3), ("15.9", 3), ("16", 4), ("32", 5), ("900", 5)],
)
def test_levels(requests: str, level: int) -> None:
    assert level_of(D(requests)) == level


def test_cell_is_half_a_kilometre_and_named_by_its_zone(
    riders: list[User], ben: User, dora: User, economy: CarType
) -> None:
    publish(dora, {"name": "Rates", "then": rates("3.00", "2.00")}, zones={"Harbour": {"rings": [HARBOUR]}})
    for rider in riders:
        request(rider, economy, timezone.now(), status=Status.NEW)
    [cell] = cells(ben)
    assert cell["name"] == "Harbour"
    assert cell_at(cell["lat"], cell["lng"]) == cell_of(cell["id"])
    west, east = LatLng(cell["lat"], cell["west"]), LatLng(cell["lat"], cell["east"])
    south, north = LatLng(cell["south"], cell["lng"]), LatLng(cell["north"], cell["lng"])
    assert great_circle_km(west, east) == pytest.approx(0.5, abs=0.001)
    assert great_circle_km(south, north) == pytest.approx(0.5, abs=0.001)


def test_fleet_admin_sees_the_requests_of_all_and_the_own_cars(
    ada: User, ben: User, bob: User, dora: User, fay: User, economy: CarType
) -> None:
    for driver in (ben, bob):
        credit_wallet(driver)
        put_online(driver)
    request(ada, economy, timezone.now(), status=Status.NEW)

    seen, own = areas(dora), areas(fay)

    assert (seen["all/"]["waiting"], seen["all/"]["free"]) == (1, 2)
    assert (own["all/"]["waiting"], own["all/"]["free"]) == (1, 1)
    assert own["all/"]["difference"] is None
    # The one request has a cell for the desk, and none for a fleet.
    assert [area["kind"] for area in seen.values()] == ["all", "cell"]
    assert list(own) == ["all/"]


def test_fleet_admin_sees_a_cell_with_several_requests(
    riders: list[User], fay: User, economy: CarType
) -> None:
    for rider in riders:
        request(rider, economy, timezone.now(), status=Status.NEW)
    assert [area["waiting"] for area in areas(fay).values()] == [len(riders)] * 2


def test_both_refuse_other_roles(ada: User, ben: User, dora: User, fay: User) -> None:
    for path, allowed in (("desk/demand/", {dora, fay}), ("driver/heat-map/", {ben})):
        for user in {ada, ben, dora, fay} - allowed:
            reply = client_of(user).get(f"/api/v1/{path}")
            assert (reply.status_code, reply.json()["code"]) == (403, "forbidden")


def test_car_without_a_fresh_position_is_not_free(ben: User, bob: User, dora: User) -> None:
    for driver, seconds_ago in ((ben, 0), (bob, 600)):
        credit_wallet(driver)
        put_online(driver, seconds_ago=seconds_ago)
    assert areas(dora)["all/"]["free"] == 1
