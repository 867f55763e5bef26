"""The user's own profile."""

from typing import ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts import selectors
from apps.accounts.authentication import current_user
from apps.accounts.permissions import IsDriver
from apps.accounts.serializers.me import AvailabilitySerializer, MeSerializer, ProfileChangesSerializer
from apps.accounts.services.availability import set_driver_active
from apps.accounts.services.profile import update_profile


class MeView(APIView):
    before_two_factor_setup: ClassVar = frozenset({"GET"})

    @extend_schema(responses=MeSerializer)
    def get(self, request: Request) -> Response:
        """Return the logged-in user."""
        return me_response(request)

    @extend_schema(request=ProfileChangesSerializer, responses=MeSerializer)
    def patch(self, request: Request) -> Response:
        """Change names, language or bank fields; email and mobile have their own calls."""
        form = ProfileChangesSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        update_profile(user_id=current_user(request).pk, changes=form.validated_data)
        return me_response(request)


class AvailabilityView(APIView):
    permission_classes = (IsDriver,)

    @extend_schema(request=AvailabilitySerializer, responses=MeSerializer)
    def put(self, request: Request) -> Response:
        """Go online or offline: terms_due, vehicle_incomplete, driver_busy."""
        form = AvailabilitySerializer(data=request.data)
        form.is_valid(raise_exception=True)
        set_driver_active(driver_id=current_user(request).pk, active=form.validated_data["active"])
        return me_response(request)


def me_response(request: Request) -> Response:
    """Return the logged-in user's current data."""
    user = selectors.person(current_user(request).pk)
    return Response(MeSerializer(user).data)
