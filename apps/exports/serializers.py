from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.exports.choices import ExportState, FileFormat, ListFormat
from apps.exports.models import Export


class CreateExportSerializer(serializers.Serializer[Any]):
    kind = serializers.CharField(max_length=40, help_text="The list, such as bookings.")
    format = serializers.ChoiceField(choices=ListFormat.choices, help_text="pdf for lists that have one.")
    filters = serializers.DictField(
        required=False, default=dict, help_text="The list's own query parameters, including the ordering."
    )
    columns = serializers.ListField(
        child=serializers.CharField(max_length=60),
        required=False,
        default=list,
        max_length=100,
        help_text="The names of the columns, in order; by default all that the user may see. A PDF has all.",
    )


class ExportSerializer(serializers.Serializer[Export]):
    id = serializers.IntegerField()
    kind = serializers.CharField()
    format = serializers.ChoiceField(choices=FileFormat.choices)
    state = serializers.ChoiceField(choices=ExportState.choices)
    rows_done = serializers.IntegerField()
    rows_total = serializers.IntegerField(allow_null=True, help_text="Null until the writing starts.")
    error = serializers.SerializerMethodField()
    url = serializers.SerializerMethodField()
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    expires_at = serializers.DateTimeField()

    @extend_schema_field(serializers.CharField(allow_null=True, help_text="An error code."))
    def get_error(self, export: Export) -> str | None:
        return export.error or None

    @extend_schema_field(
        serializers.CharField(allow_null=True, help_text="The URL of the file, valid for a few minutes.")
    )
    def get_url(self, export: Export) -> str | None:
        return export.file.url if export.file else None
