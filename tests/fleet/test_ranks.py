"""Taxi ranks: added and changed by admins; drivers check in and lose their place, each with its reason."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.db.utils import IntegrityError
from django.utils import timezone

from apps.accounts.models import DriverProfile, User
from apps.accounts.services.availability import mark_driver_busy, set_driver_active
from apps.core.errors import DomainError
from apps.core.models import AuditEntry, OutboxEntry
from apps.core.platform import platform_settings, update_platform_settings
from apps.fares.models import CarType
from apps.fleet.models import Rank, RankQueueEntry
from apps.fleet.ranks.areas import areas_at, rank_areas
from apps.fleet.ranks.queue import check_in
from apps.fleet.ranks.watching import watch_ranks
from apps.geo.models import DriverPosition
from apps.geo.port import LatLng
from apps.realtime.events.topics import TopicRefused, topic_for
from tests.bookings.builders import PICKUP, move
from tests.fleet.builders import call
from tests.fleet.ranks import BESIDE, cab, ends, make_rank, queue, queued
from tests.personas import make_driver
from tests.published import topics_of

pytestmark = pytest.mark.django_db

FORM = {"name": "Station", "lat": PICKUP[0], "lng": PICKUP[1], "radius_m": 150, "max_drivers": 3}


def state() -> Any:
    """Return everything that a refusal must not change."""
    rows = [list(model._default_manager.order_by("pk").values()) for model in (Rank, RankQueueEntry)]
    return rows, OutboxEntry.objects.count(), AuditEntry.objects.count()


def refused(who: User, method: str, path: str, body: Any = None) -> tuple[int, str]:
    """Send a request that changes nothing and return its status and code."""
    before = state()
    reply = call(who, method, path, body)
    assert state() == before
    return reply.status_code, reply.json()["code"]


def own(driver: User) -> Any:
    return call(driver, "get", "me/rank/").json()


# -- by admins ---------------------------------------------------------------------------------


def test_admin_adds_changes_and_deletes_a_rank(dora: User) -> None:
    added = call(dora, "post", "ranks/", FORM).json()
    assert (added["name"], added["active"], added["waiting"]) == ("Station", True, 0)
    assert [area.name for area in areas_at(LatLng(*PICKUP))] == ["Station"]
    changed = call(dora, "patch", f"ranks/{added['id']}/", {"radius_m": 300}).json()
    assert changed["radius_m"] == 300
    assert [area.radius_m for area in rank_areas()] == [300]
    assert call(dora, "get", "ranks/?search=stat").json()["results"] == [changed]
    assert call(dora, "get", "ranks/?active=false").json()["results"] == []
    assert call(dora, "delete", f"ranks/{added['id']}/").status_code == 204
    assert rank_areas() == ()
    actions = AuditEntry.objects.filter(kind="rank").order_by("pk").values_list("action", flat=True)
    assert list(actions) == ["added", "changed", "deleted"]


def test_second_rank_of_a_name_is_refused(dora: User) -> None:
    call(dora, "post", "ranks/", FORM)
    other = call(dora, "post", "ranks/", FORM | {"name": "Harbour"}).json()["id"]
    assert refused(dora, "post", "ranks/", FORM | {"name": "STATION"}) == (409, "rank_name_taken")
    assert refused(dora, "patch", f"ranks/{other}/", {"name": "station"}) == (409, "rank_name_taken")
    assert refused(dora, "post", "ranks/", FORM | {"name": " "}) == (400, "invalid")
    assert refused(dora, "post", "ranks/", FORM | {"name": "Pier", "radius_m": 5}) == (400, "invalid")


def test_used_rank_is_not_deleted_but_closed(dora: User, economy: CarType) -> None:
    rank, ann = make_rank(), cab("Ann", economy)
    queued(rank, ann)
    assert refused(dora, "delete", f"ranks/{rank.pk}/") == (409, "rank_in_use")
    call(dora, "patch", f"ranks/{rank.pk}/", {"active": False})
    assert (queue(), ends(), rank_areas()) == ([], {ann.pk: "closed"}, ())


def test_demo_mode_refuses_changes_of_ranks(dora: User) -> None:
    rank = make_rank()
    update_platform_settings(allow_critical_edits_admin=False)
    for method, path in (("post", "ranks/"), ("patch", f"ranks/{rank.pk}/"), ("delete", f"ranks/{rank.pk}/")):
        assert refused(dora, method, path, FORM) == (403, "demo_mode")


def test_admin_sees_the_queue_and_removes_a_driver(dora: User, economy: CarType) -> None:
    rank = make_rank()
    ann, ben = (cab(name, economy) for name in ("Ann", "Ben"))
    first, _ = queued(rank, ann, ben)
    path = f"ranks/{rank.pk}/queue/"
    shown = call(dora, "get", path).json()["entries"]
    assert [each["driver"]["id"] for each in shown] == [ann.pk, ben.pk]
    remove = f"ranks/places/{first.pk}/remove/"
    assert refused(dora, "post", remove, {"reason": ""}) == (400, "invalid")
    assert call(dora, "post", remove, {"reason": "Broken meter"}).status_code == 204
    assert (queue(), ends()) == ([ben.pk], {ann.pk: "removed"})
    assert RankQueueEntry.objects.get(pk=first.pk).note == "Broken meter"
    assert AuditEntry.objects.get(kind="rank", action="removed").after["reason"] == "Broken meter"
    assert refused(dora, "post", remove, {"reason": "Again"}) == (409, "not_queued")
    assert refused(dora, "post", "ranks/places/1234567/remove/", {"reason": "x"}) == (404, "not_found")
    assert refused(dora, "get", f"ranks/{rank.pk + 1}/queue/")[0] == 404


def test_ended_places_of_a_day_say_who_queued_and_why_it_ended(dora: User, economy: CarType) -> None:
    rank, other = make_rank(), make_rank(name="Harbour")
    ann, ben, cem = (cab(name, economy) for name in ("Ann", "Ben", "Cem"))
    first, second, _ = queued(rank, ann, ben, cem)
    path = f"ranks/{rank.pk}/places/"
    assert call(dora, "get", path).json() == {"entries": []}
    call(dora, "post", f"ranks/places/{first.pk}/remove/", {"reason": "Broken meter"})
    yesterday = timezone.now() - timedelta(days=1)
    RankQueueEntry.objects.filter(pk=second.pk).update(
        entered_at=yesterday - timedelta(hours=1), ended_at=yesterday, end_reason="offline"
    )
    (shown,) = call(dora, "get", path).json()["entries"]
    assert (shown["id"], shown["driver"]["name"]) == (first.pk, ann.full_name)
    assert (shown["end_reason"], shown["note"]) == ("removed", "Broken meter")
    day = timezone.localdate(yesterday, platform_settings().tz).isoformat()
    (shown,) = call(dora, "get", f"{path}?day={day}").json()["entries"]
    assert (shown["id"], shown["end_reason"]) == (second.pk, "offline")
    assert call(dora, "get", f"ranks/{other.pk}/places/").json() == {"entries": []}
    assert refused(dora, "get", f"{path}?day=yesterday") == (400, "invalid")
    assert refused(dora, "get", f"ranks/{other.pk + 1}/places/")[0] == 404


# -- checking in -------------------------------------------------------------------------------


def test_driver_checks_in_and_sees_the_place(economy: CarType) -> None:
    rank = make_rank()
    ann, ben = (cab(name, economy) for name in ("Ann", "Ben"))
    assert own(ann)["near"] == {
        "id": rank.pk, "name": "Station", "distance_m": 0, "waiting": 0, "max_drivers": 20,
    }  # fmt: skip
    call(ann, "post", "me/rank/", {"rank": rank.pk})
    reply = call(ben, "post", "me/rank/", {"rank": rank.pk}).json()
    assert (reply["place"]["place"], reply["place"]["waiting"], reply["near"]) == (2, 2, None)
    assert topics_of("rank.changed") >= {f"rank:{rank.pk}", "ranks"}
    call(ann, "post", "me/rank/leave/")
    assert (own(ben)["place"]["place"], ends()) == (1, {ann.pk: "left"})
    assert refused(ann, "post", "me/rank/leave/") == (409, "not_queued")


def test_without_ranks_nothing_is_shown(economy: CarType) -> None:
    assert own(cab("Ann", economy)) == {"enabled": False, "automatic": False, "place": None, "near": None}


def test_rank_is_shown_up_to_a_kilometre_away(economy: CarType) -> None:
    make_rank()
    ann = cab("Ann", economy, at=BESIDE)
    assert own(ann)["near"]["distance_m"] == pytest.approx(184, abs=1)
    move(ann, (PICKUP[0] + 0.02, PICKUP[1]))
    assert own(ann)["near"] is None


@pytest.mark.parametrize(
    ("flaw", "code"),
    [
        ("offline", "driver_offline"),
        ("unapproved", "driver_offline"),
        ("busy", "driver_busy"),
        ("unfit", "driver_not_fit"),
        ("outside", "not_in_rank"),
        ("stale", "not_in_rank"),
        ("queued", "already_queued"),
        ("full", "rank_full"),
    ],
)
def test_check_in_is_refused(flaw: str, code: str, economy: CarType) -> None:
    rank, ann = make_rank(max_drivers=1), cab("Ann", economy)
    now = timezone.now()
    match flaw:
        case "offline":
            set_driver_active(driver_id=ann.pk, active=False)
        case "unapproved":
            User.objects.filter(pk=ann.pk).update(approved=False)
        case "busy":
            mark_driver_busy(driver_id=ann.pk)
        case "unfit":
            DriverPosition.objects.filter(pk=ann.pk).update(fit_until=now)
        case "outside":
            move(ann, BESIDE)
        case "stale":
            DriverPosition.objects.filter(pk=ann.pk).update(at=now - timedelta(seconds=61))
        case "queued":
            queued(rank, ann)
        case "full":
            queued(rank, cab("Ben", economy))
    # A driver who is not approved is refused before the queue.
    if flaw == "unapproved":
        with pytest.raises(DomainError) as error:
            check_in(driver_id=ann.pk, rank_id=rank.pk)
        assert error.value.code == code
    else:
        assert refused(ann, "post", "me/rank/", {"rank": rank.pk}) == (409, code)


def test_check_in_at_an_inactive_rank_is_refused(economy: CarType) -> None:
    rank = make_rank(active=False)
    assert refused(cab("Ann", economy), "post", "me/rank/", {"rank": rank.pk}) == (404, "not_found")


def test_database_refuses_a_second_open_place(ben: User) -> None:
    rank, now = make_rank(), timezone.now()
    RankQueueEntry.objects.create(rank=rank, driver=ben, entered_at=now)
    with pytest.raises(IntegrityError, match="rank_entry_one_open"):
        RankQueueEntry.objects.create(rank=make_rank("Harbour"), driver=ben, entered_at=now)


@pytest.mark.django_db(transaction=True)
def test_concurrent_check_ins_fill_the_rank_and_no_more(economy: CarType) -> None:
    rank = make_rank(max_drivers=3)
    drivers = [cab(f"Cab{number}", economy) for number in range(5)]
    # Each driver taps twice at the same moment.
    attempts = [driver.pk for driver in drivers for _ in range(2)]
    barrier = Barrier(len(attempts))

    def tap(driver_id: int) -> str:
        connection.ensure_connection()
        try:
            barrier.wait(30)
            check_in(driver_id=driver_id, rank_id=rank.pk)
        except DomainError as error:
            return error.code
        finally:
            connection.close()
        return ""

    with ThreadPoolExecutor(len(attempts)) as pool:
        codes = Counter(pool.map(tap, attempts))
    assert codes[""] == len(queue()) == len(set(queue())) == 3
    assert codes["already_queued"] + codes["rank_full"] == 7


def test_topics_of_ranks_are_for_drivers_and_admins(ada: User, ben: User, dora: User, fay: User) -> None:
    def answers(topic: str) -> list[str]:
        codes = []
        for user in (ada, ben, fay, dora):
            try:
                codes.append(topic_for(user, topic))
            except TopicRefused as error:
                codes.append(error.code)
        return codes

    assert answers("rank:7") == ["forbidden", "rank:7", "forbidden", "rank:7"]
    assert answers("ranks") == ["forbidden", "forbidden", "forbidden", "ranks"]
    assert set(answers("rank:0")) == {"unknown_topic"}


# -- losing the place --------------------------------------------------------------------------


def test_going_offline_loses_the_place(economy: CarType) -> None:
    ann = cab("Ann", economy)
    queued(make_rank(), ann)
    call(ann, "put", "me/availability/", {"active": False})
    assert (queue(), ends()) == ([], {ann.pk: "offline"})


def test_leaving_the_area_loses_the_place_after_the_grace_time(economy: CarType) -> None:
    ann = cab("Ann", economy)
    [entry] = queued(make_rank(), ann)
    watch_ranks()
    assert own(ann)["place"]["leaves_at"] is None
    move(ann, BESIDE)
    watch_ranks()
    assert own(ann)["place"]["leaves_at"] is not None
    move(ann, PICKUP)
    watch_ranks()
    assert own(ann)["place"]["leaves_at"] is None
    move(ann, BESIDE)
    watch_ranks()
    RankQueueEntry.objects.filter(pk=entry.pk).update(outside_since=timezone.now() - timedelta(seconds=119))
    watch_ranks()
    assert queue() == [ann.pk]
    RankQueueEntry.objects.filter(pk=entry.pk).update(outside_since=timezone.now() - timedelta(seconds=121))
    watch_ranks()
    assert (queue(), ends()) == ([], {ann.pk: "left_area"})


def test_queued_driver_who_was_taken_offline_or_is_busy_loses_the_place(economy: CarType) -> None:
    ann, ben = (cab(name, economy) for name in ("Ann", "Ben"))
    queued(make_rank(), ann, ben)
    DriverPosition.objects.filter(pk=ann.pk).update(online=False, free=False)
    mark_driver_busy(driver_id=ben.pk)
    watch_ranks()
    assert ends() == {ann.pk: "offline", ben.pk: "booking"}


# -- checked in by entering --------------------------------------------------------------------


@pytest.fixture
def automatic(db: None) -> None:
    update_platform_settings(rank_auto_check_in=True)


def test_entering_does_not_check_in_without_the_setting(economy: CarType) -> None:
    make_rank()
    cab("Ann", economy)
    watch_ranks()
    assert queue() == []


@pytest.mark.usefixtures("automatic")
def test_entering_checks_in_free_and_fit_drivers_up_to_the_limit(economy: CarType) -> None:
    make_rank(max_drivers=2)
    busy, unfit, outside = (cab(name, economy) for name in ("Busy", "Unfit", "Outside"))
    mark_driver_busy(driver_id=busy.pk)
    DriverPosition.objects.filter(pk=unfit.pk).update(fit_until=timezone.now())
    move(outside, BESIDE)
    make_driver("Offline", economy)
    free = [cab(name, economy) for name in ("Ann", "Ben", "Cat")]
    watch_ranks()
    watch_ranks()
    assert queue() == [free[0].pk, free[1].pk]
    assert all(RankQueueEntry.objects.values_list("automatic", flat=True))


@pytest.mark.usefixtures("automatic")
def test_driver_who_left_is_checked_in_again_only_after_leaving_the_area(economy: CarType) -> None:
    make_rank()
    ann = cab("Ann", economy)
    watch_ranks()
    call(ann, "post", "me/rank/leave/")
    watch_ranks()
    assert queue() == []
    move(ann, BESIDE)
    watch_ranks()
    move(ann, PICKUP)
    watch_ranks()
    assert queue() == [ann.pk]
    assert DriverProfile.objects.get(pk=ann.pk).active
