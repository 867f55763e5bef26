"""Uploads of documents by drivers and, for vehicles, by staff."""

from datetime import date
from typing import Final

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import DriverDocument, User
from apps.accounts.services.license_images import replace_license_image
from apps.core.audit import record, values_of
from apps.core.errors import Conflict
from apps.core.files.stored_files import (
    delete_file_after_commit,
    document_name,
    store_file,
    vehicle_document_name,
)
from apps.core.files.uploads import DOCUMENT, clean_image
from apps.core.media import PRIVATE
from apps.fleet.choices import Subject
from apps.fleet.documents.locks import document_label, lock_owner, refresh_owner
from apps.fleet.fitness.limits import assignment_in_force
from apps.fleet.selectors import vehicle_for

ADDED: Final = ("kind", "number", "expires_on", "state", "note")


def upload_own_document(
    *,
    driver_id: int,
    subject: str,
    kind: str,
    file: "UploadedFile[bytes]",
    number: str = "",
    expires_on: date | None = None,
) -> DriverDocument:
    """Store a document from a driver, of the driver or of the assigned vehicle, for review.

    It replaces a document of the kind that waits for review; accepted ones stay until staff remove them.
    Raises Conflict vehicle_missing without an assigned vehicle; BadInput image_invalid, TooLarge
    image_too_large, Unavailable.
    """
    assignment = assignment_in_force(driver_id) if subject == Subject.VEHICLE else None
    if subject == Subject.VEHICLE and assignment is None:
        raise Conflict("vehicle_missing", _("No vehicle is assigned to you."))
    if subject == Subject.DRIVER and kind == DriverDocument.Kind.LICENSE:
        return _upload_licence(driver_id, file, number, expires_on)
    owner = {"vehicle_id": assignment.vehicle_id} if assignment else {"driver_id": driver_id}
    name = vehicle_document_name(assignment.vehicle_id) if assignment else document_name(driver_id)
    # Before the transaction, because storage cannot roll back.
    name = store_file(PRIVATE, name, clean_image(file, DOCUMENT))
    with transaction.atomic():
        lock_owner(driver_id=owner.get("driver_id"), vehicle_id=owner.get("vehicle_id"))
        document = (
            DriverDocument.objects.select_for_update()
            .filter(**owner, kind=kind, state=DriverDocument.State.PENDING, uploaded_by_driver=True)
            .first()
        ) or DriverDocument(**owner, kind=kind, uploaded_by_driver=True)
        delete_file_after_commit(PRIVATE, document.file.name or "")
        document.file = name
        document.number, document.claimed_expires_on = number.strip(), expires_on
        document.created_at = timezone.now()
        document.save()
        refresh_owner(document)
    return document


def _upload_licence(
    driver_id: int, file: "UploadedFile[bytes]", number: str, expires_on: date | None
) -> DriverDocument:
    with transaction.atomic():
        replace_license_image(user_id=driver_id, file=file)
        document = DriverDocument.objects.select_for_update().get(
            driver_id=driver_id, kind=DriverDocument.Kind.LICENSE
        )
        document.uploaded_by_driver, document.claimed_expires_on = True, expires_on
        document.number = number.strip() or document.number
        document.save()
    return document


def add_vehicle_document(
    *,
    by: User,
    vehicle_id: int,
    kind: str,
    file: "UploadedFile[bytes]",
    number: str = "",
    expires_on: date | None = None,
) -> DriverDocument:
    """Store a document of a vehicle. Raises NotFound; and as uploads do."""
    vehicle_for(by, vehicle_id)
    name = store_file(PRIVATE, vehicle_document_name(vehicle_id), clean_image(file, DOCUMENT))
    with transaction.atomic():
        lock_owner(driver_id=None, vehicle_id=vehicle_id)
        document = DriverDocument.objects.create(
            vehicle=vehicle_for(by, vehicle_id),
            kind=kind,
            file=name,
            number=number.strip(),
            expires_on=expires_on,
        )
        refresh_owner(document)
        record(
            by=by,
            action="added",
            kind="driver_document",
            target_id=document.pk,
            label=document_label(document),
            after=values_of(document, ADDED),
        )
    return document
