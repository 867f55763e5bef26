"""The earnings reports: columns, access, pages and exports."""

import csv
import io
from datetime import date
from decimal import Decimal as D
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.conf import settings as django_settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.bookings.models import DailyEarnings
from apps.bookings.verification import MONTHS
from apps.core.platform import update_platform_settings
from apps.exports.models import Export
from apps.fares.models import CarType
from config.env import env
from config.storage import media_storages
from tests.bookings.api import API, work
from tests.bookings.test_daily_earnings import ride
from tests.personas import client_of, make_user

pytestmark = pytest.mark.django_db

REPORT = f"{API}/reports/earnings/"
DRIVERS = f"{API}/reports/driver-earnings/"
YEARS = {"from": "2025-01-01", "to": "2026-12-31"}


def day(
    when: str, driver: User | None, *, rides: int = 1, fleet: User | None = None, fee: str = "0", **more: Any
) -> None:
    """Create a number of trips of 12, of which 2 go to the platform."""
    DailyEarnings.objects.create(
        day=date.fromisoformat(when),
        driver=driver,
        fleet_admin=fleet,
        rides=rides,
        trip_cost=rides * 12,
        driver_share=rides * 10,
        convenience_fees=rides * 2,
        discount=more.pop("discount", 0),
        cancellation_fees=D(fee),
        **({"vehicle_number": "HX1"} | more),
    )


@pytest.fixture
def history(ben: User, bob: User, fay: User) -> None:
    day("2025-12-31", ben, rides=2)
    day("2026-01-01", ben, rides=3, discount=D("1.50"), vehicle_number="OLD")
    day("2026-01-31", ben, rides=1, fee="4.25", vehicle_number="NEW")
    day("2026-01-31", bob, rides=5, fleet=fay)
    day("2026-02-01", bob, rides=1, fleet=fay)
    day("2026-02-02", bob, rides=1)
    day("2026-02-03", ben, rides=0, fee="3")


def get_report(person: User, url: str, **query: Any) -> Any:
    reply = client_of(person).get(url, YEARS | query)
    assert reply.status_code == 200, reply.json()
    return reply.json()


def test_months_row_has_document_3s_columns(dora: User, history: None) -> None:
    body = get_report(dora, REPORT)
    assert [(row["year"], row["month"], row["day"]) for row in body["results"]] == [
        (2026, 2, None),
        (2026, 1, None),
        (2025, 12, None),
    ]
    assert body["results"][1] == {
        "year": 2026,
        "month": 1,
        "day": None,
        "since": "2026-01-01",
        "until": "2026-01-31",
        "rides": 9,
        "gross": "112.2500",
        "trip_cost": "108.0000",
        "driver_share": "90.0000",
        "cancellation_fees": "4.2500",
        "convenience_fees": "18.0000",
        "discount": "1.5000",
        "tips": "0.0000",
        "profit": "16.5000",
    }


def test_totals_are_the_sums_of_the_rows(dora: User, history: None) -> None:
    for group in ("year", "month", "week", "day"):
        body = get_report(dora, REPORT, group=group)
        for name, total in body["totals"].items():
            assert D(str(total)) == sum(D(str(row[name])) for row in body["results"]), name
        assert (body["from"], body["to"], body["group"]) == ("2025-01-01", "2026-12-31", group)
        assert body["totals"]["rides"] == 13


def test_range_includes_both_days(dora: User, history: None) -> None:
    body = get_report(dora, REPORT, group="day", **{"from": "2026-01-01", "to": "2026-01-31"})
    assert [(row["day"], row["rides"]) for row in body["results"]] == [("2026-01-31", 6), ("2026-01-01", 3)]


def test_weeks_start_on_monday_and_count_only_requested_days(dora: User, history: None) -> None:
    window = {"from": "2025-12-31", "to": "2026-02-01"}
    weeks = get_report(dora, REPORT, group="week", **window)["results"]
    assert [(row["day"], row["since"], row["until"], row["rides"]) for row in weeks] == [
        ("2026-01-26", "2026-01-26", "2026-02-01", 7),
        ("2025-12-29", "2025-12-31", "2026-01-04", 5),
    ]
    years = get_report(dora, REPORT, group="year", **window)["results"]
    assert [(row["year"], row["month"], row["since"], row["until"]) for row in years] == [
        (2026, None, "2026-01-01", "2026-02-01"),
        (2025, None, "2025-12-31", "2025-12-31"),
    ]


