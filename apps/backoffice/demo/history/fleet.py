"""Vehicles of the demo fleet, the documents that it requires, and documents that wait for review."""

from datetime import date, timedelta
from typing import Any, Final

from apps.accounts.models import DriverDocument
from apps.backoffice.demo import people
from apps.backoffice.demo.history.builder import Builder
from apps.backoffice.demo.history.days import seeded_random
from apps.backoffice.demo.history.pictures import add_photo
from apps.fleet.choices import Effect, Subject
from apps.fleet.models import Requirement, Vehicle, VehicleAssignment

Kind, State = DriverDocument.Kind, DriverDocument.State
ASSIGNED: Final = ("grace", "rosa", "lucia", "nora")
COLOURS: Final = ("Silver", "Black", "White", "Blue")
SPARE: Final = {"plate": "HY72 SPR", "make": "Toyota", "model": "Corolla", "colour": "Grey", "year": 2022}
REQUIRED: Final = (
    (Subject.DRIVER, Kind.PERMIT, Effect.BLOCKS, 14),
    (Subject.VEHICLE, Kind.INSURANCE, Effect.BLOCKS, 0),
    (Subject.VEHICLE, Kind.INSPECTION, Effect.WARNS, 0),
)
"""Subject, kind, effect and grace days, for the demo fleet."""


def add_fleet(builder: Builder) -> None:
    """Create the fleet's rows; call it when the drivers and their documents are stored."""
    fleet = builder.participants.fleet_admin
    before = builder.now - timedelta(days=90)
    for subject, kind, effect, grace_days in REQUIRED:
        Requirement.objects.create(
            subject=subject,
            kind=kind,
            effect=effect,
            grace_days=grace_days,
            fleet_admin=fleet,
            created_at=before,
        )
    for driver in builder.participants.drivers:
        login = (driver.user.email or "").removesuffix(f"@{people.DOMAIN}")
        if driver.profile.fleet_admin_id == fleet.pk:
            _document(builder, login, Kind.PERMIT, driver=driver.user, number=f"PHD{driver.user.pk:05d}")
        if login in ASSIGNED:
            vehicle = _vehicle(builder, login, driver.profile)
            VehicleAssignment.objects.create(
                vehicle=vehicle, driver=driver.user, starts_at=before, in_force=True, created_by=fleet
            )
            driver.profile.vehicle_assigned = True
            driver.profile.save(update_fields=["vehicle_assigned"])
    _spare(builder, before)


def _vehicle(builder: Builder, login: str, profile: Any) -> Vehicle:
    rng = seeded_random("vehicle", login)
    vehicle = Vehicle.objects.create(
        plate=profile.vehicle_number,
        licence_number=f"PHV{rng.randrange(1000, 9999)}",
        make=profile.vehicle_make,
        model=profile.vehicle_model,
        colour=COLOURS[ASSIGNED.index(login)],
        year=rng.randrange(2018, 2025),
        seats=4,
        pets=rng.random() < 0.5,
        luggage=rng.randrange(2, 5),
        car_type_id=profile.car_type_id,
        fleet_admin_id=profile.fleet_admin_id,
        created_at=builder.now - timedelta(days=100),
    )
    _document(builder, login, Kind.INSURANCE, vehicle=vehicle, number=f"FLT-{rng.randrange(10_000, 99_999)}")
    # One inspection waits for review; its vehicle has a warning until then.
    pending = login == ASSIGNED[-1]
    _document(builder, login, Kind.INSPECTION, vehicle=vehicle, pending=pending)
    return vehicle


def _spare(builder: Builder, created_at: Any) -> None:
    first = Vehicle.objects.order_by("pk").first()
    if first is not None:
        Vehicle.objects.create(
            **SPARE, seats=4, wheelchair=True, car_type=first.car_type, fleet_admin=first.fleet_admin,
            created_at=created_at,
        )  # fmt: skip


def _document(builder: Builder, login: str, kind: str, *, pending: bool = False, **fields: Any) -> None:
    rng = seeded_random("fleet document", login, kind)
    expires_on: date = builder.now.date() + timedelta(days=rng.randrange(90, 600))
    at = builder.now - timedelta(hours=rng.uniform(4, 30), days=0 if pending else 60)
    document = DriverDocument(
        kind=kind,
        state=State.PENDING if pending else State.ACCEPTED,
        uploaded_by_driver=pending,
        claimed_expires_on=expires_on if pending else None,
        expires_on=None if pending else expires_on,
        created_at=at,
        reviewed_at=None if pending else at + timedelta(hours=2),
        reviewed_by=None if pending else builder.participants.admin,
        **fields,
    )
    if pending:
        add_photo(document, document.vehicle.plate if document.vehicle else document.number)
    document.save()
