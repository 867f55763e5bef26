"""Delivery trips: photos at pickup and drop-off, and the code at the drop-off."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal as D
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from PIL import Image

from apps.accounts.models import DriverProfile, User
from apps.bookings.choices import Status
from apps.bookings.models import Booking, BookingEvent
from apps.bookings.services.housekeeping import replace_silent_drivers
from apps.bookings.timing import SILENT_DRIVER
from apps.core.models import AuditEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.wallet.selectors import balance_of
from tests import pictures
from tests.accounts.sending import everything_stored, sweep
from tests.bookings.api import API, look, press
from tests.bookings.builders import credit_wallet, make_booking
from tests.bookings.conftest import Snapshot
from tests.bookings.deliveries import make_delivery, make_prepaid, photograph
from tests.personas import client_of
from tests.pictures import jpeg
from tests.published import published_events

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads", "media")]

BOTH = {"allow_delivery_pickup_image_capture": True, "allow_final_delivery_image_capture": True}
ENDS = [("pickup", Status.ARRIVED, "start"), ("deliver", Status.STARTED, "reach")]


def code_of(reply: Any) -> tuple[int, str]:
    return reply.status_code, reply.json().get("code", "")


# -- photos ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "status", "action"), ENDS)
def test_delivery_does_not_advance_without_its_photo(
    kind: str,
    status: Status,
    action: str,
    ada: User,
    ready: User,
    economy: CarType,
    snapshot: Callable[[], Snapshot],
) -> None:
    update_platform_settings(**BOTH)
    booking = make_delivery(ada, economy, status, driver=ready)
    assert look(ready, booking.pk)["needs_image"] == kind
    assert look(ada, booking.pk)["needs_image"] is None
    before = snapshot()

    assert code_of(press(ready, booking.pk, action)) == (409, "image_required")

    assert snapshot() == before
    shown = photograph(ready, booking.pk, kind).json()
    assert (shown["status"], shown["needs_image"]) == (status, None)
    assert press(ready, booking.pk, action).status_code == 200


@pytest.mark.parametrize(("kind", "status", "action"), ENDS)
def test_each_photo_has_its_own_setting(
    kind: str, status: Status, action: str, ada: User, ready: User, economy: CarType
) -> None:
    other = {"pickup": "allow_final_delivery_image_capture"}.get(kind, "allow_delivery_pickup_image_capture")
    update_platform_settings(**{other: True})
    booking = make_delivery(ada, economy, status, driver=ready)
    assert look(ready, booking.pk)["needs_image"] is None
    assert press(ready, booking.pk, action).status_code == 200


@pytest.mark.parametrize(("kind", "status", "action"), ENDS)
def test_ride_needs_and_accepts_no_photo(
    kind: str,
    status: Status,
    action: str,
    ada: User,
    ready: User,
    economy: CarType,
    media: Path,
    snapshot: Callable[[], Snapshot],
) -> None:
    update_platform_settings(**BOTH)
    booking = make_booking(ada, economy, status, driver=ready)
    assert look(ready, booking.pk)["needs_image"] is None
    before = snapshot()
    assert code_of(photograph(ready, booking.pk, kind)) == (409, "wrong_status")
    assert snapshot() == before
    assert everything_stored(media) == []
    assert press(ready, booking.pk, action).status_code == 200


@pytest.mark.parametrize("kind", ["pickup", "deliver"])
@pytest.mark.parametrize("status", list(Status))
def test_photo_at_the_wrong_time_is_refused(
    kind: str,
    status: Status,
    ada: User,
    ben: User,
    economy: CarType,
    media: Path,
    snapshot: Callable[[], Snapshot],
) -> None:
    if (kind, status) in {(each, at) for each, at, _ in ENDS}:
        return
    booking = make_delivery(ada, economy, status, driver=ben)
    before = snapshot()
    reply = photograph(ben, booking.pk, kind)
    there = status not in (Status.NEW, Status.PAYMENT_PENDING)
    assert code_of(reply) == ((409, "wrong_status") if there else (404, "not_found"))
    assert snapshot() == before
    assert everything_stored(media) == []


@pytest.mark.parametrize(
    ("who", "refusal"),
    [
        ("ada", (403, "forbidden")),
        ("cleo", (404, "not_found")),
        ("bob", (404, "not_found")),
        ("dora", (403, "forbidden")),
        (None, (401, "not_logged_in")),
    ],
)
def test_only_the_driver_uploads_photos(
    who: str | None,
    refusal: tuple[int, str],
    ada: User,
    cleo: User,
    ben: User,
    bob: User,
    dora: User,
    economy: CarType,
    media: Path,
    snapshot: Callable[[], Snapshot],
) -> None:
    people = {"ada": ada, "cleo": cleo, "bob": bob, "dora": dora}
    booking = make_delivery(ada, economy, Status.ARRIVED, driver=ben)
    before = snapshot()
    assert code_of(photograph(people[who] if who else None, booking.pk, "pickup")) == refusal
    assert snapshot() == before
    assert everything_stored(media) == []


@pytest.mark.parametrize(
    ("content", "refusal"),
    [
        (b"", (400, "image_invalid")),
        *((text, (400, "image_invalid")) for text in pictures.HOSTILE_TEXTS.values()),
        (pictures.png_bomb(), (413, "image_too_large")),
        (bytes(8 * 1024 * 1024 + 1), (413, "image_too_large")),
    ],
)
def test_invalid_image_is_refused_and_not_stored(
    content: bytes,
    refusal: tuple[int, str],
    ada: User,
    ben: User,
    economy: CarType,
    media: Path,
    snapshot: Callable[[], Snapshot],
) -> None:
    booking = make_delivery(ada, economy, Status.ARRIVED, driver=ben)
    before = snapshot()
    assert code_of(photograph(ben, booking.pk, "pickup", content)) == refusal
    assert snapshot() == before
    assert everything_stored(media) == []


def test_upload_without_a_file_is_refused(
    ada: User, ben: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    booking = make_delivery(ada, economy, Status.ARRIVED, driver=ben)
    before = snapshot()
    reply = client_of(ben).put(f"{API}/bookings/{booking.pk}/images/pickup/", {}, format="multipart")
    assert code_of(reply) == (400, "image_invalid")
    assert snapshot() == before


def test_photo_is_resized_and_stored_privately(ada: User, ben: User, economy: CarType, media: Path) -> None:
    booking = make_delivery(ada, economy, Status.ARRIVED, driver=ben)

    photograph(ben, booking.pk, "pickup", jpeg((3000, 2000)))

    (stored,) = everything_stored(media)
    assert stored.startswith(f"private/bookings/{booking.pk}/pickup_image/")
    assert Image.open(media / stored).size == (2000, 1333)
    booking.refresh_from_db()
    assert f"private/{booking.pickup_image.name}" == stored
    event = BookingEvent.objects.get(booking=booking, name="photograph_pickup")
    assert (event.actor, event.from_status, event.to_status) == (ben, "ARRIVED", "ARRIVED")
    assert published_events("booking.photographed", topic=f"user:{ada.pk}")


@pytest.mark.parametrize("kind", ["pickup", "deliver"])
def test_photo_link_works_for_a_day_for_the_bookings_users(
    kind: str,
    ada: User,
    bob: User,
    fay: User,
    dora: User,
    cleo: User,
    economy: CarType,
    media: Path,
) -> None:
    status = {each: at for each, at, _ in ENDS}[kind]
    booking = make_delivery(ada, economy, status, driver=bob)
    with time_machine.travel(timezone.now(), tick=False) as clock:
        photograph(bob, booking.pk, kind)
        for person in (ada, bob, fay, dora):
            address = look(person, booking.pk)[f"{kind}_image_url"]
            assert Client().get(address).status_code == 200
            assert Client().get(urlsplit(address).path).status_code == 404
        clock.shift(timedelta(days=1))
        assert Client().get(address).status_code == 404
    assert client_of(cleo).get(f"{API}/bookings/{booking.pk}/").status_code == 404
    other = {"pickup": "deliver", "deliver": "pickup"}[kind]
    assert look(ada, booking.pk)[f"{other}_image_url"] is None


def test_new_photo_replaces_the_first_and_its_file(
    ada: User, ben: User, economy: CarType, media: Path
) -> None:
    booking = make_delivery(ada, economy, Status.ARRIVED, driver=ben)
    photograph(ben, booking.pk, "pickup")
    first = everything_stored(media)

    photograph(ben, booking.pk, "pickup", jpeg((90, 90)))

    sweep(late=True)
    booking.refresh_from_db()
    assert everything_stored(media) == [f"private/{booking.pickup_image.name}"] != first


def test_pickup_photo_is_stored_to_the_end_of_the_trip(
    ada: User, ready: User, economy: CarType, media: Path
) -> None:
    update_platform_settings(**BOTH)
    credit_wallet(ada)
    booking = make_prepaid(ada, economy, Status.ARRIVED, driver=ready)
    photograph(ready, booking.pk, "pickup")
    press(ready, booking.pk, "start")
    photograph(ready, booking.pk, "deliver")
    assert press(ready, booking.pk, "reach").json()["status"] == "PAID"
    sweep(late=True)
    body = look(ada, booking.pk)
    assert body["pickup_image_url"]
    assert body["deliver_image_url"]
    assert len(everything_stored(media)) == 2


# -- too late to cancel ------------------------------------------------------------------------


def test_neither_driver_nor_rider_cancels_after_the_pickup_photo(
    ada: User, ready: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    booking = make_delivery(ada, economy, Status.ARRIVED, driver=ready)
    assert "cancel" in look(ready, booking.pk)["actions"]
    photograph(ready, booking.pk, "pickup")
    assert "cancel" not in look(ready, booking.pk)["actions"]
    before = snapshot()

    assert code_of(press(ready, booking.pk, "cancel", reason="Flat tyre")) == (409, "too_late_to_cancel")

    assert snapshot() == before
    assert code_of(press(ada, booking.pk, "cancel", reason="Not needed")) == (409, "too_late_to_cancel")
    assert snapshot() == before


def test_admin_cancels_a_picked_up_delivery_and_the_photo_stays(
    ada: User, ready: User, dora: User, fay: User, economy: CarType
) -> None:
    credit_wallet(ada)
    booking = make_prepaid(ada, economy, Status.ARRIVED, driver=ready)
    held = balance_of(ada.pk)
    photograph(ready, booking.pk, "pickup")
    assert "cancel" in look(dora, booking.pk)["actions"]
    preview = client_of(dora).get(f"{API}/bookings/{booking.pk}/cancel-preview/").json()
    assert (D(preview["fee"]), D(preview["refund"])) == (D(0), booking.customer_paid)

    reply = press(dora, booking.pk, "cancel", reason="The car broke down, the parcel went back")

    assert reply.status_code == 200, reply.json()
    booking.refresh_from_db()
    assert (booking.status, booking.cancelled_by) == (Status.CANCELLED, "admin")
    assert booking.reason == "The car broke down, the parcel went back"
    assert (booking.driver_id, bool(booking.pickup_image)) == (ready.pk, True)
    assert balance_of(ada.pk) == held + booking.customer_paid
    assert booking.cancellation_fee == 0
    assert not DriverProfile.objects.get(user=ready).busy
    assert look(ada, booking.pk)["pickup_image_url"]
    (entry,) = AuditEntry.objects.filter(kind="booking")
    assert (entry.action, entry.actor_id) == ("cancel_picked_up", dora.pk)
    assert (entry.before["status"], entry.after["status"]) == ("ARRIVED", "CANCELLED")


@pytest.mark.parametrize(
    ("who", "pictured", "reason", "demo", "refused"),
    [
        ("dora", True, " ", False, (400, "no_cancel_reason")),
        ("dora", True, "Not needed", True, (403, "demo_mode")),
        ("ada", True, "Not needed", False, (409, "too_late_to_cancel")),
        ("fay", True, "Not needed", False, (404, "not_found")),
    ],
)
def test_cancelling_a_picked_up_delivery_needs_an_admin_and_a_reason(
    who: str,
    pictured: bool,
    reason: str,
    demo: bool,
    refused: tuple[int, str],
    ada: User,
    ben: User,
    economy: CarType,
    snapshot: Callable[[], Snapshot],
    request: pytest.FixtureRequest,
) -> None:
    image = {"pickup_image": "bookings/1/x.jpg"} if pictured else {}
    booking = make_delivery(ada, economy, Status.ARRIVED, driver=ben, **image)
    update_platform_settings(allow_critical_edits_admin=not demo)
    before = snapshot()

    assert code_of(press(request.getfixturevalue(who), booking.pk, "cancel", reason=reason)) == refused

    assert snapshot() == before


@pytest.mark.parametrize("who", ["ada", "dora"])
def test_picked_up_delivery_is_not_cancelled_while_accepted(
    who: str, ada: User, ready: User, dora: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    booking = make_delivery(ada, economy, Status.ACCEPTED, driver=ready, pickup_image="bookings/1/x.jpg")
    person = {"ada": ada, "dora": dora}[who]
    assert "cancel" not in look(person, booking.pk)["actions"]
    before = snapshot()
    assert code_of(press(person, booking.pk, "cancel", reason="Not needed")) == (409, "too_late_to_cancel")
    preview = client_of(person).get(f"{API}/bookings/{booking.pk}/cancel-preview/")
    assert code_of(preview) == (409, "too_late_to_cancel")
    assert snapshot() == before


def test_silent_driver_with_the_parcel_remains_assigned(ada: User, ben: User, economy: CarType) -> None:
    long_ago = timezone.now() - SILENT_DRIVER - timedelta(seconds=1)
    booking = make_delivery(ada, economy, Status.ARRIVED, driver=ben)
    photograph(ben, booking.pk, "pickup")
    Booking.objects.filter(pk=booking.pk).update(accepted_at=long_ago)
    assert replace_silent_drivers() == 0
    booking.refresh_from_db()
    assert (booking.status, booking.driver) == (Status.ARRIVED, ben)
    Booking.objects.filter(pk=booking.pk).update(pickup_image="")
    assert replace_silent_drivers() == 0
    Booking.objects.filter(pk=booking.pk).update(status=Status.ACCEPTED)
    assert replace_silent_drivers() == 1


# -- the code ----------------------------------------------------------------------------------


def test_delivery_code_is_required_at_the_drop_off(ada: User, ready: User, economy: CarType) -> None:
    booking = make_delivery(ada, economy, Status.ARRIVED, driver=ready, otp="40815")
    shown = look(ready, booking.pk)
    assert (shown["otp"], shown["otp_at"], shown["otp_required"]) == (None, "reach", True)

    assert press(ready, booking.pk, "start").status_code == 200

    # The recipient has the code, not the rider.
    missing, wrong = press(ready, booking.pk, "reach"), press(ready, booking.pk, "reach", otp="11111")
    assert code_of(missing) == code_of(wrong) == (400, "wrong_code")
    assert missing.json()["detail"] == "Enter the recipient's code."
    assert wrong.json()["detail"] == "Incorrect code. Check it with the recipient."
    booking.refresh_from_db()
    assert (booking.status, booking.otp_wrong_tries) == (Status.STARTED, 1)
    assert press(ready, booking.pk, "reach", otp="40815").json()["status"] == "REACHED"


def test_five_wrong_codes_lock_the_drop_off_until_an_admin_ends_it(
    ada: User, ready: User, dora: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    booking = make_delivery(ada, economy, Status.STARTED, driver=ready, otp="40815")
    for _ in range(5):
        assert code_of(press(ready, booking.pk, "reach", otp="11111")) == (400, "wrong_code")
    before = snapshot()

    assert code_of(press(ready, booking.pk, "reach", otp="40815")) == (409, "otp_locked")

    assert snapshot() == before
    assert len(published_events("booking.otp_locked", topic="bookings")) == 1
    assert press(dora, booking.pk, "force-end", reason="The code was lost").json()["status"] == "REACHED"


def test_wrong_code_with_the_same_key_is_counted_once(ada: User, ready: User, economy: CarType) -> None:
    booking = make_delivery(ada, economy, Status.STARTED, driver=ready, otp="40815")
    for _ in range(2):
        reply = client_of(ready).post(
            f"{API}/bookings/{booking.pk}/reach/", {"otp": "11111"}, headers={"Idempotency-Key": "one"}
        )
        assert code_of(reply) == (400, "wrong_code")
    booking.refresh_from_db()
    assert booking.otp_wrong_tries == 1


def test_ride_code_is_required_at_the_start_only(ada: User, ready: User, economy: CarType) -> None:
    booking = make_booking(ada, economy, Status.ARRIVED, driver=ready, otp="40815")
    assert look(ready, booking.pk)["otp_at"] == "start"
    assert code_of(press(ready, booking.pk, "start")) == (400, "wrong_code")
    assert press(ready, booking.pk, "start", otp="40815").status_code == 200
    assert press(ready, booking.pk, "reach").status_code == 200


def test_no_code_is_required_without_one(ada: User, ready: User, economy: CarType) -> None:
    booking = make_delivery(ada, economy, Status.STARTED, driver=ready)
    assert look(ready, booking.pk)["otp_at"] is None
    assert press(ready, booking.pk, "reach").status_code == 200


def test_missing_photo_is_reported_before_a_wrong_code(
    ada: User, ready: User, economy: CarType, snapshot: Callable[[], Snapshot]
) -> None:
    """A wrong code uses up an attempt; a driver who cannot go on anyway loses none."""
    update_platform_settings(**BOTH)
    booking = make_delivery(ada, economy, Status.STARTED, driver=ready, otp="40815")
    before = snapshot()
    assert code_of(press(ready, booking.pk, "reach", otp="11111")) == (409, "image_required")
    assert snapshot() == before


def test_category_change_does_not_affect_running_bookings(ada: User, ready: User, economy: CarType) -> None:
    credit_wallet(ada)
    booking = make_prepaid(ada, economy, Status.STARTED, driver=ready)
    update_platform_settings(app_category="taxi")
    assert press(ready, booking.pk, "reach").json()["status"] == "PAID"
    ride = make_booking(ada, economy, Status.STARTED, driver=ready)
    update_platform_settings(app_category="delivery", **BOTH)
    assert press(ready, ride.pk, "reach").json()["status"] == "REACHED"
