"""The dispatcher's board, for admins, and for fleet admins of their fleet."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.permissions import staff_or_fleet_admins
from apps.accounts.staff_roles.areas import Area
from apps.backoffice.desk.availability import take_offline
from apps.backoffice.desk.board import board, desk_drivers
from apps.backoffice.desk.messages import message_drivers
from apps.backoffice.desk.receipts import receipts_of, sent_messages
from apps.backoffice.desk.serializers import (
    BoardSerializer,
    DeskDriversSerializer,
    DeskMessageSentSerializer,
    DeskMessageSerializer,
    DeskReceiptsSerializer,
    IdsQuerySerializer,
    SentMessagesSerializer,
    TakeOfflineSerializer,
)
from apps.core.api_schema.parameters import IDEMPOTENCY_KEY
from apps.core.http.idempotency import idempotent


def _ids(request: Request) -> list[int]:
    form = IdsQuerySerializer(data=request.query_params.dict())
    form.is_valid(raise_exception=True)
    ids: list[int] = form.validated_data["ids"]
    return ids


class BoardView(APIView):
    permission_classes = (staff_or_fleet_admins(Area.BOOKINGS),)

    @extend_schema(operation_id="desk_board", parameters=[IdsQuerySerializer], responses=BoardSerializer)
    def get(self, request: Request) -> Response:
        """List the open bookings by lane; the socket's `bookings` topic names those that change."""
        shown = board(current_user(request), ids=_ids(request))
        # Thousands of rows, which have the serializer's shape already.
        return Response({"now": shown.now, "jobs": shown.jobs, "more": shown.more})


class DeskDriversView(APIView):
    permission_classes = (staff_or_fleet_admins(Area.BOOKINGS),)

    @extend_schema(
        operation_id="desk_drivers", parameters=[IdsQuerySerializer], responses=DeskDriversSerializer
    )
    def get(self, request: Request) -> Response:
        """List the drivers with state and time in it; `fleet` and `bookings` name those that change."""
        # Hundreds of rows, which have the serializer's shape already.
        return Response({"results": desk_drivers(current_user(request), ids=_ids(request))})


class DeskMessagesView(APIView):
    permission_classes = (staff_or_fleet_admins(Area.BOOKINGS),)

    @extend_schema(operation_id="desk_messages_list", responses=SentMessagesSerializer)
    def get(self, request: Request) -> Response:
        """List the last messages of the user's desk with the number of their receipts, newest first."""
        return Response(SentMessagesSerializer({"results": sent_messages(current_user(request))}).data)

    @extend_schema(
        operation_id="desk_messages",
        parameters=[IDEMPOTENCY_KEY],
        request=DeskMessageSerializer,
        responses={201: DeskMessageSentSerializer},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Send a text to drivers. Refused: not_found for one who is not of the sender's fleet."""
        form = DeskMessageSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        given = form.validated_data
        count = message_drivers(by=current_user(request), driver_ids=given["drivers"], text=given["text"])
        reply = DeskMessageSentSerializer({"drivers": count})
        return Response(reply.data, status=status.HTTP_201_CREATED)


class DeskReceiptsView(APIView):
    permission_classes = (staff_or_fleet_admins(Area.BOOKINGS),)

    @extend_schema(operation_id="desk_receipts", responses=DeskReceiptsSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """List which drivers received and read a message of the user's desk."""
        return Response(DeskReceiptsSerializer({"results": receipts_of(current_user(request), pk)}).data)


class DeskOfflineView(APIView):
    permission_classes = (staff_or_fleet_admins(Area.BOOKINGS),)

    @extend_schema(operation_id="desk_offline", request=TakeOfflineSerializer, responses={204: None})
    def post(self, request: Request, pk: int) -> Response:
        """Take a driver offline with a reason: not_found for another fleet's, driver_busy on a trip."""
        form = TakeOfflineSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        take_offline(by=current_user(request), driver_id=pk, reason=form.validated_data["reason"])
        return Response(status=status.HTTP_204_NO_CONTENT)
