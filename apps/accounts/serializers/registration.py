"""Serializers for sign-up.

The service validates the data, in the order and with the codes of the documents. The fields accept any value;
one of the wrong type counts as blank.
"""

from typing import Any, Final

from rest_framework import serializers

from apps.accounts.choices import UserType
from apps.accounts.serializers.auth import SessionSerializer

SELF_REGISTERED: Final = ((UserType.RIDER, UserType.RIDER.label), (UserType.DRIVER, UserType.DRIVER.label))

MAX_ID: Final = 2**63 - 1


class TypedText(serializers.CharField):
    """Text as typed; "" for any other type."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, allow_blank=True, default="", **kwargs)

    def run_validation(self, data: Any = serializers.empty) -> str:
        return data if isinstance(data, str) and "\x00" not in data else ""


class RoleField(serializers.ChoiceField):
    """rider or driver; the service refuses other values."""

    def run_validation(self, data: Any = serializers.empty) -> str:
        if data is serializers.empty or data in (None, ""):
            return UserType.RIDER
        return data if isinstance(data, str) else "invalid"


class RowIdField(serializers.IntegerField):
    """A row's id; 0, which no row has, for an invalid value."""

    def run_validation(self, data: Any = serializers.empty) -> int | None:
        if data is serializers.empty or data in (None, ""):
            return None
        return data if type(data) is int and 0 < data <= MAX_ID else 0


class RowIdsField(serializers.ListField):
    """Ids of rows; none if the value is invalid."""

    child = serializers.IntegerField()

    def run_validation(self, data: Any = serializers.empty) -> tuple[int, ...]:
        if not isinstance(data, list):
            return ()
        return tuple(value for value in data if type(value) is int and 0 < value <= MAX_ID)


class NewVehicleSerializer(serializers.Serializer[Any]):
    vehicle_make = TypedText()
    vehicle_model = TypedText()
    vehicle_number = TypedText()
    other_info = TypedText()
    car_type = RowIdField(required=False, allow_null=True, default=None)

    def run_validation(self, data: Any = serializers.empty) -> Any:
        return super().run_validation(
            data if isinstance(data, dict) or data in (None, serializers.empty) else {"car_type": 0}
        )


class SignUpSerializer(serializers.Serializer[Any]):
    first_name = TypedText()
    last_name = TypedText()
    email = TypedText()
    password = TypedText()
    country = TypedText(help_text="Two letters; the platform's own country by default.")
    phone = TypedText(help_text="Digits after the dial code of the country.")
    mobile = TypedText(help_text="The full number, `+44...`, in place of country and phone.")
    referral_id = TypedText(help_text="Referral id of the person who invited this user.")
    user_type = RoleField(choices=SELF_REGISTERED, required=False, default=UserType.RIDER)
    bank_name = TypedText()
    bank_code = TypedText()
    bank_account = TypedText()
    driver = NewVehicleSerializer(required=False, allow_null=True, default=None)
    license_image = TypedText(help_text="The token of the uploaded licence image; drivers only.")
    terms = RowIdsField(
        required=False,
        default=list,
        help_text="The ids of all current versions (terms/), as agreement to them.",
    )
    captcha = TypedText(help_text="Required beyond a few sign-ups per hour from one address.")


class SignedUpSerializer(serializers.Serializer[Any]):
    signed_in = serializers.BooleanField()
    code = serializers.ChoiceField(
        choices=("account_create_successfully", "email_verify_message", "require_approval"),
        help_text="The message of the page, and why no session started.",
    )
    session = SessionSerializer(allow_null=True)


class ReferralIdSerializer(serializers.Serializer[Any]):
    referral_id = TypedText()


class ReferrerSerializer(serializers.Serializer[Any]):
    uid = serializers.IntegerField(help_text="The user with this referral id.")


class CountrySerializer(serializers.Serializer[Any]):
    label = serializers.CharField()  # type: ignore[assignment]  # the field's own name for a caption
    code = serializers.CharField(help_text="Two letters.")
    phone = serializers.CharField(help_text="The dial code without plus sign, some with a dash: `1-268`.")


class CountryListSerializer(serializers.Serializer[Any]):
    results = CountrySerializer(many=True)
