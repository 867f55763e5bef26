"""Staff name a back-up driver for a scheduled trip, who gets the plan if the first driver cannot drive."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import DriverDocument, DriverProfile, User
from apps.bookings.choices import OfferState, Status
from apps.bookings.models import Booking, BookingEvent, Offer
from apps.bookings.services.dispatching import dispatch_booking, start_early
from apps.bookings.services.housekeeping import renew_searches, replace_silent_drivers, withdraw_offers
from apps.bookings.services.planning import replace_unfit_drivers
from apps.core.models import AuditEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.geo.models import DriverPosition
from apps.notifications.models import InboxMessage
from tests.bookings.api import API, look, press
from tests.bookings.builders import PICKUP, credit_wallet, make_booking, make_offer, put_online
from tests.bookings.conftest import Snapshot
from tests.bookings.roads import Roads
from tests.bookings.test_planned_drivers import AHEAD, answer, plan, release, scheduled
from tests.personas import client_of, make_driver
from tests.published import topics_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]


@pytest.fixture
def olga(economy: CarType) -> User:
    return online("Olga", economy)


@pytest.fixture
def third(economy: CarType) -> User:
    """Nearer than the others."""
    return online("Theo", economy, at=PICKUP)


def online(name: str, economy: CarType, at: tuple[float, float] = (PICKUP[0] + 0.001, PICKUP[1])) -> User:
    driver = make_driver(name, economy)
    credit_wallet(driver)
    put_online(driver, at=at)
    return driver


@pytest.fixture
def trip(ada: User, dora: User, ready: User, olga: User, economy: CarType) -> Booking:
    """Planned for ben, with olga as the back-up."""
    trip = scheduled(ada, economy, AHEAD)
    assert plan(dora, trip, ready).status_code == 200
    reply = name_backup(dora, trip, olga)
    assert reply.status_code == 200, reply.json()
    return trip


def name_backup(dora: User, trip: Booking, driver: User) -> Any:
    return press(dora, trip.pk, "plan-backup", driver_id=driver.pk)


def drivers_of(trip: Booking) -> tuple[int | None, int | None]:
    trip.refresh_from_db()
    return trip.planned_driver_id, trip.backup_driver_id


def occasions(user: User) -> list[str]:
    rows = InboxMessage.objects.filter(user=user, occasion__regex="plan|backup")
    return list(rows.order_by("pk").values_list("occasion", flat=True))


def listed(driver: User) -> list[tuple[int, bool, bool]]:
    rows = client_of(driver).get(f"{API}/me/scheduled/").json()["results"]
    return [(row["id"], row["planned"], row["backup"]) for row in rows]


def test_backup_is_notified_and_staff_see_the_driver(
    ada: User, dora: User, ready: User, olga: User, trip: Booking
) -> None:
    shown = look(dora, trip.pk)
    assert shown["backup_driver"] == {"id": olga.pk, "name": "Olga Example"}
    assert {"plan-backup", "cancel-backup", "use-backup"} <= set(shown["actions"])
    assert look(ada, trip.pk)["backup_driver"] is None
    (job,) = client_of(dora).get(f"{API}/desk/board/").json()["jobs"]
    assert job["backup_driver"] == {"id": olga.pk, "name": "Olga Example"}
    assert occasions(olga) == ["backup_named"]
    assert f"tasks:{olga.pk}" in topics_of("booking.planned")
    entry = AuditEntry.objects.latest("id")
    assert (entry.action, entry.after["driver"]) == ("plan_backup", "Olga Example")
    assert listed(olga) == [(trip.pk, False, True)]
    assert listed(ready) == [(trip.pk, True, False)]


def test_backup_gets_the_plan_of_a_driver_who_declines(
    dora: User, ready: User, olga: User, trip: Booking
) -> None:
    assert answer(ready, trip, "decline").status_code == 200

    assert drivers_of(trip) == (olga.pk, None)
    assert look(dora, trip.pk)["planned_driver"] == {
        "id": olga.pk,
        "name": "Olga Example",
        "confirmed": False,
    }
    assert occasions(olga) == ["backup_named", "backup_planned"]
    assert BookingEvent.objects.latest("id").data["backup"] == olga.pk
    assert answer(olga, trip, "confirm").status_code == 200
    assert look(dora, trip.pk)["planned_driver"]["confirmed"] is True


def test_backup_who_cannot_drive_any_more_is_removed_with_the_plan(
    ready: User, olga: User, trip: Booking
) -> None:
    User.objects.filter(pk=olga.pk).update(approved=False)

    assert answer(ready, trip, "decline").status_code == 200

    assert drivers_of(trip) == (None, None)
    assert occasions(olga) == ["backup_named", "backup_cancelled"]


@pytest.mark.parametrize("why", ["blocked", "documents", "another trip"])
def test_backup_gets_the_plan_of_a_driver_who_becomes_unfit(
    why: str, cleo: User, ready: User, olga: User, economy: CarType, trip: Booking
) -> None:
    assert replace_unfit_drivers() == 0
    if why == "blocked":
        User.objects.filter(pk=ready.pk).update(approved=False)
    elif why == "documents":
        Booking.objects.filter(pk=trip.pk).update(trip_date=timezone.now() + timedelta(days=4))
        DriverDocument.objects.create(
            driver=ready,
            kind=DriverDocument.Kind.INSURANCE,
            state=DriverDocument.State.ACCEPTED,
            expires_on=timezone.now().date() + timedelta(days=1),
        )
    else:
        other = scheduled(cleo, economy, AHEAD)
        Booking.objects.filter(pk=other.pk).update(driver=ready, status=Status.ACCEPTED)

    assert (replace_unfit_drivers(), replace_unfit_drivers()) == (1, 0)

    assert drivers_of(trip) == (olga.pk, None)
    assert occasions(olga) == ["backup_named", "backup_planned"]
    assert occasions(ready) == ["trip_planned", "plan_cancelled"]


def test_unfit_backup_does_not_replace_an_unfit_driver(ready: User, olga: User, trip: Booking) -> None:
    User.objects.filter(pk__in=(ready.pk, olga.pk)).update(approved=False)

    assert replace_unfit_drivers() == 0

    assert drivers_of(trip) == (ready.pk, olga.pk)


@pytest.mark.parametrize("automatic", [True, False])
@pytest.mark.parametrize("why", ["offline", "busy", "offered another trip"])
def test_backup_gets_the_first_offer_if_the_first_driver_cannot_start(
    why: str,
    automatic: bool,
    cleo: User,
    ready: User,
    olga: User,
    third: User,
    economy: CarType,
    trip: Booking,
) -> None:
    update_platform_settings(auto_dispatch=automatic)
    release(trip)
    if why == "busy":
        make_booking(cleo, economy, Status.STARTED, driver=ready)
    elif why == "offline":
        client_of(ready).put(f"{API}/me/availability/", {"active": False})
    else:
        make_offer(make_booking(cleo, economy), ready)

    renew_searches()

    assert list(trip.offers.values_list("driver_id", flat=True)) == [olga.pk]
    assert drivers_of(trip) == (olga.pk, None)
    assert occasions(olga) == ["backup_named", "backup_planned"]
    assert press(olga, trip.pk, "accept").status_code == 200


@pytest.mark.parametrize("how", ["declines", "lets it expire", "goes offline"])
def test_backup_gets_the_offer_after_the_first_driver(
    how: str, dora: User, ready: User, olga: User, third: User, trip: Booking
) -> None:
    release(trip)
    dispatch_booking(booking_id=trip.pk)
    assert trip.offers.get().driver_id == ready.pk
    if how == "declines":
        press(ready, trip.pk, "decline")
    elif how == "goes offline":
        client_of(ready).put(f"{API}/me/availability/", {"active": False})
        assert withdraw_offers(driver_id=ready.pk) == 1
    else:
        Offer.objects.filter(booking=trip).update(expires_at=timezone.now())
        renew_searches()

    dispatch_booking(booking_id=trip.pk)

    assert trip.offers.get(state=OfferState.OFFERED).driver_id == olga.pk
    assert drivers_of(trip) == (olga.pk, None)


def test_others_get_the_trip_if_the_backup_is_offline_too(
    ready: User, olga: User, third: User, trip: Booking
) -> None:
    release(trip)
    for driver in (ready, olga):
        client_of(driver).put(f"{API}/me/availability/", {"active": False})

    dispatch_booking(booking_id=trip.pk)

    assert list(trip.offers.values_list("driver_id", flat=True)) == [third.pk]


def test_first_driver_on_a_trip_before_the_release_keeps_the_plan(
    roads: Roads, cleo: User, ready: User, olga: User, economy: CarType, trip: Booking
) -> None:
    roads.approach_seconds = 30 * 60
    Booking.objects.filter(pk=trip.pk).update(trip_date=timezone.now() + timedelta(minutes=34))
    make_booking(cleo, economy, Status.STARTED, driver=ready)

    start_early()

    assert drivers_of(trip) == (ready.pk, olga.pk)


def test_backup_far_away_starts_early_if_the_first_driver_is_offline(
    roads: Roads, ready: User, olga: User, trip: Booking
) -> None:
    roads.approach_seconds = 30 * 60
    Booking.objects.filter(pk=trip.pk).update(trip_date=timezone.now() + timedelta(minutes=34))
    client_of(ready).put(f"{API}/me/availability/", {"active": False})

    start_early()

    assert drivers_of(trip) == (olga.pk, None)
    assert trip.offers.get().driver_id == olga.pk


def accepted(trip: Booking, driver: User) -> None:
    release(trip)
    dispatch_booking(booking_id=trip.pk)
    assert press(driver, trip.pk, "accept").status_code == 200


@pytest.mark.parametrize("how", ["cancels", "goes silent", "is removed by staff"])
def test_backup_gets_the_trip_of_a_driver_who_had_accepted(
    how: str, dora: User, ready: User, olga: User, third: User, trip: Booking
) -> None:
    accepted(trip, ready)
    assert drivers_of(trip) == (None, olga.pk)
    if how == "cancels":
        assert press(ready, trip.pk, "cancel", reason="Flat tyre").status_code == 200
    elif how == "goes silent":
        long_ago = timezone.now() - timedelta(hours=1)
        Booking.objects.filter(pk=trip.pk).update(accepted_at=long_ago)
        DriverPosition.objects.filter(driver=ready).update(at=long_ago, received_at=long_ago)
        assert replace_silent_drivers() == 1
    else:
        assert press(dora, trip.pk, "unassign", reason="Flat tyre").status_code == 200

    assert drivers_of(trip) == (olga.pk, None)
    assert occasions(olga) == ["backup_named", "backup_planned"]
    dispatch_booking(booking_id=trip.pk)
    assert trip.offers.get(state=OfferState.OFFERED).driver_id == olga.pk


def test_backup_is_released_when_the_driver_arrives(ready: User, olga: User, trip: Booking) -> None:
    accepted(trip, ready)
    assert press(ready, trip.pk, "arrive").status_code == 200

    assert drivers_of(trip) == (None, None)
    assert occasions(olga) == ["backup_named", "backup_cancelled"]
    assert listed(olga) == []


def test_staff_give_the_trip_to_the_backup(dora: User, ready: User, olga: User, trip: Booking) -> None:
    reply = press(dora, trip.pk, "use-backup")

    assert reply.status_code == 200, reply.json()
    assert drivers_of(trip) == (olga.pk, None)
    assert occasions(ready) == ["trip_planned", "plan_cancelled"]
    entry = AuditEntry.objects.latest("id")
    assert (entry.action, entry.after["driver"]) == ("use_backup", "Olga Example")


def test_staff_remove_the_backup_and_the_plan_stays(
    dora: User, ready: User, olga: User, trip: Booking
) -> None:
    reply = press(dora, trip.pk, "cancel-backup")

    assert (reply.status_code, reply.json()["backup_driver"]) == (200, None)
    assert drivers_of(trip) == (ready.pk, None)
    assert occasions(olga) == ["backup_named", "backup_cancelled"]
    assert AuditEntry.objects.latest("id").action == "cancel_backup"


@pytest.mark.parametrize("how", ["cancel-plan", "cancel"])
def test_backup_ends_with_the_plan(how: str, dora: User, olga: User, trip: Booking) -> None:
    assert press(dora, trip.pk, how, reason="Not needed").status_code == 200
    assert drivers_of(trip) == (None, None)
    assert occasions(olga) == ["backup_named", "backup_cancelled"]


def test_backup_declines_and_the_plan_stays(ready: User, olga: User, trip: Booking) -> None:
    assert answer(olga, trip, "decline").status_code == 200
    assert drivers_of(trip) == (ready.pk, None)
    assert occasions(olga) == ["backup_named"]


def test_backup_does_not_confirm(
    olga: User, third: User, trip: Booking, snapshot: Callable[[], Snapshot]
) -> None:
    before = snapshot()
    assert answer(olga, trip, "confirm").status_code == 404
    assert answer(third, trip, "decline").status_code == 404
    assert snapshot() == before


def test_another_backup_replaces_the_first(dora: User, olga: User, third: User, trip: Booking) -> None:
    assert name_backup(dora, trip, third).status_code == 200
    assert drivers_of(trip)[1] == third.pk
    assert occasions(olga) == ["backup_named", "backup_cancelled"]


def test_planned_backup_is_no_backup_any_more(dora: User, ready: User, olga: User, trip: Booking) -> None:
    assert plan(dora, trip, olga).status_code == 200
    assert drivers_of(trip) == (olga.pk, None)
    assert occasions(ready) == ["trip_planned", "plan_cancelled"]


@pytest.mark.parametrize("whom", ["the planned driver", "the back-up"])
def test_backup_is_another_driver(
    whom: str, dora: User, ready: User, olga: User, trip: Booking, snapshot: Callable[[], Snapshot]
) -> None:
    before = snapshot()
    reply = name_backup(dora, trip, ready if whom == "the planned driver" else olga)
    assert (reply.status_code, reply.json()["code"]) == (409, "already_assigned")
    assert snapshot() == before


def test_unfit_backup_is_refused(
    dora: User, economy: CarType, trip: Booking, snapshot: Callable[[], Snapshot]
) -> None:
    blocked = make_driver("Bo", economy, approved=False)
    before = snapshot()
    reply = name_backup(dora, trip, blocked)
    assert (reply.status_code, reply.json()["code"]) == (409, "driver_not_available")
    assert snapshot() == before


def test_backup_of_a_trip_is_bound_at_its_time(
    cleo: User,
    dora: User,
    ready: User,
    olga: User,
    third: User,
    economy: CarType,
    trip: Booking,
    snapshot: Callable[[], Snapshot],
) -> None:
    other = scheduled(cleo, economy, AHEAD)
    assert plan(dora, other, third).status_code == 200
    before = snapshot()

    replies = [plan(dora, other, olga), name_backup(dora, other, olga), name_backup(dora, other, ready)]

    assert [(reply.status_code, reply.json()["code"]) for reply in replies] == [(409, "driver_planned")] * 3
    assert snapshot() == before


def test_trip_without_a_first_driver_has_no_backup(
    ada: User, dora: User, olga: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    trip = scheduled(ada, economy, AHEAD)
    before = snapshot()

    named, removed, used = (
        name_backup(dora, trip, olga),
        press(dora, trip.pk, "cancel-backup"),
        press(dora, trip.pk, "use-backup"),
    )

    assert (named.status_code, named.json()["code"]) == (409, "not_planned")
    assert [reply.json()["code"] for reply in (removed, used)] == ["no_backup"] * 2
    assert not {"plan-backup", "cancel-backup", "use-backup"} & set(look(dora, trip.pk)["actions"])
    assert snapshot() == before


def test_open_offer_is_not_overtaken_by_the_backup(
    dora: User, ready: User, trip: Booking, snapshot: Callable[[], Snapshot]
) -> None:
    release(trip)
    dispatch_booking(booking_id=trip.pk)
    before = snapshot()
    reply = press(dora, trip.pk, "use-backup")
    assert (reply.status_code, reply.json()["code"]) == (409, "already_asked")
    start_early()
    assert snapshot() == before


def test_changed_time_removes_a_driver_who_cannot_and_plans_the_backup(
    cleo: User, dora: User, ready: User, olga: User, economy: CarType, trip: Booking
) -> None:
    other = scheduled(cleo, economy, timedelta(hours=9))
    plan(dora, other, ready)
    revision = look(dora, trip.pk)["revision"]

    reply = press(dora, trip.pk, "edit", revision=revision, trip_date=other.trip_date.isoformat())

    assert reply.status_code == 200, reply.json()
    assert drivers_of(trip) == (olga.pk, None)
    assert occasions(olga) == ["backup_named", "backup_planned"]


def test_changed_time_is_sent_to_the_backup(dora: User, ready: User, olga: User, trip: Booking) -> None:
    revision = look(dora, trip.pk)["revision"]
    at = timezone.now() + timedelta(hours=9)

    assert press(dora, trip.pk, "edit", revision=revision, trip_date=at.isoformat()).status_code == 200

    assert drivers_of(trip) == (ready.pk, olga.pk)
    assert occasions(olga) == ["backup_named", "backup_named"]


def test_busy_flag_of_a_backup_stays_free(olga: User, trip: Booking) -> None:
    assert DriverProfile.objects.get(pk=olga.pk).busy is False
