"""Replays: past trips priced by another tariff, and by their own, which gives what they cost."""

from datetime import date, timedelta
from decimal import Decimal as D
from typing import Any

import pytest
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.bookings.choices import ReplayState, Status
from apps.bookings.models import Booking, ReplayRun
from apps.bookings.replay import running, services
from apps.bookings.replay.part import Replayer, Result
from apps.bookings.replay.running import run_replay
from apps.bookings.staff_changes.adjustment import apply_fare
from apps.core.models import OutboxEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType, Tariff
from apps.fares.tariffs.edits import create_draft
from tests.bookings.api import API, book, press, quote, work
from tests.bookings.builders import make_booking
from tests.bookings.replays import DAY, LAT, LNG, TOWN, past_delivery, past_ride, varied_trips, zoned_tariff
from tests.fares.promos import make_promo
from tests.fares.tariffs import document, publish, rates
from tests.personas import client_of, make_driver

pytestmark = pytest.mark.django_db

PERIOD = {"first_day": "2026-10-05", "last_day": "2026-11-01"}


@pytest.fixture
def office(dora: User) -> APIClient:
    return client_of(dora)


@pytest.fixture
def draft(dora: User) -> Tariff:
    """10 plus 1 per km: a trip of 7.5 km costs 17.50."""
    return create_draft(
        by=dora, document=document({"name": "New", "then": rates("10.00", "1.00")}, name="New")
    )


@pytest.fixture
def luxury(db: None) -> CarType:
    return CarType.objects.create(
        name="Luxury",
        icon="car",
        base_fare=D("7.35"),
        rate_per_unit_distance=D("3.17"),
        rate_per_hour=D("21.5"),
        min_fare=D(20),
        convenience_fees=D("1.99"),
        convenience_fee_type="flat",
    )


def start(office: APIClient, tariff: Tariff | None = None, **period: str) -> ReplayRun:
    body = {"tariff_id": None if tariff is None else tariff.pk, **PERIOD, **period}
    reply = office.post(f"{API}/replays/", body, format="json")
    assert reply.status_code == 201, reply.content
    assert reply.json()["state"] == "queued"
    work("bookings.replay")
    return ReplayRun.objects.get(pk=reply.json()["id"])


def results(office: APIClient, run: ReplayRun) -> dict[str, Any]:
    reply = office.get(f"{API}/replays/{run.pk}/results/")
    assert reply.status_code == 200, reply.content
    found: dict[str, Any] = reply.json()
    return found


def reasons(shown: dict[str, Any]) -> dict[str, int]:
    return {each["reason"]: each["trips"] for each in shown["not_repriced"]}


# -- the null replay ---------------------------------------------------------------------------


def test_every_trip_costs_what_it_cost_under_its_own_tariff(
    office: APIClient, ada: User, ben: User, dora: User, economy: CarType, luxury: CarType
) -> None:
    promo = make_promo(promo_discount_type="percentage", promo_discount_value=D("7.5"), min_order=D(15))
    trips = varied_trips(300, rider=ada, driver=ben, car_types=(economy, luxury), by=dora, promo=promo)
    before = list(Booking.objects.order_by("pk").values())
    run = start(office)
    shown = results(office, run)
    assert (run.state, run.trips_done, run.trips_total) == (ReplayState.DONE, 300, 300)
    assert shown["not_repriced"] == []
    assert (shown["lower"], shown["higher"], shown["unchanged"]) == (0, 0, 300)
    for name in ("trip_cost", "convenience_fees", "driver_share", "discount"):
        total = sum((getattr(trip, name) for trip in trips), D(0))
        assert (D(shown[name]["own"]), D(shown[name]["new"])) == (total, total), name
        assert total
    assert D(shown["demand"][0]["trip_cost"]) == D(shown["trip_cost"]["own"])
    assert list(Booking.objects.order_by("pk").values()) == before


