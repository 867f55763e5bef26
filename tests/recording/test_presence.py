"""Spans of presence equal what happened, also after crashes of the job that writes them."""

import random
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from django.db import transaction
from django.utils import timezone

from apps.accounts.models import DriverProfile, User
from apps.accounts.services.availability import free_driver, mark_driver_busy, set_driver_active
from apps.backoffice.people.update import edit_person
from apps.bookings.models import BookingEvent
from apps.bookings.services.dispatching import dispatch_booking
from apps.core.errors import DomainError
from apps.core.platform import update_platform_settings
from apps.core.privacy.retention import delete_expired
from apps.fares.models import CarType
from apps.recording.models import PresenceChange, PresenceSpan
from apps.recording.presence import folding
from apps.recording.presence.folding import record_presence
from apps.recording.selectors import recorded_supply
from tests.bookings.api import API, book, press, quote
from tests.bookings.builders import credit_wallet, put_online
from tests.personas import client_of, make_driver

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]


def spans(driver: User) -> list[PresenceSpan]:
    return list(PresenceSpan.objects.filter(driver=driver).order_by("started_at"))


def states(driver: User) -> list[str]:
    return [span.state for span in spans(driver)]


def drive(rider: User, driver: User, car_type: CarType) -> int:
    booking: int = book(rider, quote(rider, car_type)).json()["id"]
    dispatch_booking(booking_id=booking)
    for action in ("accept", "arrive", "start", "reach", "collect-cash"):
        reply = press(driver, booking, action)
        assert reply.status_code == 200, (action, reply.json())
    return booking


def test_trip_is_a_busy_span_with_its_booking(ada: User, ready: User, economy: CarType) -> None:
    record_presence()
    booking = drive(ada, ready, economy)
    record_presence()
    before, trip, after = spans(ready)
    assert (before.state, trip.state, after.state) == ("free", "busy", "free")
    assert (before.booking_id, trip.booking_id, after.booking_id) == (None, booking, None)
    assert before.ended_at == trip.started_at
    assert trip.ended_at == after.started_at
    assert after.ended_at is None
    assert trip.ended_at is not None
    accepted = BookingEvent.objects.get(booking=booking, name="accept").at
    paid = BookingEvent.objects.get(booking=booking, name="collect_cash").at
    # The event has the time at which the transition began, the span that of its write.
    assert timedelta(0) <= trip.started_at - accepted < timedelta(seconds=5)
    assert timedelta(0) <= trip.ended_at - paid < timedelta(seconds=5)


def test_rolled_back_change_leaves_nothing(ben: User) -> None:
    with transaction.atomic():
        set_driver_active(driver_id=ben.pk, active=True)
        transaction.set_rollback(True)
    assert not PresenceChange.objects.exists()
    assert record_presence() == 0


def test_refused_transition_leaves_nothing(ready: User) -> None:
    mark_driver_busy(driver_id=ready.pk)
    record_presence()
    with pytest.raises(DomainError):
        mark_driver_busy(driver_id=ready.pk)
    with pytest.raises(DomainError):
        set_driver_active(driver_id=ready.pk, active=False)
    assert record_presence() == 0
    assert states(ready) == ["free", "busy"]


def test_second_run_changes_nothing(ready: User) -> None:
    assert record_presence() == 1
    assert record_presence() == 0


