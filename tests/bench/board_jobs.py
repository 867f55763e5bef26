"""Jobs and cars for the board bench.

Runs inside the measured platform: `manage.py shell -c "from tests.bench.board_jobs import ..."`.
"""

import json
import random
from datetime import timedelta
from typing import Any, Final

from django.utils import timezone

from apps.accounts.models import DriverProfile, User
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.fares.models import CarType
from apps.realtime.tickets import issue_ticket
from tests.bookings.builders import PICKUP, make_booking, put_online
from tests.personas import family_of, make_driver, make_user

ON_TRIP: Final = (Status.ACCEPTED, Status.ARRIVED, Status.STARTED)
SHARE_ON_TRIP: Final = 0.6
"""Of the cars without a login."""
SPREAD: Final = 0.05
"""Degrees around the middle of the city."""
RIDERS: Final = 50


def make_board(jobs: int, cars: int) -> None:
    """Insert so many jobs of all lanes, and put so many cars online, among them the simulator's drivers.

    Prints, as JSON, a ticket for each car, and for each of the simulator's drivers a job to take.
    """
    chance = random.Random(1)
    riders = [make_user(f"Rider{number}", approved=True) for number in range(RIDERS)]
    simulated = list(User.objects.filter(email__startswith="sim-driver-").order_by("pk"))
    economy = CarType.objects.get(name="Economy")
    others = [
        make_driver(f"Driver{number}", economy, approved=True) for number in range(cars - len(simulated))
    ]
    for driver in (*simulated, *others):
        put_online(driver, at=_somewhere(chance))
    # The moving jobs first: they are the same at every size.
    pairs = [
        {
            "email": driver.email,
            "driver": driver.pk,
            "job": _new(chance, riders, DriverProfile.objects.get(pk=driver.pk).car_type),
        }
        for driver in simulated
    ]
    on_trip = others[: int(len(others) * SHARE_ON_TRIP)]
    for number, driver in enumerate(on_trip):
        status = ON_TRIP[number % len(ON_TRIP)]
        make_booking(chance.choice(riders), economy, status, driver=driver, **_place(chance))
    for number in range(jobs - len(pairs) - len(on_trip)):
        ahead = timedelta(hours=1 + number % 10) if number % 6 == 0 else None
        _new(chance, riders, economy, ahead=ahead)
    tickets = [
        {"driver": driver.pk, "ticket": issue_ticket(user_id=driver.pk, family=family_of(driver))}
        for driver in (*simulated, *others)
    ]
    print(json.dumps({"tickets": tickets, "pairs": pairs, "jobs": Booking.objects.count()}))


def _new(
    chance: random.Random, riders: list[User], car_type: CarType | None, *, ahead: timedelta | None = None
) -> int:
    """Insert a waiting job, every fourth of them late, or a scheduled one."""
    assert car_type is not None
    late = timedelta(minutes=25) if ahead is None and chance.random() < 0.25 else timedelta()
    booking = make_booking(
        chance.choice(riders),
        car_type,
        trip_date=timezone.now() + (ahead or -late),
        book_later=ahead is not None,
        search_until=timezone.now(),
        **_place(chance),
    )
    return booking.pk


def _place(chance: random.Random) -> dict[str, Any]:
    lat, lng = _somewhere(chance)
    return {
        "pickup_lat": lat,
        "pickup_lng": lng,
        "pickup_add": f"{chance.randrange(300)} Quay Street, Newport",
    }


def _somewhere(chance: random.Random) -> tuple[float, float]:
    lat, lng = (at + chance.uniform(-SPREAD, SPREAD) for at in PICKUP)
    return round(lat, 6), round(lng, 6)
