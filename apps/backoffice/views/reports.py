"""Earnings reports: of the platform for admins, of drivers for admins and, of their own, fleet admins."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.permissions import IsAdmin, IsAdminOrFleetAdmin
from apps.backoffice import driver_earnings, earnings
from apps.backoffice.earnings_serializers import (
    DriverEarningsReportSerializer,
    DriverStretchSerializer,
    EarningsReportSerializer,
    StretchSerializer,
    cursor_after,
)
from apps.bookings.day_totals import Period
from apps.core.platform import platform_settings


class EarningsReportView(APIView):
    permission_classes = (IsAdmin,)

    @extend_schema(
        operation_id="reports_earnings", parameters=[StretchSerializer], responses=EarningsReportSerializer
    )
    def get(self, request: Request) -> Response:
        """What the platform earned, by day, week, month or year, the latest first."""
        form = StretchSerializer(data=request.query_params.dict())
        form.is_valid(raise_exception=True)
        asked = form.stretch()
        body = _head(asked) | {
            "totals": earnings.earnings_totals(asked),
            "written_off": earnings.written_off(asked, platform_settings()),
            "results": earnings.earnings(asked),
        }
        return Response(EarningsReportSerializer(body).data)


class DriverEarningsReportView(APIView):
    permission_classes = (IsAdminOrFleetAdmin,)

    @extend_schema(
        operation_id="reports_driver_earnings",
        parameters=[DriverStretchSerializer],
        responses=DriverEarningsReportSerializer,
    )
    def get(self, request: Request) -> Response:
        """What drivers earned, by day, week, month or year, the latest first; a fleet's own for its admin.

        Of one driver where one is named: not_found for a driver of someone else's.
        """
        form = DriverStretchSerializer(data=request.query_params.dict())
        form.is_valid(raise_exception=True)
        user, asked, driver = current_user(request), form.stretch(), form.validated_data["driver"]
        one = driver_earnings.driver_of_report(user, driver) if driver is not None else None
        size, ordering = form.validated_data["page_size"], form.validated_data["ordering"]
        # One more than is shown tells whether there is a next page.
        rows = driver_earnings.driver_earnings(
            user,
            asked,
            limit=size + 1,
            driver_id=driver,
            after=form.validated_data["cursor"] or None,
            ordering=ordering,
        )
        page = rows[:size]
        more = len(rows) > size
        body = _head(asked) | {
            "driver": None if one is None else {"id": one.pk, "name": one.full_name},
            "totals": driver_earnings.driver_earnings_totals(user, asked, driver_id=driver),
            "next": cursor_after(driver_earnings.place_of(page[-1], ordering)) if more else None,
            "results": page,
        }
        return Response(DriverEarningsReportSerializer(body).data)


def _head(asked: Period) -> dict[str, Any]:
    return {"from": asked.since, "to": asked.until, "group": asked.group}
