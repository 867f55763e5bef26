"""The socket's REST endpoints: tickets, positions of phones without a socket, and spans of browsers."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_family, current_user
from apps.accounts.permissions import IsDriver
from apps.core.monitoring import tracing
from apps.core.monitoring.tracing import BrowserSpan
from apps.core.rate_limits.throttles import ScopedThrottle
from apps.realtime.serializers import (
    AcceptedSerializer,
    PointsSerializer,
    SpansSerializer,
    TicketSerializer,
)
from apps.realtime.services import accept_positions
from apps.realtime.tickets import LIFETIME_SECONDS, issue_ticket


class TicketView(APIView):
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "socket_ticket"

    @extend_schema(request=None, responses=TicketSerializer)
    def post(self, request: Request) -> Response:
        """Exchange the access token for a ticket for one connection to /ws/v1/?ticket=..."""
        ticket = issue_ticket(user_id=current_user(request).pk, family=current_family(request))
        return Response({"ticket": ticket, "expires_in": LIFETIME_SECONDS})


class SpansView(APIView):
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "browser_spans"

    @extend_schema(request=SpansSerializer, responses={204: None})
    def post(self, request: Request) -> Response:
        """Send spans of a browser to the collector of traces; without a collector they are discarded."""
        given = SpansSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        tracing.record([BrowserSpan(**span) for span in given.validated_data["spans"]])
        return Response(status=status.HTTP_204_NO_CONTENT)


class LocationView(APIView):
    permission_classes = (IsDriver,)

    @extend_schema(request=PointsSerializer, responses={202: AcceptedSerializer})
    def post(self, request: Request) -> Response:
        """Send positions, oldest first; on return those of a trip are committed."""
        points = request.data.get("points") if isinstance(request.data, dict) else None
        accepted, rejected = accept_positions(driver_id=current_user(request).pk, points=points)
        return Response({"accepted": accepted, "rejected": rejected}, status=status.HTTP_202_ACCEPTED)
