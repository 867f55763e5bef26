"""The ended places of a taxi rank are read by an index of their own."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from apps.accounts.models import User
from apps.fleet.choices import QueueEnd
from apps.fleet.models import RankQueueEntry
from tests.fleet.ranks import make_rank

pytestmark = pytest.mark.django_db


def test_ended_places_of_a_day_are_read_by_their_index(ben: User) -> None:
    rank, now = make_rank(), timezone.now()
    RankQueueEntry.objects.bulk_create(
        RankQueueEntry(
            rank=rank,
            driver=ben,
            entered_at=now - timedelta(hours=hours + 1),
            ended_at=now - timedelta(hours=hours),
            end_reason=QueueEnd.LEFT,
        )
        for hours in range(5_000)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE fleet_rankqueueentry")

    places = RankQueueEntry.objects.filter(
        rank=rank, ended_at__gte=now - timedelta(days=1), ended_at__lt=now
    ).order_by("-ended_at", "-id")

    plan = places.explain()
    assert "rank_ended" in plan
    assert "Sort" not in plan