@pytest.mark.usefixtures("roads")
def test_trip_through_the_api_costs_what_it_cost(
    office: APIClient, ada: User, ready: User, dora: User, economy: CarType
) -> None:
    publish(dora, {"name": "Meter", "then": rates("3.00", "2.00", "12.00")})
    booking_id = book(ada, quote(ada, economy)).json()["id"]
    work("bookings.dispatch")
    for action in ("accept", "arrive", "start", "reach", "collect-cash"):
        assert press(ready, booking_id, action).status_code == 200, action
    booking = Booking.objects.get(pk=booking_id)
    day = booking.trip_date.date()
    first, last = day - timedelta(days=1), day + timedelta(days=1)
    shown = results(office, start(office, first_day=str(first), last_day=str(last)))
    assert (shown["unchanged"], D(shown["trip_cost"]["new"])) == (1, booking.trip_cost)


def test_same_run_twice_has_the_same_fingerprint(
    office: APIClient, ada: User, ben: User, dora: User, economy: CarType, draft: Tariff
) -> None:
    promo = make_promo()
    trips = varied_trips(40, rider=ada, driver=ben, car_types=(economy,), by=dora, promo=promo)
    first, second, own = start(office, draft), start(office, draft), start(office)
    assert first.fingerprint == second.fingerprint != own.fingerprint
    assert first.results == second.results
    Booking.objects.filter(pk=trips[7].pk).update(version=9)
    assert start(office, draft).fingerprint != first.fingerprint


# -- another tariff ----------------------------------------------------------------------------


def test_draft_shows_sums_groups_and_changes(
    office: APIClient, ada: User, ben: User, economy: CarType, draft: Tariff
) -> None:
    trip = past_ride(ada, ben, economy)
    dear = past_ride(ada, ben, economy, at=DAY + timedelta(days=1, hours=21), km=D("0.500"), seconds=60)
    shown = results(office, start(office, draft))
    old = trip.trip_cost + dear.trip_cost
    assert shown["trip_cost"] == {"trips": 2, "own": f"{old:.4f}", "new": "28.0000"}
    assert [(row["key"], row["new"]) for row in shown["weekdays"]] == [("0", "17.5000"), ("1", "10.5000")]
    assert [row["key"] for row in shown["hours"]] == ["9", "21"]
    assert [(row["key"], row["trips"]) for row in shown["car_types"]] == [(economy.name, 2)]
    assert sum(bar["trips"] for bar in shown["histogram"]) == 2
    changes = {row["reference"]: D(row["new"]) - D(row["own"]) for row in shown["largest"]}
    assert changes == {
        each.reference: new - each.trip_cost for each, new in ((trip, D("17.5")), (dear, D("10.5")))
    }
    assert [abs(change) for change in changes.values()] == sorted(map(abs, changes.values()), reverse=True)
    (driver,) = shown["drivers"]
    assert (driver["driver_id"], driver["name"], driver["new"]) == (ben.pk, ben.full_name, "28.0000")
    assert [row["elasticity"] for row in shown["demand"]] == ["-0.3", "-0.5", "-0.8"]


def test_drivers_are_downloaded_with_their_change(
    office: APIClient, ada: User, ben: User, economy: CarType, draft: Tariff
) -> None:
    trip = past_ride(ada, ben, economy)
    run = start(office, draft)
    reply = office.get(f"{API}/replays/{run.pk}/drivers/")
    assert (reply.status_code, reply["Content-Type"]) == (200, "text/csv; charset=utf-8")
    head, row = reply.content.decode("utf-8-sig").splitlines()
    assert head == "Driver,Trips,As charged,Under this tariff,Change"
    (driver,) = results(office, run)["drivers"]
    own, new = D(driver["own"]), D(driver["new"])
    assert own == trip.driver_share
    assert row == f"{ben.full_name},1,{own:.2f},{new:.2f},{new - own:.2f}"


def test_riders_are_downloaded_with_what_they_would_have_paid(
    office: APIClient, ada: User, cleo: User, ben: User, economy: CarType, draft: Tariff
) -> None:
    past_ride(ada, ben, economy)
    dear = past_ride(cleo, ben, economy, km=D("0.500"), seconds=60)
    run = start(office, draft)
    reply = office.get(f"{API}/replays/{run.pk}/riders/")
    assert (reply.status_code, reply["Content-Type"]) == (200, "text/csv; charset=utf-8")
    head, *rows = reply.content.decode("utf-8-sig").splitlines()
    assert head == "Rider,Trips,As charged,Under this tariff,Change"
    assert len(rows) == 2
    change = D("10.50") - dear.trip_cost
    assert f"{cleo.full_name},1,{dear.trip_cost:.2f},10.50,{change:.2f}" in rows
    paid = sum((D(own) for _rider, _trips, own, _new in run.accounts or ()), D(0))
    assert paid == D(results(office, run)["trip_cost"]["own"])


