"""Two of everything under Patroni and Sentinel: faults under load lose nothing that was acknowledged."""

import random
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from embedded.child import wait_until
from tests.failover import auditor
from tests.failover.faults import DATABASE, Faults
from tests.failover.load import Load
from tests.failover.platform import TwoServers
from tests.failover.servers import Cluster, missing
from tests.proof import Proof

pytestmark = pytest.mark.soak

PAIRS: Final = 3
FAULTS: Final = 20
CALM_SECONDS: Final = 8.0
"""Load without a fault, before the first and after each."""
HEALTHY_SECONDS: Final = 120.0
DATABASE_LIMIT: Final = 15.0
LIMIT: Final = 10.0


class Row(NamedTuple):
    """What a fault did."""

    fault: str
    refused: float
    """Seconds without an acknowledged write."""
    trip: float | None
    """Seconds until the first whole trip that began after the fault had ended."""
    whole: float
    """Seconds until everything was redundant again."""
    replies: str


@pytest.fixture
def platform(demo_map: Path) -> Iterator[TwoServers]:
    if lacking := missing():
        pytest.skip(f"this machine lacks {', '.join(lacking)}")
    folder = Path(tempfile.mkdtemp(prefix="hansom-failover-"))
    folder.chmod(0o755)
    cluster = Cluster(folder)
    platform = TwoServers(folder, cluster, pairs=PAIRS)
    try:
        cluster.start()
        platform.start()
        yield platform
    finally:
        print(platform.last_lines())
        platform.stop()
        cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)


def test_faults_lose_no_acknowledged_write(platform: TwoServers, proof: Proof) -> None:
    faults = Faults(platform, random.Random(proof.seed))
    load = Load(platform.url, pairs=PAIRS)
    load.start()
    assert wait_until(lambda: len(load.record.trips) >= PAIRS, seconds=90), load.record.given_up
    time.sleep(CALM_SECONDS)
    rows = [run(platform, load, name, faults) for name in faults.draw(proof.size(FAULTS))]
    load.stop()
    time.sleep(CALM_SECONDS)
    record = load.record
    lost, wrong = list(auditor.losses(platform, record)), list(auditor.violations(platform, record))
    show(proof, load, rows, lost=lost, wrong=wrong)
    assert not lost
    assert not wrong
    for row in rows:
        assert row.refused <= (DATABASE_LIMIT if row.fault in DATABASE else LIMIT), row


def run(platform: TwoServers, load: Load, name: str, faults: Faults) -> Row:
    """Cause a fault and wait until everything is redundant again."""
    begin = time.monotonic()
    restore = faults.all[name]()
    restore()
    healthy = wait_until(lambda: is_whole(platform), seconds=HEALTHY_SECONDS)
    whole = time.monotonic() - begin
    assert healthy, f"{name}: not healthy\n{platform.last_lines()}"
    wait_until(lambda: load.record.trip_seconds(begin) is not None, seconds=60)
    time.sleep(CALM_SECONDS)
    end = time.monotonic()
    replies = ", ".join(f"{status}: {count}" for status, count in load.record.statuses(begin, end).items())
    row = Row(name, load.record.refused_seconds(begin, end), load.record.trip_seconds(begin), whole, replies)
    print(row, flush=True)
    return row


def is_whole(platform: TwoServers) -> bool:
    return platform.is_ready() and platform.cluster.is_synchronous() and platform.cluster.redis_is_redundant()


def show(proof: Proof, load: Load, rows: list[Row], *, lost: list[str], wrong: list[str]) -> None:
    """Print a table, with the worst of each fault."""
    record = load.record
    durations = sorted(end - begin for begin, end in record.trips)
    proof.show(
        faults=len(rows),
        bookings=len(record.booked),
        trips=len(record.trips),
        median_trip=f"{durations[len(durations) // 2]:.1f} s",
        writes=sum(len(times) for times in record.writes.values()),
        events=sum(len(received) for received in record.streams.values()),
        given_up=dict(record.given_up) or 0,
        acknowledged_writes_lost=lost or 0,
        violations=wrong or 0,
    )
    for name in dict.fromkeys(row.fault for row in rows):
        its = [row for row in rows if row.fault == name]
        refused = max(row.refused for row in its)
        trip = max(row.trip or HEALTHY_SECONDS for row in its)
        whole = max(row.whole for row in its)
        replies = max((row.replies for row in its), key=len)
        text = f"x{len(its)} writes {refused:.1f} s, trip {trip:.1f} s, whole {whole:.1f} s [{replies}]"
        proof.show(**{name: text})
