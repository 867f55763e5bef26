"""The panic button, and the operator's list of those who pressed it."""

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.permissions import IsAdmin
from apps.bookings.models import SosAlert
from apps.bookings.selectors import open_alarms
from apps.bookings.serializers.sos import AlarmRaisedSerializer, RaiseAlarmSerializer, SosAlertSerializer
from apps.bookings.services.sos import handle_alarm, raise_alarm
from apps.core.platform import platform_settings


class AlarmView(APIView):
    @extend_schema(
        operation_id="bookings_sos", request=RaiseAlarmSerializer, responses={201: AlarmRaisedSerializer}
    )
    def post(self, request: Request, pk: int) -> Response:
        """The rider or the driver of a live trip calls for help: every operator is told at once."""
        form = RaiseAlarmSerializer(data=request.data)
        # A place that makes no sense is left out; the cry is heard all the same.
        place = form.validated_data if form.is_valid() else {"lat": None, "lng": None}
        alert = raise_alarm(booking_id=pk, by=current_user(request), **place)
        body = {"id": alert.pk, "panic": platform_settings().panic}
        return Response(AlarmRaisedSerializer(body).data, status=status.HTTP_201_CREATED)


@extend_schema_view(get=extend_schema(operation_id="sos_list"))
class OpenAlarmsView(ListAPIView[SosAlert]):
    """Alerts that nobody has taken care of yet, the newest first."""

    permission_classes = (IsAdmin,)
    serializer_class = SosAlertSerializer

    def get_queryset(self) -> QuerySet[SosAlert]:
        return open_alarms()


class HandleAlarmView(APIView):
    permission_classes = (IsAdmin,)

    @extend_schema(operation_id="sos_handle", request=None, responses=SosAlertSerializer)
    def post(self, request: Request, pk: int) -> Response:
        """An operator has taken care of it."""
        return Response(SosAlertSerializer(handle_alarm(alert_id=pk, by=current_user(request))).data)
