"""Demo rides from booking to rating, with offers and routes."""

from datetime import datetime, time, timedelta
from functools import partial
from random import Random
from typing import Final

from apps.backoffice.demo.history import paying, talk
from apps.backoffice.demo.history.cancellations import Fate, auto_cancel, fate_of
from apps.backoffice.demo.history.days import calendar, moment, ride_times, seeded_random
from apps.backoffice.demo.history.participants import Driver, Rider
from apps.backoffice.demo.history.past import Past
from apps.backoffice.demo.history.promos import take_promo
from apps.backoffice.demo.history.roads import SHORTEST_KM, Way
from apps.backoffice.demo.history.trip import Trip, later, measured
from apps.bookings.choices import DistanceSource, Status
from apps.bookings.models import TrackingPoint
from apps.bookings.pricing.discounts import apply_discount
from apps.bookings.pricing.fare import apply_price, price
from apps.geo.geometry.sphere import great_circle_km
from apps.notifications.choices import Occasion

CAR_TYPES: Final = (("Economy", 66), ("Comfort", 25), ("Exclusive", 9))
POINTS: Final = 22
"""Number of stored points per route."""
FOR_LATER: Final = 0.07
MORNING, EVENING = range(5, 11), range(16, 24)
TO_AND_FROM_HOME: Final = 0.78
NEARBY_KM: Final = 8
TURNS: Final = timedelta(minutes=2)
"""Minimum pause between two trips of a driver."""
EARLY: Final = timedelta(hours=9)
NIGHT_OWLS: Final = (0.1, 0.3, 0.5, 0.7)
FIRST_NIGHT_OWL: Final = 1000
LONGEST_WAIT: Final = timedelta(minutes=36)
"""Time added to the driving time; a trip that might still be running by then is left out."""
RESTS: Final = timedelta(minutes=12)


def plan_rides(past: Past) -> None:
    today = past.now.astimezone(past.platform.tz).date()
    for ago, day in calendar(today):
        for number, at in enumerate(ride_times(ago, day, past.platform.tz)):
            past.clock.at(at, partial(_ride, past, ago, number))
    midnight = moment(today, time(0), past.platform.tz)
    if past.now - midnight < EARLY:
        # Early in the morning, show last night's trips even if chance gave none.
        for number, share in enumerate(NIGHT_OWLS, FIRST_NIGHT_OWL):
            at = midnight + (past.now - midnight) * share
            past.clock.at(at, partial(_ride, past, 0, number))


def _ride(past: Past, ago: int, number: int, at: datetime) -> None:
    rng = seeded_random("ride", ago, number)
    rider = past.participants.rider(at, rng)
    if rider is None:
        return
    way = _way(past, rider, at, rng)
    wanted = rng.choices([name for name, _ in CAR_TYPES], [weight for _, weight in CAR_TYPES])[0]
    driver = past.participants.driver(at, car_type=wanted, pickup=way.pickup.at)
    if driver is None:
        # If the chosen car type is not nearby, take the most common one.
        wanted = CAR_TYPES[0][0]
        driver = past.participants.driver(at, car_type=wanted, pickup=way.pickup.at)
    car_type, fate = past.car_types.get(wanted), fate_of(rng)
    if car_type is None or (driver is None and fate is not Fate.NO_DRIVER):
        return
    if at + timedelta(seconds=way.seconds * 1.5) + LONGEST_WAIT > past.now:
        return
    trip = Trip(past, rng, rider, way, car_type=car_type, at=at)
    mode = rider.pays_by(rng)
    trip.booking.chosen_payment = trip.booking.payment_mode = mode
    if rng.random() < FOR_LATER:
        trip.book_for_later(at)
    note = take_promo(trip, at)
    trip.move("create", trip.booking.created_at, rider.user, **note)
    if fate is not Fate.DRIVEN or driver is None:
        auto_cancel(trip, driver, fate, at)
        return
    reached = drive(trip, driver, at)
    past.clock.at(later(reached, rng, 25, 100), partial(paying.settle, trip))


