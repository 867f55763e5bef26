"""Serializers of the audit log."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.backoffice.audit.amounts import FIGURES, figures_of
from apps.backoffice.audit.selectors import shown, text_shown
from apps.core.models import AuditEntry


class AuditEntrySerializer(serializers.ModelSerializer[AuditEntry]):
    """One entry; `before` and `after` hold only the changed fields."""

    actor = serializers.IntegerField(source="actor_id", allow_null=True)
    actor_name = serializers.SerializerMethodField()
    label = serializers.SerializerMethodField()  # type: ignore[assignment]  # a field of that name
    before = serializers.SerializerMethodField()
    after = serializers.SerializerMethodField()
    figures = serializers.SerializerMethodField(
        help_text="The names in `before` and `after`, at any depth, whose values are figures."
    )

    class Meta:
        model = AuditEntry
        fields = (
            "id",
            "at",
            "actor",
            "actor_name",
            "source",
            "action",
            "kind",
            "target_id",
            "label",
            "before",
            "after",
            "figures",
        )

    def get_actor_name(self, entry: AuditEntry) -> str:
        return text_shown(entry.actor_name, self.context["settings"])

    def get_label(self, entry: AuditEntry) -> str:
        return text_shown(entry.label, self.context["settings"])

    def get_before(self, entry: AuditEntry) -> dict[str, Any]:
        return shown(entry.before, self.context["settings"])

    def get_after(self, entry: AuditEntry) -> dict[str, Any]:
        return shown(entry.after, self.context["settings"])

    @extend_schema_field(serializers.DictField(child=serializers.ChoiceField(choices=FIGURES)))
    def get_figures(self, entry: AuditEntry) -> dict[str, Any]:
        return dict(figures_of(entry))


class AuditKindsSerializer(serializers.Serializer[Any]):
    results = serializers.ListField(child=serializers.CharField())
