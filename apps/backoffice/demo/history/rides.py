"""Demo rides from booking to rating, with offers and routes."""

from datetime import datetime, time, timedelta
from functools import partial
from random import Random
from typing import Final

from apps.backoffice.demo.history import feedback, payments
from apps.backoffice.demo.history.builder import Builder
from apps.backoffice.demo.history.cancellations import TripOutcome, cancel, draw_outcome
from apps.backoffice.demo.history.days import calendar, moment, ride_times, seeded_random
from apps.backoffice.demo.history.geography import MIN_KM, QuotedRoute
from apps.backoffice.demo.history.participants import Driver, Rider
from apps.backoffice.demo.history.promos import apply_random_promo
from apps.backoffice.demo.history.trip import Trip, draw_measurement, random_later
from apps.bookings.choices import DistanceSource, Status
from apps.bookings.models import TrackingPoint
from apps.bookings.pricing.discounts import apply_discount
from apps.bookings.pricing.fare import apply_price, price
from apps.geo.geometry.sphere import great_circle_km
from apps.notifications.choices import Occasion

CAR_TYPES: Final = (("Economy", 66), ("Comfort", 25), ("Exclusive", 9))
POINTS_PER_ROUTE: Final = 22
"""Number of stored points per route."""
BOOK_LATER_SHARE: Final = 0.07
MORNING, EVENING = range(5, 11), range(16, 24)
HOME_SHARE: Final = 0.78
NEARBY_KM: Final = 8
DRIVER_PAUSE: Final = timedelta(minutes=2)
"""Minimum pause between two trips of a driver."""
RIDER_PAUSE: Final = timedelta(minutes=12)
EARLY_MORNING: Final = timedelta(hours=9)
NIGHT_RIDES: Final = (0.1, 0.3, 0.5, 0.7)
"""Times of extra rides, as shares of the time since midnight."""
FIRST_NIGHT_RIDE: Final = 1000
"""Number of the first extra ride, above those of the day's other rides."""
MAX_EXTRA_TIME: Final = timedelta(minutes=36)
"""Allowance beyond the driving time; a trip that might not be over by now is left out."""


def plan_rides(builder: Builder) -> None:
    """Schedule the ride requests of each day."""
    today = builder.now.astimezone(builder.platform.tz).date()
    for days_ago, day in calendar(today):
        for number, at in enumerate(ride_times(days_ago, day, builder.platform.tz)):
            builder.clock.at(at, partial(_request_ride, builder, days_ago, number))
    midnight = moment(today, time(0), builder.platform.tz)
    if builder.now - midnight < EARLY_MORNING:
        # Until 9:00, add rides since midnight, so that today is not empty.
        for number, share in enumerate(NIGHT_RIDES, FIRST_NIGHT_RIDE):
            at = midnight + (builder.now - midnight) * share
            builder.clock.at(at, partial(_request_ride, builder, 0, number))


def _request_ride(builder: Builder, days_ago: int, number: int, at: datetime) -> None:
    rng = seeded_random("ride", days_ago, number)
    rider = builder.participants.rider(at, rng)
    if rider is None:
        return
    route = _choose_route(builder, rider, at, rng)
    car_type_name = rng.choices([name for name, _ in CAR_TYPES], [weight for _, weight in CAR_TYPES])[0]
    driver = builder.participants.driver(at, car_type=car_type_name, pickup=route.pickup.at)
    if driver is None:
        # If no car of that type is nearby, use the most common type.
        car_type_name = CAR_TYPES[0][0]
        driver = builder.participants.driver(at, car_type=car_type_name, pickup=route.pickup.at)
    car_type, outcome = builder.car_types.get(car_type_name), draw_outcome(rng)
    if car_type is None or (driver is None and outcome is not TripOutcome.NO_DRIVER):
        return
    if at + timedelta(seconds=route.seconds * 1.5) + MAX_EXTRA_TIME > builder.now:
        return
    trip = Trip(builder, rng, rider, route, car_type=car_type, at=at)
    mode = rider.draw_payment_mode(rng)
    trip.booking.chosen_payment = trip.booking.payment_mode = mode
    if rng.random() < BOOK_LATER_SHARE:
        trip.book_for_later(at)
    promo = apply_random_promo(trip, at)
    trip.transition("create", trip.booking.created_at, rider.user, **promo)
    if outcome is not TripOutcome.DRIVEN or driver is None:
        cancel(trip, driver, outcome, at)
        return
    ended = drive(trip, driver, at)
    builder.clock.at(random_later(ended, rng, 25, 100), partial(payments.settle, trip))


