"""Serializers of driver documents and import files."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.accounts.choices import UserType
from apps.accounts.models import DriverDocument
from apps.accounts.profile.documents import image_of, is_expired
from apps.accounts.serializers.changes import ChangesSerializer
from apps.backoffice.people.importing import ImportRow
from apps.core.demo_mode import shown_in
from apps.fleet.documents.review import photo_id

MAX_FILE_LENGTH: Final = 900_000
"""Maximum characters; a request may be slightly larger."""


class DriverDocumentSerializer(serializers.Serializer[DriverDocument]):
    """A driver's document; pass the Platform as context["settings"]."""

    id = serializers.IntegerField()
    driver_id = serializers.IntegerField(allow_null=True, help_text="Null for a vehicle's document.")
    kind = serializers.ChoiceField(choices=DriverDocument.Kind.choices)
    url = serializers.SerializerMethodField(help_text="Valid for some minutes.")
    photo = serializers.SerializerMethodField(help_text="The id of the photo, which a review names.")
    number = serializers.SerializerMethodField(help_text="Hidden in demo mode.")
    expires_on = serializers.DateField(allow_null=True)
    expired = serializers.SerializerMethodField()
    state = serializers.ChoiceField(choices=DriverDocument.State.choices)
    note = serializers.CharField()
    created_at = serializers.DateTimeField()
    reviewed_at = serializers.DateTimeField(allow_null=True)

    @extend_schema_field({"type": "string", "format": "uri-reference", "nullable": True})
    def get_url(self, document: DriverDocument) -> str | None:
        image = image_of(document)
        return image.url if image else None

    def get_photo(self, document: DriverDocument) -> str:
        return photo_id(document)

    @extend_schema_field(serializers.CharField())
    def get_number(self, document: DriverDocument) -> str:
        return shown_in(self.context["settings"], document.number)

    def get_expired(self, document: DriverDocument) -> bool:
        return is_expired(document)


class DriverDocumentsSerializer(serializers.Serializer[Any]):
    results = DriverDocumentSerializer(many=True)


class NewDocumentSerializer(serializers.Serializer[Any]):
    """One picture as multipart/form-data, with its document type."""

    image = serializers.FileField()
    kind = serializers.ChoiceField(choices=DriverDocument.Kind.choices)
    number = serializers.CharField(required=False, allow_blank=True, default="", max_length=60)
    expires_on = serializers.DateField(required=False, allow_null=True, default=None)

    def to_internal_value(self, data: Any) -> Any:
        # A form sends an empty field as a missing or an empty value.
        return super().to_internal_value({name: value for name, value in data.items() if value != ""})


class DocumentChangesSerializer(ChangesSerializer):
    photo = serializers.CharField(
        required=False, allow_blank=True, max_length=16, help_text="The photo that `state` is about."
    )
    number = serializers.CharField(required=False, allow_blank=True, max_length=60)
    expires_on = serializers.DateField(required=False, allow_null=True)
    state = serializers.ChoiceField(choices=DriverDocument.State.choices, required=False)
    note = serializers.CharField(required=False, allow_blank=True, max_length=300)


class ImportFileSerializer(serializers.Serializer[Any]):
    """A CSV file as text, with a header and at most 5,000 rows; commas, semicolons or tabs separate."""

    user_type = serializers.ChoiceField(
        choices=[(role.value, role.label) for role in (UserType.RIDER, UserType.DRIVER)]
    )
    text = serializers.CharField(max_length=MAX_FILE_LENGTH, trim_whitespace=False)
    mapping = serializers.DictField(
        child=serializers.CharField(allow_blank=True, max_length=40),
        required=False,
        default=dict,
        help_text="Fields by header, for headers that are not recognised.",
    )


class ImportApplySerializer(ImportFileSerializer):
    all_or_nothing = serializers.BooleanField(
        required=False, default=False, help_text="False: rows with errors are left out."
    )
    send_emails = serializers.BooleanField(
        required=False, default=True, help_text="Email each user a link to set a password."
    )


class ImportColumnSerializer(serializers.Serializer[Any]):
    header = serializers.CharField()
    field = serializers.CharField(help_text="Blank: the column is ignored.")


class ImportRowSerializer(serializers.Serializer[ImportRow]):
    line = serializers.IntegerField(source="line.number")
    values = serializers.DictField(source="line.values", child=serializers.CharField(allow_blank=True))
    errors = serializers.DictField(  # type: ignore[assignment]  # the API's name
        child=serializers.CharField(), help_text="Messages by field; an empty name stands for the whole row."
    )
    user_id = serializers.IntegerField(allow_null=True, help_text="Id of the added user; null in a preview.")


class ImportResultSerializer(serializers.Serializer[Any]):
    known_fields = serializers.ListField(
        child=serializers.CharField(), help_text="Fields that a column can map to."
    )
    columns = ImportColumnSerializer(many=True)
    missing = serializers.ListField(
        child=serializers.CharField(),
        help_text="Required fields without a column; no rows until they are mapped.",
    )
    total = serializers.IntegerField()
    valid = serializers.IntegerField()
    added = serializers.IntegerField()
    rows = ImportRowSerializer(many=True)
