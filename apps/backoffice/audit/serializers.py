"""Serializers of the audit log."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.backoffice.audit.amounts import FIGURES, figures_of
from apps.backoffice.audit.selectors import ORDERINGS, AuditFilters, shown, text_shown
from apps.core.fields import DayOrTimeField
from apps.core.models import AuditEntry


class AuditQuerySerializer(serializers.Serializer[Any]):
    """Filters of the audit log."""

    search = serializers.CharField(
        required=False,
        default="",
        max_length=80,
        help_text="Start of words in the object's or the actor's name.",
    )
    kind = serializers.CharField(required=False, default="", max_length=40)
    target = serializers.CharField(
        required=False, default="", max_length=40, help_text="Id of the object; use it with `kind`."
    )
    actor = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=1, max_value=2**63 - 1
    )
    door = serializers.ChoiceField(
        choices=[*AuditEntry.Door.choices, ("", "all")], required=False, default=""
    )
    ordering = serializers.ChoiceField(choices=ORDERINGS, required=False, default="-at")

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        # `from` is a Python keyword.
        window = {
            "from": DayOrTimeField(
                required=False, allow_null=True, default=None, help_text="Recorded on or after this day."
            ),
            "to": DayOrTimeField(
                end=True,
                required=False,
                allow_null=True,
                default=None,
                help_text="Recorded on or before this day.",
            ),
        }
        return super().get_fields() | window

    def to_internal_value(self, data: Any) -> Any:
        # An empty form field is no filter.
        return super().to_internal_value({name: value for name, value in data.items() if value != ""})

    def filters(self) -> AuditFilters:
        """Return the validated filters."""
        given = dict(self.validated_data)
        return AuditFilters(since=given.pop("from"), until=given.pop("to"), **given)


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
            "door",
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
