"""Demand by area for the desk, and the heat map for drivers."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.choices import UserType
from apps.accounts.permissions import IsDriver, staff_or_fleet_admins
from apps.accounts.staff_roles.areas import Area
from apps.bookings.demand.desk import desk_demand
from apps.bookings.demand.heat_map import heat_map
from apps.bookings.demand.serializers import DeskDemandSerializer, HeatMapSerializer


class DeskDemandView(APIView):
    permission_classes = (staff_or_fleet_admins(Area.BOOKINGS),)

    @extend_schema(operation_id="desk_demand", responses=DeskDemandSerializer)
    def get(self, request: Request) -> Response:
        """Return waiting requests, free cars and expected requests by zone, taxi rank and cell."""
        user = current_user(request)
        fleet_admin_id = user.pk if user.user_type == UserType.FLEET_ADMIN else None
        return Response(DeskDemandSerializer(desk_demand(fleet_admin_id=fleet_admin_id)).data)


class HeatMapView(APIView):
    permission_classes = (IsDriver,)

    @extend_schema(operation_id="driver_heat_map", responses=HeatMapSerializer)
    def get(self, request: Request) -> Response:
        """Return the cells with many requests for a driver without a trip; updated once a minute."""
        return Response(HeatMapSerializer(heat_map()).data)
