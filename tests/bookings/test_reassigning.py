"""Staff remove the driver of a booking before its start, or offer it to another driver."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from apps.accounts.models import DriverProfile, User
from apps.bookings.choices import OfferState, Status
from apps.bookings.models import Booking
from apps.bookings.services.dispatching import dispatch_booking
from apps.bookings.services.housekeeping import cancel_unanswered
from apps.core.models import AuditEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.notifications.models import InboxMessage
from apps.wallet.models import Posting
from tests.bookings.api import press, work
from tests.bookings.builders import PICKUP, credit_wallet, make_booking, put_online
from tests.bookings.conftest import Snapshot
from tests.personas import make_driver
from tests.published import topics_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]


@pytest.fixture
def other(economy: CarType) -> User:
    driver = make_driver("Olga", economy)
    credit_wallet(driver)
    put_online(driver, at=(PICKUP[0] + 0.01, PICKUP[1]))
    return driver


def notices(user: User) -> list[InboxMessage]:
    return list(InboxMessage.objects.filter(user_id=user.pk))


@pytest.mark.parametrize("status", [Status.ACCEPTED, Status.ARRIVED])
def test_unassigned_driver_is_free_and_notified_with_the_reason(
    status: Status, ada: User, ready: User, dora: User, economy: CarType
) -> None:
    booking = make_booking(ada, economy, status, driver=ready, otp="12345", otp_wrong_tries=5)
    before = Posting.objects.count()

    reply = press(dora, booking.pk, "unassign", reason="Flat tyre")

    assert (reply.status_code, reply.json()["status"], reply.json()["driver"]) == (200, "NEW", None)
    booking.refresh_from_db()
    assert (booking.driver_id, booking.driver_name, booking.vehicle_number) == (None, "", "")
    assert booking.otp != "12345"
    assert booking.otp_wrong_tries == 0
    assert booking.cancellation_fee == Decimal(0)
    assert Posting.objects.count() == before
    assert not DriverProfile.objects.get(pk=ready.pk).busy
    (notice,) = [one for one in notices(ready) if one.occasion == "unassigned"]
    assert notice.screen == "DriverTrips"
    assert notice.data["reason"] == "Flat tyre"
    assert [one.occasion for one in notices(ada)] == ["redispatched"]
    assert f"tasks:{ready.pk}" in topics_of("booking.redispatched")
    entry = AuditEntry.objects.latest("id")
    assert (entry.action, entry.target_id) == ("unassign", str(booking.pk))
    assert entry.before == {"status": status, "driver": "Ben Example"}
    assert entry.after == {"status": "NEW", "driver": "", "reason": "Flat tyre"}


def test_unassigned_booking_is_not_offered_to_the_removed_driver(
    ada: User, ready: User, other: User, dora: User, economy: CarType
) -> None:
    booking = make_booking(ada, economy, Status.ACCEPTED, driver=ready)

    press(dora, booking.pk, "unassign", reason="Flat tyre")
    work("bookings.dispatch")

    offered = booking.offers.filter(state=OfferState.OFFERED).values_list("driver_id", flat=True)
    assert list(offered) == [other.pk]
    assert booking.offers.get(driver=ready).state == OfferState.UNASSIGNED


def test_unassigned_booking_waits_for_staff_without_automatic_dispatch(
    ada: User, ready: User, dora: User, economy: CarType
) -> None:
    update_platform_settings(auto_dispatch=False)
    booking = make_booking(ada, economy, Status.ACCEPTED, driver=ready)

    reply = press(dora, booking.pk, "unassign", reason="Flat tyre")
    work("bookings.dispatch")

    assert "assign" in reply.json()["actions"]
    assert not booking.offers.filter(state=OfferState.OFFERED).exists()
    # The removed driver can be assigned again.
    assert press(dora, booking.pk, "assign", driver_id=ready.pk).status_code == 200
    assert press(ready, booking.pk, "accept").status_code == 200


@pytest.mark.parametrize("auto_dispatch", [True, False])
def test_reassigning_frees_the_old_driver_and_offers_to_the_new_one(
    auto_dispatch: bool, ada: User, ready: User, other: User, dora: User, economy: CarType
) -> None:
    update_platform_settings(auto_dispatch=auto_dispatch)
    booking = make_booking(ada, economy, Status.ARRIVED, driver=ready)

    reply = press(dora, booking.pk, "reassign", driver_id=other.pk, reason="Flat tyre")

    assert (reply.status_code, reply.json()["status"]) == (200, "NEW")
    assert reply.json()["requested_drivers"] == {str(other.pk): True}
    assert not DriverProfile.objects.get(pk=ready.pk).busy
    assert {one.occasion for one in notices(ready)} >= {"unassigned"}
    assert {one.occasion for one in notices(other)} >= {"new_request"}
    entry = AuditEntry.objects.latest("id")
    assert (entry.action, entry.after["offered"]) == ("reassign", [other.pk])
    # No one else gets an offer while the chosen driver's is open.
    work("bookings.dispatch")
    assert dispatch_booking(booking_id=booking.pk) == 0
    assert press(other, booking.pk, "accept").status_code == 200
    booking.refresh_from_db()
    assert (booking.status, booking.driver_id) == (Status.ACCEPTED, other.pk)


def test_reassigning_to_an_unavailable_driver_is_refused(
    ada: User,
    cleo: User,
    ready: User,
    other: User,
    dora: User,
    economy: CarType,
    snapshot: Callable[[], Snapshot],
) -> None:
    booking = make_booking(ada, economy, Status.ACCEPTED, driver=ready)
    make_booking(cleo, economy, Status.ACCEPTED, driver=other)
    before = snapshot()

    busy = press(dora, booking.pk, "reassign", driver_id=other.pk, reason="Flat tyre")
    same = press(dora, booking.pk, "reassign", driver_id=ready.pk, reason="Flat tyre")
    silent = press(dora, booking.pk, "reassign", driver_id=other.pk, reason=" ")

    assert (busy.status_code, busy.json()["code"]) == (409, "driver_busy")
    assert (same.status_code, same.json()["code"]) == (409, "already_assigned")
    assert (silent.status_code, silent.json()["code"]) == (400, "no_cancel_reason")
    assert snapshot() == before


def test_driver_with_the_parcel_is_not_removed(
    ada: User, ready: User, dora: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    booking = make_booking(
        ada, economy, Status.ARRIVED, driver=ready, app_category="delivery", pickup_image="parcel.jpg"
    )
    before = snapshot()

    reply = press(dora, booking.pk, "unassign", reason="Flat tyre")

    assert (reply.status_code, reply.json()["code"]) == (409, "too_late_to_cancel")
    assert snapshot() == before


def test_late_unassigned_booking_is_not_cancelled_at_once(
    ada: User, ready: User, dora: User, economy: CarType
) -> None:
    """The half hour counts from the removal of the driver, not from the booked time."""
    late = timezone.now() - timedelta(hours=1)
    booking = make_booking(ada, economy, Status.ARRIVED, driver=ready, trip_date=late)
    press(dora, booking.pk, "unassign", reason="Flat tyre")

    assert cancel_unanswered() == 0
    Booking.objects.filter(pk=booking.pk).update(redispatched_at=late)
    assert cancel_unanswered() == 1
