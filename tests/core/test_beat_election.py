"""Of several beats, one schedules, and another takes over when it ends."""

from collections.abc import Iterator

import psycopg
import pytest

from apps.core.postgres import conninfo
from config import beat_election
from config.beat_election import LOCK, Election
from embedded.child import wait_until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _checks_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beat_election, "CHECK_SECONDS", 0)


@pytest.fixture
def beats() -> Iterator[list[Election]]:
    beats = [Election(), Election()]
    yield beats
    for beat in beats:
        beat.close()


def test_second_beat_takes_over_when_the_first_ends(beats: list[Election]) -> None:
    assert [beat.is_leader() for beat in beats] == [True, False]
    assert [beat.is_leader() for beat in beats] == [True, False]
    beats[0].close()
    assert wait_until(beats[1].is_leader, seconds=5)
    assert not beats[0].is_leader()


def test_beat_that_lost_its_connection_lost_the_lock(beats: list[Election]) -> None:
    assert beats[0].is_leader()
    with psycopg.connect(conninfo("tests")) as other:
        other.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_locks WHERE locktype = 'advisory' AND objid = %s",
            [LOCK & 0xFFFFFFFF],
        )
    assert not beats[0].is_leader()
    assert beats[1].is_leader()
    assert not beats[0].is_leader()
