"""Runs one policy through one period: events in order of simulated time, with the rules of production.

Bookings are offered at once, or in rounds every two seconds with a policy that decides about all together.
A booking with an open offer waits for its answers; without a driver it is looked at again after five seconds.
Cars wait for the next trip where the last one ended.
"""

import heapq
import itertools
import math
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Final

from apps.bookings.comparison.behaviour import Behaviour
from apps.bookings.comparison.cities import City
from apps.bookings.comparison.demand import Period, Trip
from apps.bookings.comparison.road_times import RoadTimes
from apps.bookings.comparison.world import Booking, Car, Driver, World
from apps.bookings.dispatch.policies import POLICIES
from apps.bookings.dispatch.ports import Decision, Rules
from apps.bookings.timing import JOB_TIME, RETRY_TIME, SEARCH_TIME

BEAT: Final = 2.0
"""Seconds between two runs of housekeeping."""
OFFER_TIME: Final = timedelta(seconds=60)
"""The default of the setting `offer_seconds`."""
BASE_FARE, FARE_PER_KM, FARE_PER_MINUTE = 3.0, 1.2, 0.3


class Run:
    """One policy in one period; `finish` returns the world at its end."""

    def __init__(self, policy: str, city: City, roads: RoadTimes, period: Period, people: Behaviour) -> None:
        self._policy = POLICIES[policy]
        self._rules = Rules(offer_time=OFFER_TIME)
        self._period = period
        self._people = people
        self.world = World(city, roads, period.shifts)
        self.accepted = self.declined = self.unanswered = self.offered = 0
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._order = itertools.count()
        self._next_beat = math.inf

    def finish(self) -> "Run":
        """Run all events until each trip is over, and return itself."""
        for shift in self._period.shifts:
            driver = self.world.drivers[shift.driver]
            self._plan(shift.starts, partial(self._release, driver))
            if shift.ends < math.inf:
                self._plan(shift.ends, partial(self._end_shift, driver))
        for trip in self._period.trips:
            self._plan(trip.at, partial(self._book, trip))
        while self._due:
            self.world.second, _, event = heapq.heappop(self._due)
            event()
        return self

    def _plan(self, second: float, event: Callable[[], None]) -> None:
        heapq.heappush(self._due, (second, next(self._order), event))

    # -- riders ----------------------------------------------------------------------------------

    def _book(self, trip: Trip) -> None:
        now = self.world.second
        booking = Booking(
            trip,
            search_until=now + SEARCH_TIME.total_seconds(),
            dispatch_after=now if self._policy.together else now + JOB_TIME.total_seconds(),
        )
        self.world.bookings[trip.number] = self.world.waiting[trip.number] = booking
        self._plan(now + self._people.search_limit(trip.number), partial(self._give_up, booking))
        if not self._policy.together:
            self._dispatch(booking)
        self._plan_beat()

    def _give_up(self, booking: Booking) -> None:
        if booking.waits:
            self._close(booking)

    def _close(self, booking: Booking) -> None:
        """End the search of a booking and its open offers."""
        booking.waits = False
        del self.world.waiting[booking.trip.number]
        for driver in booking.open:
            self.world.drivers[driver].offers.discard(booking.trip.number)
        booking.open.clear()

    # -- dispatch --------------------------------------------------------------------------------

    def _plan_beat(self) -> None:
        """Plan the next run of housekeeping that has something to do."""
        needed = min(
            (
                min([*booking.open.values(), math.inf]) if booking.open else booking.dispatch_after
                for booking in self.world.waiting.values()
            ),
            default=math.inf,
        )
        if needed == math.inf:
            return
        beat = BEAT * max(math.ceil(needed / BEAT), math.floor(self.world.second / BEAT) + 1)
        if beat < self._next_beat:
            self._next_beat = beat
            self._plan(beat, self._beat)

    def _beat(self) -> None:
        now = self.world.second
        if now != self._next_beat:
            return
        self._next_beat = math.inf
        due = []
        for booking in list(self.world.waiting.values()):
            expired = [driver for driver, until in booking.open.items() if until <= now]
            for driver in expired:
                self.unanswered += 1
                self._withdraw(booking, driver)
            if expired:
                self._dispatch_without_offers(booking)
            elif booking.dispatch_after <= now and not booking.open:
                due.append(booking)
        if self._policy.together:
            self._dispatch_together(due)
        else:
            for booking in due:
                self._dispatch(booking)
        self._plan_beat()

    def _withdraw(self, booking: Booking, driver: int) -> None:
        del booking.open[driver]
        booking.closed.add(driver)
        self.world.drivers[driver].offers.discard(booking.trip.number)

    def _dispatch_without_offers(self, booking: Booking) -> None:
        """Do what the job does that a closed offer enqueues."""
        if not booking.waits or booking.open:
            return
        if self._policy.together:
            booking.dispatch_after = self.world.second
        else:
            self._dispatch(booking)
        self._plan_beat()

    def _dispatch(self, booking: Booking) -> None:
        if booking.waits and not booking.open:
            self._dispatch_together([booking])

    def _dispatch_together(self, bookings: list[Booking]) -> None:
        searched = []
        for booking in bookings:
            if booking.search_until <= self.world.second:
                self._close(booking)
            else:
                searched.append(booking)
        if not searched:
            return
        seconds = SEARCH_TIME.total_seconds()
        waiting = [self.world.as_waiting(booking, search_seconds=seconds) for booking in searched]
        decisions = self._policy.decide(waiting, self.world, self.world, self._rules)
        for booking in searched:
            self._offer(booking, decisions.get(booking.trip.number))

    def _offer(self, booking: Booking, decision: Decision | None) -> None:
        now, number = self.world.second, booking.trip.number
        if decision is None or not decision.drivers:
            holds = decision is not None and decision.holds
            booking.dispatch_after = now if holds else now + RETRY_TIME.total_seconds()
            return
        for ranked in decision.drivers:
            driver_id = ranked.driver_id
            driver = self.world.drivers[driver_id]
            booking.open[driver_id] = now + decision.offer_time.total_seconds()
            booking.offers_of[driver_id] = offer_number = booking.offers_of.get(driver_id, 0) + 1
            driver.offers.add(number)
            self.offered += 1
            drive = self.world.seconds(driver.place, booking.trip.pickup)
            answer = self._people.answer(number, driver_id, offer_number, drive)
            if answer.accepts is not None:
                self._plan(
                    now + answer.after_seconds,
                    partial(self._answer, booking, driver_id, offer_number, accepts=answer.accepts),
                )

    def _answer(self, booking: Booking, driver_id: int, offer_number: int, *, accepts: bool) -> None:
        is_open = driver_id in booking.open and booking.offers_of[driver_id] == offer_number
        if not is_open or self.world.second >= booking.open[driver_id]:
            return
        if accepts:
            self.accepted += 1
            self._accept(booking, driver_id)
            return
        self.declined += 1
        self._withdraw(booking, driver_id)
        booking.refused.add(driver_id)
        self._dispatch_without_offers(booking)

    # -- trips -----------------------------------------------------------------------------------

    def _accept(self, booking: Booking, driver_id: int) -> None:
        now, trip, driver = self.world.second, booking.trip, self.world.drivers[driver_id]
        self._close(booking)
        booking.accepted_at = now
        drive = self.world.seconds(driver.place, trip.pickup)
        if now + drive - trip.at > self._people.wait_limit(trip.number):
            # The rider learns the time of arrival, and cancels. The driver stays free.
            return
        booking.driver = driver_id
        driver.car = Car.TO_PICKUP
        self._withdraw_all(driver_id)
        booking.drive_seconds = drive * self._people.traffic(trip.number, "pickup")
        self._plan(now + booking.drive_seconds, partial(self._arrive, booking, driver))

    def _withdraw_all(self, driver_id: int) -> None:
        """Withdraw the driver's open offers of other bookings."""
        for number in sorted(self.world.drivers[driver_id].offers):
            other = self.world.bookings[number]
            self._withdraw(other, driver_id)
            self._dispatch_without_offers(other)

    def _arrive(self, booking: Booking, driver: Driver) -> None:
        booking.picked_up_at = self.world.second
        driver.place = booking.trip.pickup
        boarded = self.world.second + self._people.boarding(booking.trip.number)
        self._plan(boarded, partial(self._start, booking, driver))

    def _start(self, booking: Booking, driver: Driver) -> None:
        trip = booking.trip
        driver.slower = self._people.traffic(trip.number, "trip")
        driver.drive_ends = self.world.second + self.world.seconds(trip.pickup, trip.drop) * driver.slower
        # Where the car is free again.
        driver.place, driver.car = trip.drop, Car.DRIVING
        self._plan(driver.drive_ends, partial(self._reach, booking, driver))

    def _reach(self, booking: Booking, driver: Driver) -> None:
        trip = booking.trip
        driver.car = Car.CLOSING
        minutes = self.world.seconds(trip.pickup, trip.drop) / 60
        driver.income += (
            BASE_FARE + FARE_PER_KM * self.world.km(trip.pickup, trip.drop) + FARE_PER_MINUTE * minutes
        )
        driver.trips += 1
        driver.last_trip_ended = self.world.second
        self._plan(self.world.second + self._people.closing(trip.number), partial(self._release, driver))

    def _release(self, driver: Driver) -> None:
        """Make the car free where it is, or end the shift that is over."""
        driver.car = Car.OFFLINE if driver.shift.ends <= self.world.second else Car.FREE

    def _end_shift(self, driver: Driver) -> None:
        if driver.car is Car.FREE:
            driver.car = Car.OFFLINE
            self._withdraw_all(driver.shift.driver)
