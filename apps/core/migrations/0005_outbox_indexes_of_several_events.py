"""The relay's indexes contain rows of several events. The relay of the release before can use them too."""

from django.contrib.postgres.operations import (
    AddIndexConcurrently,
    RemoveIndexConcurrently,
    ValidateConstraint,
)
from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("core", "0004_outbox_rows_of_several_events")]

    operations = [
        AddIndexConcurrently(
            "outboxentry",
            models.Index(
                F("id"), condition=~Q(kind="job") & Q(seq__isnull=True), name="outbox_events_unnumbered"
            ),
        ),
        AddIndexConcurrently(
            "outboxentry",
            models.Index(
                F("due_at"),
                F("id"),
                condition=~Q(kind="job") & Q(done_at__isnull=True),
                name="outbox_events_unpublished",
            ),
        ),
        RemoveIndexConcurrently("outboxentry", "outbox_event_unnumbered"),
        RemoveIndexConcurrently("outboxentry", "outbox_event_unpublished"),
        ValidateConstraint("outboxentry", "outbox_events_have_a_topic"),
    ]