def test_driver_sees_each_day_and_trip_under_the_tariff(
    office: APIClient, ada: User, ben: User, economy: CarType, draft: Tariff
) -> None:
    trip = past_ride(ada, ben, economy)
    later = past_ride(ada, ben, economy, at=DAY + timedelta(days=1, hours=21), km=D("0.500"), seconds=60)
    past_ride(ada, make_driver("Hal", economy), economy)
    unmeasured = past_ride(ada, ben, economy)
    Booking.objects.filter(pk=unmeasured.pk).update(distance_km=None)
    run = start(office, draft)
    shown = office.get(f"{API}/replays/{run.pk}/drivers/{ben.pk}/").json()
    row = next(each for each in results(office, run)["drivers"] if each["driver_id"] == ben.pk)
    assert {name: shown[name] for name in row} == row
    assert [(day["day"], day["new"]) for day in shown["days"]] == [
        ("2026-10-05", "17.5000"),
        ("2026-10-06", "10.5000"),
    ]
    assert {each["reference"] for each in shown["listed"]} == {trip.reference, later.reference}
    changes = [abs(D(each["new"]) - D(each["own"])) for each in shown["listed"]]
    assert changes == sorted(changes, reverse=True)
    assert shown["lower"] + shown["higher"] == 2
    assert reasons(shown) == {"not_measured": 1}
    refused = office.get(f"{API}/replays/{run.pk}/drivers/{ada.pk}/")
    assert (refused.status_code, refused.json()["code"]) == (404, "not_found")


def test_drivers_of_an_unfinished_replay_are_refused(
    office: APIClient, ada: User, ben: User, economy: CarType
) -> None:
    past_ride(ada, ben, economy)
    reply = office.post(f"{API}/replays/", {"tariff_id": None, **PERIOD}, format="json")
    for path in ("drivers/", f"drivers/{ben.pk}/", "riders/"):
        refused = office.get(f"{API}/replays/{reply.json()['id']}/{path}")
        assert (refused.status_code, refused.json()["code"]) == (409, "replay_not_done"), path
    assert ReplayRun.objects.get().state == ReplayState.QUEUED


def test_demand_responds_to_the_price(
    office: APIClient, ada: User, ben: User, dora: User, economy: CarType, draft: Tariff
) -> None:
    """From 10 to 17.50 is 75 % more: of a trip 77.5, 62.5 and 40 % are left."""
    past_ride(ada, ben, economy, tariff=publish(dora, {"name": "Flat", "then": rates("10.00", "0")}))
    demand = results(office, start(office, draft))["demand"]
    assert [row["trip_cost"] for row in demand] == ["13.5625", "10.9375", "7.0000"]


def test_zones_of_the_pickup_follow_the_draft(
    office: APIClient, ada: User, ben: User, dora: User, economy: CarType
) -> None:
    town = {"name": "Town", "when": {"zones": ["Town"]}, "then": rates("5.00", "0")}
    rules = document(town, {"name": "Rest", "then": rates("5.00", "0")}, zones={"Town": {"rings": [TOWN]}})
    past_ride(ada, ben, economy, track=[(LAT, LNG), (LAT + 0.05, LNG)])
    past_ride(ada, ben, economy)
    past_delivery(ada, ben, economy)
    shown = results(office, start(office, create_draft(by=dora, document=rules)))
    assert [(row["key"], row["trips"]) for row in shown["zones"]] == [("Town", 2)]
    assert reasons(shown) == {"no_track": 1}


def test_promo_and_fee_follow_the_new_price(
    office: APIClient, ada: User, ben: User, dora: User, economy: CarType
) -> None:
    promo = make_promo(promo_discount_type="percentage", promo_discount_value=D(10), min_order=D(0))
    fee = {"name": "Fee", "then": {"kind": "fee", "amount": "20", "percentage": True}}
    past_ride(ada, ben, economy, promo=promo)
    rules = document({"name": "Flat", "then": rates("50.00", "0")}, fee)
    shown = results(office, start(office, create_draft(by=dora, document=rules)))
    got = [shown[name]["new"] for name in ("trip_cost", "convenience_fees", "driver_share", "discount")]
    assert got == ["60.0000", "10.0000", "50.0000", "6.0000"]


