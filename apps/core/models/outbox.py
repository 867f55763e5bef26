from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Topic(models.Model):
    """The last sequence number of a realtime topic."""

    name = models.CharField(max_length=100, primary_key=True)
    last_seq = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.name}@{self.last_seq}"


class OutboxEntry(models.Model):
    """An event or job that a committed transaction has to deliver.

    Events stay after delivery, as the log from which a reconnecting client catches up.
    """

    class Kind(models.TextChoices):
        EVENT = "event", _("Event")
        EVENTS = "events", _("Events")
        """Several events of one transaction, each for any number of topics."""
        JOB = "job", _("Job")

    kind = models.CharField(max_length=8, choices=Kind.choices)
    key = models.CharField(max_length=160, null=True)
    """Unique name of the fact; a second row with the same key is not inserted."""
    name = models.CharField(max_length=80)
    """An event's type or a job's name; of several events, the first one's type."""
    topic = models.CharField(max_length=100, blank=True)
    seq = models.BigIntegerField(null=True)
    """Position in its topic, assigned by the relay in id order; of several events, the entry's own id."""
    slots = models.SmallIntegerField(db_default=255, editable=False)
    """Slots of an event's topics as bits, which decide the relay that delivers it; see outbox/shards.py."""
    payload = models.JSONField(default=dict)
    """An event's data or a job's arguments; of several events, a list of {topics, name, data}."""
    context = models.JSONField(null=True, editable=False)
    """Fields of the log lines of the request or job that wrote it: its request id."""
    created_at = models.DateTimeField(db_default=Now())
    due_at = models.DateTimeField(db_default=Now())
    """When a job may run; for an event, when it was numbered."""
    sends = models.PositiveSmallIntegerField(db_default=0)
    """How often a job was sent to the broker."""
    attempts = models.PositiveIntegerField(default=0)
    """How often a job ran and failed."""
    last_error = models.TextField(blank=True)
    done_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["key"], condition=Q(key__isnull=False), name="outbox_one_row_a_key"
            ),
            models.UniqueConstraint(
                fields=["topic", "seq"], condition=Q(seq__isnull=False), name="outbox_one_seq_a_topic"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=("job", "events"), topic="") | (Q(kind="event") & ~Q(topic="")),
                name="outbox_events_have_a_topic",
            ),
        ]
        indexes: ClassVar = [
            # One partial index per query of the relay.
            models.Index(
                F("id"), condition=~Q(kind="job") & Q(seq__isnull=True), name="outbox_events_unnumbered"
            ),
            models.Index(
                F("due_at"),
                F("id"),
                condition=~Q(kind="job") & Q(done_at__isnull=True),
                name="outbox_events_unpublished",
            ),
            models.Index(
                F("due_at"), F("id"), condition=Q(kind="job", done_at__isnull=True), name="outbox_job_due"
            ),
            models.Index(F("done_at"), condition=Q(done_at__isnull=False), name="outbox_done"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.name} #{self.pk}"


class NumberedEvent(models.Model):
    """The number of an event in one of its topics, for an entry of several events; the log of the topic.

    An entry of a single event has its number in the entry itself.
    """

    pk = models.CompositePrimaryKey("topic", "seq")
    topic = models.CharField(max_length=100)
    seq = models.BigIntegerField()
    entry = models.ForeignKey(OutboxEntry, on_delete=models.CASCADE, db_constraint=False)
    """Without a constraint, whose check costs more than the row; both are deleted by one statement."""
    place = models.PositiveSmallIntegerField()
    """Index in the entry's payload."""

    def __str__(self) -> str:
        return f"{self.topic}@{self.seq}"
