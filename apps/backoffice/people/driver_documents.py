"""Drivers' documents as an admin keeps them: brought, looked at, accepted or refused, deleted."""

from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.choices import UserType
from apps.accounts.documents import is_expired
from apps.accounts.models import DriverDocument, DriverProfile, User
from apps.accounts.services.fitness import refresh_fitness
from apps.accounts.services.license_images import keep_license_image
from apps.accounts.services.photo import keep_photo
from apps.backoffice.people.lists import person_for
from apps.backoffice.people.rules import require_approver
from apps.core.audit import audited, record, values_of
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, Conflict, NotFound
from apps.core.media import PRIVATE, PUBLIC
from apps.core.platform import platform_settings
from apps.core.stored_files import document_name, forget_file, photo_name, store_file
from apps.core.uploads import DOCUMENT, PHOTO, clean_image

State = DriverDocument.State
AUDITED_FIELDS: Final = ("kind", "number", "expires_on", "state", "note")


def document_for(by: User, document_id: int) -> DriverDocument:
    """Return a document of a driver whom `by` may manage. Raises NotFound."""
    found = DriverDocument.objects.select_related("driver__driver_profile").filter(pk=document_id).first()
    if found is None:
        raise NotFound("not_found", _("Document not found."))
    person_for(by, found.driver_id)
    return found


def add_document(
    *,
    by: User,
    driver_id: int,
    kind: str,
    file: "UploadedFile[bytes]",
    number: str = "",
    expires_on: date | None = None,
) -> DriverDocument:
    """Store a picture of a driver's document; a new licence replaces the old one.

    Raises NotFound; BadInput image_invalid, TooLarge image_too_large, Unavailable as uploads do.
    """
    _driver_for(by, driver_id)
    # Before the transaction, because storage cannot roll back.
    name = store_file(PRIVATE, document_name(driver_id), clean_image(file, DOCUMENT))
    with transaction.atomic():
        if kind == DriverDocument.Kind.LICENSE:
            keep_license_image(driver_id, name)
            document = DriverDocument.objects.select_for_update().get(driver_id=driver_id, kind=kind)
        else:
            document = DriverDocument(driver_id=driver_id, kind=kind, file=name)
        document.number, document.expires_on = number.strip(), expires_on
        document.save()
        refresh_fitness(driver_id=driver_id)
        _record(by, document, "added", after=values_of(document, AUDITED_FIELDS))
    return document


@transaction.atomic
def edit_document(*, by: User, document_id: int, changes: Mapping[str, Any]) -> DriverDocument:
    """Change the number, expiry date, note or review `state` of a document.

    Raises NotFound; Forbidden approval_by_admin; Conflict document_expired when accepted too late.
    """
    driver_id = document_for(by, document_id).driver_id
    # Lock the profile before its documents, in the same order as everywhere.
    DriverProfile.objects.select_for_update(no_key=True).filter(pk=driver_id).first()
    document = DriverDocument.objects.select_for_update().get(pk=document_id)
    if changes.get("state", document.state) != document.state:
        require_approver(by, platform_settings())
        document.reviewed_at = None if changes["state"] == State.PENDING else timezone.now()
    label = _label(document)
    with audited(
        document,
        by=by,
        kind="driver_document",
        names=AUDITED_FIELDS,
        label=label,
        action=_audit_action(changes),
    ):
        for name, value in changes.items():
            setattr(document, name, value.strip() if isinstance(value, str) else value)
        if changes.get("state") == State.ACCEPTED and is_expired(document):
            raise Conflict("document_expired", _("This document has expired."))
        document.save()
    refresh_fitness(driver_id=driver_id)
    return document


@transaction.atomic
def delete_document(*, by: User, document_id: int) -> None:
    """Delete a document and its file. Raises NotFound; Forbidden demo_mode."""
    driver_id = document_for(by, document_id).driver_id
    require_critical_edits(platform_settings())
    DriverProfile.objects.select_for_update(no_key=True).filter(pk=driver_id).first()
    document = DriverDocument.objects.select_for_update().get(pk=document_id)
    _record(by, document, "deleted", before=values_of(document, AUDITED_FIELDS))
    if document.kind == DriverDocument.Kind.LICENSE:
        keep_license_image(driver_id, "")
    forget_file(PRIVATE, document.file.name or "")
    DriverDocument.objects.filter(pk=document_id).delete()
    refresh_fitness(driver_id=driver_id)


def set_person_photo(*, by: User, person_id: int, file: "UploadedFile[bytes] | None") -> None:
    """Replace or remove a user's photo. Raises as uploads do, and NotFound."""
    person = person_for(by, person_id)
    name = store_file(PUBLIC, photo_name(person_id), clean_image(file, PHOTO)) if file else ""
    with transaction.atomic():
        before = person.profile_image.name or ""
        keep_photo(person_id, name)
        if before != name:
            record(
                by=by,
                action="changed",
                kind="user",
                target_id=person_id,
                label=str(person),
                before={"profile_image": before},
                after={"profile_image": name},
            )


def _driver_for(by: User, driver_id: int) -> None:
    if person_for(by, driver_id).user_type != UserType.DRIVER:
        sentence = _("Only drivers have documents.")
        raise BadInput("invalid", sentence, fields={"kind": sentence})


def _audit_action(changes: Mapping[str, Any]) -> str:
    state = changes.get("state")
    return str(state) if state in (State.ACCEPTED, State.REFUSED) else "changed"


def _record(by: User, document: DriverDocument, action: str, **values: Any) -> None:
    record(
        by=by,
        action=action,
        kind="driver_document",
        target_id=document.pk,
        label=_label(document),
        **values,
    )


def _label(document: DriverDocument) -> str:
    return f"{document.driver}: {document.kind}"
