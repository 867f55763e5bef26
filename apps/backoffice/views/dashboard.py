"""The dashboard of admins, and of fleet admins for their own drivers."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.permissions import IsAdminOrFleetAdmin
from apps.backoffice import selectors
from apps.backoffice.serializers import DashboardSerializer, DriversOnMapSerializer


class DashboardView(APIView):
    permission_classes = (IsAdminOrFleetAdmin,)

    @extend_schema(responses=DashboardSerializer)
    def get(self, request: Request) -> Response:
        """Earnings cards and counts."""
        fleet = selectors.fleet_of(current_user(request))
        body = {
            "earnings": selectors.earnings(fleet_admin_id=fleet),
            "counts": selectors.counts(fleet_admin_id=fleet),
        }
        return Response(DashboardSerializer(body).data)


class DriversOnMapView(APIView):
    permission_classes = (IsAdminOrFleetAdmin,)

    @extend_schema(responses=DriversOnMapSerializer)
    def get(self, request: Request) -> Response:
        """Active drivers and where they are; the socket's `fleet` topic moves them from then on."""
        fleet = selectors.fleet_of(current_user(request))
        return Response(
            DriversOnMapSerializer({"results": selectors.drivers_on_map(fleet_admin_id=fleet)}).data
        )
