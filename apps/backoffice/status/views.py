"""The status page: what is wrong with the installation, in words."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.areas import Area
from apps.backoffice.status.serializers import StatusSerializer
from apps.backoffice.status.state import current_status
from config.version import VERSION


class StatusView(APIView):
    permission_classes = (staff_may_use(Area.SETTINGS),)

    @extend_schema(operation_id="status", responses=StatusSerializer)
    def get(self, request: Request) -> Response:
        """Examine servers, processes, keys, maps, senders and payment accounts; at most ten seconds old."""
        status = current_status()
        return Response(
            StatusSerializer(
                {
                    "version": VERSION,
                    "level": status.level,
                    "checked_at": status.checked_at,
                    "checks": status.checks,
                }
            ).data
        )