def _choose_route(builder: Builder, rider: Rider, at: datetime, rng: Random) -> QuotedRoute:
    """Return a route from home in the morning and to it in the evening, or between two nearby favourites."""
    hour, place = at.astimezone(builder.platform.tz).hour, rng.choice(rider.favourites)
    if rng.random() > HOME_SHARE:
        others = [
            spot for spot in rider.favourites if MIN_KM < great_circle_km(spot.at, place.at) < NEARBY_KM
        ]
        if others:
            return builder.routes.between(place, rng.choice(others))
    if hour in EVENING or (hour not in MORNING and rng.random() < 0.5):
        return builder.routes.between(place, rider.home)
    return builder.routes.between(rider.home, place)


def drive(trip: Trip, driver: Driver, at: datetime) -> datetime:
    """Record the trip from the offer to its end, and return the end time."""
    builder, rng, booking, rider = trip.builder, trip.rng, trip.booking, trip.rider
    offered, accepted = random_later(at, rng, 1, 3), random_later(at, rng, 8, 48)
    trip.offer(offered, driver, _other_drivers(builder, driver, trip), accepted)
    trip.accept(accepted, driver)
    seconds = trip.seconds_to_pickup(driver)
    arrived = random_later(accepted, rng, seconds * 0.9, seconds * 1.25)
    booking.driver_arrive_time = arrived
    trip.transition("arrive", arrived, driver.user)
    trip.notify(rider.user, Occasion.NEAR, arrived)
    started = random_later(arrived, rng, 35, 230)
    booking.trip_start_time = started
    trip.transition("start", started, driver.user)
    km, duration = draw_measurement(trip.route, rng)
    reached = started + timedelta(seconds=duration)
    booking.trip_end_time, booking.total_trip_time = reached, duration
    booking.distance_km, booking.distance_source = km, DistanceSource.MULTI_WAYPOINT
    if not booking.fare_is_fixed:
        apply_price(booking, price(booking.rates, distance_km=km, duration_seconds=duration))
        if booking.promo_id is not None:
            apply_discount(booking)
    trip.transition(
        "reach",
        reached,
        driver.user,
        quoted_trip_cost=f"{booking.estimate:f}",
        distance_source=DistanceSource.MULTI_WAYPOINT,
        trip_cost=f"{booking.trip_cost:f}",
    )
    _add_tracking_points(trip, started, reached)
    feedback.add_chat(trip, accepted, arrived)
    driver.at, driver.free_at = trip.route.drop.at, reached + DRIVER_PAUSE
    rider.free_at = reached + RIDER_PAUSE
    rider.visits[trip.route.drop] = rider.visits.get(trip.route.drop, 0) + 1
    return reached


def _other_drivers(builder: Builder, driver: Driver, trip: Trip) -> list[Driver]:
    """Return the other drivers of the car type who were free, nearest to the pickup first."""
    at, car_type = trip.booking.trip_date, driver.profile.car_type_id
    free = [
        other
        for other in builder.participants.drivers
        if other is not driver
        and other.profile.car_type_id == car_type
        and other.user.created_at < at
        and other.is_available(at)
    ]
    return sorted(free, key=lambda other: great_circle_km(other.at, trip.route.pickup.at))


def _add_tracking_points(trip: Trip, started: datetime, reached: datetime) -> None:
    line = trip.route.line
    step = max(1, len(line) // POINTS_PER_ROUTE)
    points = line[:-1:step]
    for index, point in enumerate(points):
        at = started + (reached - started) * (index / len(points))
        trip.builder.rows[TrackingPoint].append(
            TrackingPoint(
                booking_id=trip.booking.pk, at=at, status=Status.STARTED, lat=point.lat, lng=point.lng
            )
        )
    last = line[-1]
    trip.builder.rows[TrackingPoint].append(
        TrackingPoint(
            booking_id=trip.booking.pk, at=reached, status=Status.REACHED, lat=last.lat, lng=last.lng
        )
    )
