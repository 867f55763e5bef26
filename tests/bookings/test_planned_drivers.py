"""Staff plan a driver for a scheduled trip, who confirms or declines and gets its first offer."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import DriverDocument, User
from apps.bookings.choices import OfferState, Status
from apps.bookings.models import Booking
from apps.bookings.services.dispatching import dispatch_booking
from apps.bookings.services.housekeeping import renew_searches
from apps.core.models import AuditEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.notifications.models import InboxMessage
from tests.bookings.api import API, look, press
from tests.bookings.builders import PICKUP, credit_wallet, make_booking, make_offer, put_online
from tests.bookings.conftest import Snapshot
from tests.personas import client_of, make_driver
from tests.published import topics_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]

AHEAD = timedelta(hours=5)


@pytest.fixture
def other(economy: CarType) -> User:
    driver = make_driver("Olga", economy)
    credit_wallet(driver)
    put_online(driver, at=(PICKUP[0] + 0.001, PICKUP[1]))
    return driver


@pytest.fixture
def trip(ada: User, economy: CarType) -> Booking:
    return scheduled(ada, economy, AHEAD)


def scheduled(ada: User, economy: CarType, ahead: timedelta, **fields: Any) -> Booking:
    at = timezone.now() + ahead
    until = at + timedelta(minutes=10)
    return make_booking(
        ada, economy, book_later=True, trip_date=at, search_until=until, dispatch_after=at, **fields
    )


def plan(dora: User, trip: Booking, driver: User) -> Any:
    return press(dora, trip.pk, "plan", driver_id=driver.pk)


def answer(driver: User, trip: Booking, how: str) -> Any:
    return client_of(driver).post(f"{API}/me/scheduled/{trip.pk}/{how}/")


def listed(driver: User) -> list[tuple[int, bool, bool]]:
    rows = client_of(driver).get(f"{API}/me/scheduled/").json()["results"]
    return [(row["id"], row["planned"], row["confirmed"]) for row in rows]


def occasions(user: User) -> list[str]:
    rows = InboxMessage.objects.filter(user=user, occasion__contains="plan")
    return list(rows.order_by("pk").values_list("occasion", flat=True))


def release(trip: Booking) -> None:
    """Move the trip to its release, as if the time had passed."""
    now = timezone.now()
    Booking.objects.filter(pk=trip.pk).update(
        trip_date=now + timedelta(minutes=10), search_until=now + timedelta(minutes=20), dispatch_after=now
    )


def test_planned_driver_is_notified_and_staff_see_the_plan(dora: User, ready: User, trip: Booking) -> None:
    reply = plan(dora, trip, ready)

    assert reply.status_code == 200, reply.json()
    assert reply.json()["planned_driver"] == {"id": ready.pk, "name": "Ben Example", "confirmed": False}
    assert (reply.json()["status"], reply.json()["driver"]) == ("NEW", None)
    assert "cancel-plan" in reply.json()["actions"]
    assert occasions(ready) == ["trip_planned"]
    assert f"tasks:{ready.pk}" in topics_of("booking.planned")
    entry = AuditEntry.objects.latest("id")
    assert (entry.action, entry.after["driver"]) == ("plan", "Ben Example")
    (job,) = client_of(dora).get(f"{API}/desk/board/").json()["jobs"]
    assert job["planned_driver"] == {"id": ready.pk, "name": "Ben Example", "confirmed": False}


def test_rider_does_not_see_the_plan(ada: User, dora: User, ready: User, trip: Booking) -> None:
    plan(dora, trip, ready)
    assert look(ada, trip.pk)["planned_driver"] is None
    assert occasions(ada) == []


def test_planned_trip_is_listed_for_its_driver_only(
    dora: User, ready: User, other: User, trip: Booking
) -> None:
    assert [row[0] for row in listed(other)] == [trip.pk]

    plan(dora, trip, ready)

    assert listed(ready) == [(trip.pk, True, False)]
    assert listed(other) == []


def test_driver_confirms_and_staff_see_it(dora: User, ready: User, trip: Booking) -> None:
    plan(dora, trip, ready)

    reply = answer(ready, trip, "confirm")

    assert reply.status_code == 200
    assert listed(ready) == [(trip.pk, True, True)]
    assert look(dora, trip.pk)["planned_driver"]["confirmed"] is True


def test_driver_declines_and_the_trip_is_open_to_all(
    dora: User, ready: User, other: User, trip: Booking
) -> None:
    plan(dora, trip, ready)

    assert answer(ready, trip, "decline").status_code == 200

    assert look(dora, trip.pk)["planned_driver"] is None
    assert [row[0] for row in listed(other)] == [trip.pk]
    # The driver knows it.
    assert occasions(ready) == ["trip_planned"]


def test_driver_who_is_not_planned_cannot_answer(
    dora: User, ready: User, other: User, trip: Booking, snapshot: Callable[[], Snapshot]
) -> None:
    plan(dora, trip, ready)
    before = snapshot()

    replies = [answer(other, trip, how) for how in ("confirm", "decline")]

    assert [(reply.status_code, reply.json()["code"]) for reply in replies] == [(404, "not_found")] * 2
    assert snapshot() == before


def test_planned_driver_gets_the_first_offer_although_others_are_nearer(
    dora: User, ready: User, other: User, trip: Booking
) -> None:
    update_platform_settings(dispatch_policy="waves")
    plan(dora, trip, ready)
    release(trip)

    assert dispatch_booking(booking_id=trip.pk) == 1

    offer = trip.offers.get()
    assert (offer.driver_id, offer.state) == (ready.pk, OfferState.OFFERED)
    assert offer.expires_at - offer.offered_at == timedelta(minutes=1)
    (row,) = client_of(dora).get(f"{API}/bookings/{trip.pk}/offers/").json()["results"]
    assert row["policy"] == "planned"
    assert press(ready, trip.pk, "accept").status_code == 200
    trip.refresh_from_db()
    assert (trip.status, trip.driver_id, trip.planned_driver_id) == (Status.ACCEPTED, ready.pk, None)
    assert "plan_cancelled" not in occasions(ready)


def test_batch_offers_to_the_planned_driver_first(
    dora: User, ready: User, other: User, trip: Booking
) -> None:
    update_platform_settings(dispatch_policy="batch")
    plan(dora, trip, ready)
    release(trip)

    renew_searches()

    assert trip.offers.get().driver_id == ready.pk


def test_others_get_the_trip_after_the_planned_driver_declines_the_offer(
    dora: User, ready: User, other: User, trip: Booking
) -> None:
    plan(dora, trip, ready)
    release(trip)
    dispatch_booking(booking_id=trip.pk)

    press(ready, trip.pk, "decline")
    dispatch_booking(booking_id=trip.pk)

    assert trip.offers.get(state=OfferState.OFFERED).driver_id == other.pk


@pytest.mark.parametrize("why", ["busy", "offline", "offered another trip"])
def test_others_get_the_trip_if_the_planned_driver_cannot_take_it_now(
    why: str, ada: User, cleo: User, dora: User, ready: User, other: User, economy: CarType, trip: Booking
) -> None:
    plan(dora, trip, ready)
    release(trip)
    if why == "busy":
        make_booking(cleo, economy, Status.STARTED, driver=ready)
    elif why == "offline":
        client_of(ready).put(f"{API}/me/availability/", {"active": False})
    else:
        make_offer(make_booking(cleo, economy), ready)

    dispatch_booking(booking_id=trip.pk)

    assert other.pk in trip.offers.values_list("driver_id", flat=True)


def test_plan_is_carried_out_without_automatic_dispatch(
    dora: User, ready: User, other: User, trip: Booking
) -> None:
    update_platform_settings(auto_dispatch=False)
    plan(dora, trip, ready)
    renew_searches()
    assert not trip.offers.exists()
    release(trip)

    renew_searches()
    renew_searches()

    assert list(trip.offers.values_list("driver_id", flat=True)) == [ready.pk]
    assert press(ready, trip.pk, "accept").status_code == 200


def test_another_driver_is_planned_in_place_of_the_first(
    dora: User, ready: User, other: User, trip: Booking
) -> None:
    plan(dora, trip, ready)
    answer(ready, trip, "confirm")

    reply = plan(dora, trip, other)

    assert reply.json()["planned_driver"] == {"id": other.pk, "name": "Olga Example", "confirmed": False}
    assert occasions(ready) == ["trip_planned", "plan_cancelled"]
    assert occasions(other) == ["trip_planned"]


def test_staff_remove_the_plan(dora: User, ready: User, trip: Booking) -> None:
    plan(dora, trip, ready)

    reply = press(dora, trip.pk, "cancel-plan")

    assert (reply.status_code, reply.json()["planned_driver"]) == (200, None)
    assert occasions(ready) == ["trip_planned", "plan_cancelled"]
    assert AuditEntry.objects.latest("id").action == "cancel_plan"


def test_removing_a_missing_plan_is_refused(
    dora: User, trip: Booking, snapshot: Callable[[], Snapshot]
) -> None:
    before = snapshot()
    reply = press(dora, trip.pk, "cancel-plan")
    assert (reply.status_code, reply.json()["code"]) == (409, "not_planned")
    assert snapshot() == before


def test_only_scheduled_trips_are_planned(
    ada: User, dora: User, ready: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    now = make_booking(ada, economy)
    before = snapshot()
    reply = plan(dora, now, ready)
    assert (reply.status_code, reply.json()["code"]) == (409, "not_scheduled")
    assert "plan" not in look(dora, now.pk)["actions"]
    assert snapshot() == before


def test_driver_with_a_trip_at_that_time_is_refused(
    ada: User,
    cleo: User,
    dora: User,
    ready: User,
    economy: CarType,
    trip: Booking,
    snapshot: Callable[[], Snapshot],
) -> None:
    plan(dora, trip, ready)
    # It begins while the driver still drives the first one, or drives to the next pickup.
    overlapping = scheduled(cleo, economy, AHEAD + timedelta(seconds=trip.estimate_duration_seconds + 600))
    later = scheduled(cleo, economy, AHEAD + timedelta(seconds=trip.estimate_duration_seconds + 1000))
    before = snapshot()

    refused = plan(dora, overlapping, ready)

    assert (refused.status_code, refused.json()["code"]) == (409, "driver_planned")
    assert trip.reference in refused.json()["detail"]
    assert snapshot() == before
    drivers = client_of(dora).get(f"{API}/bookings/{overlapping.pk}/drivers/").json()["results"]
    assert [row["plannable"] for row in drivers if row["id"] == ready.pk] == [False]
    assert plan(dora, later, ready).status_code == 200


def test_unfit_driver_is_refused(
    dora: User,
    ready: User,
    economy: CarType,
    trip: Booking,
    snapshot: Callable[[], Snapshot],
) -> None:
    today = timezone.now().date()
    DriverDocument.objects.create(
        driver=ready,
        kind=DriverDocument.Kind.INSURANCE,
        state=DriverDocument.State.ACCEPTED,
        expires_on=today + timedelta(days=1),
    )
    Booking.objects.filter(pk=trip.pk).update(trip_date=timezone.now() + timedelta(days=4))
    blocked = make_driver("Bo", economy, approved=False)
    before = snapshot()

    expired, unapproved = plan(dora, trip, ready), plan(dora, trip, blocked)

    assert (expired.status_code, expired.json()["code"]) == (409, "documents_expired")
    assert (unapproved.status_code, unapproved.json()["code"]) == (409, "driver_not_available")
    assert snapshot() == before


def test_planning_the_planned_driver_again_is_refused(
    dora: User, ready: User, trip: Booking, snapshot: Callable[[], Snapshot]
) -> None:
    plan(dora, trip, ready)
    before = snapshot()
    reply = plan(dora, trip, ready)
    assert (reply.status_code, reply.json()["code"]) == (409, "already_assigned")
    assert snapshot() == before


def test_planned_driver_is_notified_of_a_cancelled_trip(
    ada: User, dora: User, ready: User, trip: Booking
) -> None:
    plan(dora, trip, ready)

    assert press(ada, trip.pk, "cancel", reason="Changed my mind").status_code == 200

    assert occasions(ready) == ["trip_planned", "plan_cancelled"]
    trip.refresh_from_db()
    assert trip.planned_driver_id is None


def test_other_time_must_be_confirmed_again(dora: User, ready: User, trip: Booking) -> None:
    plan(dora, trip, ready)
    answer(ready, trip, "confirm")
    at = (timezone.now() + timedelta(hours=8)).astimezone(UTC).replace(microsecond=0)
    revision = look(dora, trip.pk)["revision"]

    reply = press(dora, trip.pk, "edit", revision=revision, trip_date=at.isoformat())

    assert reply.status_code == 200, reply.json()
    assert datetime.fromisoformat(reply.json()["trip_date"]) == at
    assert reply.json()["planned_driver"]["confirmed"] is False
    assert occasions(ready) == ["trip_planned", "trip_planned"]


def test_plan_is_removed_if_the_driver_cannot_take_the_edited_trip(
    cleo: User, dora: User, ready: User, economy: CarType, trip: Booking
) -> None:
    other = scheduled(cleo, economy, timedelta(hours=9))
    plan(dora, trip, ready)
    plan(dora, other, ready)
    revision = look(dora, trip.pk)["revision"]

    reply = press(dora, trip.pk, "edit", revision=revision, trip_date=other.trip_date.isoformat())

    assert (reply.status_code, reply.json()["planned_driver"]) == (200, None)
    assert occasions(ready)[-1] == "plan_cancelled"


def test_changed_stops_must_be_confirmed_again(ada: User, dora: User, ready: User, trip: Booking) -> None:
    plan(dora, trip, ready)
    answer(ready, trip, "confirm")
    stop = {"lat": PICKUP[0] + 0.01, "lng": PICKUP[1], "add": "Seaclose Park, Newport"}
    preview = press(ada, trip.pk, "stops-preview", stops=[stop])
    assert preview.status_code == 200, preview.json()

    assert press(ada, trip.pk, "change-stops", quote_id=preview.json()["quote_id"]).status_code == 200

    assert look(dora, trip.pk)["planned_driver"] == {
        "id": ready.pk,
        "name": "Ben Example",
        "confirmed": False,
    }
    assert occasions(ready) == ["trip_planned", "trip_planned"]


def test_offer_before_the_trip_was_moved_does_not_count(dora: User, ready: User, trip: Booking) -> None:
    plan(dora, trip, ready)
    earlier = make_offer(trip, ready)
    earlier.state, earlier.offered_at = OfferState.WITHDRAWN, timezone.now() - timedelta(hours=1)
    earlier.save(update_fields=["state", "offered_at"])
    release(trip)

    assert dispatch_booking(booking_id=trip.pk) == 1

    assert trip.offers.get(state=OfferState.OFFERED).driver_id == ready.pk


def test_late_answer_is_refused_with_the_reason(
    ada: User, dora: User, ready: User, trip: Booking, snapshot: Callable[[], Snapshot]
) -> None:
    plan(dora, trip, ready)
    press(ada, trip.pk, "cancel", reason="Changed my mind")
    before = snapshot()
    assert answer(ready, trip, "confirm").status_code == 404
    assert snapshot() == before
