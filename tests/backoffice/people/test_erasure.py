"""What remains of a deleted user: trips and payments without the person."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from apps.accounts.models import DeviceSession, SavedAddress, User
from apps.backoffice.models import SavedView
from apps.bookings.choices import Role, Status
from apps.bookings.models import Booking, BookingEvent, SosAlert, TrackingPoint
from apps.chat.models import ChatMessage
from apps.core.audit import record
from apps.core.files.stored_files import booking_image_name, store_file
from apps.core.media import PRIVATE
from apps.core.models import AuditEntry
from apps.exports.models import Export
from apps.fares.models import CarType
from apps.fleet.models import Vehicle, VehicleAssignment
from apps.wallet.choices import WithdrawalState
from apps.wallet.models import Posting, Withdrawal
from tests.accounts.sending import everything_stored, sweep
from tests.backoffice.people.api import call
from tests.bookings.builders import make_booking
from tests.bookings.conftest import media
from tests.personas import client_of

__all__ = ["media"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("media")]


@pytest.fixture
def trip(ada: User, bob: User, economy: CarType) -> Booking:
    trip = make_booking(
        ada,
        economy,
        Status.COMPLETE,
        driver=bob,
        customer_email=ada.email,
        feedback="My sister Mary liked it",
        delivery_person="Mary Poole",
        delivery_person_phone="+447000111222",
    )
    now = timezone.now()
    TrackingPoint.objects.create(booking=trip, at=now, status="STARTED", lat=50.5, lng=-1)
    for source in ("rider", "driver"):
        ChatMessage.objects.create(booking=trip, driver=bob, source=source, message=source, client_id=source)
    SosAlert.objects.create(booking=trip, by=ada, lat=50, lng=-1)
    BookingEvent.objects.create(
        booking=trip,
        version=1,
        name="cancel",
        to_status=Status.COMPLETE,
        actor=ada,
        role=Role.RIDER,
        data={"reason": "My sister is ill", "amount": "3.5"},
        at=now,
    )
    name = store_file(PRIVATE, booking_image_name(trip.pk, "pickup"), b"picture")
    Booking.objects.filter(pk=trip.pk).update(pickup_image=name)
    return trip


def everything(*models: Any) -> str:
    return json.dumps([list(model.objects.values()) for model in models], default=str, ensure_ascii=False)


def test_trip_of_a_deleted_rider_keeps_the_money_and_loses_the_person(
    trip: Booking, ada: User, dora: User, media: Path
) -> None:
    postings = list(Posting.objects.values())
    assert call(dora, "delete", f"people/{ada.pk}/").status_code == 204
    trip.refresh_from_db()
    assert (trip.customer_name, trip.customer_email, trip.customer_contact) == ("—", "", "")
    assert (trip.feedback, trip.delivery_person, trip.delivery_person_phone) == ("", "", "")
    assert trip.cash_payment_amount == trip.trip_cost > 0
    assert trip.driver_name == "Bob Example"
    assert not TrackingPoint.objects.exists()
    assert [row.message for row in ChatMessage.objects.all()] == ["driver"]
    assert SosAlert.objects.get().lat is None
    assert BookingEvent.objects.get().data == {"amount": "3.5"}
    assert list(Posting.objects.values()) == postings
    sweep(late=True)
    assert everything_stored(media) == []
    left = everything(Booking, BookingEvent, ChatMessage, User)
    for text in ("Ada", "Mary", "sister", ada.email, ada.mobile):
        assert str(text) not in left


def test_trip_of_a_deleted_driver_keeps_the_rider(trip: Booking, ada: User, bob: User, dora: User) -> None:
    assert call(dora, "delete", f"people/{bob.pk}/").status_code == 204
    trip.refresh_from_db()
    assert (trip.driver_name, trip.driver_contact, trip.vehicle_number) == ("—", "", "")
    assert (trip.customer_name, trip.feedback) == ("Ada Example", "My sister Mary liked it")
    assert [row.message for row in ChatMessage.objects.all()] == ["rider"]
    assert BookingEvent.objects.get().data["reason"] == "My sister is ill"


def test_booking_events_stay_append_only_after_an_erasure(trip: Booking, ada: User, dora: User) -> None:
    call(dora, "delete", f"people/{ada.pk}/")
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        BookingEvent.objects.update(data={})
    assert BookingEvent.objects.get().data == {"amount": "3.5"}


def test_audit_log_keeps_what_changed_without_values_and_name(ada: User, cleo: User, dora: User) -> None:
    for person in (ada, cleo):
        record(
            by=dora,
            action="changed",
            kind="user",
            target_id=person.pk,
            label=str(person),
            before={"first_name": "Adaline", "approved": True},
            after={"first_name": "Ada", "approved": False},
        )
    record(by=dora, action="credited", kind="wallet", target_id=ada.pk, label=str(ada), after={"note": "Ada"})
    call(dora, "delete", f"people/{ada.pk}/")
    about = AuditEntry.objects.filter(target_id=str(ada.pk)).order_by("pk")
    assert [(entry.action, entry.label) for entry in about] == [
        (action, f"#{ada.pk}") for action in ("changed", "credited", "deleted")
    ]
    assert (about[0].before, about[0].after) == (
        {"first_name": "***", "approved": True},
        {"first_name": "***", "approved": False},
    )
    other = AuditEntry.objects.get(target_id=str(cleo.pk))
    assert (other.label, other.before["first_name"]) == ("Cleo Example", "Adaline")


def test_vehicles_log_hides_the_drivers_name_only(bob: User, dora: User, economy: CarType) -> None:
    vehicle = Vehicle.objects.create(plate="HX 1", make="Toyota", model="Prius", car_type=economy)
    VehicleAssignment.objects.create(vehicle=vehicle, driver=bob, starts_at=timezone.now())
    after = {"driver": "Bob Example", "plate": "HX 1"}
    record(by=dora, action="assigned", kind="vehicle", target_id=vehicle.pk, label="HX 1", after=after)
    assert call(dora, "delete", f"people/{bob.pk}/").status_code == 204
    entry = AuditEntry.objects.get(kind="vehicle")
    assert (entry.label, entry.after) == ("HX 1", {"driver": "***", "plate": "HX 1"})


def test_withdrawals_keep_the_last_digits_of_the_account(bob: User, dora: User) -> None:
    withdrawal = Withdrawal.objects.create(
        user=bob,
        amount=5,
        reference="1",
        name="Bob Example",
        bank_name="Bank of Ryde",
        bank_code="RYDE22",
        bank_account="GB33 1234 5678",
        state=WithdrawalState.REJECTED,
        decided_at=timezone.now(),
        decided_by=dora,
        reason="Closed account",
    )
    assert call(dora, "delete", f"people/{bob.pk}/").status_code == 204
    withdrawal.refresh_from_db()
    assert (withdrawal.name, withdrawal.bank_code, withdrawal.bank_account, withdrawal.amount) == (
        "—",
        "",
        "***5678",
        Decimal(5),
    )


def test_addresses_devices_views_and_exports_are_deleted(ada: User, dora: User, settings: Any) -> None:
    device = client_of(ada)
    SavedAddress.objects.create(user=ada, description="Home", lat=50.7, lng=-1.3)
    SavedView.objects.create(user=ada, list="riders", name="Mine")
    own = device.post("/api/v1/me/data-export/").json()["id"]
    assert call(dora, "delete", f"people/{ada.pk}/").status_code == 204
    assert not SavedAddress.objects.exists()
    assert not SavedView.objects.exists()
    assert not Export.objects.filter(pk=own).exists()
    assert set(DeviceSession.objects.filter(user=ada).values_list("ip", "user_agent")) == {(None, "")}