@pytest.mark.parametrize("seed", range(4))
def test_spans_equal_what_happened_after_crashes(
    ben: User, economy: CarType, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Drivers change at random while the job runs now and then, and fails at each of its steps."""
    rng = random.Random(seed)
    drivers = [ben, *(make_driver(f"driver{number}", economy) for number in range(3))]
    happened: dict[int, list[str]] = {driver.pk: ["offline"] for driver in drivers}
    steps: list[Callable[[int], object]] = [
        lambda pk: set_driver_active(driver_id=pk, active=True),
        lambda pk: set_driver_active(driver_id=pk, active=False),
        lambda pk: mark_driver_busy(driver_id=pk),
        lambda pk: free_driver(driver_id=pk),
    ]
    for _ in range(120):
        driver = rng.choice(drivers)
        with suppress(DomainError):
            rng.choice(steps)(driver.pk)
        profile = DriverProfile.objects.get(pk=driver.pk)
        now = "busy" if profile.busy else "free" if profile.active else "offline"
        if happened[driver.pk][-1] != now:
            happened[driver.pk].append(now)
        if rng.random() < 0.2:
            record_presence()
        if rng.random() < 0.2:
            crash_in(monkeypatch, rng.choice(["_fold", "_correct", "_write"]))
    record_presence()
    for driver in drivers:
        found = spans(driver)
        assert ["offline", *(span.state for span in found)] == happened[driver.pk]
        assert all(one.ended_at == two.started_at for one, two in pairwise(found))
        assert all(span.ended_at is not None for span in found[:-1])
        if found:
            assert found[-1].ended_at is None


def crash_in(monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    """Run the job, which ends after one of its steps as if its process were killed."""
    done = getattr(folding, step)

    def run_and_die(*args: object) -> int:
        done(*args)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(folding, step, run_and_die)
        try:
            record_presence()
        except KeyboardInterrupt:
            return


def test_first_run_begins_with_the_current_states(ready: User, bob: User) -> None:
    PresenceChange.objects.all().delete()
    assert record_presence() == 1
    assert states(ready) == ["free"]
    assert states(bob) == []


def test_disapproved_driver_is_offline(dora: User, ready: User) -> None:
    record_presence()
    edit_person(by=dora, person_id=ready.pk, changes={"approved": False})
    record_presence()
    assert states(ready) == ["free", "offline"]


def test_setting_ends_the_spans_and_begins_new_ones(ready: User) -> None:
    record_presence()
    update_platform_settings(record_presence=False)
    set_driver_active(driver_id=ready.pk, active=False)
    record_presence()
    assert not PresenceSpan.objects.filter(ended_at=None).exists()
    assert not PresenceChange.objects.exists()
    set_driver_active(driver_id=ready.pk, active=True)
    record_presence()
    update_platform_settings(record_presence=True)
    record_presence()
    assert states(ready) == ["free", "free"]
    first, second = spans(ready)
    assert first.ended_at is not None
    assert first.ended_at < second.started_at


def span(driver: User, state: str, start: str, end: str | None) -> None:
    PresenceSpan.objects.create(driver=driver, state=state, started_at=utc(start), ended_at=end and utc(end))


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def week(person: User, driver: User, day: str = "2026-03-04") -> dict[str, object]:
    reply = client_of(person).get(f"{API}/people/{driver.pk}/presence/", {"week": day})
    assert reply.status_code == 200, reply.json()
    found: dict[str, object] = reply.json()
    return found


def test_week_of_a_driver_has_its_hours_by_local_day(dora: User, ben: User) -> None:
    update_platform_settings(time_zone="Europe/Berlin")
    # Monday 2 March begins at 23:00 UTC on Sunday.
    span(ben, "free", "2026-03-01T22:00", "2026-03-02T00:00")
    span(ben, "busy", "2026-03-02T00:00", "2026-03-02T00:30")
    span(ben, "offline", "2026-03-02T00:30", "2026-03-03T22:30")
    span(ben, "free", "2026-03-03T22:30", "2026-03-03T23:30")
    found = week(dora, ben)
    days = {row["day"]: (row["free_seconds"], row["busy_seconds"]) for row in found["days"]}  # type: ignore[attr-defined]  # a list of days
    assert found["week"] == "2026-03-02"
    assert days["2026-03-02"] == (3600, 1800)
    assert days["2026-03-03"] == (1800, 0)
    assert days["2026-03-04"] == (1800, 0)
    assert len(days) == 7
    assert (found["free_seconds"], found["busy_seconds"], found["utilisation"]) == (7200, 1800, 20.0)


def test_week_in_which_the_clock_changes_is_an_hour_shorter(dora: User, ben: User) -> None:
    update_platform_settings(time_zone="Europe/Berlin")
    span(ben, "free", "2026-03-20T00:00", "2026-04-05T00:00")
    found = week(dora, ben, "2026-03-29")
    assert found["free_seconds"] == (7 * 24 - 1) * 3600


def test_open_span_counts_until_now_and_no_week_means_this_one(dora: User, ben: User) -> None:
    start = timezone.now() - timedelta(seconds=100)
    PresenceSpan.objects.create(driver=ben, state="busy", started_at=start)
    found = client_of(dora).get(f"{API}/people/{ben.pk}/presence/").json()
    assert 0 < found["busy_seconds"] < 200
    assert date.fromisoformat(found["week"]).weekday() == 0


def test_presence_is_for_drivers_and_their_fleet(
    dora: User, fay: User, ada: User, ben: User, bob: User
) -> None:
    assert client_of(dora).get(f"{API}/people/{ada.pk}/presence/").status_code == 404
    assert client_of(fay).get(f"{API}/people/{ben.pk}/presence/").status_code == 404
    assert client_of(fay).get(f"{API}/people/{bob.pk}/presence/").status_code == 200


def test_retention_deletes_ended_spans(ben: User) -> None:
    now = timezone.now()
    for days in (500, 366, 10):
        at = now - timedelta(days=days)
        PresenceSpan.objects.create(driver=ben, state="free", started_at=at, ended_at=at + timedelta(hours=1))
    PresenceSpan.objects.create(driver=ben, state="offline", started_at=now - timedelta(days=400))
    delete_expired(short=False)
    assert [span.state for span in spans(ben)] == ["offline", "free"]


def test_recorded_supply_is_cut_to_the_period(ben: User) -> None:
    span(ben, "free", "2026-03-02T08:00", "2026-03-02T10:00")
    span(ben, "busy", "2026-03-02T10:00", None)
    since, until = (datetime(2026, 3, 2, hour, tzinfo=UTC) for hour in (9, 11))
    supply = recorded_supply(since, until)
    assert [(row.state, row.since.hour, row.until.hour) for row in supply.spans] == [
        ("free", 9, 10),
        ("busy", 10, 11),
    ]
    assert supply.positions == ()


def test_driver_who_was_free_before_the_trip_of_another_is_unaffected(
    ada: User, ready: User, bob: User, economy: CarType
) -> None:
    credit_wallet(bob)
    put_online(bob)
    drive(ada, ready, economy)
    record_presence()
    assert states(bob) == ["free"]
