"""Why a driver gets no offers."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.models import DriverProfile
from apps.accounts.permissions import IsDriver
from apps.core.platform import platform_settings
from apps.fares.eligibility.rules import eligibility_of
from apps.fares.eligibility.serializers import EligibilitySerializer


class EligibilityView(APIView):
    permission_classes = (IsDriver,)

    @extend_schema(operation_id="me_eligibility", responses=EligibilitySerializer)
    def get(self, request: Request) -> Response:
        """Return what prevents offers to the driver now."""
        profiles = DriverProfile.objects.select_related("user", "car_type")
        profile = profiles.get(pk=current_user(request).pk)
        return Response(EligibilitySerializer(eligibility_of(profile, platform_settings())).data)
