"""Jobs that failed too often and were left alone."""

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from apps.core.errors import Conflict
from apps.core.models import OutboxEntry


@transaction.atomic
def send_again(*, entry_id: int) -> None:
    """Hand out a job or an event anew, as if it had never been tried.

    Raises Conflict already_done: what happened once does not happen again.
    """
    entry = OutboxEntry.objects.select_for_update(no_key=True).get(pk=entry_id)
    if entry.done_at is not None:
        raise Conflict("already_done", _("This was delivered already."))
    OutboxEntry.objects.filter(pk=entry.pk).update(attempts=0, sends=0, last_error="", due_at=Now())
