from typing import ClassVar, Final

from django.conf import settings
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

AUDIT_WORDS: Final = SearchVector("label", "actor_name", config="simple")
"""What the audit log is searched by: how words of the thing's name and of the actor's begin."""


class AuditEntry(models.Model):
    """Who of the staff changed what, and how it was before; append-only by a trigger."""

    class Door(models.TextChoices):
        OFFICE = "office"
        RAW_ADMIN = "raw_admin"
        SHELL = "shell"

    at = models.DateTimeField(auto_now_add=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        # The entry outlives the person, and is not written to again when that one goes.
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        db_index=False,
        null=True,
        related_name="+",
    )
    actor_name = models.CharField(max_length=200, blank=True)
    door = models.CharField(max_length=10, choices=Door.choices, default=Door.OFFICE)
    action = models.CharField(max_length=40)
    """`added`, `changed`, `deleted`, or an action by its name: `assigned`, `processed` ..."""
    kind = models.CharField(max_length=40)
    """What kind of thing: `settings`, `user`, `booking`, `promo` ..."""
    target_id = models.CharField(max_length=40, blank=True)
    label = models.CharField(max_length=200, blank=True)
    """The thing as people call it, at that time."""
    before = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    after = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    """Changed fields alone, by their names; a secret's value is never in here."""

    class Meta:
        verbose_name_plural = "audit entries"
        indexes: ClassVar = [
            models.Index(fields=["kind", "target_id", "-id"], name="audit_of_thing"),
            # An admin reads it by time, of all or of one actor, kind or door.
            models.Index(fields=["at", "id"], name="audit_by_time"),
            models.Index(fields=["actor", "at", "id"], name="audit_of_actor_by_time"),
            models.Index(fields=["kind", "at", "id"], name="audit_of_kind_by_time"),
            models.Index(fields=["door", "at", "id"], name="audit_by_door"),
            GinIndex(AUDIT_WORDS, name="audit_words"),
        ]

    def __str__(self) -> str:
        return f"{self.actor_name} {self.action} {self.kind} {self.label}"
