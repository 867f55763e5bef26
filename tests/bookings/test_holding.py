"""Staff hold the driver search of a waiting booking until a time, with a reason."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.backoffice.alerts import alerts
from apps.bookings.choices import OfferState, Status
from apps.bookings.models import Booking, Offer
from apps.bookings.services.dispatching import dispatch_booking, dispatch_once, resume_searches
from apps.bookings.services.housekeeping import cancel_unanswered, release_holds, renew_searches
from apps.bookings.state_machine.machine import apply_transition
from apps.core.errors import Conflict
from apps.core.models import AuditEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from tests.bookings.api import API, look, press, work
from tests.bookings.builders import credit_wallet, make_booking, make_offer, put_online
from tests.bookings.conftest import Snapshot
from tests.personas import client_of, make_driver
from tests.published import published_events, topics_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]

CALLS_BACK = "The passenger calls back"


@pytest.fixture
def waiting(ada: User, economy: CarType) -> Booking:
    """A booking for now whose driver search runs."""
    now = timezone.now()
    return make_booking(ada, economy, search_until=now + timedelta(minutes=10), dispatch_after=now)


def in_minutes(minutes: float) -> datetime:
    return timezone.now() + timedelta(minutes=minutes)


def hold(dora: User, booking: Booking, minutes: float = 10, reason: str = CALLS_BACK) -> Any:
    return press(dora, booking.pk, "hold", until=in_minutes(minutes).isoformat(), reason=reason)


def held(dora: User, booking: Booking) -> Booking:
    assert hold(dora, booking).status_code == 200
    booking.refresh_from_db()
    return booking


def end_hold(booking: Booking) -> None:
    """Move the end of the hold to now, as if the time had passed."""
    Booking.objects.filter(pk=booking.pk).update(held_until=timezone.now())


def job_of(dora: User, booking: Booking) -> Any:
    jobs = client_of(dora).get(f"{API}/desk/board/").json()["jobs"]
    return next(job for job in jobs if job["id"] == booking.pk)


def test_hold_withdraws_offers_and_shows_reason_and_time_to_staff(
    dora: User, ready: User, waiting: Booking
) -> None:
    offer = make_offer(waiting, ready)

    reply = hold(dora, waiting)

    assert reply.status_code == 200, reply.json()
    shown = reply.json()
    assert (shown["status"], shown["hold_reason"], shown["search_over"]) == ("NEW", CALLS_BACK, False)
    assert {"hold", "release-hold"} <= set(shown["actions"])
    offer.refresh_from_db()
    assert offer.state == OfferState.WITHDRAWN
    assert f"tasks:{ready.pk}" in topics_of("offer.closed")
    assert f"booking:{waiting.pk}" in topics_of("booking.held")
    entry = AuditEntry.objects.latest("id")
    assert (entry.action, entry.after["reason"]) == ("hold", CALLS_BACK)
    job = job_of(dora, waiting)
    assert (job["lane"], job["hold_reason"]) == ("waiting", CALLS_BACK)
    assert job["held_until"] == shown["held_until"]
    events = client_of(dora).get(f"{API}/bookings/{waiting.pk}/events/").json()["results"]
    assert (events[-1]["name"], events[-1]["data"]["reason"]) == ("hold", CALLS_BACK)


def test_rider_sees_the_time_but_not_the_reason(ada: User, dora: User, waiting: Booking) -> None:
    held(dora, waiting)
    shown = look(ada, waiting.pk)
    assert (shown["held_until"] is not None, shown["hold_reason"]) == (True, "")
    assert "cancel" in shown["actions"]
    assert {"search", "book-later", "hold", "release-hold"}.isdisjoint(shown["actions"])
    events = client_of(ada).get(f"{API}/bookings/{waiting.pk}/events/").json()["results"]
    assert "until" in events[-1]["data"]
    assert "reason" not in events[-1]["data"]


def test_no_driver_gets_an_offer_of_a_held_booking(dora: User, ready: User, waiting: Booking) -> None:
    held(dora, waiting)

    assert dispatch_booking(booking_id=waiting.pk) == 0
    renew_searches()
    resume_searches()
    work("bookings.resume_search")
    update_platform_settings(auto_dispatch=False)
    assert dispatch_once(booking_id=waiting.pk) == 0
    update_platform_settings(auto_dispatch=True)
    for name in ("bookings.resume_searches", "bookings.resume_search", "bookings.dispatch"):
        work(name)

    assert not Offer.objects.exists()
    waiting.refresh_from_db()
    assert (waiting.search_until, waiting.held_until is not None) == (None, True)


@pytest.mark.parametrize("name", ["dispatch", "search_exhausted", "resume_search"])
def test_search_that_began_before_the_hold_changes_nothing(
    dora: User, waiting: Booking, snapshot: Callable[[], Snapshot], name: str
) -> None:
    held(dora, waiting)
    before = snapshot()
    with pytest.raises(Conflict) as refusal:
        apply_transition(name, booking_id=waiting.pk, by=None)
    assert refusal.value.code == "on_hold"
    assert snapshot() == before


def test_search_continues_when_the_hold_is_over(dora: User, ready: User, waiting: Booking) -> None:
    held(dora, waiting)
    assert release_holds() == 0
    end_hold(waiting)

    assert release_holds() == 1
    work("bookings.dispatch")

    assert Offer.objects.filter(booking=waiting, driver=ready, state=OfferState.OFFERED).exists()
    waiting.refresh_from_db()
    assert (waiting.held_until, waiting.hold_reason) == (None, "")
    assert waiting.search_until is not None
    assert published_events("booking.waiting", topic=f"booking:{waiting.pk}")
    assert release_holds() == 0


def test_staff_release_a_hold_before_its_time(dora: User, ready: User, waiting: Booking) -> None:
    held(dora, waiting)

    reply = press(dora, waiting.pk, "release-hold")
    work("bookings.dispatch")

    assert (reply.status_code, reply.json()["held_until"]) == (200, None)
    assert Offer.objects.filter(booking=waiting, driver=ready, state=OfferState.OFFERED).exists()
    assert AuditEntry.objects.latest("id").action == "release_hold"


def test_second_hold_sets_another_time_and_reason(dora: User, waiting: Booking) -> None:
    first = held(dora, waiting).held_until
    reply = hold(dora, waiting, 20, "Still no answer")
    assert reply.status_code == 200
    waiting.refresh_from_db()
    assert first is not None
    assert waiting.held_until is not None
    assert waiting.held_until > first
    assert waiting.hold_reason == "Still no answer"


def test_platform_does_not_end_a_hold_that_staff_extended(dora: User, waiting: Booking) -> None:
    held(dora, waiting)
    with pytest.raises(Conflict) as refusal:
        apply_transition("release_hold", booking_id=waiting.pk, by=None)
    assert refusal.value.code == "on_hold"
    waiting.refresh_from_db()
    assert waiting.held_until is not None


@pytest.mark.parametrize(
    ("minutes", "reason", "code"),
    [(-1, CALLS_BACK, "hold_is_past"), (26, CALLS_BACK, "hold_too_long"), (10, " ", "no_cancel_reason")],
)
def test_impossible_hold_is_refused_and_changes_nothing(
    dora: User,
    ready: User,
    waiting: Booking,
    snapshot: Callable[[], Snapshot],
    minutes: float,
    reason: str,
    code: str,
) -> None:
    make_offer(waiting, ready)
    before = snapshot()
    reply = hold(dora, waiting, minutes, reason)
    assert (reply.status_code, reply.json()["code"]) == (400, code)
    assert snapshot() == before


def test_booking_without_hold_cannot_be_released(
    dora: User, waiting: Booking, snapshot: Callable[[], Snapshot]
) -> None:
    before = snapshot()
    reply = press(dora, waiting.pk, "release-hold")
    assert (reply.status_code, reply.json()["code"]) == (409, "not_on_hold")
    assert snapshot() == before


def test_scheduled_trip_is_held_only_after_its_search_has_begun(
    ada: User, dora: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    trip = make_booking(ada, economy, book_later=True, trip_date=in_minutes(60))
    before = snapshot()
    assert "hold" not in look(dora, trip.pk)["actions"]
    reply = hold(dora, trip)
    assert (reply.status_code, reply.json()["code"]) == (409, "not_released")
    assert snapshot() == before

    released = make_booking(ada, economy, book_later=True, trip_date=in_minutes(10))
    assert "hold" in look(dora, released.pk)["actions"]
    assert hold(dora, released, 30).status_code == 200


def test_hold_leaves_time_for_a_search_before_the_booking_is_cancelled(
    ada: User, dora: User, economy: CarType
) -> None:
    old = make_booking(ada, economy, trip_date=in_minutes(-26))
    assert "hold" not in look(dora, old.pk)["actions"]
    assert hold(dora, old, 1).json()["code"] == "hold_too_long"
    redispatched = make_booking(ada, economy, trip_date=in_minutes(-40), redispatched_at=in_minutes(-1))
    assert hold(dora, redispatched, 20).status_code == 200


def test_held_booking_is_cancelled_thirty_minutes_past_its_time(dora: User, waiting: Booking) -> None:
    held(dora, waiting)
    Booking.objects.filter(pk=waiting.pk).update(trip_date=in_minutes(-31))
    assert cancel_unanswered() == 1
    waiting.refresh_from_db()
    assert (waiting.status, waiting.held_until, waiting.hold_reason) == (Status.CANCELLED, None, "")


def test_assigning_ends_the_hold(dora: User, ready: User, waiting: Booking) -> None:
    update_platform_settings(auto_dispatch=False)
    held(dora, waiting)
    assert press(dora, waiting.pk, "assign", driver_id=ready.pk).json()["held_until"] is None
    assert press(ready, waiting.pk, "accept").status_code == 200


def test_search_by_staff_ends_the_hold(dora: User, ready: User, waiting: Booking) -> None:
    held(dora, waiting)
    reply = client_of(dora).post(f"{API}/bookings/{waiting.pk}/search/", {"action": "wait"})
    work("bookings.dispatch")
    assert (reply.status_code, reply.json()["held_until"]) == (200, None)
    assert Offer.objects.filter(booking=waiting, state=OfferState.OFFERED).exists()


@pytest.mark.parametrize(
    ("action", "fields"), [("search", {"action": "wait"}), ("book-later", {"trip_date": "2099-01-01T10:00"})]
)
def test_rider_cannot_restart_a_held_search(
    ada: User,
    dora: User,
    waiting: Booking,
    snapshot: Callable[[], Snapshot],
    action: str,
    fields: dict[str, str],
) -> None:
    held(dora, waiting)
    before = snapshot()
    reply = client_of(ada).post(f"{API}/bookings/{waiting.pk}/{action}/", fields)
    assert (reply.status_code, reply.json()["code"]) == (409, "on_hold")
    assert snapshot() == before


def test_cancelling_ends_the_hold(ada: User, dora: User, waiting: Booking) -> None:
    held(dora, waiting)
    reply = press(ada, waiting.pk, "cancel", reason="No longer needed")
    assert (reply.status_code, reply.json()["held_until"]) == (200, None)


def test_edited_booking_stays_on_hold(dora: User, ready: User, waiting: Booking) -> None:
    held(dora, waiting)
    drop = {"lat": 50.72, "lng": -1.2, "add": "Whippingham"}
    preview = client_of(dora).post(f"{API}/bookings/{waiting.pk}/edit-preview/", {"drop": drop}).json()
    revision = look(dora, waiting.pk)["revision"]

    reply = press(dora, waiting.pk, "edit", revision=revision, quote_id=preview["quote_id"])
    work("bookings.dispatch")

    assert (reply.status_code, reply.json()["drop"]["add"]) == (200, "Whippingham")
    assert reply.json()["held_until"] is not None
    assert not Offer.objects.exists()


def test_trip_postponed_beyond_its_search_is_no_longer_on_hold(dora: User, waiting: Booking) -> None:
    held(dora, waiting)
    at = in_minutes(120).isoformat()
    reply = press(dora, waiting.pk, "edit", revision=look(dora, waiting.pk)["revision"], trip_date=at)
    assert (reply.status_code, reply.json()["held_until"]) == (200, None), reply.json()


def test_planned_driver_gets_the_first_offer_after_the_hold(
    ada: User, dora: User, ready: User, economy: CarType
) -> None:
    other = make_driver("Olga", economy)
    credit_wallet(other)
    put_online(other)
    trip = make_booking(
        ada,
        economy,
        book_later=True,
        trip_date=in_minutes(10),
        planned_driver=ready,
        search_until=in_minutes(20),
        dispatch_after=timezone.now(),
    )
    assert dispatch_booking(booking_id=trip.pk) == 1
    held(dora, trip)
    end_hold(trip)

    release_holds()
    work("bookings.dispatch")

    offered = Offer.objects.filter(booking=trip, state=OfferState.OFFERED)
    assert list(offered.values_list("driver_id", flat=True)) == [ready.pk]


def test_held_booking_is_not_offered_to_its_planned_driver_without_automatic_dispatch(
    ada: User, dora: User, ready: User, economy: CarType
) -> None:
    update_platform_settings(auto_dispatch=False)
    trip = make_booking(ada, economy, book_later=True, trip_date=in_minutes(10), planned_driver=ready)
    held(dora, trip)
    assert renew_searches() == 0
    end_hold(trip)
    release_holds()
    assert renew_searches() == 1


def test_held_booking_raises_no_alert_and_is_not_late(dora: User, waiting: Booking) -> None:
    Booking.objects.filter(pk=waiting.pk).update(trip_date=in_minutes(-12))
    assert job_of(dora, waiting)["lane"] == "late"
    alerted = [each for each in alerts(by=dora) if waiting.pk in each.ids]
    assert alerted

    held(dora, waiting)

    job = job_of(dora, waiting)
    assert (job["lane"], job["late_at"]) == ("waiting", job["held_until"])
    assert not [each for each in alerts(by=dora) if waiting.pk in each.ids]


def test_rider_and_driver_cannot_hold(
    ada: User, ready: User, waiting: Booking, snapshot: Callable[[], Snapshot]
) -> None:
    make_offer(waiting, ready)
    before = snapshot()
    for user in (ada, ready):
        assert hold(user, waiting).status_code == 403
        assert press(user, waiting.pk, "release-hold").status_code == 403
    assert snapshot() == before
