"""The demo history: consistent, reproducible and added once."""

import operator
import time
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import Count, F, Max, Q, Sum
from django.test import override_settings
from django.utils import timezone
from pytest_django.plugin import DjangoDbBlocker

from apps.accounts.choices import UserType
from apps.accounts.models import DriverProfile, User
from apps.accounts.selectors import headcount
from apps.backoffice.alerts import alerts
from apps.backoffice.demo.history import days
from apps.backoffice.demo.history.geography import Places, RouteCache, Spot
from apps.backoffice.demo.history.seed import build_history
from apps.backoffice.models import Note
from apps.bookings.choices import ON_TRIP, SETTLED, Status
from apps.bookings.models import (
    Booking,
    BookingEvent,
    DailyEarnings,
    Offer,
    RegisterEntry,
    TrackingPoint,
)
from apps.bookings.register.register_list import with_events
from apps.bookings.state_machine.lifecycle import TRANSITIONS
from apps.chat.models import ChatMessage
from apps.core.platform import platform_settings
from apps.fares.models import Promo, Tariff
from apps.fleet.models import Rank
from apps.geo.adapters.osrm import OsrmRouting
from apps.geo.importer.load import load_places
from apps.geo.importer.map_files import read_meta
from apps.geo.port import LatLng
from apps.geo.providers.maps import using_maps
from apps.recording.models import QuoteRecord
from apps.recording.quotes.records import link_taken_quotes
from apps.wallet.models import Account, JournalEntry, Withdrawal
from tests.personas import client_of

CPU_SECONDS = 15
"""Maximum CPU seconds of this process; the rest of the twenty is the database's."""

pytestmark = pytest.mark.django_db


def seed_demo(**options: Any) -> str:
    output = StringIO()
    with override_settings(DEMO=True):
        call_command("seed_demo", stdout=output, **options)
    return output.getvalue()


@pytest.fixture(scope="module")
def roads(osrm_url: str) -> OsrmRouting:
    return OsrmRouting(osrm_url)


