"""The review of documents: a decision is made for one photo."""

import hashlib
from datetime import date
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.choices import UserType
from apps.accounts.models import DriverDocument, User
from apps.accounts.profile.documents import image_of, is_expired
from apps.core.audit import audited
from apps.core.errors import BadInput, Conflict, Forbidden
from apps.core.platform import platform_settings
from apps.fleet.documents.locks import document_label, locked_document, refresh_owner
from apps.fleet.documents.notices import notify_of_decision

State = DriverDocument.State
REVIEWED: Final = ("expires_on", "state", "note")


def photo_id(document: DriverDocument) -> str:
    """Return an id of the document's current photo, which does not reveal its path; blank without one."""
    image = image_of(document)
    return hashlib.sha256((image.name or "").encode()).hexdigest()[:16] if image else ""


def require_photo(document: DriverDocument, photo: str | None) -> None:
    """Raise Conflict document_changed if a decision is about another photo than the document has."""
    if photo is not None and photo != photo_id(document):
        raise Conflict("document_changed", _("The photo was replaced. Check the new one."))


@transaction.atomic
def accept_document(
    *, by: User, document_id: int, photo: str, expires_on: date | None = None, note: str = ""
) -> DriverDocument:
    """Accept a document with this expiry date, or else the one that it has or that the driver entered.

    Raises NotFound; Forbidden approval_by_admin; Conflict document_changed if the photo was replaced
    meanwhile, document_reviewed if it is accepted already, document_expired for a date in the past.
    """
    document = _to_review(by, document_id, photo, State.ACCEPTED)
    expires_on = expires_on or document.expires_on or document.claimed_expires_on
    _decide(by, document, State.ACCEPTED, note=note.strip(), expires_on=expires_on)
    return document


@transaction.atomic
def reject_document(*, by: User, document_id: int, photo: str, reason: str) -> DriverDocument:
    """Reject a document with a reason, which the driver reads. Raises BadInput invalid; else as accepting."""
    if not reason.strip():
        sentence = _("Enter a reason.")
        raise BadInput("invalid", sentence, fields={"reason": sentence})
    document = _to_review(by, document_id, photo, State.REFUSED)
    _decide(by, document, State.REFUSED, note=reason.strip())
    return document


def may_review(user: User) -> bool:
    """Return whether the user may decide about documents; fleet admins only if they may approve drivers."""
    return user.user_type == UserType.ADMIN or not platform_settings().driver_approval


def _to_review(by: User, document_id: int, photo: str, state: State) -> DriverDocument:
    document = locked_document(by, document_id)
    if not may_review(by):
        raise Forbidden("approval_by_admin", _("Only an admin can approve drivers."))
    require_photo(document, photo)
    if document.state == state:
        raise Conflict("document_reviewed", _("This document has already been reviewed."))
    return document


def _decide(by: User, document: DriverDocument, state: State, **values: Any) -> None:
    label = document_label(document)
    with audited(document, by=by, kind="driver_document", names=REVIEWED, label=label, action=state.value):
        document.state, document.reviewed_at, document.reviewed_by = state, timezone.now(), by
        for name, value in values.items():
            setattr(document, name, value)
        if state == State.ACCEPTED and is_expired(document):
            raise Conflict("document_expired", _("This document has expired."))
        document.save()
    refresh_owner(document)
    notify_of_decision(document)
