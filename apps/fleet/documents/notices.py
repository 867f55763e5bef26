"""Notifications of decisions about documents."""

from apps.accounts.models import DriverDocument
from apps.fleet.models import VehicleAssignment
from apps.notifications.choices import Occasion, Screen
from apps.notifications.services import notify

State = DriverDocument.State


def notify_of_decision(document: DriverDocument) -> None:
    """Notify the document's driver, or the driver who has the vehicle, of a decision that staff just made.

    An acceptance is news only to a driver who submitted the document.
    """
    accepted = document.state == State.ACCEPTED
    if document.reviewed_at is None or (accepted and not document.uploaded_by_driver):
        return
    for driver_id in _drivers_of(document):
        notify(
            user_id=driver_id,
            occasion=Occasion.DOCUMENT_ACCEPTED if accepted else Occasion.DOCUMENT_REJECTED,
            screen=Screen.DOCUMENTS,
            params={"document": document.kind, "reason": document.note},
            key=f"document:{document.pk}:{document.state}:{document.reviewed_at.isoformat()}",
        )


def _drivers_of(document: DriverDocument) -> list[int]:
    if document.driver_id is not None:
        return [document.driver_id]
    drivers = VehicleAssignment.objects.filter(vehicle=document.vehicle, in_force=True)
    return list(drivers.values_list("driver_id", flat=True))
