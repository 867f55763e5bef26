"""Which drivers get an offer, in which order, and what happens when none accepts."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import DriverProfile, User
from apps.accounts.services.availability import (
    mark_driver_busy,
    set_driver_active,
    sync_driver_position,
)
from apps.bookings.choices import OfferState, Status
from apps.bookings.models import Booking, Offer
from apps.bookings.services.dispatching import dispatch_booking
from apps.bookings.services.housekeeping import (
    cancel_unanswered,
    renew_searches,
    replace_silent_drivers,
    retire_stale_drivers,
)
from apps.bookings.services.offers import accept_booking, decline_offer
from apps.bookings.state_machine.machine import apply_transition
from apps.bookings.timing import NO_RESPONSE, SEARCH_TIME, SILENT_DRIVER
from apps.core.errors import Conflict
from apps.core.models import OutboxEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.geo.models import DriverPosition
from apps.notifications.models import InboxMessage
from tests.bookings.builders import PICKUP, credit_wallet, make_booking, make_offer, move, put_online
from tests.bookings.conftest import Snapshot
from tests.personas import make_driver
from tests.published import published_events, topics_of

pytestmark = pytest.mark.django_db

FAR = (50.70, -1.10)
"""13.6 km east of the pickup: beyond 10 km, within 10 miles."""


def searching(customer: User, car_type: CarType, **fields: Any) -> Booking:
    now = timezone.now()
    return make_booking(
        customer,
        car_type,
        search_until=now + SEARCH_TIME,
        dispatch_after=now + timedelta(seconds=10),
        **fields,
    )


def offered_to(booking: Booking) -> list[int]:
    offers = Offer.objects.filter(booking=booking, state=OfferState.OFFERED)
    return list(offers.order_by("rank").values_list("driver_id", flat=True))


def test_all_eligible_drivers_get_offers_nearest_first(ada: User, economy: CarType) -> None:
    drivers = [make_driver(name, economy) for name in ("Near", "Middle", "Outer")]
    for step, driver in enumerate(drivers):
        credit_wallet(driver)
        put_online(driver, at=(PICKUP[0] + 0.01 * step, PICKUP[1]))
    booking = searching(ada, economy)

    assert dispatch_booking(booking_id=booking.pk) == 3

    assert offered_to(booking) == [driver.pk for driver in drivers]
    first, second, _ = Offer.objects.filter(booking=booking).order_by("rank")
    assert first.distance_km == pytest.approx(0, abs=1e-6)
    assert second.distance_km == pytest.approx(1.112, abs=0.001)
    assert first.expires_at - first.offered_at == timedelta(seconds=60)
    assert topics_of("offer.made") == {f"tasks:{driver.pk}" for driver in drivers}
    woken = InboxMessage.objects.filter(occasion="new_request")
    assert woken.count() == 3


@pytest.mark.parametrize(
    "flaw",
    [
        "offline",
        "busy",
        "unapproved",
        "stale",
        "other type",
        "too far",
        "no money",
        "a cent below the fee",
    ],
)
def test_ineligible_driver_gets_no_offer(flaw: str, ada: User, ben: User, economy: CarType) -> None:
    if flaw != "no money":
        credit_wallet(ben, Decimal("7.30") if flaw == "a cent below the fee" else Decimal(1000))
    put_online(ben)
    match flaw:
        case "offline":
            set_driver_active(driver_id=ben.pk, active=False)
        case "busy":
            mark_driver_busy(driver_id=ben.pk)
        case "unapproved":
            User.objects.filter(pk=ben.pk).update(approved=False)
            sync_driver_position(driver_id=ben.pk)
        case "stale":
            DriverPosition.objects.filter(pk=ben.pk).update(at=timezone.now() - timedelta(seconds=61))
        case "other type":
            other = CarType.objects.create(name="Exclusive")
            DriverProfile.objects.filter(pk=ben.pk).update(car_type=other)
            sync_driver_position(driver_id=ben.pk)
        case "too far":
            move(ben, FAR)
    booking = searching(ada, economy)

    assert dispatch_booking(booking_id=booking.pk) == 0

    assert offered_to(booking) == []
    booking.refresh_from_db()
    assert booking.status == Status.NEW


def test_negative_balance_is_allowed_by_the_setting(ada: User, ben: User, economy: CarType) -> None:
    put_online(ben)
    update_platform_settings(negative_balance=True)
    booking = searching(ada, economy)

    assert dispatch_booking(booking_id=booking.pk) == 1


def test_radius_is_in_miles_by_the_setting(ada: User, ready: User, economy: CarType) -> None:
    move(ready, FAR)
    update_platform_settings(convert_to_mile=True)
    booking = searching(ada, economy)

    assert dispatch_booking(booking_id=booking.pk) == 1


def test_dispatching_twice_makes_one_offer(ada: User, ready: User, economy: CarType) -> None:
    booking = searching(ada, economy)

    assert dispatch_booking(booking_id=booking.pk) == 1
    assert dispatch_booking(booking_id=booking.pk) == 0

    assert offered_to(booking) == [ready.pk]


@pytest.mark.parametrize("policy", ["broadcast", "waves", "batch"])
@pytest.mark.parametrize("is_over", [False, True])
def test_search_with_an_open_offer_waits_until_it_expires(
    is_over: bool, policy: str, ada: User, ready: User, economy: CarType
) -> None:
    """As after "Search again" by staff: housekeeping must not plan the booking again every two seconds."""
    update_platform_settings(dispatch_policy=policy)
    booking = searching(ada, economy)
    now = timezone.now()
    Booking.objects.filter(pk=booking.pk).update(
        dispatch_after=now, search_until=now if is_over else booking.search_until
    )
    offer = make_offer(booking, ready)
    make_offer(booking, make_driver("Later", economy), expires_at=now + timedelta(seconds=90))

    renew_searches()

    booking.refresh_from_db()
    assert booking.dispatch_after == offer.expires_at
    assert offered_to(booking)[0] == ready.pk


def test_no_offers_without_automatic_dispatch(ada: User, ready: User, economy: CarType) -> None:
    booking = searching(ada, economy)
    update_platform_settings(auto_dispatch=False)

    assert dispatch_booking(booking_id=booking.pk) == 0

    assert offered_to(booking) == []


def test_last_decline_dispatches_again_without_that_driver(ada: User, ready: User, economy: CarType) -> None:
    booking = searching(ada, economy)
    dispatch_booking(booking_id=booking.pk)

    decline_offer(booking_id=booking.pk, by=ready)

    assert OutboxEntry.objects.filter(name="bookings.dispatch", payload={"booking_id": booking.pk}).exists()
    (closed,) = published_events("offer.closed")
    assert (closed.topic, closed.data["reason"]) == (f"tasks:{ready.pk}", "declined")
    assert dispatch_booking(booking_id=booking.pk) == 0
    assert offered_to(booking) == []


def test_expired_offer_can_be_made_again(ada: User, ready: User, economy: CarType) -> None:
    booking = searching(ada, economy)
    dispatch_booking(booking_id=booking.pk)
    Offer.objects.filter(booking=booking).update(expires_at=timezone.now())

    renew_searches()

    (old,) = Offer.objects.filter(booking=booking)
    assert old.state == OfferState.EXPIRED
    assert published_events("booking.waiting", topic=f"booking:{booking.pk}")
    assert dispatch_booking(booking_id=booking.pk) == 1
    booking.refresh_from_db()
    assert booking.dispatch_round == 2


def test_open_offer_does_not_expire_early(ada: User, ready: User, economy: CarType) -> None:
    booking = searching(ada, economy)
    dispatch_booking(booking_id=booking.pk)
    version = Booking.objects.get(pk=booking.pk).version

    with pytest.raises(Conflict) as refusal:
        apply_transition("expire_offers", booking_id=booking.pk, by=None)

    assert refusal.value.code == "nothing_expired"
    assert offered_to(booking) == [ready.pk]
    assert Booking.objects.get(pk=booking.pk).version == version


def test_expired_offer_cannot_be_accepted(ada: User, ready: User, economy: CarType) -> None:
    booking = make_booking(ada, economy)
    make_offer(booking, ready, expires_at=timezone.now())

    with pytest.raises(Conflict) as refusal:
        accept_booking(booking_id=booking.pk, by=ready)

    assert refusal.value.code == "offer_gone"
    booking.refresh_from_db()
    assert booking.status == Status.NEW


def test_search_finds_drivers_who_come_online_later(ada: User, ben: User, economy: CarType) -> None:
    booking = searching(ada, economy)
    assert dispatch_booking(booking_id=booking.pk) == 0
    credit_wallet(ben)
    put_online(ben)
    Booking.objects.filter(pk=booking.pk).update(dispatch_after=timezone.now())

    renew_searches()

    assert offered_to(booking) == [ben.pk]


def test_finished_search_notifies_the_rider_and_stops(ada: User, ready: User, economy: CarType) -> None:
    booking = searching(ada, economy)
    past = timezone.now() - timedelta(seconds=1)
    Booking.objects.filter(pk=booking.pk).update(search_until=past, dispatch_after=past)

    renew_searches()
    renew_searches()

    booking.refresh_from_db()
    assert (booking.status, booking.search_until, booking.dispatch_after) == (Status.NEW, None, None)
    assert len(published_events("booking.no_driver", topic=f"booking:{booking.pk}")) == 1
    assert offered_to(booking) == []


def test_silent_driver_loses_the_booking_and_gets_no_new_offer(
    ada: User, ready: User, economy: CarType
) -> None:
    booking = make_booking(ada, economy, Status.ACCEPTED, driver=ready)
    long_ago = timezone.now() - SILENT_DRIVER - timedelta(seconds=1)
    Booking.objects.filter(pk=booking.pk).update(accepted_at=long_ago)
    DriverPosition.objects.filter(pk=ready.pk).update(at=long_ago)

    assert replace_silent_drivers() == 1
    retire_stale_drivers()

    booking.refresh_from_db()
    assert (booking.status, booking.driver_id, booking.driver_name) == (Status.NEW, None, "")
    assert booking.trip_cost == booking.estimate
    assert booking.redispatched_at is not None
    profile = DriverProfile.objects.get(pk=ready.pk)
    assert (profile.busy, profile.active) == (False, False)
    notified = InboxMessage.objects.filter(occasion="redispatched")
    assert notified.get().user_id == ada.pk
    assert topics_of("booking.redispatched") == {
        f"booking:{booking.pk}",
        f"user:{ada.pk}",
        f"tasks:{ready.pk}",
    }
    put_online(ready)
    assert dispatch_booking(booking_id=booking.pk) == 0


def test_driver_who_sends_positions_again_remains_assigned(ada: User, ready: User, economy: CarType) -> None:
    booking = make_booking(ada, economy, Status.ACCEPTED, driver=ready)
    Booking.objects.filter(pk=booking.pk).update(accepted_at=timezone.now() - SILENT_DRIVER * 2)

    assert replace_silent_drivers() == 0

    booking.refresh_from_db()
    assert (booking.status, booking.driver_id) == (Status.ACCEPTED, ready.pk)


@pytest.mark.parametrize("name", ["dispatch", "search_exhausted"])
def test_second_search_is_refused_while_an_offer_is_open(
    ada: User, ready: User, economy: CarType, snapshot: Callable[[], Snapshot], name: str
) -> None:
    booking = searching(ada, economy)
    make_offer(booking, ready)
    before = snapshot()

    # Both searches found no open offer, and the other one locked the booking first.
    with pytest.raises(Conflict) as refused:
        apply_transition(name, booking_id=booking.pk, by=None)

    assert refused.value.code == "already_asked"
    assert snapshot() == before


def test_driver_who_sends_again_before_the_lock_remains_assigned(
    ada: User, ready: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    booking = make_booking(ada, economy, Status.ACCEPTED, driver=ready)
    long_ago = timezone.now() - SILENT_DRIVER - timedelta(seconds=1)
    Booking.objects.filter(pk=booking.pk).update(accepted_at=long_ago)
    before = snapshot()

    # The job found the driver silent, and a position came before it locked the booking.
    with pytest.raises(Conflict) as refused:
        apply_transition("driver_timeout", booking_id=booking.pk, by=None)

    assert refused.value.code == "driver_is_there"
    assert snapshot() == before


def test_booking_without_a_driver_is_cancelled_after_half_an_hour(ada: User, economy: CarType) -> None:
    late = make_booking(ada, economy, trip_date=timezone.now() - NO_RESPONSE)
    young = make_booking(ada, economy, trip_date=timezone.now() - NO_RESPONSE + timedelta(minutes=1))

    assert cancel_unanswered() == 1

    late.refresh_from_db()
    young.refresh_from_db()
    assert (late.status, late.cancelled_by) == (Status.CANCELLED, "system")
    assert late.reason == "RIDE AUTO CANCELLED. NO RESPONSE"
    assert young.status == Status.NEW
