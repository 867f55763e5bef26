from typing import ClassVar, Final

from django.conf import settings
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _

AUDIT_SEARCH: Final = SearchVector("label", "actor_name", config="simple")
"""Search vector of the audit log: label and actor name, matched by word prefix."""


class AuditEntry(models.Model):
    """A change by staff with the values before and after; a trigger makes the table append-only."""

    class Source(models.TextChoices):
        BACK_OFFICE = "office", _("Back office")
        DJANGO_ADMIN = "django_admin", _("Django admin")
        COMMAND_LINE = "shell", _("Command line")

    at = models.DateTimeField(auto_now_add=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        # The entry stays unchanged when the user is deleted.
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        db_index=False,
        null=True,
        related_name="+",
    )
    actor_name = models.CharField(max_length=200, blank=True)
    source = models.CharField(
        max_length=20, choices=Source.choices, default=Source.BACK_OFFICE, db_column="door"
    )
    """The column has its first name, so that the release before keeps writing entries."""
    action = models.CharField(max_length=40)
    """`added`, `changed`, `deleted`, or an action such as `assigned`, `processed`."""
    kind = models.CharField(max_length=40)
    """The kind of object: `settings`, `user`, `booking`, `promo` ..."""
    target_id = models.CharField(max_length=40, blank=True)
    label = models.CharField(max_length=200, blank=True)
    """The object's name at that time."""
    before = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    after = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    """Only changed fields, by name; never the value of a secret."""

    class Meta:
        verbose_name_plural = "audit entries"
        indexes: ClassVar = [
            models.Index(fields=["kind", "target_id", "-id"], name="audit_of_thing"),
            # The list is ordered by time, filtered by nothing, actor, kind or source.
            models.Index(fields=["at", "id"], name="audit_by_time"),
            models.Index(fields=["actor", "at", "id"], name="audit_of_actor_by_time"),
            models.Index(fields=["kind", "at", "id"], name="audit_of_kind_by_time"),
            models.Index(fields=["source", "at", "id"], name="audit_by_source"),
            GinIndex(AUDIT_SEARCH, name="audit_words"),
        ]

    def __str__(self) -> str:
        return f"{self.actor_name} {self.action} {self.kind} {self.label}"
