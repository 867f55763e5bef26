"""The calls of document 1, section 7, under their own names.

They use camelCase, add `error` to the API's error body, and share the API's rate limits.
"""

from collections.abc import Mapping
from typing import Any, Final

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.services.existing_users import is_registered
from apps.accounts.services.referrals import referrer_of
from apps.accounts.services.registration import sign_up
from apps.accounts.services.registration_checks import car_type_named
from apps.accounts.views.auth import PublicAuthView
from apps.accounts.views.registration import check_sign_up_limits, registration_of, text_of
from apps.core.rate_limits.throttles import ScopedThrottle

SIGN_UP_NAMES: Final = {
    "firstName": "first_name",
    "lastName": "last_name",
    "email": "email",
    "password": "password",
    "mobile": "mobile",
    "referralId": "referral_id",
    "usertype": "user_type",
    "bankName": "bank_name",
    "bankCode": "bank_code",
    "bankAccount": "bank_account",
    "licenseImage": "license_image",
    "terms": "terms",
}
VEHICLE_NAMES: Final = {
    "vehicleMake": "vehicle_make",
    "vehicleModel": "vehicle_model",
    "vehicleNumber": "vehicle_number",
    "other_info": "other_info",
    "carType": "car_type",
}


class CheckUserForm(serializers.Serializer[Any]):
    email = serializers.CharField(required=False, allow_null=True)
    mobile = serializers.CharField(required=False, allow_null=True)


class UsersFoundSerializer(serializers.Serializer[Any]):
    users = serializers.ListField(child=serializers.DictField(), help_text="One empty entry, or none.")


class ReferrerForm(serializers.Serializer[Any]):
    referralId = serializers.CharField(required=False, allow_null=True)


class SignUpForm(serializers.Serializer[Any]):
    regData = serializers.DictField(help_text="The fields of document 1: firstName, lastName, email ...")


class PersonIdSerializer(serializers.Serializer[Any]):
    uid = serializers.IntegerField()


class FunctionView(PublicAuthView):
    """Adds `{"error": code}` to refusals, as in document 1."""

    throttle_classes = (ScopedThrottle,)
    error_component = "FunctionError"

    def handle_exception(self, exc: Exception) -> Response:
        response = super().handle_exception(exc)
        if isinstance(response.data, dict) and "code" in response.data:
            response.data = {"error": response.data["code"], **response.data}
        return response


class CheckUserExistsView(FunctionView):
    throttle_scope = "check_user_exists"

    @extend_schema(
        operation_id="functions_check_user_exists",
        request=CheckUserForm,
        responses={200: UsersFoundSerializer},
    )
    def post(self, request: Request) -> Response:
        """Return `{users}`: one empty entry if the email address or the number is taken, otherwise none.

        Does not reveal whose it is, or whether both belong to the same user.
        """
        found = is_registered(email=text_of(request.data, "email"), mobile=text_of(request.data, "mobile"))
        return Response({"users": [{}] if found else []})


class ValidateReferrerView(FunctionView):
    throttle_scope = "validate_referrer"

    @extend_schema(
        operation_id="functions_validate_referrer", request=ReferrerForm, responses={200: PersonIdSerializer}
    )
    def post(self, request: Request) -> Response:
        """Return `{uid}` of the user with this referral id, or `{error}`."""
        return Response({"uid": referrer_of(text_of(request.data, "referralId")).pk})


class UserSignupView(FunctionView):
    @extend_schema(
        operation_id="functions_user_signup", request=SignUpForm, responses={200: PersonIdSerializer}
    )
    def post(self, request: Request) -> Response:
        """Create a user and return `{uid}` or `{error}`; starts no session. The server sets createdAt."""
        address = check_sign_up_limits(request)
        sent = request.data.get("regData") if isinstance(request.data, Mapping) else None
        data = sent if isinstance(sent, Mapping) else {}
        form = _renamed(data, SIGN_UP_NAMES)
        vehicle = _renamed(data, VEHICLE_NAMES)
        if isinstance(vehicle.get("car_type"), str) and vehicle["car_type"]:
            # Document 1 names a driver's car type.
            vehicle["car_type"] = car_type_named(vehicle["car_type"])
        if any(value not in (None, "") for value in vehicle.values()):
            form["driver"] = vehicle
        uid = data.get("signupViaReferral")
        registration = registration_of(form, referrer_uid="" if uid is None else str(uid))
        signed_up = sign_up(registration, address_hash=address)
        return Response({"uid": signed_up.user.pk})


def _renamed(data: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    return {ours: data[theirs] for theirs, ours in names.items() if theirs in data}