@pytest.fixture(scope="module")
def seeded(
    demo_map: Path, roads: OsrmRouting, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[float]:
    """Seed the demo once per module; returns the CPU seconds of this process."""
    meta = read_meta(demo_map)
    assert meta is not None
    with django_db_blocker.unblock():
        load_places(demo_map.resolve(), meta)
        began = time.process_time()
        with using_maps(routing=roads):
            seed_demo(history=True)
        took = time.process_time() - began
    yield took
    with django_db_blocker.unblock():
        call_command("flush", interactive=False, verbosity=0)


with_history = pytest.mark.usefixtures("seeded")


def person(login: str) -> User:
    return User.objects.get(email=f"{login}@hansom.example")


# -- consistency -------------------------------------------------------------------------------


@with_history
def test_ledger_is_clean() -> None:
    out = StringIO()
    call_command("verify_ledger", stdout=out)
    assert "The ledger is consistent." in out.getvalue()
    assert Account.objects.filter(kind="receivable", balance__lt=0).exists()


@with_history
def test_stored_counts_equal_the_rows() -> None:
    assert headcount() == {kind: User.objects.filter(user_type=kind).count() for kind in UserType}
    settled = Booking.objects.filter(status__in=SETTLED)
    assert DailyEarnings.objects.aggregate(Sum("rides"))["rides__sum"] == settled.count()
    assert not settled.filter(settled_at=None).exists()
    with connection.cursor() as cursor:
        cursor.execute("SELECT sum(rides), sum(trip_cost) FROM bookings_days('2000-01-01', '2100-01-01', 0)")
        assert cursor.fetchone() == (settled.count(), settled.aggregate(Sum("trip_cost"))["trip_cost__sum"])
        cursor.execute("SHOW session_replication_role")
        assert cursor.fetchone() == ("origin",)
    for promo in Promo.objects.annotate(uses=Count("redemptions")):
        assert promo.user_avail == promo.uses <= promo.promo_usage_limit


@with_history
def test_back_office_has_cases_notes_ranks_a_planned_driver_and_a_valid_draft() -> None:
    admin = client_of(User.objects.get(email="dora@hansom.example"))
    cases = admin.get("/api/v1/cases/").json()["results"]
    assert {case["state"] for case in cases} == {"open", "waiting", "closed"}
    assert Note.objects.count() == 3
    assert Rank.objects.count() == 2
    assert Booking.objects.filter(planned_driver__isnull=False, status=Status.NEW).count() == 1
    draft = Tariff.objects.get()
    checked = admin.get(f"/api/v1/tariffs/{draft.pk}/").json()
    assert checked["version"] is None
    assert [rule["name"] for rule in checked["document"]["rules"]][-1] == "Night rate"


@with_history
def test_register_equals_the_events() -> None:
    expected: list[dict[str, Any]] = []
    current: dict[int, dict[str, Any]] = {}
    for event in BookingEvent.objects.order_by("version"):
        entry = current.get(event.booking_id)
        if event.name == "accept":
            entry = {"booking_id": event.booking_id, "version": event.version, "driver_id": event.actor_id}
            entry |= {"accepted_at": event.at, "arrived_at": None, "left_at": None}
            current[event.booking_id] = entry
            expected.append(entry)
        elif entry is not None and event.to_status == Status.ARRIVED:
            entry["arrived_at"] = event.at
        elif event.from_status in (Status.ACCEPTED, Status.ARRIVED) and event.to_status == Status.NEW:
            current.pop(event.booking_id)["left_at"] = event.at
    assert len(expected) > 1000
    register = list(with_events(RegisterEntry.objects.all()).values(*expected[0]))
    key = operator.itemgetter("booking_id", "version")
    assert sorted(register, key=key) == sorted(expected, key=key)
    with_trip = RegisterEntry.objects.filter(booking__trip_end_time__isnull=False)
    assert not with_trip.filter(Q(driver_licence="") | Q(vehicle_number="") | Q(driver_name="")).exists()


@with_history
def test_ratings_equal_those_of_the_trips() -> None:
    for profile in DriverProfile.objects.all():
        given = Booking.objects.filter(driver=profile.pk, rating__isnull=False)
        assert profile.rating_count == given.count()
        assert profile.rating_sum == (given.aggregate(Sum("rating"))["rating__sum"] or 0)
    for rider in User.objects.filter(user_type=UserType.RIDER):
        given = Booking.objects.filter(customer=rider, rider_rating__isnull=False)
        assert rider.rider_rating_count == given.count()


@with_history
def test_foreign_keys_are_valid_and_sequences_continue() -> None:
    """Triggers and foreign keys were disabled during seeding."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT conrelid::regclass::text, confrelid::regclass::text, a.attname, f.attname"
            " FROM pg_constraint c"
            " JOIN pg_attribute a ON a.attrelid = conrelid AND a.attnum = conkey[1]"
            " JOIN pg_attribute f ON f.attrelid = confrelid AND f.attnum = confkey[1]"
            " WHERE contype = 'f' AND connamespace = 'public'::regnamespace"
        )
        for table, target, column, key in cursor.fetchall():
            cursor.execute(
                f"SELECT count(*) FROM {table} t WHERE t.{column} IS NOT NULL AND NOT EXISTS"
                f" (SELECT FROM {target} f WHERE f.{key} = t.{column})"
            )
            assert cursor.fetchone() == (0,), f"{table}.{column}"
        for model in (Booking, JournalEntry, Withdrawal, BookingEvent, Promo):
            table = model._meta.db_table
            cursor.execute(f"SELECT nextval(pg_get_serial_sequence('{table}', 'id'))")
            (following,) = cursor.fetchone()
            assert following > model.objects.aggregate(Max("pk"))["pk__max"]


@with_history
def test_every_booking_followed_the_transition_table() -> None:
    latest: dict[int, BookingEvent] = {}
    for event in BookingEvent.objects.order_by("booking_id", "version"):
        before = latest.get(event.booking_id)
        step = TRANSITIONS[event.name]
        assert event.version == (1 if before is None else before.version + 1)
        assert event.from_status == ("" if before is None else before.to_status)
        assert not event.from_status or event.from_status in step.sources
        assert event.to_status == (step.to or event.from_status)
        assert before is None or event.at >= before.at
        latest[event.booking_id] = event
    for booking in Booking.objects.all():
        assert (latest[booking.pk].to_status, latest[booking.pk].version) == (booking.status, booking.version)
    assert not Booking.objects.filter(status__in=ON_TRIP).exists()


@with_history
def test_no_one_travels_before_sign_up_or_in_two_cars_at_once() -> None:
    assert not Booking.objects.filter(created_at__lte=F("customer__created_at")).exists()
    assert not Booking.objects.filter(accepted_at__lte=F("driver__created_at")).exists()
    assert not Booking.objects.filter(
        Q(accepted_at__gt=timezone.now()) | Q(ended_at__gt=timezone.now())
    ).exists()
    for name in ("driver", "customer"):
        driven = Booking.objects.filter(trip_end_time__isnull=False).order_by(name, "accepted_at")
        rows = list(driven.values_list(name, "accepted_at", "trip_end_time"))
        for (who, _, ended), (other, accepted, _) in pairwise(rows):
            assert who != other or ended <= accepted


@with_history
def test_trips_follow_roads_between_places_of_the_map() -> None:
    driven = Booking.objects.filter(status=Status.COMPLETE)
    assert not driven.filter(route_polyline="").exists()
    assert not driven.filter(Q(estimate_distance_km__lt=1) | Q(trip_cost__lte=0)).exists()
    assert driven.filter(app_category="taxi").count() > 900
    assert driven.filter(app_category="delivery").count() > 100
    assert not driven.exclude(pk__in=TrackingPoint.objects.values("booking_id")).exists()
    assert not driven.exclude(pk__in=Offer.objects.filter(state="accepted").values("booking_id")).exists()
    assert ChatMessage.objects.exists()


# -- screens -----------------------------------------------------------------------------------


@with_history
def test_alerts_are_of_several_kinds_and_none_is_urgent() -> None:
    found = alerts(by=person("dora"))
    assert {cases.kind for cases in found} >= {"payment", "unpaid", "document", "approval"}
    assert not any(cases.urgent for cases in found)
    assert {cases.kind for cases in alerts(by=person("fay"))} >= {"document"}


ADMIN_LISTS = (
    "bookings/", "riders/", "drivers/", "fleet-admins/", "admins/", "promos/all/", "notifications/",
    "withdrawals/", "withdrawals/batches/", "audit/", "wallets/", "payments/attempts/",
    "reports/earnings/?group=month", "reports/driver-earnings/?group=month", "quotes/",
)  # fmt: skip
LISTS = {
    "dora": ADMIN_LISTS,
    "fay": ("bookings/", "drivers/", "reports/driver-earnings/?group=month"),
    "ben": ("bookings/", "me/wallet/history/", "me/wallet/withdrawals/", "me/inbox/", "me/statements/"),
    "vera": ("bookings/", "me/wallet/history/", "me/inbox/"),
    "ada": ("bookings/", "me/wallet/history/", "me/inbox/", "me/addresses/"),
    "cleo": ("bookings/", "me/wallet/history/", "me/inbox/"),
}


@with_history
@pytest.mark.parametrize(
    ("login", "path"), [(login, path) for login, paths in LISTS.items() for path in paths]
)
def test_no_list_of_the_login_pages_users_is_empty(login: str, path: str) -> None:
    reply = client_of(person(login)).get(f"/api/v1/{path}")
    assert reply.status_code == 200, reply.json()
    body = reply.json()
    assert body["results"] if isinstance(body, dict) else body


@with_history
@pytest.mark.parametrize("login", ["dora", "fay"])
def test_dashboard_has_figures_and_a_chart_of_thirty_days(login: str) -> None:
    client = client_of(person(login))
    cards = client.get("/api/v1/dashboard/").json()
    assert float(cards["earnings"]["total"]) > float(cards["earnings"]["month"]) >= 0
    rows = client.get("/api/v1/dashboard/chart/").json()["results"]
    assert len(rows) == 30
    assert sum(row["rides"] > 0 for row in rows) >= 24


@with_history
def test_some_quotes_were_taken_and_name_their_booking() -> None:
    summary = client_of(person("dora")).get("/api/v1/quotes/summary/").json()
    assert 0 < summary["total"]["taken"] < summary["total"]["quotes"]
    assert summary["areas"]
    taken = QuoteRecord.objects.filter(booking__isnull=False).select_related("booking")
    assert all(row.booking and row.booking.rates["quote"] == row.reference for row in taken)
    assert link_taken_quotes() == 0


# -- conditions --------------------------------------------------------------------------------


@with_history
def test_second_start_adds_nothing() -> None:
    before = (Booking.objects.count(), User.objects.count(), JournalEntry.objects.count())
    assert seed_demo(history=True).strip() == "New: 0 car types, 0 reasons, 0 promos, 0 people."
    assert (Booking.objects.count(), User.objects.count(), JournalEntry.objects.count()) == before


@with_history
def test_history_is_the_same_every_time(roads: OsrmRouting) -> None:
    now = timezone.now()

    def rows() -> list[tuple[Any, ...]]:
        with using_maps(routing=roads):
            builder = build_history(Places(), now)
        return [
            (row.reference, row.created_at, row.customer_id, row.driver_id, row.trip_cost, row.status)
            for row in builder.rows[Booking]
            if isinstance(row, Booking)
        ]

    assert rows() == rows()


@with_history
def test_past_days_do_not_change_later() -> None:
    zone, today = platform_settings().tz, timezone.now().date()
    yesterday = today - timedelta(days=1)
    assert days.ride_times(1, yesterday, zone) == days.ride_times(1, yesterday, zone)
    assert days.ride_times(1, yesterday, zone) != days.ride_times(2, yesterday, zone)


@with_history
@pytest.mark.slow
def test_seeding_takes_seconds(seeded: float) -> None:
    assert seeded < CPU_SECONDS


def test_straight_line_is_used_without_a_router() -> None:
    silent = OsrmRouting("http://127.0.0.1:9")
    with using_maps(routing=silent):
        route = RouteCache().between(Spot("a", LatLng(50.7, -1.3)), Spot("b", LatLng(50.75, -1.3)))
    assert 5 < route.distance_km < 9
    assert len(route.line) == 2


def test_destinations_have_different_names() -> None:
    places, home = Places(), Spot("home", LatLng(50.7, -1.3))
    places.sights = [Spot("Ferry, Ryde", LatLng(50.7, -1.26 + shift)) for shift in (0, 0.01, 0.02)]
    assert [spot.name for spot in places.near(home, Random(1), 4)] == ["Ferry, Ryde"]


def test_no_history_outside_a_demo(settings: Any) -> None:
    settings.DEMO = False
    with pytest.raises(CommandError):
        call_command("seed_demo", history=True, stdout=StringIO())
