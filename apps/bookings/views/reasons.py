"""Cancellation reasons: readable by everyone, edited by admins."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.areas import Area
from apps.bookings import selectors
from apps.bookings.serializers.reasons import (
    CancelReasonListSerializer,
    CancelReasonSerializer,
    MoveReasonSerializer,
    ReasonFormSerializer,
)
from apps.bookings.services.reasons import add_reason, change_reason, delete_reason, move_reason


class CancelReasonsView(APIView):
    def get_permissions(self) -> list[BasePermission]:
        return [staff_may_use(Area.TARIFFS)()] if self.request.method == "POST" else [AllowAny()]

    @extend_schema(operation_id="cancel_reasons_list", responses=CancelReasonListSerializer)
    def get(self, request: Request) -> Response:
        """List the reasons for cancelling."""
        return _all()

    @extend_schema(
        operation_id="cancel_reasons_create",
        request=ReasonFormSerializer,
        responses={201: CancelReasonSerializer},
    )
    def post(self, request: Request) -> Response:
        """Append a reason: demo_mode, reason_exists."""
        form = ReasonFormSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        added = add_reason(by=current_user(request), **form.validated_data)
        return Response(CancelReasonSerializer(added).data, status=status.HTTP_201_CREATED)


class CancelReasonView(APIView):
    permission_classes = (staff_may_use(Area.TARIFFS),)

    @extend_schema(
        operation_id="cancel_reasons_update",
        request=ReasonFormSerializer,
        responses=CancelReasonSerializer,
    )
    def patch(self, request: Request, pk: int) -> Response:
        """Change the label of a reason: demo_mode, reason_exists."""
        form = ReasonFormSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        changed = change_reason(by=current_user(request), reason_id=pk, **form.validated_data)
        return Response(CancelReasonSerializer(changed).data)

    @extend_schema(operation_id="cancel_reasons_delete", request=None, responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Delete a reason; later ones move up: demo_mode."""
        delete_reason(by=current_user(request), reason_id=pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


class MoveReasonView(APIView):
    permission_classes = (staff_may_use(Area.TARIFFS),)

    @extend_schema(
        operation_id="cancel_reasons_move",
        request=MoveReasonSerializer,
        responses=CancelReasonListSerializer,
    )
    def post(self, request: Request, pk: int) -> Response:
        """Move a reason to another position: demo_mode."""
        form = MoveReasonSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        move_reason(by=current_user(request), reason_id=pk, **form.validated_data)
        return _all()


def _all() -> Response:
    return Response(CancelReasonListSerializer({"results": selectors.cancel_reasons()}).data)
