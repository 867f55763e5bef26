"""Deletes rejected and expired documents that a newer accepted one has replaced."""

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from apps.accounts.models import DriverDocument
from apps.core.files.stored_files import delete_file_after_commit
from apps.core.media import PRIVATE
from apps.core.privacy.retention import BATCH


@transaction.atomic
def delete_outdated_documents(before: datetime) -> int:
    """Delete a batch of documents that were rejected or expired before this time, with their files.

    Only where the driver or vehicle has an accepted one of the same kind, so that no driver becomes fit or
    unfit by it.
    """
    day = before.date()
    is_current = Q(expires_on__isnull=True) | Q(expires_on__gte=day)
    newer = DriverDocument.objects.filter(
        is_current,
        Q(driver=OuterRef("driver")) | Q(vehicle=OuterRef("vehicle")),
        kind=OuterRef("kind"),
        state=DriverDocument.State.ACCEPTED,
    ).exclude(pk=OuterRef("pk"))
    outdated = (
        DriverDocument.objects.filter(
            Q(state=DriverDocument.State.REFUSED, reviewed_at__lt=before) | Q(expires_on__lt=day),
            Exists(newer),
        )
        .exclude(kind=DriverDocument.Kind.LICENSE)
        .select_for_update(skip_locked=True, of=("self",))
        .order_by("pk")[:BATCH]
    )
    documents = list(outdated)
    for document in documents:
        delete_file_after_commit(PRIVATE, document.file.name or "")
    return DriverDocument.objects.filter(pk__in=[document.pk for document in documents]).delete()[0]
