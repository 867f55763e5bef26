"""Outbox entries that failed too often and are no longer retried."""

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from apps.core.errors import Conflict
from apps.core.models import OutboxEntry


@transaction.atomic
def retry(*, entry_id: int) -> None:
    """Queue a job or an event again with its counters at zero.

    Raises Conflict already_done when it has been delivered.
    """
    entry = OutboxEntry.objects.select_for_update(no_key=True).get(pk=entry_id)
    if entry.done_at is not None:
        raise Conflict("already_done", _("This was already delivered."))
    OutboxEntry.objects.filter(pk=entry.pk).update(attempts=0, sends=0, last_error="", due_at=Now())
