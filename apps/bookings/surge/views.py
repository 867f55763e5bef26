"""Views of surge for admins: the factors now, and the emergency switch."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.areas import Area
from apps.bookings.surge.selectors import current_surge
from apps.fares.surge.serializers import SurgeSerializer
from apps.fares.surge.stopping import set_surge_stopped


class SurgeView(APIView):
    permission_classes = (staff_may_use(Area.TARIFFS),)

    @extend_schema(operation_id="surge_read", responses=SurgeSerializer)
    def get(self, request: Request) -> Response:
        """Return the factors by zone and car type with the waiting requests and free cars now."""
        return Response(SurgeSerializer(current_surge()).data)


class SurgeStopView(APIView):
    permission_classes = (staff_may_use(Area.TARIFFS),)

    @extend_schema(operation_id="surge_stop", request=None, responses=SurgeSerializer)
    def post(self, request: Request) -> Response:
        """Return all prices to the usual ones at once, until surge is resumed."""
        set_surge_stopped(by=current_user(request), stopped=True)
        return Response(SurgeSerializer(current_surge()).data)


class SurgeResumeView(APIView):
    permission_classes = (staff_may_use(Area.TARIFFS),)

    @extend_schema(operation_id="surge_resume", request=None, responses=SurgeSerializer)
    def post(self, request: Request) -> Response:
        """Let factors rise again from the usual price."""
        set_surge_stopped(by=current_user(request), stopped=False)
        return Response(SurgeSerializer(current_surge()).data)
