"""A driver's vehicle."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.permissions import IsDriver
from apps.accounts.serializers.me import MeSerializer
from apps.accounts.serializers.vehicle import VehicleChangesSerializer
from apps.accounts.services.vehicle import update_vehicle
from apps.accounts.views.me import me_response


class VehicleView(APIView):
    permission_classes = (IsDriver,)

    @extend_schema(request=VehicleChangesSerializer, responses=MeSerializer)
    def patch(self, request: Request) -> Response:
        """Change the driver's vehicle: driver_busy, vehicle_incomplete."""
        form = VehicleChangesSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        update_vehicle(driver_id=current_user(request).pk, changes=form.validated_data)
        return me_response(request)
