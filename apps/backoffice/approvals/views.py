"""Approvals for admins."""

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.areas import Area
from apps.backoffice.approvals import services
from apps.backoffice.approvals.approval_list import with_names
from apps.backoffice.approvals.serializers import ApprovalSerializer, RefuseApprovalSerializer
from apps.backoffice.models import Approval
from apps.core.api_schema.parameters import IDEMPOTENCY_KEY
from apps.core.errors import NotFound
from apps.core.http.idempotency import idempotent


class ApprovalView(APIView):
    permission_classes = (staff_may_use(Area.APPROVALS),)

    @extend_schema(operation_id="approvals_read", responses=ApprovalSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """Return an approval and its effect."""
        return _reply(pk)


class ApproveView(APIView):
    permission_classes = (staff_may_use(Area.APPROVALS),)

    @extend_schema(
        operation_id="approvals_approve",
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses=ApprovalSerializer,
    )
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        """Approve and carry out the action. If it is refused now, the state is void and nothing moves.

        Refused: own_approval, approval_decided, requester_gone, demo_mode.
        """
        services.approve(by=current_user(request), approval_id=pk)
        return _reply(pk)


class RefuseView(APIView):
    permission_classes = (staff_may_use(Area.APPROVALS),)

    @extend_schema(
        operation_id="approvals_refuse",
        parameters=[IDEMPOTENCY_KEY],
        request=RefuseApprovalSerializer,
        responses=ApprovalSerializer,
    )
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        """Refuse with a reason for the requester. Refused: own_approval, approval_decided, demo_mode."""
        form = RefuseApprovalSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        services.refuse(by=current_user(request), approval_id=pk, **form.validated_data)
        return _reply(pk)


class CancelView(APIView):
    # The requester withdraws a request with what made it: money, not approvals.
    permission_classes = (staff_may_use(Area.APPROVALS, Area.MONEY),)

    @extend_schema(
        operation_id="approvals_cancel",
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses=ApprovalSerializer,
    )
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        """Cancel your own request, or that of an admin who is gone.

        Refused: not_own_approval, approval_decided, demo_mode.
        """
        services.cancel(by=current_user(request), approval_id=pk)
        return _reply(pk)


def _reply(pk: int) -> Response:
    approval = with_names(Approval.objects.filter(pk=pk)).first()
    if approval is None:
        raise NotFound("not_found", _("Not found."))
    return Response(ApprovalSerializer(approval).data)
