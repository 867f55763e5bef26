"""Vehicles, requirements and documents of the fleet tests."""

import itertools
from datetime import date, timedelta
from typing import Any, Final

from django.utils import timezone

from apps.accounts.models import DriverDocument, User
from apps.accounts.services.fitness import refresh_fitness
from apps.core.models import AuditEntry, OutboxEntry
from apps.fares.models import CarType
from apps.fleet.models import Requirement, Vehicle, VehicleAssignment
from apps.fleet.vehicles.assignments import assign_vehicle
from apps.geo.models import DriverPosition
from tests.personas import client_of

API: Final = "/api/v1/"
_numbers = itertools.count(1)


def call(who: User | None, method: str, path: str, body: Any = None, *, format: str = "json") -> Any:
    return getattr(client_of(who), method)(f"{API}{path}", body, format=format)


def assert_refused(reply: Any, status: int, code: str, before: Any) -> None:
    assert (reply.status_code, reply.json()["code"]) == (status, code), reply.content
    assert snapshot() == before


def snapshot() -> Any:
    """Return everything that a refusal must not change."""
    models: tuple[Any, ...] = (Vehicle, VehicleAssignment, Requirement, DriverDocument, DriverPosition)
    rows = [list(model._default_manager.order_by("pk").values()) for model in models]
    return rows, OutboxEntry.objects.count(), AuditEntry.objects.count()


def make_vehicle(car_type: CarType, **fields: Any) -> Vehicle:
    fields = {"plate": f"FL{next(_numbers):03d} EET", "make": "Skoda", "model": "Octavia"} | fields
    return Vehicle.objects.create(car_type=car_type, **fields)


def give(by: User, vehicle: Vehicle, driver: User, **period: Any) -> VehicleAssignment:
    return assign_vehicle(by=by, vehicle_id=vehicle.pk, driver_id=driver.pk, **period)


def require(
    kind: str, *, subject: str = "driver", drivers: tuple[User, ...] = (), **fields: Any
) -> Requirement:
    """Require a document since an hour ago, when the drivers were there already."""
    earlier = timezone.now() - timedelta(hours=1)
    made = Requirement.objects.create(subject=subject, kind=kind, created_at=earlier, **fields)
    for driver in drivers:
        User.objects.filter(pk=driver.pk).update(created_at=earlier)
        refresh_fitness(driver_id=driver.pk)
    return made


def document(owner: User | Vehicle, kind: str, *, days: int | None = 100, **fields: Any) -> DriverDocument:
    """Store a document that expires in some days; accepted if nothing else is given."""
    expires_on = None if days is None else date.today() + timedelta(days=days)
    of: dict[str, Any] = {"driver": owner} if isinstance(owner, User) else {"vehicle": owner}
    made = DriverDocument.objects.create(
        **of, kind=kind, expires_on=expires_on, **({"state": "accepted"} | fields)
    )
    if isinstance(owner, User):
        refresh_fitness(driver_id=owner.pk)
    return made


def reasons(driver: User) -> list[str]:
    found: list[str] = call(driver, "get", "me/eligibility/").json()["reasons"]
    return found
