"""Serializers of users in the back office."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from apps.accounts.choices import UserType
from apps.accounts.models import DriverProfile, User
from apps.accounts.passkeys.serializers import PasskeySerializer
from apps.accounts.selectors import driver_profile_of
from apps.accounts.serializers.changes import ChangesSerializer
from apps.accounts.staff_roles.serializers import NamedRoleSerializer
from apps.backoffice.people.lists import referrer_of
from apps.backoffice.people.messages import email_in
from apps.backoffice.serializers import RiderRowSerializer
from apps.core.fields import AmountField, HiddenInDemoField
from apps.fares.eligibility.serializers import EligibilitySerializer


class NamedPersonSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField(source="full_name")


class NamedCarTypeSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class AdminDriverSerializer(serializers.Serializer[DriverProfile]):
    vehicle_make = serializers.CharField()
    vehicle_model = serializers.CharField()
    vehicle_number = serializers.CharField()
    vehicle_assigned = serializers.BooleanField(help_text="The vehicle is edited in its own record.")
    other_info = serializers.CharField()
    car_type = NamedCarTypeSerializer(allow_null=True)
    fleet_admin = NamedPersonSerializer(allow_null=True)
    active = serializers.BooleanField()
    busy = serializers.BooleanField()
    rating = serializers.DecimalField(max_digits=2, decimal_places=1, allow_null=True)
    rating_count = serializers.IntegerField()
    license_image_url = serializers.SerializerMethodField(help_text="Valid for some minutes.")

    @extend_schema_field({"type": "string", "format": "uri-reference", "nullable": True})
    def get_license_image_url(self, profile: DriverProfile) -> str | None:
        return profile.license_image.url if profile.license_image else None


MONEY_FIELDS: Final = ("wallet_balance", "bank_name", "bank_code", "bank_account")
"""Shown to users for whom `sees_money` is true."""


class PersonRowSerializer(RiderRowSerializer):
    """A user in a list; pass context "settings", and "fleet" (None for admins) and "money" of the requesting
    user.
    """

    wallet_balance = AmountField(
        source="balance", allow_null=True, help_text="Null without permission to see money."
    )

    user_type = serializers.ChoiceField(choices=UserType.choices)
    signup_via_referral = serializers.SerializerMethodField(
        help_text="For fleet admins, only a driver of the fleet."
    )
    bank_name = HiddenInDemoField()
    bank_code = HiddenInDemoField()
    bank_account = HiddenInDemoField()
    driver = serializers.SerializerMethodField(help_text="Null for other roles.")
    staff_role = NamedRoleSerializer(allow_null=True, help_text="Of admins; null for owners.")

    def to_representation(self, person: User) -> dict[str, Any]:
        shown: dict[str, Any] = super().to_representation(person)
        if not self.context["money"]:
            shown |= {name: None if name == "wallet_balance" else "" for name in MONEY_FIELDS}
        return shown

    @extend_schema_field(serializers.CharField())
    def get_email(self, rider: User) -> str:
        return email_in(self.context["settings"], rider)

    @extend_schema_field(NamedPersonSerializer(allow_null=True))
    def get_signup_via_referral(self, person: User) -> Any:
        referrer = referrer_of(person, fleet_admin_id=self.context["fleet"])
        return None if referrer is None else NamedPersonSerializer(referrer).data

    @extend_schema_field(AdminDriverSerializer(allow_null=True))
    def get_driver(self, person: User) -> Any:
        profile = driver_profile_of(person) if person.user_type == UserType.DRIVER else None
        return AdminDriverSerializer(profile).data if profile else None


class TripCountsSerializer(serializers.Serializer[Any]):
    total = serializers.IntegerField()
    active = serializers.IntegerField()
    completed = serializers.IntegerField()
    cancelled = serializers.IntegerField()
    rated = serializers.IntegerField()


class PersonFactsSerializer(serializers.Serializer[Any]):
    email_verified = serializers.BooleanField()
    two_factor = serializers.BooleanField(help_text="An authenticator app is set up.")
    passkeys = PasskeySerializer(many=True)
    referred = serializers.IntegerField(help_text="Number of users who signed up with this referral id.")
    sessions = serializers.IntegerField(help_text="Logged-in devices.")
    documents = serializers.IntegerField()
    drivers = serializers.IntegerField(help_text="In a fleet admin's fleet.")
    trips = TripCountsSerializer()
    is_caller = serializers.BooleanField(
        help_text="A rider whom staff created, without a login: can be merged into an account."
    )
    eligibility = EligibilitySerializer(allow_null=True, help_text="Null for other roles.")


class PersonSerializer(PersonRowSerializer):
    """A user; pass the related facts as context["facts"]."""

    language = serializers.CharField()
    login_type = serializers.CharField()
    mobile_verified = serializers.BooleanField()
    created_by_admin = serializers.BooleanField()
    last_login = serializers.DateTimeField(allow_null=True)
    facts = serializers.SerializerMethodField()
    rider_rating = serializers.DecimalField(
        max_digits=2,
        decimal_places=1,
        allow_null=True,
        help_text="Average rating as a rider; null before the first.",
    )
    rider_rating_count = serializers.IntegerField()
    may_approve = serializers.SerializerMethodField(help_text="Whether the requesting user may approve.")

    @extend_schema_field(PersonFactsSerializer())
    def get_facts(self, person: User) -> Any:
        return PersonFactsSerializer(self.context["facts"]).data

    def get_may_approve(self, person: User) -> bool:
        return bool(self.context["may_approve"])


def _text() -> serializers.CharField:
    # Lengths are validated with the rest, with the documented codes.
    return serializers.CharField(required=False, allow_blank=True, default="", max_length=300)


class NewPersonSerializer(ChangesSerializer):
    """A new rider, fleet admin or admin."""

    first_name = _text()
    last_name = _text()
    email = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=300,
        help_text="Riders and drivers may have none.",
    )
    mobile = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=40,
        help_text="`+44...`, `0044...`, or the national format of the platform's country.",
    )
    password = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=200,
        trim_whitespace=False,
        help_text="If missing, an email invites the user to set one.",
    )
    approved = serializers.BooleanField(required=False, default=True)
    bank_name = _text()
    bank_code = _text()
    bank_account = _text()


class NewDriverSerializer(NewPersonSerializer):
    vehicle_make = _text()
    vehicle_model = _text()
    vehicle_number = _text()
    other_info = _text()
    car_type = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1)
    fleet_admin = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=1, help_text="Required for admins."
    )
    license_image = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        max_length=300,
        help_text="The token of the uploaded licence image.",
    )


class NewAdminSerializer(NewPersonSerializer):
    staff_role = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=1, help_text="Null makes an owner."
    )


class PersonChangesSerializer(ChangesSerializer):
    """Editable fields; email and mobile can only be set when adding."""

    first_name = serializers.CharField(required=False, allow_blank=True, max_length=300)
    last_name = serializers.CharField(required=False, allow_blank=True, max_length=300)
    language = serializers.CharField(
        required=False, max_length=10, help_text="Language of emails and notifications."
    )
    approved = serializers.BooleanField(required=False)
    bank_name = serializers.CharField(required=False, allow_blank=True, max_length=300)
    bank_code = serializers.CharField(required=False, allow_blank=True, max_length=300)
    bank_account = serializers.CharField(required=False, allow_blank=True, max_length=300)
    vehicle_make = serializers.CharField(required=False, allow_blank=True, max_length=300)
    vehicle_model = serializers.CharField(required=False, allow_blank=True, max_length=300)
    vehicle_number = serializers.CharField(required=False, allow_blank=True, max_length=300)
    other_info = serializers.CharField(required=False, allow_blank=True, max_length=300)
    car_type = serializers.IntegerField(required=False, allow_null=True, min_value=1)
    fleet_admin = serializers.IntegerField(required=False, allow_null=True, min_value=1)
    staff_role = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, help_text="Of admins; null makes an owner."
    )


class PersonRatingSerializer(serializers.Serializer[Any]):
    """A rated trip with its rider and driver."""

    id = serializers.IntegerField(help_text="The booking's.")
    reference = serializers.CharField()
    trip_date = serializers.DateTimeField()
    rating = serializers.IntegerField()
    feedback = serializers.CharField()
    rider = NamedPersonSerializer(source="customer")
    driver = NamedPersonSerializer(allow_null=True)


class DeleteAccountSerializer(serializers.Serializer[Any]):
    password = serializers.CharField(
        required=False,
        allow_blank=True,
        default="",
        trim_whitespace=False,
        max_length=128,
        help_text="Blank for an account without a password, which needs a recent login.",
    )


class MergeSerializer(serializers.Serializer[Any]):
    into = serializers.IntegerField(min_value=1, help_text="The account of the same person.")


class MergePersonSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField(source="full_name")
    mobile = HiddenInDemoField(allow_null=True)


class MergePreviewSerializer(serializers.Serializer[Any]):
    """Pass whether the reader may see amounts as context["money"]; without, they are null."""

    caller = MergePersonSerializer()
    account = MergePersonSerializer()
    bookings = serializers.IntegerField()
    addresses = serializers.IntegerField()
    notes = serializers.IntegerField()
    cases = serializers.IntegerField()
    balance = serializers.SerializerMethodField()
    owed = serializers.SerializerMethodField()
    takes_number = serializers.BooleanField(
        help_text="The account has no phone number and gets the caller's."
    )

    @extend_schema_field(AmountField(allow_null=True))
    def get_balance(self, preview: Any) -> str | None:
        return f"{preview.balance:.4f}" if self.context["money"] else None

    @extend_schema_field(AmountField(allow_null=True))
    def get_owed(self, preview: Any) -> str | None:
        return f"{preview.owed:.4f}" if self.context["money"] else None
