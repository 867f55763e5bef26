"""Pickup times of the dispatch policies over the same simulated hour of the demo city, as ratios.

An hour of riders and drivers on the roads of the demo map is simulated once per policy and round. Bookings
are offered by the production policies and changed by the production services in PostgreSQL; routes come
from OSRM. The demand is the same for all policies: who books when and where, and how each driver answers
each rider (after how long; yes, no, or no answer) is drawn once per round.

The baseline is a broadcast won by the nearest driver who accepts. In a plain broadcast the first to answer
wins. `pickup` is the time from the booking to the arrival of the car; riders give up after five minutes.
"""

import heapq
import itertools
import random
import statistics
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Final

import time_machine
from django.utils import timezone

from apps.accounts.models import User
from apps.accounts.services.availability import free_driver
from apps.bookings.choices import OfferState, Status
from apps.bookings.models import Booking, Offer
from apps.bookings.services.cancelling import cancel_booking
from apps.bookings.services.dispatching import dispatch_booking
from apps.bookings.services.housekeeping import renew_searches
from apps.bookings.services.offers import accept_booking, decline_offer
from apps.bookings.timing import JOB_TIME, SEARCH_TIME
from apps.core.errors import DomainError
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.geo.port import LatLng, Routing
from apps.geo.positions.store import PositionReport, record_positions
from apps.geo.providers.maps import maps, using_maps
from tests.bench.report import Spread, print_table
from tests.bookings.builders import make_booking, put_online
from tests.personas import make_driver, make_user

CENTER = LatLng(50.6990, -1.2930)
"""Newport, the centre of the demo city."""
SPREAD = (0.035, 0.055)
"""Degrees of latitude and longitude, about 4 km: one standard deviation."""
HOUR: Final = 3600
GIVE_UP_AFTER: Final = 300
BEAT: Final = 2
RIDERS, DRIVERS = 80, 20
SPEEDS: Final = (3.0, 15.0)
"""Seconds until a driver answers."""
ACCEPTS_BELOW, DECLINES_BELOW = 0.75, 0.90
"""A driver accepts below the first and declines below the second; beyond it there is no answer."""
# In the future: the database's clock must not be later.
START: Final = datetime(2040, 3, 14, 8, tzinfo=UTC)
NEAREST_WINS: Final = "broadcast, the nearest wins"
POLICIES: Final = {
    NEAREST_WINS: "broadcast",
    "broadcast, the first wins": "broadcast",
    "waves": "waves",
    "batch": "batch",
}


@dataclass(frozen=True)
class Rider:
    at_second: float
    pickup: LatLng
    drop: LatLng


@dataclass
class Outcome:
    pickups: list[float] = field(default_factory=list)
    """Seconds from each booking until its car arrived."""
    roads: list[int] = field(default_factory=list)
    """Seconds of driving to each pickup."""
    unserved: int = 0


def run(routing: Routing, *, rounds: int, riders: int = RIDERS, drivers: int = DRIVERS) -> dict[str, Any]:
    """Run each policy through the same hours; `routing` knows the demo city's roads."""
    outcomes: dict[str, list[Outcome]] = {name: [] for name in POLICIES}
    with using_maps(routing=routing):
        for number in range(rounds):
            demand, cars = _demand(random.Random(number), riders, drivers)
            for name, policy in POLICIES.items():
                outcome = _Hour(number, name, policy, demand, cars).run()
                outcomes[name].append(outcome)
                line = ", ".join(f"{key} {value:.0f}" for key, value in _figures(outcome, riders).items())
                print(f"  round {number + 1} of {rounds}, {name}: {line}", flush=True)
    return _report(outcomes, riders=riders, drivers=drivers)


def _demand(chance: random.Random, riders: int, drivers: int) -> tuple[list[Rider], list[LatLng]]:
    """Return bookings and cars of an hour, all on roads that are connected."""
    spots = iter(_on_roads(chance, 2 * riders + drivers))
    cars = [next(spots) for _ in range(drivers)]
    moments = sorted(chance.uniform(0, HOUR) for _ in range(riders))
    return [Rider(moment, next(spots), next(spots)) for moment in moments], cars