# -- trips that are not priced again -----------------------------------------------------------


def test_trips_whose_facts_are_missing_are_listed_with_the_reason(
    office: APIClient, ada: User, ben: User, dora: User, economy: CarType, luxury: CarType
) -> None:
    only_economy = {"name": "Meter", "when": {"car_types": [economy.name]}, "then": rates("1.00", "1.00")}
    draft = create_draft(by=dora, document=document(only_economy))
    past_ride(ada, ben, economy)
    adjusted = past_ride(ada, ben, economy)
    apply_fare(adjusted, D("5.00"))
    adjusted.adjustment_reason, adjusted.cash_payment_amount = "Agreed by phone", D("5.00")
    adjusted.save()
    unmeasured = past_ride(ada, ben, economy)
    Booking.objects.filter(pk=unmeasured.pk).update(distance_km=None)
    other_facts = past_ride(ada, ben, economy)
    Booking.objects.filter(pk=other_facts.pk).update(distance_km=D("9.100"))
    no_rate = past_ride(ada, ben, luxury)
    no_track = past_ride(ada, ben, economy, tariff=zoned_tariff(dora))
    make_booking(ada, economy, Status.CANCELLED, trip_date=DAY)
    shown = results(office, start(office, draft))
    assert reasons(shown) == {
        "cancelled": 1,
        "fare_adjusted": 1,
        "no_rate": 1,
        "no_track": 1,
        "not_measured": 1,
        "own_price_differs": 1,
    }
    assert {row["reference"]: row["reason"] for row in shown["not_repriced_trips"]} == {
        adjusted.reference: "fare_adjusted",
        unmeasured.reference: "not_measured",
        other_facts.reference: "own_price_differs",
        no_rate.reference: "no_rate",
        no_track.reference: "no_track",
    }
    assert shown["trip_cost"]["trips"] == 1


def test_days_are_those_of_the_platform(
    office: APIClient, ada: User, ben: User, economy: CarType, draft: Tariff
) -> None:
    """In London, 23:30 UTC in October is half past midnight of the next day."""
    update_platform_settings(time_zone="Europe/London")
    past_ride(ada, ben, economy, at=DAY + timedelta(hours=23, minutes=30))
    past_ride(ada, ben, economy, at=DAY + timedelta(hours=22, minutes=30))
    run = start(office, draft, last_day="2026-10-05")
    assert run.trips_total == 1
    assert results(office, run)["hours"][0]["key"] == "23"


# -- the list, cancelling ----------------------------------------------------------------------


def test_list_shows_who_started_which_replay(
    office: APIClient, dora: User, ada: User, ben: User, economy: CarType, draft: Tariff
) -> None:
    past_ride(ada, ben, economy)
    run = start(office, draft)
    (row,) = office.get(f"{API}/replays/").json()["results"]
    assert row == office.get(f"{API}/replays/{run.pk}/").json()
    assert (row["tariff_name"], row["requested_by"], row["state"]) == ("New", dora.full_name, "done")
    assert row["fingerprint"] == run.fingerprint != ""


def test_results_outlive_the_draft(
    office: APIClient, ada: User, ben: User, economy: CarType, draft: Tariff
) -> None:
    past_ride(ada, ben, economy)
    run = start(office, draft)
    assert office.delete(f"{API}/tariffs/{draft.pk}/").status_code == 204
    assert results(office, run)["trip_cost"]["trips"] == 1


def test_cancelled_replay_does_not_run(
    office: APIClient, ada: User, ben: User, economy: CarType, draft: Tariff
) -> None:
    past_ride(ada, ben, economy)
    body = {"tariff_id": draft.pk, **PERIOD}
    run_id = office.post(f"{API}/replays/", body, format="json").json()["id"]
    assert office.delete(f"{API}/replays/{run_id}/").status_code == 204
    work("bookings.replay")
    assert not ReplayRun.objects.exists()


