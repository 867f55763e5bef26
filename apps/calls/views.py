"""Views of phone calls: reports of the phone system, and the live calls for admins."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.areas import Area
from apps.calls.choices import CallState
from apps.calls.permissions import HEADER, HasCallsKey
from apps.calls.selectors import live_calls
from apps.calls.serializers import CallReportSerializer, LiveCallListSerializer, RecordedCallSerializer
from apps.calls.services import record_call
from apps.core.rate_limits.throttles import ScopedThrottle


class CallsView(APIView):
    authentication_classes = ()
    permission_classes = (HasCallsKey,)
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "calls"

    @extend_schema(
        operation_id="calls_report",
        parameters=[OpenApiParameter(HEADER, str, OpenApiParameter.HEADER, required=True)],
        request=CallReportSerializer,
        responses=RecordedCallSerializer,
    )
    def post(self, request: Request) -> Response:
        """Report that a call rings, was answered or ended; repeated and late reports change nothing."""
        form = CallReportSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        given = form.validated_data
        call = record_call(
            external_id=given["id"],
            state=CallState(given["state"]),
            phone=given["phone"],
            line=given["line"],
            answered_by=given["answered_by"],
        )
        return Response(RecordedCallSerializer(call).data)


class LiveCallsView(APIView):
    permission_classes = (staff_may_use(Area.BOOKINGS),)

    @extend_schema(operation_id="calls_live", responses=LiveCallListSerializer)
    def get(self, request: Request) -> Response:
        """List the calls that ring or are answered, the newest first."""
        return Response(LiveCallListSerializer({"results": live_calls()}).data)
