"""Taxi ranks and queued drivers of the tests."""

from typing import Any

from apps.accounts.models import User
from apps.fares.models import CarType
from apps.fleet.models import Rank, RankQueueEntry
from apps.fleet.ranks.areas import clear_rank_areas
from apps.fleet.ranks.queue import check_in, open_entries
from tests.bookings.builders import PICKUP, credit_wallet, put_online
from tests.personas import make_driver

BESIDE = (PICKUP[0] + 0.003, PICKUP[1])
"""334 m north of the rank, which has a radius of 150 m."""


def make_rank(name: str = "Station", **fields: Any) -> Rank:
    """Add a rank with a radius of 150 m around PICKUP."""
    rank = Rank.objects.create(name=name, **({"lat": PICKUP[0], "lng": PICKUP[1], "radius_m": 150} | fields))
    clear_rank_areas()
    return rank


def cab(name: str, economy: CarType, *, at: tuple[float, float] = PICKUP) -> User:
    """Add a driver who is online at the place, with money in the wallet."""
    driver = make_driver(name, economy)
    credit_wallet(driver)
    put_online(driver, at=at)
    return driver


def queued(rank: Rank, *drivers: User) -> list[RankQueueEntry]:
    return [check_in(driver_id=driver.pk, rank_id=rank.pk) for driver in drivers]


def queue() -> list[int]:
    """Return the ids of all queued drivers in order."""
    return list(open_entries().order_by("pk").values_list("driver_id", flat=True))


def ends() -> dict[int, str]:
    """Return the reason of each driver's last ended place."""
    rows = RankQueueEntry.objects.filter(ended_at__isnull=False).order_by("pk")
    return dict(rows.values_list("driver_id", "end_reason"))
