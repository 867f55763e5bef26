"""Serializers of documents, for their review and for the driver."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.accounts.models import DriverDocument, User
from apps.accounts.profile.documents import image_of, is_expired
from apps.core.demo_mode import shown_in
from apps.core.platform import platform_settings
from apps.fleet.choices import Effect, RequirementState, Subject
from apps.fleet.documents.review import may_review, photo_id
from apps.fleet.documents.state import RequiredDocument
from apps.fleet.serializers.vehicles import FleetPersonSerializer


class DocumentVehicleSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    plate = serializers.CharField()


class OwnDocumentSerializer(serializers.Serializer[DriverDocument]):
    """A document as its driver sees it."""

    id = serializers.IntegerField()
    subject = serializers.SerializerMethodField()
    kind = serializers.ChoiceField(choices=DriverDocument.Kind.choices)
    url = serializers.SerializerMethodField(help_text="Valid for some minutes.")
    number = serializers.CharField()
    expires_on = serializers.DateField(allow_null=True)
    claimed_expires_on = serializers.DateField(allow_null=True, help_text="As the driver entered it.")
    expired = serializers.SerializerMethodField()
    state = serializers.ChoiceField(choices=DriverDocument.State.choices)
    note = serializers.CharField(help_text="The reason for a rejection, or a note by an admin.")
    created_at = serializers.DateTimeField()
    reviewed_at = serializers.DateTimeField(allow_null=True)

    @extend_schema_field(serializers.ChoiceField(choices=Subject.choices))
    def get_subject(self, document: DriverDocument) -> str:
        return Subject.VEHICLE if document.driver_id is None else Subject.DRIVER

    @extend_schema_field({"type": "string", "format": "uri-reference", "nullable": True})
    def get_url(self, document: DriverDocument) -> str | None:
        image = image_of(document)
        return image.url if image else None

    def get_expired(self, document: DriverDocument) -> bool:
        return is_expired(document)


class ReviewedDocumentSerializer(OwnDocumentSerializer):
    """A document for staff; pass the context of `for_reviewer`."""

    driver = FleetPersonSerializer(allow_null=True)
    vehicle = DocumentVehicleSerializer(allow_null=True)
    photo = serializers.SerializerMethodField(help_text="The id of the photo, which a review names.")
    number = serializers.SerializerMethodField(help_text="Hidden in demo mode.")  # type: ignore[assignment]  # hidden here
    uploaded_by_driver = serializers.BooleanField()
    reviewed_by = FleetPersonSerializer(allow_null=True)
    may_review = serializers.SerializerMethodField(help_text="The viewer may accept or reject it.")

    def get_photo(self, document: DriverDocument) -> str:
        return photo_id(document)

    @extend_schema_field(serializers.CharField())
    def get_number(self, document: DriverDocument) -> str:
        return shown_in(self.context["settings"], document.number)

    def get_may_review(self, document: DriverDocument) -> bool:
        return bool(self.context["may_review"])


def for_reviewer(user: User) -> dict[str, Any]:
    """Return the context of ReviewedDocumentSerializer for this viewer."""
    return {"settings": platform_settings(), "may_review": may_review(user)}


class ReviewedDocumentsSerializer(serializers.Serializer[Any]):
    results = ReviewedDocumentSerializer(many=True)


class AcceptDocumentSerializer(serializers.Serializer[Any]):
    photo = serializers.CharField(allow_blank=True, max_length=16)
    expires_on = serializers.DateField(
        required=False, allow_null=True, default=None, help_text="Corrects the expiry date; else as entered."
    )
    note = serializers.CharField(required=False, allow_blank=True, default="", max_length=300)


class RejectDocumentSerializer(serializers.Serializer[Any]):
    photo = serializers.CharField(allow_blank=True, max_length=16)
    reason = serializers.CharField(allow_blank=True, max_length=300)


class DocumentUploadSerializer(serializers.Serializer[Any]):
    """One picture as multipart/form-data, with its document type."""

    image = serializers.FileField()
    kind = serializers.ChoiceField(choices=DriverDocument.Kind.choices)
    number = serializers.CharField(required=False, allow_blank=True, default="", max_length=60)
    expires_on = serializers.DateField(required=False, allow_null=True, default=None)

    def to_internal_value(self, data: Any) -> Any:
        # A form sends an empty field as a missing or an empty value.
        return super().to_internal_value({name: value for name, value in data.items() if value != ""})


class OwnDocumentUploadSerializer(DocumentUploadSerializer):
    subject = serializers.ChoiceField(choices=Subject.choices, required=False, default=Subject.DRIVER)


class RequiredSerializer(serializers.Serializer[RequiredDocument]):
    subject = serializers.ChoiceField(choices=Subject.choices)
    kind = serializers.ChoiceField(choices=DriverDocument.Kind.choices)
    effect = serializers.ChoiceField(choices=Effect.choices)
    state = serializers.ChoiceField(choices=RequirementState.choices)
    until = serializers.DateTimeField(
        allow_null=True, help_text="Until when trips are offered; null without an end."
    )
    last_day = serializers.DateField(allow_null=True, help_text="The expiry date.")


class OwnDocumentsSerializer(serializers.Serializer[Any]):
    required = RequiredSerializer(many=True)  # type: ignore[assignment]  # the API's name
    documents = OwnDocumentSerializer(many=True, help_text="The newest first.")
    vehicle = DocumentVehicleSerializer(allow_null=True, help_text="The assigned vehicle.")
