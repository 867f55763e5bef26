from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.exports.choices import ExportFormat, ExportState
from apps.exports.models import Export


class CreateExportSerializer(serializers.Serializer[Any]):
    kind = serializers.CharField(max_length=40, help_text="Which list: bookings.")
    format = serializers.ChoiceField(choices=ExportFormat.choices)
    filters = serializers.DictField(
        required=False, default=dict, help_text="The list's own query parameters, ordering included."
    )
    columns = serializers.ListField(
        child=serializers.CharField(max_length=60),
        required=False,
        default=list,
        max_length=100,
        help_text="Names of the wanted columns, in order; all that the person may see where none are named.",
    )


class ExportSerializer(serializers.Serializer[Export]):
    id = serializers.IntegerField()
    kind = serializers.CharField()
    format = serializers.ChoiceField(choices=ExportFormat.choices)
    state = serializers.ChoiceField(choices=ExportState.choices)
    rows_done = serializers.IntegerField()
    rows_total = serializers.IntegerField(allow_null=True, help_text="Null until the writing begins.")
    error = serializers.SerializerMethodField()
    url = serializers.SerializerMethodField()
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    expires_at = serializers.DateTimeField()

    @extend_schema_field(serializers.CharField(allow_null=True, help_text="A refusal's code."))
    def get_error(self, export: Export) -> str | None:
        return export.error or None

    @extend_schema_field(
        serializers.CharField(allow_null=True, help_text="Where the file is for the next few minutes.")
    )
    def get_url(self, export: Export) -> str | None:
        return export.file.url if export.file else None