def test_report_without_earnings_has_zero_totals(dora: User) -> None:
    body = get_report(dora, REPORT)
    assert body["results"] == []
    assert body["totals"]["rides"] == 0
    assert {value for name, value in body["totals"].items() if name != "rides"} == {"0.0000"}
    assert get_report(dora, DRIVERS)["totals"] == {"rides": 0, "driver_share": "0.0000", "tips": "0.0000"}


@pytest.mark.parametrize(
    ("zone", "since", "until"),
    [("UTC", "2025-03-01", "2026-02-28"), ("Asia/Kathmandu", "2025-04-01", "2026-03-01")],
)
def test_default_range_is_twelve_months(zone: str, since: str, until: str, dora: User) -> None:
    update_platform_settings(time_zone=zone)
    with time_machine.travel("2026-02-28T18:30:00Z", tick=False):
        body = client_of(dora).get(REPORT).json()
    assert (body["from"], body["to"], body["group"]) == (since, until, "month")


@pytest.mark.parametrize("url", [REPORT, DRIVERS])
@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"from": "2026-02-30"}, "from"),
        ({"from": "2026-02-02", "to": "2026-02-01"}, "to"),
        ({"group": "hour"}, "group"),
    ],
)
def test_invalid_queries_are_refused(url: str, query: dict[str, str], field: str, dora: User) -> None:
    reply = client_of(dora).get(url, query)
    assert (reply.status_code, reply.json()["code"]) == (400, "invalid")
    assert field in reply.json()["fields"]


def test_driver_has_a_row_per_month(dora: User, ben: User, bob: User, history: None) -> None:
    rows = get_report(dora, DRIVERS)["results"]
    assert [(row["month"], row["driver"]["id"], row["rides"], row["driver_share"]) for row in rows] == [
        (2, bob.pk, 2, "20.0000"),
        (1, ben.pk, 4, "40.0000"),
        (1, bob.pk, 5, "50.0000"),
        (12, ben.pk, 2, "20.0000"),
    ]
    assert rows[1] == {
        "year": 2026,
        "month": 1,
        "day": None,
        "since": "2026-01-01",
        "until": "2026-01-31",
        "driver": {"id": ben.pk, "name": ben.full_name},
        "vehicle_number": "NEW",
        "rides": 4,
        "driver_share": "40.0000",
        "tips": "0.0000",
    }


def test_fleet_admins_see_trips_driven_for_them(fay: User, bob: User, history: None) -> None:
    body = get_report(fay, DRIVERS)
    assert {row["driver"]["id"] for row in body["results"]} == {bob.pk}
    assert body["totals"] == {"rides": 6, "driver_share": "60.0000", "tips": "0.0000"}
    fred = make_user("Fred", UserType.FLEET_ADMIN)
    assert get_report(fred, DRIVERS)["results"] == []


def test_report_of_one_driver(dora: User, fay: User, ben: User, history: None) -> None:
    body = get_report(dora, DRIVERS, driver=ben.pk, group="day")
    assert [row["day"] for row in body["results"]] == ["2026-01-31", "2026-01-01", "2025-12-31"]
    assert body["totals"]["rides"] == 6
    assert body["driver"] == {"id": ben.pk, "name": ben.full_name}
    assert get_report(dora, DRIVERS)["driver"] is None


@pytest.mark.usefixtures("folder", "history")
def test_another_fleets_driver_is_in_no_report_or_file(dora: User, fay: User, ada: User, ben: User) -> None:
    for person, whose in ((fay, ben.pk), (fay, ada.pk), (dora, ada.pk), (dora, 10**9)):
        report = client_of(person).get(DRIVERS, YEARS | {"driver": whose})
        body = {"kind": "driver_earnings", "format": "csv", "filters": {"driver": str(whose)}}
        for reply in (report, client_of(person).post(f"{API}/exports/", body)):
            assert (reply.status_code, reply.json()["code"]) == (404, "not_found")
    assert not Export.objects.exists()