def _way(past: Past, rider: Rider, at: datetime, rng: Random) -> Way:
    """Travel to work in the morning and home in the evening; sometimes between two nearby places."""
    hour, place = at.astimezone(past.platform.tz).hour, rng.choice(rider.favourites)
    if rng.random() > TO_AND_FROM_HOME:
        others = [
            spot for spot in rider.favourites if SHORTEST_KM < great_circle_km(spot.at, place.at) < NEARBY_KM
        ]
        if others:
            return past.roads.way(place, rng.choice(others))
    if hour in EVENING or (hour not in MORNING and rng.random() < 0.5):
        return past.roads.way(place, rider.home)
    return past.roads.way(rider.home, place)


def drive(trip: Trip, driver: Driver, at: datetime) -> datetime:
    """Record the trip from the offer to its end; returns the end time."""
    past, rng, booking, rider = trip.past, trip.rng, trip.booking, trip.rider
    offered, accepted = later(at, rng, 1, 3), later(at, rng, 8, 48)
    trip.offer(offered, driver, _others(past, driver, trip), accepted)
    trip.accept(accepted, driver)
    seconds = trip.seconds_to_pickup(driver)
    arrived = later(accepted, rng, seconds * 0.9, seconds * 1.25)
    booking.driver_arrive_time = arrived
    trip.move("arrive", arrived, driver.user)
    trip.notify(rider.user, Occasion.NEAR, arrived)
    started = later(arrived, rng, 35, 230)
    booking.trip_start_time = started
    trip.move("start", started, driver.user)
    km, duration = measured(trip.way, rng)
    reached = started + timedelta(seconds=duration)
    booking.trip_end_time, booking.total_trip_time = reached, duration
    booking.distance_km, booking.distance_source = km, DistanceSource.MULTI_WAYPOINT
    if not booking.fare_is_fixed:
        apply_price(booking, price(booking.rates, distance_km=km, duration_seconds=duration))
        if booking.promo_id is not None:
            apply_discount(booking)
    trip.move(
        "reach",
        reached,
        driver.user,
        quoted_trip_cost=f"{booking.estimate:f}",
        distance_source=DistanceSource.MULTI_WAYPOINT,
        trip_cost=f"{booking.trip_cost:f}",
    )
    _keep_points(trip, started, reached)
    talk.chat(trip, accepted, arrived)
    driver.at, driver.free_at = trip.way.drop.at, reached + TURNS
    rider.free_at = reached + RESTS
    rider.visits[trip.way.drop] = rider.visits.get(trip.way.drop, 0) + 1
    return reached


def _others(past: Past, driver: Driver, trip: Trip) -> list[Driver]:
    """Return other nearby drivers who were free."""
    at, car_type = trip.booking.trip_date, driver.profile.car_type_id
    there = [
        other
        for other in past.participants.drivers
        if other is not driver
        and other.profile.car_type_id == car_type
        and other.user.created_at < at
        and other.works(at)
    ]
    return sorted(there, key=lambda other: great_circle_km(other.at, trip.way.pickup.at))


def _keep_points(trip: Trip, started: datetime, reached: datetime) -> None:
    line = trip.way.line
    step = max(1, len(line) // POINTS)
    kept = line[:-1:step]
    for place, point in enumerate(kept):
        at = started + (reached - started) * (place / len(kept))
        trip.past.rows[TrackingPoint].append(
            TrackingPoint(
                booking_id=trip.booking.pk, at=at, status=Status.STARTED, lat=point.lat, lng=point.lng
            )
        )
    last = line[-1]
    trip.past.rows[TrackingPoint].append(
        TrackingPoint(
            booking_id=trip.booking.pk, at=reached, status=Status.REACHED, lat=last.lat, lng=last.lng
        )
    )
