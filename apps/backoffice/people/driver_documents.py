"""Documents for admins: add one of a driver; edit and delete those of drivers and vehicles."""

from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.choices import UserType
from apps.accounts.models import DriverDocument, User
from apps.accounts.profile.documents import is_expired
from apps.accounts.services.fitness import refresh_fitness
from apps.accounts.services.license_images import set_license_image
from apps.accounts.services.photo import replace_photo
from apps.backoffice.people.lists import person_for
from apps.backoffice.people.rules import require_approver
from apps.core.audit import audited, record, values_of
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, Conflict
from apps.core.files.stored_files import delete_file_after_commit, document_name, photo_name, store_file
from apps.core.files.uploads import DOCUMENT, PHOTO, clean_image
from apps.core.media import PRIVATE, PUBLIC
from apps.core.platform import platform_settings
from apps.fleet.documents.locks import document_label, locked_document, refresh_owner
from apps.fleet.documents.notices import notify_of_decision
from apps.fleet.documents.review import require_photo
from apps.fleet.selectors import document_for

State = DriverDocument.State
AUDITED_FIELDS: Final = ("kind", "number", "expires_on", "state", "note")


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
            set_license_image(driver_id, name)
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

    Raises NotFound; Forbidden approval_by_admin; Conflict document_changed if another `photo` is given than
    the document has, document_expired when accepted too late.
    """
    document, changes = locked_document(by, document_id), dict(changes)
    require_photo(document, changes.pop("photo", None))
    is_decision = changes.get("state", document.state) != document.state
    if is_decision:
        require_approver(by, platform_settings())
        pending = changes["state"] == State.PENDING
        document.reviewed_at, document.reviewed_by = (None, None) if pending else (timezone.now(), by)
    with audited(
        document,
        by=by,
        kind="driver_document",
        names=AUDITED_FIELDS,
        label=document_label(document),
        action=_audit_action(changes),
    ):
        for name, value in changes.items():
            setattr(document, name, value.strip() if isinstance(value, str) else value)
        if changes.get("state") == State.ACCEPTED and is_expired(document):
            raise Conflict("document_expired", _("This document has expired."))
        document.save()
    refresh_owner(document)
    if is_decision:
        notify_of_decision(document)
    return document


@transaction.atomic
def delete_document(*, by: User, document_id: int) -> None:
    """Delete a document and its file. Raises NotFound; Forbidden demo_mode."""
    document_for(by, document_id)
    require_critical_edits(platform_settings())
    document = locked_document(by, document_id)
    _record(by, document, "deleted", before=values_of(document, AUDITED_FIELDS))
    if document.kind == DriverDocument.Kind.LICENSE and document.driver_id is not None:
        set_license_image(document.driver_id, "")
    delete_file_after_commit(PRIVATE, document.file.name or "")
    DriverDocument.objects.filter(pk=document_id).delete()
    refresh_owner(document)


def set_person_photo(*, by: User, person_id: int, file: "UploadedFile[bytes] | None") -> None:
    """Replace or remove a user's photo. Raises as uploads do, and NotFound."""
    person = person_for(by, person_id)
    name = store_file(PUBLIC, photo_name(person_id), clean_image(file, PHOTO)) if file else ""
    with transaction.atomic():
        before = person.profile_image.name or ""
        replace_photo(person_id, name)
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
        label=document_label(document),
        **values,
    )