def test_former_driver_stays_in_the_fleets_report(fay: User, dora: User, bob: User, history: None) -> None:
    bob.driver_profile.fleet_admin = None
    bob.driver_profile.save()
    User.objects.filter(pk=bob.pk).update(deleted_at=timezone.now(), first_name="", last_name="")

    body = get_report(fay, DRIVERS, driver=bob.pk)
    assert (body["driver"], body["totals"]["rides"]) == ({"id": bob.pk, "name": ""}, 6)
    assert get_report(dora, DRIVERS, driver=bob.pk)["totals"]["rides"] == 7


def test_fleets_new_driver_has_an_empty_report(fay: User, bob: User) -> None:
    body = get_report(fay, DRIVERS, driver=bob.pk)
    assert (body["driver"]["id"], body["results"]) == (bob.pk, [])


@pytest.mark.parametrize("ordering", ["-period", "-driver_share", "driver_share", "-rides", "rides"])
@pytest.mark.parametrize("group", ["year", "month", "week", "day"])
def test_each_row_is_on_one_page(group: str, ordering: str, dora: User, history: None) -> None:
    whole = get_report(dora, DRIVERS, group=group, ordering=ordering)
    assert whole["next"] is None
    if ordering != "-period":
        sums = [D(str(row[ordering.removeprefix("-")])) for row in whole["results"]]
        assert sums == sorted(sums, reverse=ordering.startswith("-"))
    found, cursor = [], ""
    for _ in whole["results"]:
        body = get_report(dora, DRIVERS, group=group, ordering=ordering, page_size=1, cursor=cursor)
        assert body["totals"] == whole["totals"]
        found += body["results"]
        cursor = body["next"] or ""
    assert found == whole["results"]
    assert cursor == ""


@pytest.mark.parametrize(
    ("since", "until"),
    [
        ("2026-01-01", "2026-01-31"),
        ("2025-12-31", "2026-02-01"),
        ("2026-01-02", "2026-02-28"),
        ("2026-01-02", "2026-01-31"),
        ("2026-01-31", "2026-02-02"),
    ],
)
@pytest.mark.parametrize("who", ["dora", "fay"])
def test_rows_are_the_same_in_every_order(
    who: str, since: str, until: str, request: pytest.FixtureRequest, history: None
) -> None:
    # Sorting by a sum reads full months as stored, and sums the remaining days.
    person = request.getfixturevalue(who)

    def rows(**query: str) -> list[Any]:
        found = get_report(person, DRIVERS, group="month", **{"from": since, "to": until}, **query)["results"]
        return sorted(found, key=lambda row: (row["since"], row["driver"]["id"]))

    expected = rows()
    assert expected
    for ordering in ("-driver_share", "driver_share", "-rides", "rides"):
        assert rows(ordering=ordering) == expected


@pytest.mark.parametrize("group", ["day", "month"])
@pytest.mark.parametrize("ordering", ["-period", "driver_share"])
def test_day_with_only_an_adjustment_is_in_the_drivers_report(
    group: str, ordering: str, dora: User, ben: User
) -> None:
    day("2026-01-05", ben, rides=2)
    day("2026-03-07", ben, rides=0)
    DailyEarnings.objects.filter(rides=0).update(trip_cost=-5, driver_share=-5)
    body = get_report(dora, DRIVERS, group=group, ordering=ordering)
    assert sorted(D(row["driver_share"]) for row in body["results"]) == [-5, 20]
    assert D(body["totals"]["driver_share"]) == 15


def test_months_stay_the_sums_of_their_days(ben: User, fay: User, history: None) -> None:
    days = DailyEarnings.objects.filter(driver=ben)
    days.filter(day="2026-01-01").update(rides=9, driver_share=90)
    days.filter(day="2026-01-31").update(day="2026-02-01", fleet_admin=fay)
    days.filter(day="2025-12-31").delete()
    with connection.cursor() as cursor:
        cursor.execute(MONTHS.sql)
        assert cursor.fetchall() == []
        cursor.execute("UPDATE bookings_drivermonths SET rides = rides + 1 WHERE driver_id = %s", [ben.pk])
        cursor.execute(MONTHS.sql)
        assert cursor.fetchall()
        cursor.execute("SELECT bookings_rebuild_months()")
        cursor.execute(MONTHS.sql)
        assert cursor.fetchall() == []


