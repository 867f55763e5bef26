"""Earnings reports: the platform's for admins, drivers' for admins and for fleet admins of their own."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.backoffice import driver_earnings, earnings
from apps.backoffice.earnings_serializers import (
    DriverEarningsReportSerializer,
    DriverStretchSerializer,
    EarningsReportSerializer,
    StretchSerializer,
    cursor_after,
)
from apps.backoffice.exporting import DRIVER_EARNINGS, EARNINGS
from apps.bookings.day_totals import Period
from apps.core.platform import platform_settings
from apps.core.replica import reads_replica


class EarningsReportView(APIView):
    permission_classes = (EARNINGS.permission,)

    @extend_schema(
        operation_id="reports_earnings", parameters=[StretchSerializer], responses=EarningsReportSerializer
    )
    @reads_replica
    def get(self, request: Request) -> Response:
        """List the platform's earnings by day, week, month or year, latest first."""
        form = StretchSerializer.parse(request.query_params.dict())
        span = form.stretch()
        body = _head(span) | {
            "totals": earnings.earnings_totals(span),
            "written_off": earnings.written_off(span, platform_settings()),
            "results": earnings.earnings(span),
        }
        return Response(EarningsReportSerializer(body).data)


class DriverEarningsReportView(APIView):
    permission_classes = (DRIVER_EARNINGS.permission,)

    @extend_schema(
        operation_id="reports_driver_earnings",
        parameters=[DriverStretchSerializer],
        responses=DriverEarningsReportSerializer,
    )
    @reads_replica
    def get(self, request: Request) -> Response:
        """List drivers' earnings by day, week, month or year, latest first; fleet admins see their own
        drivers.

        `driver` selects one driver: not_found for a driver of another fleet.
        """
        form = DriverStretchSerializer.parse(request.query_params.dict())
        user, span, driver = current_user(request), form.stretch(), form.validated_data["driver"]
        one = driver_earnings.driver_of_report(user, driver) if driver is not None else None
        size, ordering = form.validated_data["page_size"], form.validated_data["ordering"]
        # One more row than shown, to know whether there is a next page.
        rows = driver_earnings.driver_earnings(
            user,
            span,
            limit=size + 1,
            driver_id=driver,
            after=form.validated_data["cursor"] or None,
            ordering=ordering,
        )
        page = rows[:size]
        more = len(rows) > size
        body = _head(span) | {
            "driver": None if one is None else {"id": one.pk, "name": one.full_name},
            "totals": driver_earnings.driver_earnings_totals(user, span, driver_id=driver),
            "next": cursor_after(driver_earnings.place_of(page[-1], ordering)) if more else None,
            "results": page,
        }
        return Response(DriverEarningsReportSerializer(body).data)


def _head(span: Period) -> dict[str, Any]:
    return {"from": span.since, "to": span.until, "group": span.group}
