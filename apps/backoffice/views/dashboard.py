"""The dashboard of admins, and of fleet admins for their own drivers."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.permissions import IsAdminOrFleetAdmin
from apps.backoffice import selectors
from apps.backoffice.alerts import alerts
from apps.backoffice.dashboard_serializers import AlertsSerializer, ChartQuerySerializer, ChartSerializer
from apps.backoffice.metrics import cards, chart
from apps.backoffice.serializers import DashboardSerializer, DriversOnMapSerializer


class DashboardView(APIView):
    permission_classes = (IsAdminOrFleetAdmin,)

    @extend_schema(responses=DashboardSerializer)
    def get(self, request: Request) -> Response:
        """Get the earnings cards and counts."""
        fleet = selectors.fleet_of(current_user(request))
        return Response(DashboardSerializer(cards(fleet_admin_id=fleet)).data)


class DashboardChartView(APIView):
    permission_classes = (IsAdminOrFleetAdmin,)

    @extend_schema(
        operation_id="dashboard_chart", parameters=[ChartQuerySerializer], responses=ChartSerializer
    )
    def get(self, request: Request) -> Response:
        """Get earnings by day, week, month or year, for the chart and the cards' sparklines."""
        form = ChartQuerySerializer(data={"group": "day"} | request.query_params.dict())
        form.is_valid(raise_exception=True)
        span = form.stretch()
        rows = chart(span, fleet_admin_id=selectors.fleet_of(current_user(request)))
        return Response(ChartSerializer({"group": span.group, "results": rows}).data)


class AlertsView(APIView):
    permission_classes = (IsAdminOrFleetAdmin,)

    @extend_schema(operation_id="dashboard_alerts", responses=AlertsSerializer)
    def get(self, request: Request) -> Response:
        """List open alerts by kind; fleet admins see those of their own drivers."""
        found = alerts(fleet_admin_id=selectors.fleet_of(current_user(request)))
        return Response(AlertsSerializer({"results": found}).data)


class DriversOnMapView(APIView):
    permission_classes = (IsAdminOrFleetAdmin,)

    @extend_schema(responses=DriversOnMapSerializer)
    def get(self, request: Request) -> Response:
        """List online drivers with positions; afterwards the socket's `fleet` topic updates them."""
        fleet = selectors.fleet_of(current_user(request))
        drivers = selectors.drivers_on_map(fleet_admin_id=fleet, now=timezone.now())
        return Response(DriversOnMapSerializer({"results": drivers}).data)