@pytest.mark.parametrize(
    "cursor",
    [
        "x",
        "WzFd",
        "bnVsbA==",
        "WyIyMDI2LTAxLTAxIiwgMWUzMDld",
        # ["2026-01-01", 1, "NaN"], and a driver id beyond bigint
        "WyIyMDI2LTAxLTAxIiwgMSwgIk5hTiJd",
        "WyIyMDI2LTAxLTAxIiwgMTAwMDAwMDAwMDAwMDAwMDAwMDAwMCwgbnVsbF0=",
    ],
)
def test_invalid_cursor_is_refused(cursor: str, dora: User, history: None) -> None:
    reply = client_of(dora).get(DRIVERS, {"cursor": cursor})
    assert (reply.status_code, reply.json()["code"]) == (400, "invalid")


def test_settled_trip_is_in_the_report_at_once(dora: User, ada: User, ben: User, economy: CarType) -> None:
    booking = ride(ada, ben, economy)
    row = client_of(dora).get(REPORT).json()["results"][0]
    assert (row["rides"], row["trip_cost"]) == (1, f"{booking.trip_cost:.4f}")
    row = client_of(dora).get(DRIVERS).json()["results"][0]
    assert (row["driver"]["id"], row["driver_share"]) == (ben.pk, f"{booking.driver_share:.4f}")


def test_number_of_queries_does_not_depend_on_the_days(dora: User, ben: User) -> None:
    client = client_of(dora)
    counts = []
    for month in (1, 2, 3):
        for number in range(1, 20):
            day(f"2026-{month:02}-{number:02}", ben)
        with CaptureQueriesContext(connection) as queries:
            client.get(REPORT, YEARS)
            client.get(DRIVERS, YEARS)
        counts.append(len(queries))
    assert len(set(counts[1:])) == 1


# -- files -------------------------------------------------------------------------------------


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    here = env.model_copy(update={"media_root": tmp_path})
    settings.STORAGES = {**django_settings.STORAGES, **media_storages(here, media_url="/media/")}
    return tmp_path


def export(person: User, kind: str, language: str = "en", **filters: Any) -> list[dict[str, str]]:
    body = {"kind": kind, "format": "csv", "filters": {**YEARS, **filters}}
    created = client_of(person).post(f"{API}/exports/", body, headers={"Accept-Language": language})
    assert created.status_code == 201, created.json()
    work("exports.write")
    body = client_of(person).get(f"{API}/exports/{created.json()['id']}/").json()
    assert body["state"] == "done", body
    content = Client().get(body["url"]).getvalue()
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))


@pytest.mark.usefixtures("folder")
def test_export_of_the_report(dora: User, history: None) -> None:
    rows = export(dora, "earnings")
    assert list(rows[1].items()) == [
        ("Year", "2026"),
        ("Month", "January"),
        ("Rides", "9"),
        ("Gross earnings", "112.25"),
        ("Driver share", "90.00"),
        ("Cancellation fee", "4.25"),
        ("Convenience fee", "18.00"),
        ("Discount", "1.50"),
        ("Profit", "16.50"),
        ("Tips", "0.00"),
    ]
    assert [row["Day"] for row in export(dora, "earnings", group="day", **{"from": "2026-02-01"})] == [
        "3",
        "2",
        "1",
    ]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("batch", [1, 2, 1000])
def test_export_of_the_drivers_report(
    batch: int, dora: User, ben: User, history: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.backoffice.exporting.BATCH", batch)
    rows = export(dora, "driver_earnings")
    assert list(rows[1].items()) == [
        ("Year", "2026"),
        ("Month", "January"),
        ("Driver", ben.full_name),
        ("Rides", "4"),
        ("Vehicle number", "NEW"),
        ("Driver share", "40.00"),
        ("Tips", "0.00"),
    ]
    assert len(rows) == 4


@pytest.mark.usefixtures("folder")
def test_fleets_export_contains_only_the_fleet(fay: User, history: None) -> None:
    assert [row["Rides"] for row in export(fay, "driver_earnings")] == ["1", "5"]


@pytest.mark.parametrize(
    ("name", "kind"),
    [("fay", "earnings"), ("ben", "earnings"), ("ben", "driver_earnings"), ("ada", "earnings")],
)
def test_user_without_access_gets_no_file(name: str, kind: str, request: pytest.FixtureRequest) -> None:
    person: User = request.getfixturevalue(name)
    reply = client_of(person).post(f"{API}/exports/", {"kind": kind, "format": "csv"})
    assert (reply.status_code, reply.json()["code"]) == (403, "forbidden")
    assert not Export.objects.exists()
