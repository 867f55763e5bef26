"""The policy that also weighs drivers who are soon free, on the production database."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from apps.accounts.models import DriverProfile, User
from apps.accounts.services.availability import free_driver
from apps.bookings.choices import OfferState, Status
from apps.bookings.dispatch.ending import soon_free
from apps.bookings.models import Booking, BookingStop
from apps.bookings.services.dispatching import dispatch_once
from apps.bookings.services.housekeeping import renew_searches
from apps.core.platform import platform_settings, update_platform_settings
from apps.fares.models import CarType
from apps.geo.models import DriverPosition
from tests.bookings.builders import PICKUP, credit_wallet, make_booking, make_offer, move, put_online
from tests.bookings.roads import driving_on
from tests.bookings.test_dispatch import offered_to
from tests.bookings.test_dispatch_policies import MeasuredRoads, cabs, expire_offers, waiting
from tests.personas import make_driver

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def measured(db: None) -> Iterator[MeasuredRoads]:
    update_platform_settings(dispatch_policy="soon_free")
    with driving_on(MeasuredRoads()) as roads:
        assert isinstance(roads, MeasuredRoads)
        yield roads


def on_trip(
    rider: User, car_type: CarType, *, now: float, drop: float, status: Status = Status.STARTED
) -> tuple[User, Booking]:
    """Put a driver `now` steps of 1.1 km north of the pickup on a trip that ends `drop` steps north of it."""
    driver = make_driver("Cab", car_type)
    credit_wallet(driver)
    put_online(driver, at=(PICKUP[0] + now / 100, PICKUP[1]))
    trip = make_booking(
        rider, car_type, status, driver=driver, drop_lat=PICKUP[0] + drop / 100, drop_lng=PICKUP[1]
    )
    return driver, trip


def end_trip(driver: User, trip: Booking) -> None:
    Booking.objects.filter(pk=trip.pk).update(status=Status.PENDING)
    free_driver(driver_id=driver.pk)
    move(driver, (trip.drop_lat, trip.drop_lng))


def is_held(booking: Booking) -> bool:
    booking.refresh_from_db()
    now = timezone.now()
    return (
        not booking.offers.exists()
        and booking.status == Status.NEW
        and booking.dispatch_after is not None
        and booking.dispatch_after <= now
    )


def settled(rider: User, car_type: CarType, driver_id: int, *, minutes_ago: float) -> None:
    make_booking(
        rider,
        car_type,
        Status.COMPLETE,
        driver=User.objects.get(pk=driver_id),
        settled_at=timezone.now() - timedelta(minutes=minutes_ago),
    )


def test_offer_goes_to_one_driver_for_twenty_seconds(ada: User, economy: CarType) -> None:
    near, _far = cabs(economy, 0.5, 3)
    booking = waiting(ada, economy)

    renew_searches()

    assert offered_to(booking) == [near]
    offer = booking.offers.get()
    assert offer.expires_at - offer.offered_at == timedelta(seconds=20)


def test_booking_waits_for_a_quicker_driver_who_is_soon_free(ada: User, economy: CarType) -> None:
    # A minute of driving and closing, against twenty minutes from the free driver.
    driver, trip = on_trip(ada, economy, now=0.5, drop=0.1)
    (far,) = cabs(economy, 8)
    settled(ada, economy, far, minutes_ago=0)
    booking = waiting(ada, economy)

    renew_searches()
    assert is_held(booking)
    end_trip(driver, trip)
    renew_searches()

    assert offered_to(booking) == [driver.pk]


def test_held_booking_goes_to_a_free_driver_after_two_minutes(ada: User, economy: CarType) -> None:
    _driver, _trip = on_trip(ada, economy, now=0.5, drop=0.1)
    (far,) = cabs(economy, 8)
    settled(ada, economy, far, minutes_ago=0)
    booking = waiting(ada, economy)
    renew_searches()
    assert is_held(booking)

    Booking.objects.filter(pk=booking.pk).update(
        search_until=booking.search_until - timedelta(seconds=121)  # type: ignore[operator]
    )
    renew_searches()

    assert offered_to(booking) == [far]


def test_no_booking_waits_if_a_free_driver_is_as_quick(ada: User, economy: CarType) -> None:
    on_trip(ada, economy, now=0.2, drop=0.1)
    (here,) = cabs(economy, 1)
    booking = waiting(ada, economy)

    renew_searches()

    assert offered_to(booking) == [here]


def test_staff_search_without_automatic_dispatch_does_not_wait(ada: User, economy: CarType) -> None:
    update_platform_settings(auto_dispatch=False)
    on_trip(ada, economy, now=0.5, drop=0.1)
    (far,) = cabs(economy, 8)
    settled(ada, economy, far, minutes_ago=0)
    booking = make_booking(ada, economy)

    assert dispatch_once(booking_id=booking.pk) == 1

    assert offered_to(booking) == [far]


def test_scheduled_trip_does_not_wait_in_its_last_minutes(ada: User, economy: CarType) -> None:
    on_trip(ada, economy, now=0.5, drop=0.1)
    (far,) = cabs(economy, 8)
    settled(ada, economy, far, minutes_ago=0)
    soon = timezone.now() + timedelta(minutes=10)
    booking = make_booking(
        ada, economy, book_later=True, trip_date=soon, search_until=soon, dispatch_after=timezone.now()
    )

    renew_searches()

    assert offered_to(booking) == [far]


def weighed(booking: Booking) -> list[int]:
    soon = soon_free([booking], platform_settings(), within=timedelta(minutes=4))
    return [driver.driver_id for driver in soon.get(booking.pk, [])]


def test_time_until_a_driver_is_free_is_the_rest_of_the_drive_and_the_end(
    ada: User, economy: CarType
) -> None:
    driving, _ = on_trip(ada, economy, now=2, drop=1)
    paying, _ = on_trip(ada, economy, now=0.5, drop=0.5, status=Status.REACHED)

    booking = waiting(ada, economy)
    soon = soon_free([booking], platform_settings(), within=timedelta(minutes=4))[booking.pk]

    assert {one.driver_id: one.free_in_seconds for one in soon} == {driving.pk: 60 + 45, paying.pk: 45}


def test_driver_who_cannot_take_the_booking_afterwards_is_not_weighed(ada: User, economy: CarType) -> None:
    booking = waiting(ada, economy)
    driver, trip = on_trip(ada, economy, now=1, drop=0.1)
    assert weighed(booking) == [driver.pk]

    position = DriverPosition.objects.filter(pk=driver.pk)
    this_trip = Booking.objects.filter(pk=trip.pk)
    now = timezone.now()
    limousine = CarType.objects.create(name="Limousine", min_fare=30)
    at, fees = position.get().at, booking.convenience_fees
    changes: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
        "documents expire before the trip ends": (
            lambda: position.update(fit_until=now + timedelta(minutes=2)),
            lambda: position.update(fit_until=None),
        ),
        "the position is old": (
            lambda: position.update(at=now - timedelta(seconds=90)),
            lambda: position.update(at=at),
        ),
        "the wallet is empty": (
            lambda: setattr(booking, "convenience_fees", Decimal(100_000)),
            lambda: setattr(booking, "convenience_fees", fees),
        ),
        "another car type": (
            lambda: position.update(car_type_id=limousine.pk),
            lambda: position.update(car_type_id=economy.pk),
        ),
        "the trip is not started": (
            lambda: this_trip.update(status=Status.ARRIVED),
            lambda: this_trip.update(status=Status.STARTED),
        ),
        "no destination": (
            lambda: this_trip.update(street_trip=True),
            lambda: this_trip.update(street_trip=False),
        ),
        "the destination is outside the radius": (
            lambda: this_trip.update(drop_lat=PICKUP[0] + 0.3),
            lambda: this_trip.update(drop_lat=trip.drop_lat),
        ),
    }
    for name, (change, undo) in changes.items():
        change()
        assert weighed(booking) == [], name
        undo()
    assert weighed(booking) == [driver.pk]


def test_driver_with_a_stop_ahead_is_not_weighed(ada: User, economy: CarType) -> None:
    booking = waiting(ada, economy)
    driver, trip = on_trip(ada, economy, now=1, drop=0.1)
    stop = BookingStop.objects.create(booking=trip, position=1, lat=PICKUP[0], lng=PICKUP[1], add="Stop")
    assert weighed(booking) == []

    stop.reached_at = stop.left_at = timezone.now()
    stop.save()
    assert weighed(booking) == [driver.pk]


def test_driver_who_refused_the_booking_is_not_waited_for(ada: User, economy: CarType) -> None:
    booking = waiting(ada, economy)
    driver, _ = on_trip(ada, economy, now=1, drop=0.1)
    make_offer(booking, driver, state=OfferState.DECLINED)
    assert weighed(booking) == []


def test_no_driver_is_waited_for_if_routing_fails(
    ada: User, economy: CarType, measured: MeasuredRoads
) -> None:
    on_trip(ada, economy, now=1, drop=0.1)
    (far,) = cabs(economy, 8)
    measured.silent = True
    booking = waiting(ada, economy)

    renew_searches()

    assert offered_to(booking) == [far]


def test_driver_who_has_waited_longer_may_come_from_farther(ada: User, economy: CarType) -> None:
    # Five minutes of driving more, against thirty for a wait of twenty.
    near, far = cabs(economy, 1, 6)
    settled(ada, economy, near, minutes_ago=0)
    settled(ada, economy, far, minutes_ago=20)
    first = waiting(ada, economy)
    renew_searches()
    assert offered_to(first) == [far]

    first.offers.update(state=OfferState.WITHDRAWN)
    Booking.objects.filter(pk=first.pk).update(status=Status.CANCELLED)
    Booking.objects.filter(driver_id=far).update(settled_at=timezone.now())
    second = waiting(ada, economy)
    renew_searches()
    assert offered_to(second) == [near]


def test_driver_who_did_not_answer_is_tried_again_after_others(ada: User, economy: CarType) -> None:
    silent, other = cabs(economy, 0.1, 2)
    booking = waiting(ada, economy)
    renew_searches()
    assert offered_to(booking) == [silent]

    expire_offers(booking)
    renew_searches()

    assert offered_to(booking) == [other]
    assert DriverProfile.objects.filter(pk=silent, busy=False).exists()