def _on_roads(chance: random.Random, count: int) -> list[LatLng]:
    found: list[LatLng] = []
    while len(found) < count:
        tried = [
            LatLng(
                round(chance.gauss(CENTER.lat, SPREAD[0]), 5), round(chance.gauss(CENTER.lng, SPREAD[1]), 5)
            )
            for _ in range(60)
        ]
        there = maps().routing.matrix([CENTER], tried).durations_seconds[0]
        found += [spot for spot, seconds in zip(tried, there, strict=True) if seconds is not None]
    return found[:count]


def _by_road(start: LatLng, end: LatLng) -> int:
    ((seconds,),) = maps().routing.matrix([start], [end]).durations_seconds
    # Two positions on roads that both lead to the centre are connected.
    return 0 if seconds is None else seconds


class _Hour:
    """Simulates one hour of a policy: runs events in order, independent of the real time."""

    def __init__(self, number: int, name: str, policy: str, demand: list[Rider], cars: list[LatLng]) -> None:
        self.number, self.name, self.demand = number, name, demand
        self.outcome = Outcome()
        self.due: list[tuple[float, int, Callable[[], None]]] = []
        self.order = itertools.count()
        self.last_offer = 0
        self.waiting: set[int] = set()
        self.has_beat = False
        update_platform_settings(dispatch_policy=policy, negative_balance=True, auto_dispatch=True)
        # Its own car type, apart from bookings of an earlier hour.
        self.car_type = CarType.objects.create(name=f"Bench {number} {name}", base_fare=10, min_fare=10)
        self.rider = make_user("Rider")
        self.cars = dict(enumerate(cars))
        self.drivers: dict[int, User] = {}
        self.names: dict[int, int] = {}
        self.booked: dict[int, int] = {}

    def run(self) -> Outcome:
        with time_machine.travel(START, tick=False) as clock:
            for car, spot in self.cars.items():
                self.drivers[car] = make_driver("Driver", self.car_type)
                self.names[self.drivers[car].pk] = car
                put_online(self.drivers[car], at=spot)
            for index, rider in enumerate(self.demand):
                self.plan(rider.at_second, partial(self.book, index))
            while self.due:
                second, _order, event = heapq.heappop(self.due)
                clock.move_to(START + timedelta(seconds=second))
                event()
        return self.outcome

    def plan(self, second: float, event: Callable[[], None]) -> None:
        heapq.heappush(self.due, (second, next(self.order), event))

    @property
    def second(self) -> float:
        return (timezone.now() - START).total_seconds()

    # -- events ----------------------------------------------------------------------------------

    def book(self, index: int) -> None:
        rider, now = self.demand[index], timezone.now()
        booking = make_booking(
            self.rider,
            self.car_type,
            trip_date=now,
            pickup_lat=rider.pickup.lat,
            pickup_lng=rider.pickup.lng,
            drop_lat=rider.drop.lat,
            drop_lng=rider.drop.lng,
            # The state that the production transition sets.
            search_until=now + SEARCH_TIME,
            dispatch_after=now + JOB_TIME,
        )
        self.booked[booking.pk] = index
        self.waiting.add(booking.pk)
        self.plan(self.second + GIVE_UP_AFTER, partial(self.give_up, booking.pk))
        dispatch_booking(booking_id=booking.pk)
        self.plan_answers()
        self.schedule_beat()

    def schedule_beat(self) -> None:
        """Schedule housekeeping while a booking waits."""
        if self.waiting and not self.has_beat:
            self.has_beat = True
            self.plan(BEAT * (self.second // BEAT + 1), self.beat)

    def beat(self) -> None:
        renew_searches()
        self.plan_answers()
        self.has_beat = False
        self.schedule_beat()

    def plan_answers(self) -> None:
        """Schedule the answer of each driver with a new offer."""
        fresh = Offer.objects.filter(state=OfferState.OFFERED, pk__gt=self.last_offer)
        for offer in fresh.filter(driver_id__in=self.names).order_by("pk"):
            self.last_offer = offer.pk
            car = self.names[offer.driver_id]
            # A driver answers the same rider in the same way under every policy.
            chance = random.Random(f"{self.number}:{self.booked[offer.booking_id]}:{car}:{offer.round}")
            draw, seconds = chance.random(), chance.uniform(*SPEEDS)
            if self.name == NEAREST_WINS:
                seconds = SPEEDS[0] + offer.rank / 100
            if draw < DECLINES_BELOW:
                self.plan(self.second + seconds, partial(self.answer, offer, yes=draw < ACCEPTS_BELOW))

    def answer(self, offer: Offer, *, yes: bool) -> None:
        driver = self.drivers[self.names[offer.driver_id]]
        if not Offer.objects.filter(pk=offer.pk, state=OfferState.OFFERED).exists():
            return
        try:
            if yes:
                booking = accept_booking(booking_id=offer.booking_id, by=driver)
                self.drive(booking, self.names[driver.pk])
            else:
                decline_offer(booking_id=offer.booking_id, by=driver)
                # The job that the transition enqueues.
                dispatch_booking(booking_id=offer.booking_id)
        except DomainError:
            return
        self.plan_answers()

    def drive(self, booking: Booking, car: int) -> None:
        rider = self.demand[self.booked[booking.pk]]
        to_pickup = _by_road(self.cars[car], rider.pickup)
        self.outcome.roads.append(to_pickup)
        self.outcome.pickups.append(self.second + to_pickup - rider.at_second)
        self.waiting.discard(booking.pk)
        there = self.second + to_pickup + _by_road(rider.pickup, rider.drop)
        self.plan(there, partial(self.finish_trip, booking, car, rider.drop))

    def finish_trip(self, booking: Booking, car: int, at: LatLng) -> None:
        """Skip the ride and its money, which are not measured: the driver is at the drop, and free."""
        Booking.objects.filter(pk=booking.pk).update(status=Status.PENDING)
        driver = self.drivers[car]
        free_driver(driver_id=driver.pk)
        record_positions([PositionReport(driver_id=driver.pk, lat=at.lat, lng=at.lng, at=timezone.now())])
        self.cars[car] = at

    def give_up(self, booking_id: int) -> None:
        if Booking.objects.filter(pk=booking_id, status=Status.NEW).exists():
            cancel_booking(booking_id=booking_id, reason_value=None, reason="Too long", by=self.rider)
            self.outcome.unserved += 1
            self.waiting.discard(booking_id)


# -- the results -----------------------------------------------------------------------------


def _report(outcomes: dict[str, list[Outcome]], *, riders: int, drivers: int) -> dict[str, Any]:
    baseline = [_figures(one, riders) for one in outcomes[NEAREST_WINS]]
    result: dict[str, Any] = {"riders": riders, "drivers": drivers, "rounds": len(baseline)}
    rows = []
    for name, rounds in outcomes.items():
        figures = [_figures(one, riders) for one in rounds]
        spreads = {key: Spread.of([one[key] for one in figures]) for key in figures[0]}
        ratios = {
            key: Spread.of([one[key] / base[key] for one, base in zip(figures, baseline, strict=True)])
            for key in ("mean", "p95")
        }
        result[name] = spreads | {f"{key}_ratio": ratio for key, ratio in ratios.items()}
        rows.append(
            [
                name,
                str(spreads["mean"]),
                str(ratios["mean"]),
                str(spreads["p95"]),
                str(ratios["p95"]),
                str(spreads["road"]),
                str(spreads["unserved"]),
            ]
        )
    print_table(
        f"An hour of {riders} riders and {drivers} drivers in the demo city, by dispatch policy",
        ["", "mean pickup, s", "ratio", "p95, s", "ratio", "of it driving, s", "unserved, %"],
        rows,
    )
    return result


def _figures(outcome: Outcome, riders: int) -> dict[str, float]:
    return {
        "mean": statistics.fmean(outcome.pickups),
        "p95": statistics.quantiles(outcome.pickups, n=20)[-1],
        "road": statistics.fmean(outcome.roads),
        "unserved": 100 * outcome.unserved / riders,
    }
