"""A replay in several processes gives the results of one, and survives the end of one of them."""

import os
import signal
from decimal import Decimal as D

import pytest

from apps.accounts.models import User
from apps.bookings.choices import ReplayState
from apps.bookings.models import ReplayRun
from apps.bookings.replay import processes, running
from apps.bookings.replay.processes import Processes, pool_for
from apps.bookings.replay.running import run_replay
from apps.bookings.replay.services import delete_replay, start_replay
from apps.bookings.replay.trips import Period, parts_of, read_trips
from apps.core.outbox.jobs import Retry
from apps.fares.models import CarType
from apps.fares.tariffs.edits import create_draft
from tests.bookings.replays import DAY, past_ride
from tests.bookings.test_replay_of_many import FIRST, LAST, make_history
from tests.fares.tariffs import document, rates

pytestmark = pytest.mark.django_db(transaction=True)

SIZE = 300


@pytest.fixture
def history(economy: CarType, dora: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Trips in many parts, some with a reason not to be priced again."""
    make_history(economy, dora, size=SIZE, seed=5)
    monkeypatch.setattr(running, "PART", 20)
    monkeypatch.setattr(processes, "FEW", 0)


def run_on(cores: int, dora: User, tariff_id: int, monkeypatch: pytest.MonkeyPatch) -> ReplayRun:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: set(range(cores)))
    run = start_replay(by=dora, tariff_id=tariff_id, first_day=FIRST, last_day=LAST)
    run_replay(run_id=run.pk)
    run.refresh_from_db()
    assert run.state == ReplayState.DONE, run.error
    return run


@pytest.mark.usefixtures("history")
def test_results_do_not_depend_on_the_number_of_processes(
    economy: CarType, dora: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    only_economy = {"name": "New", "when": {"car_types": [economy.name]}, "then": rates("5.13", "1.77")}
    draft = create_draft(by=dora, document=document(only_economy, name="New"))
    one, two, three = (run_on(cores, dora, draft.pk, monkeypatch) for cores in (1, 2, 3))
    assert one.results is not None
    assert one.results["not_repriced_trips"]
    assert one.results["demand"][0]["trip_cost"] != one.results["trip_cost"]["new"]
    assert one.results == two.results == three.results
    assert one.accounts == two.accounts == three.accounts
    assert one.fingerprint == two.fingerprint == three.fingerprint != ""
    assert two.trips_done == two.trips_total == SIZE


@pytest.mark.usefixtures("history")
def test_replay_whose_process_is_killed_fails_in_words_and_can_start_again(
    dora: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    price = Processes.price

    def kill_one(pool: Processes, parts: object) -> object:
        victim = next(iter(pool.children.values()))
        os.kill(victim.pid, signal.SIGKILL)
        return price(pool, parts)  # type: ignore[arg-type]  # passed on

    with monkeypatch.context() as patched:
        patched.setattr(Processes, "price", kill_one)
        patched.setattr(os, "sched_getaffinity", lambda _pid: {0, 1})
        run = start_replay(by=dora, tariff_id=None, first_day=FIRST, last_day=LAST)
        for _attempt in range(running.ATTEMPTS - 1):
            with pytest.raises(Retry, match="a process of the replay ended with code -9"):
                run_replay(run_id=run.pk)
        run_replay(run_id=run.pk)
    run.refresh_from_db()
    assert (run.state, run.error, run.results) == (ReplayState.FAILED, "replay_process_ended", None)
    again = start_replay(by=dora, tariff_id=None, first_day=FIRST, last_day=LAST)
    run_replay(run_id=again.pk)
    again.refresh_from_db()
    assert again.state == ReplayState.DONE


@pytest.mark.usefixtures("history")
def test_cancelled_replay_ends_its_processes(dora: User, monkeypatch: pytest.MonkeyPatch) -> None:
    pools: list[Processes] = []

    def remembered(work: object, parts: object) -> Processes:
        pools.append(Processes(work, 2))  # type: ignore[arg-type]  # passed on
        return pools[-1]

    store = running._store

    def cancel(run: ReplayRun, **values: object) -> None:
        children = list(pools[0].children.values())
        assert all(child.poll() is None for child in children)
        delete_replay(run_id=run.pk)
        ended.extend(children)
        store(run, **values)

    ended: list[object] = []
    monkeypatch.setattr(running, "pool_for", remembered)
    monkeypatch.setattr(running, "_store", cancel)
    run = start_replay(by=dora, tariff_id=None, first_day=FIRST, last_day=LAST)
    run_replay(run_id=run.pk)
    assert len(ended) == 2
    assert all(child.poll() is not None for child in ended)  # type: ignore[attr-defined]
    assert not ReplayRun.objects.exists()


def test_error_in_a_process_is_that_of_the_job(
    ada: User, ben: User, dora: User, economy: CarType, monkeypatch: pytest.MonkeyPatch
) -> None:
    past_ride(ada, ben, economy)
    monkeypatch.setattr(processes, "FEW", 0)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: {0, 1})
    run = start_replay(by=dora, tariff_id=None, first_day=FIRST, last_day=LAST)
    ReplayRun.objects.filter(pk=run.pk).update(document={"format": "unknown"})
    with pytest.raises(Retry, match="TariffFileError"):
        run_replay(run_id=run.pk)


def test_few_trips_need_no_other_process(
    ada: User, ben: User, economy: CarType, monkeypatch: pytest.MonkeyPatch
) -> None:
    past_ride(ada, ben, economy)
    period = Period.of_days(FIRST, LAST)
    parts = parts_of(period, size=1000)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: set(range(8)))
    run = ReplayRun(first_day=FIRST, last_day=LAST)
    assert not isinstance(pool_for(running.work_of(run), parts), Processes)


def test_parts_contain_each_trip_once_in_order(ada: User, ben: User, economy: CarType) -> None:
    """Also trips of the same time, at the border of two parts."""
    trips = [past_ride(ada, ben, economy, km=D(number)) for number in range(1, 8)]
    early = past_ride(ada, ben, economy, at=DAY)
    period = Period.of_days(FIRST, LAST)
    for size in (1, 2, 3, 8, 100):
        read = [[trip.pk for trip in read_trips(period, part)] for part in parts_of(period, size=size)]
        assert [pk for part in read for pk in part] == [early.pk, *(trip.pk for trip in trips)], size
        assert all(len(part) <= size for part in read)
