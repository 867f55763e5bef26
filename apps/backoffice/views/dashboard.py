"""The dashboard of admins, and of fleet admins for their own drivers."""

from typing import Final

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.permissions import IsStaff, staff_or_fleet_admins
from apps.accounts.staff_roles.access import sees_money
from apps.accounts.staff_roles.areas import Area
from apps.backoffice import selectors
from apps.backoffice.alerts import alerts
from apps.backoffice.dashboard_serializers import AlertsSerializer, ChartQuerySerializer, ChartSerializer
from apps.backoffice.metrics import cards, chart
from apps.backoffice.serializers import DashboardSerializer, DriversOnMapSerializer
from apps.core.replica import reads_replica

AMOUNTS: Final = ("convenience_fees", "gross", "driver_share")
"""The amounts of a chart's period, which only some roles see."""


class DashboardView(APIView):
    permission_classes = (IsStaff,)

    @extend_schema(responses=DashboardSerializer)
    def get(self, request: Request) -> Response:
        """Get the earnings cards and counts."""
        by = current_user(request)
        shown = cards(fleet_admin_id=selectors.fleet_of(by))
        if not sees_money(by):
            shown["earnings"] = None
        return Response(DashboardSerializer(shown).data)


class DashboardChartView(APIView):
    permission_classes = (IsStaff,)

    @extend_schema(
        operation_id="dashboard_chart", parameters=[ChartQuerySerializer], responses=ChartSerializer
    )
    @reads_replica
    def get(self, request: Request) -> Response:
        """Get earnings by day, week, month or year, for the chart and the cards' sparklines."""
        form = ChartQuerySerializer(data={"group": "day"} | request.query_params.dict())
        form.is_valid(raise_exception=True)
        span = form.stretch()
        by = current_user(request)
        rows = chart(span, fleet_admin_id=selectors.fleet_of(by))
        if not sees_money(by):
            rows = [row | dict.fromkeys(AMOUNTS) for row in rows]
        return Response(ChartSerializer({"group": span.group, "results": rows}).data)


class AlertsView(APIView):
    permission_classes = (IsStaff,)

    @extend_schema(operation_id="dashboard_alerts", responses=AlertsSerializer)
    def get(self, request: Request) -> Response:
        """List open alerts by kind; fleet admins see those of their own drivers."""
        found = alerts(by=current_user(request))
        return Response(AlertsSerializer({"results": found}).data)


class DriversOnMapView(APIView):
    permission_classes = (staff_or_fleet_admins(Area.BOOKINGS),)

    @extend_schema(responses=DriversOnMapSerializer)
    def get(self, request: Request) -> Response:
        """List online drivers with positions; afterwards the socket's `fleet` topic updates them."""
        fleet = selectors.fleet_of(current_user(request))
        drivers = selectors.drivers_on_map(fleet_admin_id=fleet, now=timezone.now())
        return Response(DriversOnMapSerializer({"results": drivers}).data)
