"""Serializers of cases: for staff, and for the person whose matter it is."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.accounts.choices import UserType
from apps.backoffice.cases.photos import MAX_PHOTOS
from apps.backoffice.cases.selectors import other_person, refundable_by
from apps.backoffice.models import Audience, Case, CaseKind, CaseMessage, CasePhoto, Outcome
from apps.backoffice.models.case import MAX_TEXT
from apps.bookings.models import Booking
from apps.core.fields import AmountField, PlatformTimeField
from apps.core.media import private_storage


class CasePersonSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField(source="full_name")
    user_type = serializers.ChoiceField(choices=UserType.choices)


class CaseBookingSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    reference = serializers.CharField()


class CasePhotoSerializer(serializers.ModelSerializer[CasePhoto]):
    url = serializers.SerializerMethodField(help_text="A signed URL, valid for a few minutes.")

    class Meta:
        model = CasePhoto
        fields = ("id", "url")

    def get_url(self, photo: CasePhoto) -> str:
        return private_storage().url(photo.image.name or "")


class StaffCaseBookingSerializer(CaseBookingSerializer):
    has_fleet = serializers.SerializerMethodField(help_text="Whether a fleet admin reads the case.")

    def get_has_fleet(self, booking: Booking) -> bool:
        return booking.fleet_admin_id is not None


class CaseMessageSerializer(serializers.ModelSerializer[CaseMessage]):
    photos = CasePhotoSerializer(many=True)

    class Meta:
        model = CaseMessage
        fields = ("id", "audience", "by_staff", "by_fleet", "author_name", "text", "photos", "created_at")


class OwnCaseMessageSerializer(serializers.ModelSerializer[CaseMessage]):
    """A message as the person sees it, without the name of the staff member."""

    photos = CasePhotoSerializer(many=True)

    class Meta:
        model = CaseMessage
        fields = ("id", "by_staff", "by_fleet", "text", "photos", "created_at")


class CaseRowSerializer(serializers.ModelSerializer[Case]):
    person = CasePersonSerializer()
    booking = StaffCaseBookingSerializer(allow_null=True)
    owner = CasePersonSerializer(allow_null=True)
    outcome = serializers.ChoiceField(choices=Outcome.choices, allow_blank=True)

    class Meta:
        model = Case
        fields = (
            "id",
            "kind",
            "state",
            "person",
            "booking",
            "owner",
            "due_at",
            "outcome",
            "created_at",
            "updated_at",
            "closed_at",
        )


class CaseSerializer(CaseRowSerializer):
    other = serializers.SerializerMethodField(help_text="The other person of the trip.")
    refundable = serializers.SerializerMethodField(help_text="What can be refunded to the rider.")
    messages = CaseMessageSerializer(many=True)

    class Meta(CaseRowSerializer.Meta):
        fields = (*CaseRowSerializer.Meta.fields, "other", "refundable", "messages")  # type: ignore[assignment]  # longer

    @extend_schema_field(CasePersonSerializer(allow_null=True))
    def get_other(self, case: Case) -> Any:
        other = other_person(case)
        return None if other is None else CasePersonSerializer(other).data

    def get_refundable(self, case: Case) -> str:
        return f"{refundable_by(case):.4f}"


class OwnCaseRowSerializer(serializers.ModelSerializer[Case]):
    booking = CaseBookingSerializer(allow_null=True)
    outcome = serializers.ChoiceField(choices=Outcome.choices, allow_blank=True)

    class Meta:
        model = Case
        fields = ("id", "kind", "state", "booking", "outcome", "created_at", "updated_at")


class OwnCaseSerializer(OwnCaseRowSerializer):
    messages = OwnCaseMessageSerializer(many=True)

    class Meta(OwnCaseRowSerializer.Meta):
        fields = (*OwnCaseRowSerializer.Meta.fields, "messages")  # type: ignore[assignment]  # longer


class OwnCaseListSerializer(serializers.Serializer[Any]):
    results = OwnCaseRowSerializer(many=True)


# -- requests ------------------------------------------------------------------------------------


class OwnMessageSerializer(serializers.Serializer[Any]):
    text = serializers.CharField(max_length=MAX_TEXT)
    photos = serializers.ListField(
        child=serializers.IntegerField(min_value=1),
        max_length=4 * MAX_PHOTOS,
        default=list,
        help_text="The ids of uploaded photos, at most 5.",
    )


class OwnNewCaseSerializer(OwnMessageSerializer):
    kind = serializers.ChoiceField(choices=CaseKind.choices)
    booking = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1)


class NewCaseSerializer(OwnNewCaseSerializer):
    person = serializers.IntegerField(min_value=1)


class StaffMessageSerializer(OwnMessageSerializer):
    audience = serializers.ChoiceField(choices=Audience.choices, default=Audience.PERSON)


class ChangeCaseSerializer(serializers.Serializer[Any]):
    owner = serializers.IntegerField(required=False, min_value=1)
    due_at = PlatformTimeField(required=False)


class CloseCaseSerializer(OwnMessageSerializer):
    outcome = serializers.ChoiceField(choices=Outcome.choices)
    amount = AmountField(required=False, allow_null=True, default=None, help_text="Of a refund or a fee.")
    from_driver = serializers.BooleanField(default=False, help_text="The driver bears the refund.")
    warning = serializers.CharField(
        max_length=MAX_TEXT, allow_blank=True, default="", help_text="The text for the other person."
    )
