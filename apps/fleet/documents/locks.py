"""Locks for writing a document, and the recalculation afterwards."""

from apps.accounts.models import DriverDocument, DriverProfile, User
from apps.accounts.services.fitness import refresh_fitness
from apps.fleet.models import VehicleAssignment
from apps.fleet.selectors import document_for
from apps.fleet.vehicles.assignments import assigned_profile, lock_vehicles


def locked_document(by: User, document_id: int) -> DriverDocument:
    """Lock a document and the profile of the driver whom it concerns, and return it. Raises NotFound."""
    found = document_for(by, document_id)
    lock_owner(driver_id=found.driver_id, vehicle_id=found.vehicle_id)
    # Read again: another request may have changed or deleted it.
    return DriverDocument.objects.select_for_update().get(pk=document_for(by, document_id).pk)


def lock_owner(*, driver_id: int | None, vehicle_id: int | None) -> None:
    """Lock the profile of the driver, or of the vehicle's driver, before any document."""
    if vehicle_id is not None:
        lock_vehicles()
        assigned_profile(vehicle_id)
    else:
        DriverProfile.objects.select_for_update(no_key=True).filter(pk=driver_id).first()


def refresh_owner(document: DriverDocument) -> None:
    """Recalculate the fitness of the document's driver, or of the driver who has the vehicle."""
    if document.driver_id is not None:
        refresh_fitness(driver_id=document.driver_id)
        return
    drivers = VehicleAssignment.objects.filter(vehicle=document.vehicle, in_force=True)
    for driver_id in drivers.values_list("driver_id", flat=True):
        refresh_fitness(driver_id=driver_id)


def document_label(document: DriverDocument) -> str:
    return f"{document.driver or document.vehicle}: {document.kind}"