def test_replay_that_is_cancelled_while_it_runs_stops_at_the_next_part(
    office: APIClient,
    ada: User,
    ben: User,
    economy: CarType,
    draft: Tariff,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for _ in range(3):
        past_ride(ada, ben, economy)
    monkeypatch.setattr(running, "PART", 1)
    priced: list[int] = []
    add = Replayer._add

    def cancel_at_the_second(replayer: Replayer, booking: Booking, result: Result) -> None:
        priced.append(booking.pk)
        if len(priced) == 2:
            run = ReplayRun.objects.get()
            assert (run.state, run.trips_done) == (ReplayState.RUNNING, 1)
            assert office.delete(f"{API}/replays/{run.pk}/").status_code == 204
        add(replayer, booking, result)

    monkeypatch.setattr(Replayer, "_add", cancel_at_the_second)
    body = {"tariff_id": draft.pk, **PERIOD}
    assert office.post(f"{API}/replays/", body, format="json").status_code == 201
    work("bookings.replay")
    assert len(priced) == 2
    assert not ReplayRun.objects.exists()


def test_replay_fails_after_three_killed_workers(ada: User, ben: User, dora: User, economy: CarType) -> None:
    run = ReplayRun.objects.create(
        requested_by=dora,
        first_day=date(2026, 10, 5),
        last_day=date(2026, 10, 5),
        trips_total=1,
        attempts=3,
        state=ReplayState.RUNNING,
    )
    run_replay(run_id=run.pk)
    run.refresh_from_db()
    assert (run.state, run.error) == (ReplayState.FAILED, "replay_failed")


# -- refusals ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"first_day": "2026-10-06", "last_day": "2026-10-05"}, 400, "replay_period"),
        ({"first_day": "2025-10-05", "last_day": "2026-10-06"}, 400, "replay_period"),
        ({"first_day": "2026-01-01", "last_day": "2026-01-31"}, 409, "replay_no_trips"),
        ({"tariff_id": 999_999}, 404, "not_found"),
        ({"tariff_id": "x"}, 400, "invalid"),
        ({"first_day": ""}, 400, "invalid"),
    ],
)
def test_refused_replay_changes_nothing(
    office: APIClient, ada: User, ben: User, economy: CarType, body: dict[str, Any], status: int, code: str
) -> None:
    past_ride(ada, ben, economy)
    before = OutboxEntry.objects.count()
    reply = office.post(f"{API}/replays/", PERIOD | body, format="json")
    assert (reply.status_code, reply.json()["code"]) == (status, code)
    assert (ReplayRun.objects.count(), OutboxEntry.objects.count()) == (0, before)


def test_period_with_too_many_trips_is_refused(
    office: APIClient, ada: User, ben: User, economy: CarType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MAX_TRIPS", 1)
    past_ride(ada, ben, economy)
    assert start(office).trips_total == 1
    past_ride(ada, ben, economy)
    before = OutboxEntry.objects.count()
    reply = office.post(f"{API}/replays/", PERIOD, format="json")
    assert (reply.status_code, reply.json()["code"]) == (409, "replay_too_many_trips")
    assert (ReplayRun.objects.count(), OutboxEntry.objects.count()) == (1, before)


def test_second_replay_waits_for_the_first(office: APIClient, ada: User, ben: User, economy: CarType) -> None:
    past_ride(ada, ben, economy)
    first = office.post(f"{API}/replays/", PERIOD, format="json").json()["id"]
    before = OutboxEntry.objects.count()
    reply = office.post(f"{API}/replays/", PERIOD, format="json")
    assert (reply.status_code, reply.json()["code"]) == (409, "replay_running")
    assert (ReplayRun.objects.count(), OutboxEntry.objects.count()) == (1, before)
    reply = office.get(f"{API}/replays/{first}/results/")
    assert (reply.status_code, reply.json()["code"]) == (409, "replay_not_done")


@pytest.mark.parametrize("caller", ["ada", "ben", "fay"])
def test_only_admins_replay(
    request: pytest.FixtureRequest, ada: User, ben: User, economy: CarType, caller: str
) -> None:
    past_ride(ada, ben, economy)
    person: User = request.getfixturevalue(caller)
    reply = client_of(person).post(f"{API}/replays/", PERIOD, format="json")
    assert (reply.status_code, reply.json()["code"]) == (403, "forbidden")
    assert not ReplayRun.objects.exists()
