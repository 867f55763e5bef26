"""Position samples: one a driver in 30 seconds, in a partition a month, only if the setting is on."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.accounts.models import User
from apps.accounts.privacy.registry import personal_data
from apps.accounts.services.availability import mark_driver_busy, set_driver_active
from apps.core.platform import update_platform_settings
from apps.core.privacy.retention import delete_expired
from apps.recording.models import PositionSample, PresenceSpan
from apps.recording.positions.partitions import create_partitions, partitions
from apps.recording.positions.sampling import sample_positions
from apps.recording.selectors import recorded_supply
from tests.bookings.builders import PICKUP, move, put_online

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _on() -> None:
    update_platform_settings(record_positions=True)


def store(driver: User, at: datetime) -> None:
    create_partitions(at)
    PositionSample.objects.create(driver=driver, at=at, lat=50.7, lng=-1.3, free=True, car_type_id=None)


def test_setting_is_off_by_default(ben: User) -> None:
    update_platform_settings(record_positions=False)
    put_online(ben)
    assert sample_positions() == 0
    assert not PositionSample.objects.exists()


def test_online_driver_is_sampled_once_in_thirty_seconds(ben: User, bob: User) -> None:
    with time_machine.travel(datetime(2026, 11, 28, 12, 0, 5, tzinfo=UTC), tick=False) as clock:
        put_online(ben)
        mark_driver_busy(driver_id=ben.pk)
        assert sample_positions() == 1
        clock.shift(20)
        move(ben, PICKUP)
        assert sample_positions() == 0
        clock.shift(10)
        move(ben, (50.71, -1.29))
        assert sample_positions() == 1
    first, second = PositionSample.objects.order_by("at")
    assert (first.at.second, second.at.second) == (0, 30)
    assert (first.lat, first.lng, first.free) == (*PICKUP, False)
    assert second.lat == 50.71


def test_offline_and_silent_drivers_are_not_sampled(ben: User, bob: User) -> None:
    put_online(ben)
    set_driver_active(driver_id=ben.pk, active=False)
    put_online(bob, seconds_ago=90)
    assert sample_positions() == 0


def test_sample_is_one_statement_besides_the_partitions(ben: User) -> None:
    put_online(ben)
    create_partitions(timezone.now())
    with CaptureQueriesContext(connection) as run:
        sample_positions()
    assert len([query for query in run if "INSERT" in query["sql"]]) == 1
    assert len(run) <= 4


def test_partitions_of_this_and_the_next_month_exist_ahead() -> None:
    create_partitions(datetime(2026, 12, 31, 23, 59, tzinfo=UTC))
    assert partitions()[-2:] == [datetime(2026, 12, 1, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC)]
    assert create_partitions(datetime(2026, 12, 5, tzinfo=UTC)) == 0


def test_retention_drops_whole_months_and_deletes_expired_days(ben: User) -> None:
    with time_machine.travel(datetime(2026, 11, 28, 12, tzinfo=UTC), tick=False):
        old, partly, kept = (
            datetime(2026, 9, 20, tzinfo=UTC),
            datetime(2026, 10, 28, tzinfo=UTC),
            datetime(2026, 10, 30, tzinfo=UTC),
        )
        for at in (old, partly, kept):
            store(ben, at)
        delete_expired(short=False)
        assert [sample.at for sample in PositionSample.objects.all()] == [kept]
        assert partitions()[0] == datetime(2026, 10, 1, tzinfo=UTC)


def test_no_period_deletes_nothing(ben: User) -> None:
    update_platform_settings(position_days=0)
    store(ben, timezone.now() - timedelta(days=300))
    delete_expired(short=False)
    assert PositionSample.objects.count() == 1


def test_export_contains_and_erasure_removes_the_drivers_rows(ben: User, bob: User) -> None:
    at = timezone.now()
    for driver in (ben, bob):
        store(driver, at)
        PresenceSpan.objects.create(driver=driver, state="free", started_at=at)
    declared = {data.name: data for data in personal_data()}
    assert [row["driver_id"] for row in declared["position_samples"].rows(ben)] == [ben.pk]
    assert [row["state"] for row in declared["presence"].rows(ben)] == ["free"]
    for name in ("position_samples", "presence"):
        declared[name].erase(ben)
    assert [sample.driver_id for sample in PositionSample.objects.all()] == [bob.pk]
    assert [span.driver_id for span in PresenceSpan.objects.all()] == [bob.pk]


def test_recorded_supply_has_positions(ben: User) -> None:
    at = datetime(2026, 11, 28, 12, tzinfo=UTC)
    store(ben, at)
    (row,) = recorded_supply(at, at + timedelta(minutes=1)).positions
    assert (row.driver_id, row.at, row.place, row.free) == (ben.pk, at, (50.7, -1.3), True)
