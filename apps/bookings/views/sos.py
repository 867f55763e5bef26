"""SOS alerts: the panic button, and the operators' list."""

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.areas import Area
from apps.bookings.models import SosAlert
from apps.bookings.selectors import open_sos_alerts
from apps.bookings.serializers.sos import (
    CreateSosAlertSerializer,
    SosAlertCreatedSerializer,
    SosAlertSerializer,
)
from apps.bookings.services.sos import handle_sos_alert, raise_sos_alert
from apps.core.platform import platform_settings


class SosView(APIView):
    @extend_schema(
        operation_id="bookings_sos",
        request=CreateSosAlertSerializer,
        responses={201: SosAlertCreatedSerializer},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Raise an SOS alert as the rider or driver of a live trip; all operators are notified."""
        form = CreateSosAlertSerializer(data=request.data)
        # An invalid position is dropped, so that the alert is raised anyway.
        position = form.validated_data if form.is_valid() else {"lat": None, "lng": None}
        alert = raise_sos_alert(booking_id=pk, by=current_user(request), **position)
        body = {"id": alert.pk, "panic": platform_settings().panic}
        return Response(SosAlertCreatedSerializer(body).data, status=status.HTTP_201_CREATED)


@extend_schema_view(get=extend_schema(operation_id="sos_list"))
class OpenSosAlertsView(ListAPIView[SosAlert]):
    """The SOS alerts that no operator has handled, the newest first."""

    permission_classes = (staff_may_use(Area.CASES),)
    serializer_class = SosAlertSerializer

    def get_queryset(self) -> QuerySet[SosAlert]:
        return open_sos_alerts()


class HandleSosAlertView(APIView):
    permission_classes = (staff_may_use(Area.CASES),)

    @extend_schema(operation_id="sos_handle", request=None, responses=SosAlertSerializer)
    def post(self, request: Request, pk: int) -> Response:
        """Mark the alert as handled."""
        return Response(SosAlertSerializer(handle_sos_alert(alert_id=pk, by=current_user(request))).data)
