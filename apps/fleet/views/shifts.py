"""Views of a driver's own shift."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.models import DriverProfile
from apps.accounts.permissions import IsDriver
from apps.core.platform import platform_settings
from apps.fleet.serializers.shifts import OwnShiftSerializer
from apps.fleet.shifts.limits import open_shift, rest_until, shift_limits
from apps.fleet.shifts.services import begin_break, end_shift, resume_shift, start_shift


class OwnShiftView(APIView):
    permission_classes = (IsDriver,)

    @extend_schema(operation_id="me_shift_retrieve", responses=OwnShiftSerializer)
    def get(self, request: Request) -> Response:
        """Return the driver's open shift and its limits."""
        return _shift(request)


class StartShiftView(APIView):
    permission_classes = (IsDriver,)

    @extend_schema(operation_id="me_shift_start", request=None, responses=OwnShiftSerializer)
    def post(self, request: Request) -> Response:
        """Go online, which starts a shift: shift_over, shift_rest, shifts_off, vehicle_incomplete."""
        start_shift(driver_id=current_user(request).pk)
        return _shift(request)


class BreakView(APIView):
    permission_classes = (IsDriver,)

    @extend_schema(operation_id="me_shift_break", request=None, responses=OwnShiftSerializer)
    def post(self, request: Request) -> Response:
        """Begin a break: driver_busy, no_shift, on_break, shifts_off."""
        begin_break(driver_id=current_user(request).pk)
        return _shift(request)


class ResumeShiftView(APIView):
    permission_classes = (IsDriver,)

    @extend_schema(operation_id="me_shift_resume", request=None, responses=OwnShiftSerializer)
    def post(self, request: Request) -> Response:
        """End the break: no_break, no_shift, shifts_off."""
        resume_shift(driver_id=current_user(request).pk)
        return _shift(request)


class EndShiftView(APIView):
    permission_classes = (IsDriver,)

    @extend_schema(operation_id="me_shift_end", request=None, responses=OwnShiftSerializer)
    def post(self, request: Request) -> Response:
        """End the shift and go offline: driver_busy, no_shift."""
        end_shift(driver_id=current_user(request).pk)
        return _shift(request)


def _shift(request: Request) -> Response:
    settings, now = platform_settings(), timezone.now()
    profile = DriverProfile.objects.get(pk=current_user(request).pk)
    shift = open_shift(profile.pk) if settings.shifts else None
    limits = sorted(shift_limits(profile), key=lambda limit: limit[1]) if shift else []
    rest = rest_until(profile.pk, settings) if settings.shifts and shift is None else None
    shown: dict[str, Any] = {
        "enabled": settings.shifts,
        "shift": shift,
        "on_break": shift is not None and any(each.ended_at is None for each in shift.breaks.all()),
        "until": limits[0][1] if limits else None,
        "reason": limits[0][0] if limits else None,
        "rest_until": rest if rest and rest > now else None,
        "hours_in_day": settings.shift_hours,
        "rest_hours": settings.shift_rest_hours,
        "break_after_hours": settings.shift_break_after_hours,
        "break_minutes": settings.shift_break_minutes,
    }
    return Response(OwnShiftSerializer(shown, context={"now": now}).data)
